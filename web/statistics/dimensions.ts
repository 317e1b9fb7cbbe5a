// Fields by which records can be grouped, and fields that can be summed, by the schema for this person.
import { PERIODS } from '../../model/statistics/group-condition.ts'
import type { WireField, WireSchema } from '../../model/kit/wire/wire.ts'
import type { Say } from '../words/language.ts'

export type Choice = { value: string; label: string }
export type Choices = { label: string; options: Choice[] }

const DIVIDING: ReadonlySet<string> = new Set(['option', 'options', 'reference', 'references', 'boolean', 'integer', 'string'])
const PARTS: ReadonlySet<string> = new Set(['option', 'reference'])
const SUMMED: ReadonlySet<string> = new Set(['integer', 'decimal', 'money'])
const OWN: ReadonlySet<string> = new Set(['sid', 'version', 'updated_by', 'valid'])

/** The fields of the records, and those of the records that they refer to. */
export function dimensionsOf(schema: WireSchema, targets: ReadonlyMap<string, WireSchema>, t: Say): Choices[] {
  const own = { label: schema.label, options: schema.fields.flatMap((field) => choicesOf(schema, field, t)) }
  const through = schema.fields.flatMap((field): Choices[] => {
    const target = field.type === 'reference' && !isLeftOut(schema, field) && field.to ? targets.get(field.to) : undefined
    if (!target || field.code === 'created_by') return []
    const options = target.fields.filter((one) => isSimple(one)).flatMap((one) => choicesOf(target, one, t))
    const named = options.map(({ value, label }) => ({ value: `${field.code}.${value}`, label: `${field.label} / ${label}` }))
    return named.length > 0 ? [{ label: field.label, options: named }] : []
  })
  return [own, ...through]
}

/** The records that the choices above read through references. */
export const targetsOf = (schema: WireSchema): string[] => [
  ...new Set(
    schema.fields.flatMap((field) =>
      field.type === 'reference' && field.code !== 'created_by' && !isLeftOut(schema, field) ? (field.to ?? []) : [],
    ),
  ),
]

/** Texts and numbers of a referenced record identify it, so they are no dimensions. */
const isSimple = ({ type, code }: WireField) =>
  !['string', 'integer', 'rows'].includes(type) && code !== 'created_at' && code !== 'updated_at' && code !== 'created_by'

function isLeftOut({ display }: WireSchema, field: WireField): boolean {
  const isName =
    field.type === 'string' &&
    !field.code_of &&
    (display.includes(field.code) || field.unique || field.number || field.words || field.code.endsWith('_en'))
  return OWN.has(field.code) || Boolean(field.masked) || Boolean(field.secret) || (Boolean(field.coded) && !field.code_of) || isName
}

function choicesOf(schema: WireSchema, field: WireField, t: Say): Choice[] {
  if (isLeftOut(schema, field)) return []
  if (field.type === 'date' || field.type === 'datetime')
    return PERIODS.map((period) => ({ value: `${field.code}:${period}`, label: t(`statistic.${period}`, { label: field.label }) }))
  if (field.type === 'rows') {
    const parts = (field.rows ?? []).filter(({ type }) => PARTS.has(type))
    return parts.map((part) => ({ value: `${field.code}.${part.code}`, label: parts.length > 1 ? `${field.label} / ${part.label}` : field.label }))
  }
  return DIVIDING.has(field.type) ? [{ value: field.code, label: field.label }] : []
}

export const measuresOf = ({ fields }: WireSchema): Choice[] =>
  fields.filter(({ type, code, masked }) => SUMMED.has(type) && !OWN.has(code) && !masked).map(({ code, label }) => ({ value: code, label }))

/** Between two of which days are counted. */
export const datesOf = ({ fields }: WireSchema): Choice[] =>
  fields.filter(({ type }) => type === 'date').map(({ code, label }) => ({ value: code, label }))
