import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Field, FieldType, Words } from '../../../model/kit/fields.ts'
import { type Model, selfPaths } from '../../../model/kit/model.ts'
import { StartFault } from '../../config.ts'
import { ENGINE_TABLES } from '../bootstrap.ts'
import { countTables, createCountTable } from '../count-tables.ts'
import { hasCitus } from '../citus.ts'
import type { Db } from '../pool.ts'

/** A column's PostgreSQL type. Rows and attachments are documents of their record: read, written and locked with it. */
export const COLUMN: Record<FieldType, string> = {
  string: 'text',
  text: 'text',
  integer: 'integer',
  decimal: 'numeric',
  money: 'numeric',
  date: 'date',
  datetime: 'timestamptz',
  boolean: 'boolean',
  option: 'text',
  options: 'text[]',
  reference: 'uuid',
  references: 'uuid[]',
  rows: 'jsonb',
  attachment: 'jsonb',
  json: 'jsonb',
}

export type Step = {
  statement: string
  why: string
  concurrent?: boolean
  /** A concurrent build that was killed leaves an invalid index of this name, which `if not exists` would take for the real one. */
  instead?: string
  /** The statement in parts, a transaction: Citus would pass on each of them as the whole. */
  oneByOne?: readonly string[]
}

// An index on a table larger than this is built without blocking its writers.
export const BIG = 100_000

/** Makes the schema hold every model: adds, and renames what has another code now; never drops or narrows. Anything else is a written migration. */
export async function syncSchema(db: Db, models: Iterable<Model>, schema: string): Promise<Step[]> {
  const steps = await planSync(db, models, schema)
  for (const step of steps) await applyStep(db, step)
  return steps
}

/** An index on a large table may take longer to build than any question may take. `lockWaitMs`: the longest that it waits for a lock. */
export async function applyStep(db: Db, step: Step, { lockWaitMs = 0 }: { lockWaitMs?: number } = {}) {
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`set lock_timeout = ${sql.lit(lockWaitMs)}`.execute(one)
    try {
      if (step.instead) await sql.raw(`drop index if exists ${quote(step.instead)}`).execute(one)
      for (const statement of step.oneByOne ?? [step.statement]) await sql.raw(statement).execute(one)
    } catch (error) {
      if (step.oneByOne)
        await sql
          .raw('rollback')
          .execute(one)
          .catch(() => {}) // where the connection broke, the first error says so
      throw error
    } finally {
      await sql`reset statement_timeout`.execute(one)
      await sql`reset lock_timeout`.execute(one)
    }
  })
}

export async function planSync(db: Db, models: Iterable<Model>, schema: string): Promise<Step[]> {
  const { steps, faults } = await compareSchema(db, models, schema)
  if (faults.length > 0) throw new StartFault(...faults)
  return steps
}

/** `faults`: columns that differ from their model and that an addition cannot correct */
export async function compareSchema(db: Db, models: Iterable<Model>, schema: string): Promise<{ steps: Step[]; faults: Words[] }> {
  const there = await readSchema(db, schema)
  const steps: Step[] = there.schema ? [] : [{ statement: `create schema ${quote(schema)}`, why: 'new tenant' }]
  for (const statement of ENGINE_TABLES) if (!isThere(there, statement)) steps.push({ statement, why: 'engine' })
  const faults: Words[] = []
  for (const model of models) steps.push(...planModel(model, there, faults))
  return { steps, faults }
}

/** A start that was cut off may have left only some of them. */
function isThere({ columns, indexes }: CurrentSchema, statement: string) {
  const [, kind, name = ''] = /^create (table|index) if not exists (\w+)/.exec(statement) ?? []
  return kind === 'table' ? columns.has(name) : indexes.has(name)
}

