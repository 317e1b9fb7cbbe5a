import { sql } from 'kysely'
import type { Field } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { searchKeys } from '../../../../model/cases/numbers/search-keys.ts'
import { COLUMN } from '../../../database/sync/sync.ts'
import { fieldsOf } from '../../registry.ts'
import { faultAt } from './validate.ts'
import type { Context, Draft, RowValues } from '../../context.ts'

/** Reports, by field, the values that the unique indexes would refuse; the indexes still decide. */
export async function checkUnique(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const changed = fieldsOf(model)
    .filter(([, field]) => field.unique)
    .map(([code, field]) => ({ code, field, given: drafts.filter((draft) => isGiven(draft, code, field) && draft.row[code] !== null) }))
    .filter(({ given }) => given.length > 0)
  if (changed.length === 0) return
  const asked = await Promise.all(changed.map(async (one) => ({ ...one, among: await companiesAround(ctx, model, one) })))
  for (const { code, field, given, among } of asked) {
    const twice = new Set<string>()
    for (const [at, draft] of given.entries()) {
      const key = `${String(draft.row[code]).toLowerCase()} ${field.unique === 'company' ? among[at] : ''}`
      if (twice.has(key)) faultAt(ctx, model, draft, code, ['重复', 'is a duplicate'])
      twice.add(key)
    }
  }
  const parts = asked.flatMap((one) => [taken(model, one, false), ...heldByDeleted(model, one)])
  const found = await sql<Found>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  const drafted = new Map(drafts.map((draft) => [draft.sid, draft]))
  for (const { code, sid, gone } of await heldOf(ctx, found.rows)) {
    const draft = drafted.get(sid)
    if (draft) faultAt(ctx, model, draft, code, gone ? NEVER_AGAIN : ['已被其他记录使用', 'is already used by another record'])
  }
}

/** A record that moves to another company brings its number among those of that company. */
const isGiven = ({ before, changed }: Draft, code: string, { unique }: Field) =>
  changed.has(code) || (unique === 'company' && before !== undefined && changed.has('company_sid'))

const NEVER_AGAIN = ['曾为一条已删除的记录所用，不再给出', 'was used by a deleted record and cannot be used again'] as const

/** `holder`: the record that has the value. */
type Found = { code: string; sid: string; gone: boolean; holder: string }

/** Each value that is held, once; a deleted record may have released its own. */
async function heldOf(ctx: Context, found: readonly Found[]): Promise<Found[]> {
  const deleted = found.filter(({ gone }) => gone).map(({ holder }) => holder)
  const released = deleted.length > 0 ? await ctx.tenant.modules.released(ctx, deleted) : new Set()
  const held = found.filter(({ gone, holder }) => !gone || !released.has(holder))
  return [...new Map(held.map((one) => [`${one.code} ${one.sid} ${one.gone}`, one])).values()]
}

type Changed = { code: string; field: Field; given: readonly Draft[] }
/** `among`: for each draft the companies within which its value is unique, separated by blanks; empty without a company. */
type Asked = Changed & { among: readonly string[] }

async function companiesAround(ctx: Context, model: Model, { code, given }: Changed): Promise<string[]> {
  const own = given.map(({ row }) => (row.company_sid ? String(row.company_sid) : null))
  const around = await ctx.tenant.modules.kinOf(model.name, code)?.(ctx, [...new Set(own)])
  return own.map((company) => [...new Set([company ?? '', ...(around?.get(company) ?? [])])].sort().join(' ').trim())
}

/** Each value is looked up by itself, in the unique index of live records and in a second one of deleted records. */
function taken(model: Model, asked: Asked, gone: boolean) {
  const { code, field, given, among } = asked
  const columns = [
    [given.map((draft) => draft.row[code]), COLUMN[field.type]],
    [among, 'text'],
    [given.map(({ sid }) => sid), 'uuid'],
  ] as const
  // A single value is passed as a plain parameter, for which PostgreSQL keeps its plan.
  const rows =
    given.length === 1
      ? sql`(values (${sql.join(columns.map(([[value], type]) => sql`${value}::${sql.raw(type)}`))}))`
      : sql`unnest(${sql.join(columns.map(([values, type]) => sql`${[...values]}::${sql.raw(type)}[]`))})`
  const state = sql.raw(gone ? 'is not null' : 'is null')
  const most = gone ? sql`` : sql`limit 1` // several deleted records may have had it
  return sql`select ${sql.lit(code)}::text as code, n.sid, ${sql.lit(gone)} as gone, taken.sid as holder from ${rows} as n(value, among, sid)
    cross join lateral (select t.sid from ${sql.table(model.name)} as t where ${sameAs(asked)} and t.deleted_at ${state} ${most}) as taken`
}

/** A number too short for a search key may be reused. */
function heldByDeleted(model: Model, asked: Asked) {
  const kept = asked.given.flatMap((draft, at) =>
    searchKeys(String(draft.row[asked.code])).length > 0 ? [{ draft, among: asked.among[at] ?? '' }] : [],
  )
  if (!asked.field.never_again || kept.length === 0) return []
  return [taken(model, { ...asked, given: kept.map(({ draft }) => draft), among: kept.map(({ among }) => among) }, true)]
}

function sameAs({ code, field }: Asked) {
  const column = sql.ref(`t.${code}`)
  const same = field.type === 'string' ? sql`lower(${column} collate "pg_c_utf8") = lower(n.value collate "pg_c_utf8")` : sql`${column} = n.value`
  return field.unique === 'company'
    ? sql`${same} and (t.company_sid = any(string_to_array(n.among, ' ')::uuid[]) or (n.among = '' and t.company_sid is null)) and t.sid <> n.sid`
    : sql`${same} and t.sid <> n.sid`
}

/**
 * The search keys of the record: of each number the whole form and the bare one, without country, kind code and check digit.
 * `searchKeys` of any spelling contains one of the two.
 */
export function numberKeysOf(model: Model, row: RowValues): string[] {
  const keys = new Set<string>()
  const hint = typeof row.country === 'string' ? { office: row.country } : {}
  for (const [code, field] of fieldsOf(model)) {
    const value = row[code]
    if (!field.number || typeof value !== 'string') continue
    const kind = fieldsOf(model).find(([, { normalises }]) => normalises?.field === code)?.[1].normalises?.kind
    const spelt = searchKeys(value, kind === 'mark' ? { ...hint, kind } : hint).toSorted((one, other) => other.length - one.length)
    for (const key of [spelt[0], spelt.at(-1)]) if (key) keys.add(key)
  }
  return [...keys]
}
