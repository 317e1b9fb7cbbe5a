import { createHash } from 'node:crypto'
import type { Model } from '../../model/kit/model.ts'

/**
 * A field that records are counted by; a `period` keeps the first day of it. Of a `list` field, which names the part of its rows or nothing,
 * a record is counted in each of its values.
 */
export type CountKey = { code: string; period?: 'month' | 'year'; list?: string }

/**
 * Where the counts of one `counted_by` are kept. Writers append what changes (`folded` false), a job folds it into one row for each
 * group, readers add up whatever is there. So it is right in every transaction, and nobody waits for anybody.
 */
export type CountTable = {
  name: string
  model: string
  keys: readonly CountKey[]
  sums: readonly string[]
  /** Only records with one of these values are counted. */
  only: readonly (readonly [code: string, values: readonly string[]])[]
}

const known = new WeakMap<Model, readonly CountTable[]>()

export function countTables(model: Model): readonly CountTable[] {
  const made = known.get(model)
  if (made) return made
  const tables = (model.counted_by ?? []).map(({ by, sums = [], only = {} }): CountTable => {
    const digest = createHash('sha256')
      .update(JSON.stringify([by, sums, only]))
      .digest('hex')
      .slice(0, 6)
    return { name: `${model.name}${MARK}${digest}`, model: model.name, keys: by.map((path) => keyOf(model, path)), sums, only: Object.entries(only) }
  })
  known.set(model, tables)
  return tables
}

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
  ...sums,
  ...only.map(([code]) => code),
]

const named = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** What is kept of a record whose columns are read as `of` says. */
function groupOf({ keys }: CountTable, of: (code: string) => string): string[] {
  const values = keys.map((key) => {
    if (key.list !== undefined) return `${each(key)}.value`
    return key.period ? `date_trunc('${key.period}', ${of(key.code)})::date` : of(key.code)
  })
  return [of(PARTS), ...values]
}

const each = ({ code }: CountKey) => named(`each ${code}`)

/** Joins the values of the list fields of a record, each once; without any, nothing once. */
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

/** Makes the table with all records counted; while it reads them, nobody else writes counts. */
export function createCountTable(table: CountTable): string[] {
  const of = named
  const columns = keyColumns(table)
  const groups = groupOf(table, of).map((value, at) => `${value} as ${columns[at]}`)
  const sums = table.sums.map((code) => `coalesce(sum(${named(code)}), 0) as ${named(code)}`)
  return [
    `create table if not exists ${named(table.name)} as select ${[...groups, 'count(*)::int as n', ...sums, 'true as folded'].join(', ')}
      from ${named(table.model)}${joinValues(table, of)} where ${isCounted(table, of)} group by ${columns.map((_, at) => at + 1).join(', ')}`,
    `create unique index if not exists ${named(`${table.name}_key`)} on ${named(table.name)} (${columns.join(', ')}) nulls not distinct where folded`,
  ]
}

/** Counts all records afresh. Nobody writes records or counts meanwhile. */
export function recountStatements(table: CountTable): string[] {
  const [create = ''] = createCountTable(table)
  return [
    `lock table ${named(table.model)} in share mode`,
    `delete from ${named(table.name)}`,
    `insert into ${named(table.name)} ${create.slice(create.indexOf(' as select ') + 4)}`,
  ]
}

/** Folds what was appended into the rows of the groups. Writers and readers go on meanwhile. */
export function foldStatements(table: CountTable): string[] {
  const columns = keyColumns(table).join(', ')
  const sums = table.sums.map(named)
  const added = ['n', ...sums].map((column) => `${column} = k.${column} + excluded.${column}`).join(', ')
  const empty = ['n', ...sums].map((column) => `${column} = 0`).join(' and ')
  const folded = ['sum(n)', ...sums.map((column) => `sum(${column})`), 'true'].join(', ')
  return [
    `with taken as (delete from ${named(table.name)} where not folded returning *)
      insert into ${named(table.name)} as k (${[columns, 'n', ...sums, 'folded'].join(', ')}) select ${columns}, ${folded} from taken group by ${columns}
      on conflict (${columns}) where folded do update set ${added}`,
    `delete from ${named(table.name)} where folded and ${empty}`,
  ]
}

/** What a statement that writes records of the model must return as `written`, so that `appending` can count them. */
export function returning(tables: readonly CountTable[]): string {
  const columns = [...new Set(['sid', ...tables.flatMap(countedColumns)])]
  return columns.flatMap((code) => [`old.${named(code)} as ${named(`o ${code}`)}`, `new.${named(code)} as ${named(`n ${code}`)}`]).join(', ')
}

/** Appends to the counts what `written` took away and added; `both` is false where there were no records before. */
export function appending(table: CountTable, both = true): string {
  const side = (before: boolean) => {
    const of = (code: string) => named(`${before ? 'o' : 'n'} ${code}`)
    const sign = before ? '-' : ''
    const values = [...groupOf(table, of), `${sign}1`, ...table.sums.map((code) => `${sign}coalesce(${of(code)}, 0)`)]
    return `select ${values.join(', ')} from written${joinValues(table, of)} where ${of('sid')} is not null and ${isCounted(table, of)}`
  }
  const columns = keyColumns(table)
  const sums = table.sums.map(named)
  const inner = [...columns, 'n', ...sums].join(', ')
  const moved = ['n', ...sums].map((column) => `sum(${column}) <> 0`).join(' or ')
  return `insert into ${named(table.name)} (${inner}, folded) select ${columns.join(', ')}, ${['n', ...sums].map((column) => `sum(${column})`).join(', ')}, false
    from (${both ? `${side(true)} union all ` : ''}${side(false)}) d (${inner}) group by ${columns.join(', ')} having ${moved}`
}

/** Rows that came by bulk load, as `written` gives them. */
export function loaded(tables: readonly CountTable[], given: string): string {
  const [first] = tables
  const columns = [...new Set(['sid', ...tables.flatMap(countedColumns)])]
  return `select ${columns.map((code) => `r.${named(code)} as ${named(`n ${code}`)}`).join(', ')} from jsonb_populate_recordset(null::${named(first?.model ?? '')}, ${given}::jsonb) r`
}
