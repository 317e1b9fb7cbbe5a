import { BASE, type Model } from '../kit/model.ts'
import type { Field, HeadRole, Options, Words } from '../kit/fields.ts'
import { fieldOfRole } from './case-kind.ts'

/** The name of the model that is the common head of all cases. */
export const HEAD = 'case'

/** The field of the head for each role. */
const OF_ROLE: Readonly<Record<HeadRole, string>> = {
  case_no: 'case_no',
  title: 'title',
  title_en: 'title_en',
  country: 'country',
  subtype: 'subtype',
  route: 'route',
  application_no: 'application_no',
  filing_date: 'filing_date',
  next_annuity_due: 'next_annuity_due',
  owner: 'owner_sid',
  co_owners: 'co_owner_sids',
  department: 'department_sid',
  agency: 'agency_sid',
  applicants: 'applicant_sids',
  inventors: 'inventor_sids',
  secrecy: 'secrecy',
}

/** The head copies these from every record unchanged; a remark belongs to the record. */
const OF_EVERY_RECORD = Object.keys(BASE).filter((code) => code !== 'remark')

/** Columns with the time of the last write: the head copies them, but they alone do not cause a write of the head. */
export const WHEN_WRITTEN: ReadonlySet<string> = new Set(['version', 'updated_at', 'updated_by'])

/** The head's field → the field of this kind's record that fills it. `kind`, `phase` and `next_due` are computed. */
export function headFields(model: Model): ReadonlyMap<string, string> {
  const known = filled.get(model)
  if (known) return known
  const roles = Object.entries(OF_ROLE).flatMap(([role, head]): [string, string][] => {
    const code = fieldOfRole(model, role as HeadRole) // the keys of OF_ROLE
    return code ? [[head, code]] : []
  })
  const status: [string, string][] = model.states ? [['status', model.states.field]] : []
  const fields = new Map([...OF_EVERY_RECORD.map((code): [string, string] => [code, code]), ...roles, ...status])
  filled.set(model, fields)
  return fields
}

const filled = new WeakMap<Model, ReadonlyMap<string, string>>()

/** The field of this kind's record behind the head's field; `kind` and `next_due` have none. */
export const headSource = (model: Model, code: string): string | undefined => headFields(model).get(code === 'phase' ? 'status' : code)

/** The part of a role's rows that refers to the party: `inventor_sid` of `inventors`. */
export function partyPart(field: Field | undefined): string | undefined {
  if (field?.type !== 'rows') return undefined
  return Object.entries(field.of).find(([, part]) => part.type === 'reference')?.[0]
}

/** The earliest official date of a case that is still open: the model, and the fields that hold it. */
export const NEXT_DUE = { model: 'deadline', case: 'case_sid', due: 'official_due', status: 'status', open: 'OPEN' } as const

/** The head with the options of its kinds. */
export function withOptions(head: Model, kinds: readonly Model[]): Model {
  const offered = (code: string): Options | undefined => {
    if (code === 'kind') return Object.fromEntries(kinds.map(({ name, zh, en }) => [name, [zh, en]]))
    const lists = kinds.flatMap((model) => optionsOf(model, headFields(model).get(code)))
    return lists.length ? optionsTogether(lists) : undefined
  }
  const fields = Object.entries<Field>(head.fields).map(([code, field]): [string, Field] => {
    const options = field.type === 'option' && code !== 'phase' ? offered(code) : undefined
    return [code, options && field.type === 'option' ? { ...field, options } : field]
  })
  return { ...head, fields: Object.fromEntries(fields) as Model['fields'] } // the same codes
}

function optionsOf(model: Model, code: string | undefined): Options[] {
  const field = code === undefined ? undefined : model.fields[code]
  return field?.type === 'option' ? [field.options] : []
}

/** A code that is worded differently has the words of both. */
export function optionsTogether(lists: readonly Options[]): Options {
  const all: Record<string, Words> = {}
  for (const [code, [zh, en]] of lists.flatMap((list) => Object.entries(list))) {
    const known = all[code]
    all[code] = known ? [both(known[0], zh), both(known[1], en)] : [zh, en]
  }
  return all
}

const both = (one: string, other: string) => (one.split(' / ').includes(other) ? one : `${one} / ${other}`)
