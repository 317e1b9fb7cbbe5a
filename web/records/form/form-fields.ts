// The fields of a form or a detail page, in groups.
import { fieldsRead, holds, saysNothing } from '../../../model/kit/conditions.ts'
import { isSet } from '../../fields/view.ts'
import type { WireField, WireSchema, WireTransition } from '../../../model/kit/wire/wire.ts'

export type FieldGroup = { code: string; label: string; folded?: true; fields: WireField[] }

const KEPT_BY_SERVER = new Set(['sid', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'])
const LAST = new Set(['company_sid', 'valid', 'remark', 'created_at', 'created_by', 'updated_at', 'updated_by'])

/** In the model's order: fields without a group first, system fields last. */
export function groupsOf(schema: WireSchema, fields: readonly WireField[], lastLabel: string): FieldGroup[] {
  const named = schema.groups.map((group) => ({ ...group, fields: fields.filter((f) => f.group === group.code) }))
  const known = new Set(schema.groups.map(({ code }) => code))
  const ungrouped = fields.filter((f) => !f.group || !known.has(f.group))
  // In a model with groups, fields without a group are system fields.
  const isLast = (f: WireField) => schema.groups.length > 0 || (LAST.has(f.code) && !(f.code === 'company_sid' && schema.company_of))
  const first = { code: '', label: '', fields: ungrouped.filter((f) => !isLast(f)) }
  const last = { code: 'record', label: lastLabel, fields: ungrouped.filter(isLast) }
  return [first, ...named, last].filter((group) => group.fields.length > 0)
}

type Values = Readonly<Record<string, unknown>>

/** The fields in the conditions of other fields. */
export const judgedBy = (fields: readonly WireField[]) => [
  ...new Set(fields.flatMap(({ applies_to, required_when, shown_when }) => [applies_to, required_when, shown_when].flatMap(fieldsRead))),
]

/** A field that does not apply, or that only imports fill, is hidden unless it has a stored value; a layout hides it in any case. */
export const hasPlace = ({ applies_to, code, hidden, only_filled, secret, shown_when }: WireField, values: Values, stored: Values = {}) =>
  !hidden && holds(shown_when, values) && ((!only_filled && holds(applies_to, values)) || (secret ? isSet(stored[code]) : !saysNothing(stored[code])))

/** A field with a server default, or numbered by the server, need not be filled in. */
export const mustFill = (field: WireField, isNew: boolean, values: Values = {}, stored: Values = values) =>
  (field.required || (field.required_when !== undefined && holds(field.required_when, values))) &&
  !(field.asked_of_new && !isNew && saysNothing(stored[field.code]) && holds(field.required_when, stored)) &&
  holds(field.applies_to, values) &&
  holds(field.shown_when, values) &&
  !(isNew && (field.auto_number || (typeof field.default === 'string' && FUNCTION.test(field.default))))

/** A step asks for its own fields and for those of the model, not for those of a layout. */
export const mustFillAt = ({ required }: Pick<WireTransition, 'required'>, field: WireField) =>
  (field.required && !field.required_by_layout) || required.includes(field.code)

/** Omits fields that do not apply to the record after the transition, unless the form also asks for the field that decides this. */
export function fieldsAt({ fields, states }: WireSchema, { to, until, ...transition }: WireTransition, record: Values): WireField[] {
  const required = transition.required.filter((code) => saysNothing(record[code]))
  const codes = new Set([...transition.fields, ...required])
  const after = [to, until].flatMap((state): Values[] => (state === undefined ? [] : [{ ...record, ...(states && { [states.field]: state }) }]))
  const isDecidedHere = ({ applies_to }: WireField) => fieldsRead(applies_to).some((code) => codes.has(code))
  return fields.filter((field) => codes.has(field.code) && (isDecidedHere(field) || after.some((values) => holds(field.applies_to, values))))
}

/** Whether every record of a batch must have it: a field that applies to some of them is required by the server. */
export const mustFillForAll = (transition: WireTransition, field: WireField, stateField: string | undefined) =>
  mustFillAt(transition, field) && fieldsRead(field.applies_to).every((code) => code === stateField)

export const FUNCTION = /^\w+\(.*\)$/

/** Transitions change a state, not forms; a field written only by code has no input. */
export const formFields = (schema: WireSchema, isNew: boolean) =>
  schema.fields.filter(
    (f) => !KEPT_BY_SERVER.has(f.code) && f.type !== 'json' && !f.coded && f.code !== schema.states?.field && (isNew ? f.settable : f.editable),
  )

/** Structured facts that are required, or that the screen has an editor for. */
export const jsonFields = (schema: WireSchema, isNew: boolean, edited: readonly string[] = []) =>
  schema.fields.filter((f) => f.type === 'json' && (f.required || edited.includes(f.code)) && (isNew ? f.settable : f.editable))

/** The actual changes; a save contains only these. */
export function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(after).filter(([code, value]) => !isSame(before[code], value)))
}

/** null, empty text and an empty list are equal; a reference equals its sid. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}

function plain(value: unknown): unknown {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  if ('sid' in value && 'name' in value && !('size' in value)) return value.sid
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]))
}

/** A fault of a row or of a part of it belongs to the field of the rows. */
export const fieldOfFault = (path: string) => path.split(/[.[]/)[0] ?? path
