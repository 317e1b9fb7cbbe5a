import type { CaseKinds } from '../../../model/cases/case-kind.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { Field } from '../../../model/kit/fields.ts'
import { BASE, type Model } from '../../../model/kit/model.ts'
import { COLUMN, quote } from '../sync/sync.ts'

export type Declared = { all: ReadonlyMap<string, Model>; kinds: CaseKinds }

/** The levels of secrecy at which a case is open to everybody of the company. */
const OPEN_LEVELS = ['PUBLIC', 'INTERNAL'] as const

/** Internal columns of the engine, the people who wrote the record, and remarks */
const LEFT_OF_BASE: ReadonlySet<string> = new Set(['version', 'created_by', 'updated_by', 'remark'])

/** Field types without a useful form in a table of figures */
const WITHOUT_FIGURES: ReadonlySet<Field['type']> = new Set(['attachment', 'json'])

export const openModels = ({ all }: Declared): Model[] => [...all.values()].filter(({ open_to_bi }) => open_to_bi !== undefined)

/** The fields of a model that its view has: where the declaration lists them only these, otherwise all but long texts. */
export function openFields({ fields, open_to_bi = [] }: Model): [string, Field][] {
  return Object.entries<Field>(fields).filter(([code, field]) => {
    if (isUntold(field) || LEFT_OF_BASE.has(code)) return false
    if (open_to_bi === true) return field.type !== 'text'
    return open_to_bi.includes(code) || code in BASE
  })
}

/** Never shown, even if declared: secrets, personal numbers, internal values, and fields without a column. */
export const isUntold = (field: Field) =>
  field.closed_to_bi === true ||
  field.internal === true ||
  field.secret === true ||
  field.credential === true ||
  field.masked !== undefined ||
  field.read_from !== undefined ||
  WITHOUT_FIGURES.has(field.type)

/** The rows of a model that everybody of the company may know, as conditions on the table of this alias. */
export function openRows(declared: Declared, model: Model, alias: string, schema: string): string[] {
  const column = (code: string) => `${alias}.${quote(code)}`
  const rows = [`${column('deleted_at')} is null`]
  const secrecy = model.name === HEAD ? 'secrecy' : Object.entries<Field>(model.fields).find(([, { role }]) => role === 'secrecy')?.[0]
  if (secrecy) rows.push(`(${column(secrecy)} is null or ${column(secrecy)} in (${OPEN_LEVELS.map(literal).join(', ')}))`)
  if (model.name === HEAD) rows.push(`${column('kind')} in (${openKinds(declared).map(literal).join(', ')})`)
  return [...rows, ...declaredRows(declared, model, column), ...rowsOfParent(declared, model, alias, schema)]
}

/** The values that the declaration opens, and records of kinds of case that are open. */
function declaredRows(declared: Declared, { fields, bi_rows = {} }: Model, column: (code: string) => string): string[] {
  const given = Object.entries(bi_rows).map(([code, values]) => {
    if (values.length > 0) return `${column(code)} in (${values.map(literal).join(', ')})`
    return COLUMN[fields[code]?.type ?? 'string'].endsWith('[]') ? `coalesce(cardinality(${column(code)}), 0) = 0` : `${column(code)} is null`
  })
  const kinds = Object.entries<Field>(fields).flatMap(([code, { code_of }]) => (code_of === 'model' || code_of === 'kind' ? [code] : []))
  return [...given, ...kinds.map((code) => `(${column(code)} is null or ${column(code)} in (${openKinds(declared).map(literal).join(', ')}))`)]
}

/** A record that is visible through a case is visible where the case is. */
function rowsOfParent(declared: Declared, model: Model, alias: string, schema: string): string[] {
  const through = model.visibility?.through
  const link = through === undefined ? undefined : model.fields[through]
  if (through === undefined || link?.type !== 'reference') return []
  const parent = declared.all.get(link.to)
  if (!parent?.open_to_bi) return ['false']
  const own = `${alias}p`
  const conditions = [`${own}.sid = ${alias}.${quote(through)}`, ...openRows(declared, parent, own, schema)]
  return [`exists (select from ${tableIn(schema, parent)} as ${own} where ${conditions.join(' and ')})`]
}

/** The empty one is no kind: a list of none is no SQL. */
const openKinds = ({ all, kinds }: Declared) => ['', ...kinds.keys()].filter((name) => name === '' || all.get(name)?.open_to_bi)

export const tableIn = (schema: string, { name }: Pick<Model, 'name'>) => `${quote(schema)}.${quote(name)}`
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