function planModel(model: Model, there: CurrentSchema, faults: Words[]): Step[] {
  const columns = there.columns.get(model.name)
  const wanted = columnsOf(model)
  const steps: Step[] = []
  if (!columns) {
    const lines = [...wanted.map(([name, type]) => `${quote(name)} ${type}`), ...lexemesColumn(model)]
    steps.push({ statement: `create table if not exists ${quote(model.name)} (${lines.join(', ')})`, why: `${model.name} is new` })
  } else {
    for (const [name, type] of wanted) {
      const former = fieldsOf(model)[name]?.renamed_from
      const isRenamed = former !== undefined && !columns.has(name) && columns.has(former)
      if (isRenamed) steps.push(...renaming(model, former, name))
      const has = columns.get(isRenamed ? former : name)
      if (!has)
        steps.push({
          statement: `alter table ${quote(model.name)} add column if not exists ${quote(name)} ${type}`,
          why: `${model.name}.${name} is new`,
        })
      else if (type.replace(/ (primary|not) .*/, '') !== has)
        faults.push([
          `${model.name}.${name} 在数据库中为 ${has}，模型要求 ${type}：需要编写迁移`,
          `${model.name}.${name} is ${has} in the database and ${type} in the model: a migration is required`,
        ])
    }
  }
  const concurrent = (there.sizes.get(model.name) ?? 0) > BIG
  // PostgreSQL rewrites the table under an exclusive lock: about a minute for a million records.
  if (columns && !columns.has(LEXEMES))
    for (const column of lexemesColumn(model))
      steps.push({ statement: `alter table ${quote(model.name)} add column if not exists ${column}`, why: `the words of ${model.name} are kept` })
  for (const index of indexesOf(model)) {
    const isSet = (index.options ?? []).every((option) => there.options.get(index.name)?.includes(option))
    if (there.indexes.has(index.name) && !isSet)
      steps.push({ statement: `alter index ${quote(index.name)} set (${index.options?.join(', ')})`, why: `${model.name} is written faster by it` })
    if (there.indexes.has(index.name)) continue
    const statement = `create ${index.unique ? 'unique ' : ''}index ${concurrent ? 'concurrently ' : ''}if not exists ${quote(index.name)} on ${quote(model.name)} ${index.on}`
    const why = `${model.name} is ${index.unique ? 'kept unique' : 'searched'} by it`
    steps.push({ statement, why, concurrent, ...(there.invalid.has(index.name) && { instead: index.name }) })
  }
  for (const name of retiredOf(model))
    // after those that serve instead
    if (there.indexes.has(name))
      steps.push({
        statement: `drop index ${concurrent ? 'concurrently ' : ''}if exists ${quote(name)}`,
        why: `${model.name} is no longer searched by it`,
        concurrent,
      })
  for (const table of countTables(model)) {
    const [create = '', key = ''] = createCountTable(table)
    if (!there.columns.has(table.name))
      steps.push({ statement: create, why: `${model.name} is counted by ${table.keys.map(({ code }) => code).join(', ')}` })
    if (!there.indexes.has(`${table.name}_key`)) steps.push({ statement: key, why: `${table.name} has one row for each group` })
  }
  return steps
}

/** The words of all its full-text fields, as PostgreSQL itself keeps them up to date. */
export const LEXEMES = 'lexemes'

function lexemesColumn(model: Model): string[] {
  const fields = fullText(model).map((code) => `coalesce(${quote(code)}, '')`)
  return fields.length > 0 ? [`${LEXEMES} tsvector generated always as (public.innoe_words(${fields.join(" || ' ' || ")})) stored`] : []
}

export const fullText = (model: Model) => Object.entries(model.fields).flatMap(([code, field]) => (field.full_text ? [code] : []))

const ownWords = (model: Model) => Object.entries<Field>(model.fields).flatMap(([code, field]) => (field.own_words ? [code] : []))

/** Indexes of earlier versions: the words of each field had one of their own, and the company was no key of those in the order of a list. */
const retiredOf = (model: Model) => [
  ...fullText(model).map((code) => index(model, `${code}_words`, '').name),
  index(model, 'recent', '').name,
  ...sortedIndexes(model).map(({ by, carry }) => {
    const isMarked = carry.length > 0 || fieldsOf(model)[by[0] ?? '']?.type === 'reference'
    return index(model, [by.join('_'), ...(isMarked ? [digestOf(carry.join()).slice(0, 4)] : [])].join('_'), '').name
  }),
  ...RETIRED.filter((name) => name.startsWith(`${model.name}__`)),
]

/** Indexes of earlier versions that nothing asks for any more, or that another one now serves. */
const RETIRED = [
  'patent__owner_sid',
  'patent__department_sid',
  'patent__agency_sid',
  'fee__due_date',
  'fee__pay_date',
  'deadline__owner_sid',
  'deadline__owner_sid_official_due',
  'deadline__status_official_due',
  'patent__application_key',
  'patent__company_sid_country_patent_type_application_key_unique',
  'case__phase_next_due',
] as const

const fieldsOf = (model: Model): Readonly<Record<string, Field>> => model.fields

function renaming(model: Model, former: string, name: string): Step[] {
  const why = `${model.name}.${name} was ${former}`
  return [
    { statement: `alter table ${quote(model.name)} rename column ${quote(former)} to ${quote(name)}`, why },
    ...['', `_${IN_COMPANY}`].map((end) => ({
      statement: `alter index if exists ${quote(index(model, former + end, '').name)} rename to ${quote(index(model, name + end, '').name)}`,
      why,
    })),
  ]
}

