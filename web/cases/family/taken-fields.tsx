import type { FormInstance } from 'antd'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { holds } from '../../../model/kit/conditions.ts'
import type { Rec } from '../../api/api.ts'
import { isBlank } from '../../fields/view.ts'
import { formFields, mustFill } from '../../records/form/form-fields.ts'
import { FieldItem } from '../../records/form/record-form.tsx'

type Values = Readonly<Record<string, unknown>>

/** A way of deriving a case from this one: the fields that it takes over, and the values that it sets. */
export type Taking = { takes: readonly string[]; sets: Values }

/** Roles of the people who own the new case and who are responsible for it. */
const PEOPLE = ['applicants', 'inventors', 'owner', 'co_owners', 'department', 'agency'] as const

/** The values that the new case takes over from the record. */
export const takenFrom = (record: Rec, { takes }: Taking): Values => Object.fromEntries(takes.map((code) => [code, record[code] ?? null]))

/** The values of each new case as far as they are known: of each country that is chosen. */
export const casesOf = (record: Rec, way: Taking, countries: readonly string[]): Values[] =>
  (countries.length > 0 ? countries : [undefined]).map((country) => ({ ...takenFrom(record, way), ...way.sets, ...(country && { country }) }))

/** Fields that a person may change before the cases are created: the people, the missing values, and those that the server requires. */
export function offeredFields(schema: WireSchema, cases: readonly Values[], missed: readonly string[]): WireField[] {
  const roles = schema.case?.roles ?? {}
  const people = PEOPLE.map((role) => roles[role])
  const own = new Set([roles.title, roles.country, roles.route])
  const lacks = (field: WireField) => field.default === undefined && cases.some((one) => isBlank(one[field.code]) && mustFill(field, true, one))
  return formFields(schema, true).filter(
    (field) =>
      !own.has(field.code) &&
      cases.some((one) => holds(field.applies_to, one)) &&
      (missed.includes(field.code) || lacks(field) || (people.includes(field.code) && !field.hidden)),
  )
}

type TakenProps = { fields: readonly WireField[]; form: FormInstance; cases: readonly Values[] }

export const TakenFields = ({ fields, form, cases }: TakenProps) => (
  <div className="fields">
    {fields.map((field) => (
      <FieldItem key={field.code} field={field} form={form} isRequired={cases.some((one) => mustFill(field, true, one))} />
    ))}
  </div>
)
