import { createHash } from 'node:crypto'
import type { Model } from '../../model/kit/model.ts'

/**
 * A field that records are counted by; a `period` keeps the first day of it. Of a `list` field, which names the part of its rows or nothing,
 * a record is counted in each of its values.
 */
export type CountKey = { code: string; period?: 'month' | 'year'; list?: string }

/**
 * Table with the counts of one `counted_by`. Writers append changes (`folded` false), a job folds them into one row for each
 * group, readers add up all rows. So the counts are right in every transaction, and no writer waits for another.
 */
export type CountTable = {
  name: string
  model: string
  keys: readonly CountKey[]
  /** Numbers and amounts, or the days from one date to another as `from..to`. */
  sums: readonly string[]
  /** Columns with the number of values of each sum, if these are counted */
  filled: readonly string[]
  /** Only records with one of these values are counted. */
  only: readonly (readonly [code: string, values: readonly string[]])[]
}

const known = new WeakMap<Model, readonly CountTable[]>()

export function countTables(model: Model): readonly CountTable[] {
  const made = known.get(model)
  if (made) return made
  const tables = (model.counted_by ?? []).map(({ by, sums = [], filled: isFilled = false, only = {} }): CountTable => {
    const digest = createHash('sha256')
      .update(JSON.stringify([by, sums, only, ...(isFilled ? ['filled'] : [])]))
      .digest('hex')
      .slice(0, 6)
    const filled = isFilled ? sums.map(filledColumn) : []
    const keys = by.map((path) => keyOf(model, path))
    return { name: `${model.name}${MARK}${digest}`, model: model.name, keys, sums, filled, only: Object.entries(only) }
  })
  known.set(model, tables)
  return tables
}

/** Two dates with the days between them. */
const BETWEEN = '..'

/** The column of a sum; a dot in it would be read as a column of a table. */
export const sumColumn = (sum: string) => sum.replace(BETWEEN, ' to ')
/** The column with the number of values of a sum. */
export const filledColumn = (sum: string) => `filled ${sumColumn(sum)}`

const MARK = '__counts_'

/** The model whose records a table holds or counts. */
export const modelOfTable = (table: string) => table.split(MARK)[0] ?? table
export const isCountTable = (text: string) => text.includes(MARK)

function keyOf(model: Model, path: string): CountKey {
  const [codes = '', period] = path.split(':')
  const [code = '', part] = codes.split('.')
  const type = model.fields[code]?.type
  if (type === 'rows' || type === 'references' || type === 'options') return { code, list: part ?? '' }
  return period === 'month' || period === 'year' ? { code, period } : { code }
}

export const pathOf = ({ code, list }: CountKey) => (list ? `${code}.${list}` : code)

const PARTS = 'company_sid'

/** The columns whose change moves a record from one group to another. */
export const countedColumns = ({ keys, sums, only }: CountTable) => [
  PARTS,
  'deleted_at',
  ...keys.map(({ code }) => code),
  ...sums.flatMap((code) => code.split(BETWEEN)),
  ...only.map(([code]) => code),
]

/** The columns that are added up, and what one record adds to each, read as `of` says. */
function added({ sums, filled }: CountTable, of: (code: string) => string): { column: string; value: string }[] {
  const value = (code: string) => {
    const [from = '', to] = code.split(BETWEEN)
    return to === undefined ? of(from) : `(${of(to)} - ${of(from)})`
  }
  return [
    ...sums.map((code) => ({ column: named(sumColumn(code)), value: `coalesce(${value(code)}, 0)` })),
    ...filled.map((column, at) => ({ column: named(column), value: `(${value(sums[at] ?? '')} is not null)::int` })),
  ]
}

export const addedColumns = (table: CountTable) => ['n', ...table.sums.map(sumColumn), ...table.filled].map(named)

const named = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Values stored for a record; `of` gives the expression of a column. */
function groupOf({ keys }: CountTable, of: (code: string) => string): string[] {
  const values = keys.map((key) => {
    if (key.list !== undefined) return `${each(key)}.value`
    return key.period ? `date_trunc('${key.period}', ${of(key.code)})::date` : of(key.code)
  })
  return [of(PARTS), ...values]
}

const each = ({ code }: CountKey) => named(`each ${code}`)

/** Joins the distinct values of the list fields of a record; an empty list gives one row of null. */
function joinValues({ keys }: CountTable, of: (code: string) => string): string {
  const joins = keys.map((key) => {
    if (key.list === undefined) return ''
    const value = key.list ? `one.value ->> ${literal(key.list)}` : 'one.value'
    const all = key.list ? `jsonb_array_elements(${of(key.code)})` : `unnest(${of(key.code)})`
    return ` left join lateral (select distinct ${value} as value from ${all} as one(value) where ${value} is not null) as ${each(key)} on true`
  })
  return joins.join('')
}