/** The columns of a model's table, those of the engine included: `deleted_at` is the recycle bin, `number_keys` finds numbers. */
export function columnsOf(model: Model): [name: string, type: string][] {
  const columns = Object.entries<Field>(model.fields).flatMap(([code, field]): [string, string][] =>
    field.read_from ? [] : [[code, columnType(code, field)]],
  )
  columns.push(['deleted_at', 'timestamptz'], ['deleted_by', 'uuid'])
  if (hasNumbers(model)) columns.push(['number_keys', 'text[]'])
  for (const code of keptTexts(model)) columns.push([wordsOf(code), 'tsvector'])
  return columns
}

/** Fields whose text is stored beside the record, and the column with the words of that text */
export const keptTexts = (model: Model) => Object.entries(model.fields).flatMap(([code, field]) => (field.kept_text ? [code] : []))
export const wordsOf = (code: string) => `${code}_words`

function columnType(code: string, field: Field) {
  if (code === 'sid') return 'uuid primary key'
  if (code === 'version') return 'integer not null default 1'
  if (field.type === 'decimal' && field.shortest) return 'float8'
  return COLUMN[field.type]
}

export const hasNumbers = (model: Model) => Object.values(model.fields).some((field) => field.number)

type Index = {
  name: string
  on: string
  unique?: boolean
  /** The fields that a unique index keeps apart. */
  of?: readonly string[]
  /** Storage settings of the index */
  options?: readonly string[]
}

/**
 * Those in the order of a list end with its companies: of records that somebody of one company may not see, the index alone is read.
 */
export function indexesOf(model: Model): Index[] {
  const live = model.hard_delete ? '' : ' where deleted_at is null'
  const latest = ['company_sid', ...(model.visibility?.department?.includes('department_sid') ? ['department_sid'] : [])]
  const indexes: Index[] = [index(model, 'latest', `(updated_at desc, sid desc, ${latest.join(', ')})${live}`)]
  if (!model.hard_delete) indexes.push(index(model, 'bin', '(updated_at desc, sid desc) where deleted_at is not null'))
  if (fullText(model).length > 0) indexes.push(searched(model, LEXEMES, LEXEMES))
  for (const code of ownWords(model))
    indexes.push(searched(model, `${code}_words`, `public.innoe_words(${quote(code)})`, ` where ${quote(code)} is not null`))
  for (const code of keptTexts(model)) indexes.push(searched(model, wordsOf(code), quote(wordsOf(code))))
  const sorted = sortedIndexes(model)
  const isLed = (code: string) => sorted.some(({ by: [first] }) => first === code)
  for (const [code, field] of Object.entries(model.fields)) {
    const column = quote(code)
    if (field.unique) {
      const key = field.type === 'string' ? `lower(${column} collate "pg_c_utf8")` : column
      const within = field.unique === 'company' ? `${key}, company_sid` : key
      indexes.push({ ...index(model, `${code}_unique`, `(${within}) where ${column} is not null and deleted_at is null`), unique: true, of: [code] })
      if (field.never_again) indexes.push(index(model, `${code}_gone`, `(${key}) where ${column} is not null and deleted_at is not null`))
    }
    if (field.type === 'reference' && field.searchable && !field.computed && code !== 'company_sid' && !isLed(code))
      indexes.push(index(model, code, `(${column}) where ${column} is not null`))
    if (field.type === 'references') indexes.push(index(model, code, `using gin (${column})`))
    if (field.type === 'rows' && Object.values(field.of).some((f) => f.type === 'reference'))
      indexes.push(index(model, code, `using gin (${column} jsonb_path_ops)`))
  }
  if (model.fields.created_by && selfPaths(model).includes('created_by'))
    indexes.push(index(model, 'created_by', '(created_by) where created_by is not null'))
  for (const code of lookupsOf(model)) {
    const way = fieldsOf(model)[code]?.type === 'options' ? `using gin (${quote(code)}) with (fastupdate = off)` : `(${quote(code)})`
    indexes.push(index(model, code, `${way} where ${quote(code)} is not null`))
  }
  for (const code of model.found_by ?? [])
    indexes.push(index(model, `${code}_spelt`, `(lower(${quote(code)} collate "pg_c_utf8")) where ${quote(code)} is not null and deleted_at is null`))
  for (const fields of model.uniques ?? [])
    indexes.push({
      ...index(model, `${fields.join('_')}_unique`, `(${fields.map(quote).join(', ')}) where deleted_at is null`),
      unique: true,
      of: fields,
    })
  for (const { by, carry } of sorted) {
    const columns = by.map((code) => `${quote(code)} desc nulls last`).join(', ')
    const suffix = [...by, IN_COMPANY, ...(carry.length > 0 ? [digestOf(carry.join()).slice(0, 4)] : [])]
    const carried = carry.length > 0 ? ` include (${carry.map(quote).join(', ')})` : ''
    indexes.push(index(model, suffix.join('_'), `(${columns}, sid desc, company_sid)${carried}${live}`))
  }
  if (hasNumbers(model)) {
    indexes.push(searched(model, 'number_keys', 'number_keys'))
    indexes.push(searched(model, 'number_part', 'public.innoe_joined(number_keys) gin_trgm_ops'))
  }
  return indexes
}

