import { fieldsRead } from '../../../model/kit/conditions.ts'
import type { Lang, Terms, When } from '../../../model/kit/fields.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import type { FormLayout, PlacedField, PlacedGroup } from '../../../model/settings/layouts/form-layout.ts'
import type { Layout } from './read-layouts.ts'

/** The schema as a layout arranges it. The model and the permission stand: a layout adds requirements, and hides nothing that must be filled in. */
export function arranged(schema: WireSchema, { form, tabs, columns }: Layout, lang: Lang): WireSchema {
  const known = new Set(schema.fields.map(({ code }) => code))
  const readable = columns?.filter((code) => known.has(code)) ?? []
  return {
    ...(form ? formArranged(schema, form, lang) : schema),
    ...(tabs && { tabs }),
    ...(readable.length > 0 && { columns: readable }),
  }
}

function formArranged(schema: WireSchema, { groups, hidden }: FormLayout, lang: Lang): WireSchema {
  const known = new Set(schema.fields.map(({ code }) => code))
  const placed = new Map<string, PlacedField & { group: string }>()
  for (const [at, group] of groups.entries()) for (const field of group.fields) placed.set(field.code, { ...field, group: codeOf(group, at) })
  const order = new Map([...placed.keys()].map((code, at) => [code, at]))
  const away = new Set(hidden)
  const fields = schema.fields.map((field) => {
    const place = placed.get(field.code)
    if (place) return asPlaced(field, place, known)
    return away.has(field.code) && !isAsked(field) ? { ...field, hidden: true as const } : field
  })
  // Stable, so that the fields that the layout does not name follow in the order of the model.
  fields.sort((a, b) => (order.get(a.code) ?? order.size) - (order.get(b.code) ?? order.size))
  const own = groups.map((group, at) => ({
    code: codeOf(group, at),
    label: schema.groups.find(({ code }) => code === group.code)?.label ?? titleOf(group, lang),
    ...(group.folded && { folded: true as const }),
  }))
  return { ...schema, fields, groups: [...own, ...schema.groups.filter(({ code }) => !own.some((one) => one.code === code))] }
}

/** No code of a model begins so. */
const codeOf = ({ code }: PlacedGroup, at: number) => code ?? `layout ${at + 1}`

const titleOf = ({ zh = '', en = '' }: PlacedGroup, lang: Lang) => (lang === 'zh' ? zh || en : en || zh)

const isAsked = ({ required, required_when, auto_number, default: value }: WireField) =>
  (required && !auto_number && value === undefined) || required_when !== undefined

/** Conditions on fields that this person may not read are left to the server. */
function asPlaced(
  field: WireField,
  { group, required, required_when, shown_when }: PlacedField & { group: string },
  known: ReadonlySet<string>,
): WireField {
  const isKnown = (terms: Terms | undefined) => terms !== undefined && fieldsRead(terms).every((code) => known.has(code))
  const mayFill = field.editable || field.settable
  return {
    ...field,
    group,
    ...(required && mayFill && !field.required && { required: true, required_by_layout: true as const }),
    ...(isKnown(required_when) && mayFill && { required_when: eitherOf(field.required_when, required_when) }),
    ...(isKnown(shown_when) && !isAsked(field) && { shown_when }),
  }
}

const eitherOf = (one: When | undefined, other: Terms | undefined): When => [one ?? [], other ?? []].flat() as readonly Terms[] // the alternatives of both