function isCounted({ only }: CountTable, of: (code: string) => string): string {
  const parts = only.map(([code, values]) => `${of(code)} in (${values.map(literal).join(', ')})`)
  return [`${of('deleted_at')} is null`, ...parts].join(' and ')
}

export const keyColumns = ({ keys }: CountTable) => [PARTS, ...keys.map(({ code }) => code)].map(named)

/** Creates the table with all records counted. No other process writes counts meanwhile. */
export function createCountTable(table: CountTable): string[] {
  const of = named
  const columns = keyColumns(table)
  const groups = groupOf(table, of).map((value, at) => `${value} as ${columns[at]}`)
  const sums = added(table, of).map(({ column, value }) => `sum(${value}) as ${column}`)
  return [
    `create table if not exists ${named(table.name)} as select ${[...groups, 'count(*)::int as n', ...sums, 'true as folded'].join(', ')}
      from ${named(table.model)}${joinValues(table, of)} where ${isCounted(table, of)} group by ${columns.map((_, at) => at + 1).join(', ')}`,
    `create unique index if not exists ${named(`${table.name}_key`)} on ${named(table.name)} (${columns.join(', ')}) nulls not distinct where folded`,
  ]
}

/** Counts all records again. No other process writes records or counts meanwhile. */
export function recountStatements(table: CountTable): string[] {
  const [create = ''] = createCountTable(table)
  return [
    `lock table ${named(table.model)} in share mode`,
    `delete from ${named(table.name)}`,
    // First by itself: Citus cannot pass on an insert that groups by an expression.
    `with fresh as materialized (${create.slice(create.indexOf(' as select ') + 4)}) insert into ${named(table.name)} select * from fresh`,
  ]
}

/** Folds appended rows into the rows of the groups. Writers and readers do not wait. */
export function foldStatements(table: CountTable): string[] {
  const columns = keyColumns(table).join(', ')
  const sums = addedColumns(table)
  const more = sums.map((column) => `${column} = k.${column} + excluded.${column}`).join(', ')
  const empty = sums.map((column) => `${column} = 0`).join(' and ')
  const folded = [...sums.map((column) => `sum(${column})`), 'true'].join(', ')
  return [
    `with taken as (delete from ${named(table.name)} where not folded returning *)
      insert into ${named(table.name)} as k (${[columns, ...sums, 'folded'].join(', ')}) select ${columns}, ${folded} from taken group by ${columns}
      on conflict (${columns}) where folded do update set ${more}`,
    `delete from ${named(table.name)} where folded and ${empty}`,
  ]
}

/** Columns that a write must return as `written` for `appending`. In a trigger function, `old` and `new` are its rows. */
export function returning(tables: readonly CountTable[]): string {
  const columns = [...new Set(['sid', ...tables.flatMap(countedColumns)])]
  const values = columns.flatMap((code) => [`was.${named(code)} as ${named(`o ${code}`)}`, `is_now.${named(code)} as ${named(`n ${code}`)}`])
  return `with (old as was, new as is_now) ${values.join(', ')}`
}

/** Appends to the counts what `written` took away and added; `both` is false where there were no records before. `schema`: of the table, if it is named. */
export function appending(table: CountTable, both = true, schema?: string): string {
  const side = (before: boolean) => {
    const of = (code: string) => named(`${before ? 'o' : 'n'} ${code}`)
    const sign = before ? '-' : ''
    const values = [...groupOf(table, of), `${sign}1`, ...added(table, of).map(({ value }) => `${sign}${value}`)]
    return `select ${values.join(', ')} from written${joinValues(table, of)} where ${of('sid')} is not null and ${isCounted(table, of)}`
  }
  const columns = keyColumns(table)
  const sums = addedColumns(table)
  const inner = [...columns, ...sums].join(', ')
  const moved = sums.map((column) => `sum(${column}) <> 0`).join(' or ')
  const into = schema === undefined ? named(table.name) : `${named(schema)}.${named(table.name)}`
  return `insert into ${into} (${inner}, folded) select ${columns.join(', ')}, ${sums.map((column) => `sum(${column})`).join(', ')}, false
    from (${both ? `${side(true)} union all ` : ''}${side(false)}) d (${inner}) group by ${columns.join(', ')} having ${moved}`
}

/** Rows that came by bulk load, as `written` gives them. */
export function loaded(tables: readonly CountTable[], given: string): string {
  const [first] = tables
  const columns = [...new Set(['sid', ...tables.flatMap(countedColumns)])]
  return `select ${columns.map((code) => `r.${named(code)} as ${named(`n ${code}`)}`).join(', ')} from jsonb_populate_recordset(null::${named(first?.model ?? '')}, ${given}::jsonb) r`
}