const IN_COMPANY = 'in_company'

// New words and numbers wait in a list of at most 256 KB, which every search reads and which is merged as a whole: a write costs half as much.
const MERGED = ['fastupdate=on', 'gin_pending_list_limit=256'] as const

const searched = (model: Model, suffix: string, of: string, among = ''): Index => ({
  ...index(model, suffix, `using gin (${of}) with (${MERGED.join(', ')})${among}`),
  options: MERGED,
})

type Sorted = { by: readonly string[]; carry: readonly string[] }

export const sortedIndexes = ({ indexes = [] }: Model): Sorted[] =>
  indexes.map((one) => (typeof one === 'string' ? { by: [one], carry: [] } : 'by' in one ? one : { by: one, carry: [] }))

/** Numbers are asked for whole, wherever no other index begins with them. */
function lookupsOf(model: Model): string[] {
  const numbers = Object.entries(model.fields).flatMap(([code, field]) => (field.number ? [code] : []))
  const leading = new Set([...sortedIndexes(model).map(({ by }) => by[0]), ...(model.uniques ?? []).map(([first]) => first)])
  return [...(model.lookups ?? []), ...numbers].filter((code) => !leading.has(code))
}

/** PostgreSQL cuts names at 63 bytes, so a long one ends in a digest of the whole. */
function index(model: Model, suffix: string, on: string): Index {
  const name = `${model.name}__${suffix}`
  return { name: name.length <= 63 ? name : `${name.slice(0, 54)}_${digestOf(name).slice(0, 8)}`, on }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

type CurrentSchema = {
  schema: boolean
  columns: Map<string, Map<string, string>>
  indexes: Set<string>
  /** Of each index, how its storage is set. */
  options: Map<string, readonly string[]>
  invalid: Set<string>
  sizes: Map<string, number>
}

async function readSchema(db: Db, schema: string): Promise<CurrentSchema> {
  const schemas = await sql<{ n: number }>`select count(*) as n from pg_namespace where nspname = ${schema}`.execute(db)
  const rows = await sql<{ name: string; column: string; type: string }>`
    select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`.execute(db)
  const indexes = await sql<{ name: string; valid: boolean; options: string[] | null }>`
    select c.relname as name, i.indisvalid as valid, c.reloptions as options from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema}`.execute(db)
  const sizes = await sql<{ name: string; n: number }>`
    select c.relname as name, greatest(c.reltuples, 0)::bigint as n from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind = 'r'`.execute(db)
  // Of a distributed table the coordinator has no rows; our own counts say how large it is.
  const counted = hasCounts(rows.rows) && (await hasCitus(db)) ? await countedRows(db, schema) : []
  const columns = new Map<string, Map<string, string>>()
  for (const { name, column, type } of rows.rows) {
    if (!columns.has(name)) columns.set(name, new Map())
    columns.get(name)?.set(column, SHORT[type] ?? type)
  }
  return {
    schema: Number(schemas.rows[0]?.n) > 0,
    columns,
    indexes: new Set(indexes.rows.filter((row) => row.valid).map((row) => row.name)),
    options: new Map(indexes.rows.map((row) => [row.name, row.options ?? []])),
    invalid: new Set(indexes.rows.filter((row) => !row.valid).map((row) => row.name)),
    sizes: new Map([...sizes.rows, ...counted].map((row) => [row.name, Number(row.n)])),
  }
}

const hasCounts = (rows: readonly { name: string }[]) => rows.some(({ name }) => name === 'record_count')

async function countedRows(db: Db, schema: string): Promise<{ name: string; n: number }[]> {
  const { rows } = await sql<{ name: string; n: number }>`
    select model as name, sum(n)::bigint as n from ${sql.id(schema, 'record_count')} group by model`.execute(db)
  return rows
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The short names of types that PostgreSQL shows by their long ones. */
const SHORT: Readonly<Record<string, string>> = { 'timestamp with time zone': 'timestamptz', 'double precision': 'float8' }
