// The draft of a layout in the designer. `schema` is always that of the model without a layout.
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { type FormLayout, hasOwnDialog, isDemanded, type PlacedField, type PlacedGroup } from '../../../model/settings/layouts/form-layout.ts'
import { groupsOf } from '../../records/form/form-fields.ts'

/** The place of a field: the number of its group, or among the hidden ones. */
export type Spot = { group: number | 'hidden'; at: number }

const NEVER = new Set(['sid', 'version'])

/** The fields that a form or a page can show. */
export const placeable = ({ fields }: WireSchema) => fields.filter(({ code, type, coded }) => !NEVER.has(code) && type !== 'json' && !coded)

/** The arrangement of the model. */
export function startOf(schema: WireSchema, lastLabel: { zh: string; en: string }): FormLayout {
  const known = new Set(schema.groups.map(({ code }) => code))
  const groups = groupsOf(schema, placeable(schema), '').map(({ code, fields }): PlacedGroup => {
    const title = known.has(code) ? { code } : code === 'record' ? lastLabel : {}
    return { ...title, fields: fields.map((field) => ({ code: field.code })) }
  })
  return { groups, hidden: [] }
}

/** The stored draft, with the fields that this person does not read, which are not drawn; new fields are in a group of their own at the end. */
export function draftOf(stored: FormLayout | null, schema: WireSchema, lastLabel: { zh: string; en: string }): FormLayout {
  if (!stored) return startOf(schema, lastLabel)
  const groups = stored.groups.map((group) => ({ ...group }))
  const named = new Set([...groups.flatMap(({ fields }) => fields.map(({ code }) => code)), ...stored.hidden])
  const rest = startOf(schema, lastLabel).groups.map((group) => ({ ...group, fields: group.fields.filter(({ code }) => !named.has(code)) }))
  for (const { fields, ...title } of rest) {
    if (fields.length === 0) continue
    const same = groups.find((one) => (title.code ? one.code === title.code : !one.code && one.zh === title.zh))
    if (same) same.fields = [...same.fields, ...fields]
    else groups.push({ ...title, fields })
  }
  return { groups, hidden: [...stored.hidden] }
}

/** Whether a layout may hide it. */
export const mayHide = (field: WireField) => !isDemanded(field)
/** Whether a layout may require it. */
export const mayRequire = (field: WireField, schema: WireSchema) =>
  !hasOwnDialog({ name: schema.model }) &&
  !field.required &&
  !field.computed &&
  (field.editable || field.settable) &&
  field.code !== schema.states?.field

export function moveField(layout: FormLayout, code: string, to: Spot): FormLayout {
  const known = layout.groups.flatMap(({ fields }) => fields).find((field) => field.code === code) ?? { code }
  const groups = layout.groups.map((group) => ({ ...group, fields: group.fields.filter((field) => field.code !== code) }))
  const hidden = layout.hidden.filter((one) => one !== code)
  if (to.group === 'hidden') return { groups, hidden: [...hidden.slice(0, to.at), code, ...hidden.slice(to.at)] }
  return {
    groups: groups.map((group, number) =>
      number === to.group ? { ...group, fields: [...group.fields.slice(0, to.at), known, ...group.fields.slice(to.at)] } : group,
    ),
    hidden,
  }
}

export const moveGroup = ({ groups, hidden }: FormLayout, from: number, to: number): FormLayout => ({ groups: movedTo(groups, from, to), hidden })

export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list.slice(from, from + 1)
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)]
}

export const changeGroup = ({ groups, hidden }: FormLayout, at: number, changes: Partial<PlacedGroup>): FormLayout => ({
  groups: groups.map((group, number) => (number === at ? clean({ ...group, ...changes }) : group)),
  hidden,
})

export const changeField = (
  { groups, hidden }: FormLayout,
  code: string,
  changes: { [K in Exclude<keyof PlacedField, 'code'>]?: PlacedField[K] | undefined },
): FormLayout => ({
  groups: groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => (field.code === code ? (clean({ ...field, ...changes }) as PlacedField) : field)),
  })),
  hidden,
})

/** Its fields go to the group before it, or after it if it is the first. */
export function removeGroup({ groups, hidden }: FormLayout, at: number): FormLayout {
  const fields = groups[at]?.fields ?? []
  const to = at === 0 ? 1 : at - 1
  const kept = groups.map((group, number) => (number !== to ? group : { ...group, fields: at === 0 ? [...fields, ...group.fields] : [...group.fields, ...fields] })) // oxfmt-ignore
  return { groups: kept.filter((_, number) => number !== at), hidden }
}

/** The values without empty ones. */
function clean<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== false && value !== '')) as T // optional keys alone are left out
}
