import { type RawBuilder, sql } from 'kysely'
import { HEAD } from '../../../model/cases/head-fields.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Field, Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { headColumns } from '../../database/case-head.ts'
import { columnsOf } from '../../database/sync/sync.ts'
import { both, refuse } from '../../errors.ts'
import type { Context } from '../context.ts'
import { fieldOf, kindsOf, kindsWithField, modelNamed } from '../registry.ts'
import { ANY } from './conditions/anywhere.ts'
import type { Past } from './conditions/kinds.ts'

type Sql = RawBuilder<unknown>

/** Records of one answer that may differ from what they were; more would take longer than a person waits. */
const MAX_CHANGED = 200_000

/** The tables of a past day, and which of them were asked. */
export type Tables = { past: Past; asked: ReadonlySet<string>; end: Sql }

/** As the records stood at the end of the day, by the change log: those deleted later are there; those made later are as they are now. */
export function tablesOf(ctx: Context, day: string): Tables {
  const end = endOf(day)
  const asked = new Set<string>()
  const table: Past['table'] = (name) => {
    const model = modelNamed(ctx.tenant.models, name)
    if (name === HEAD) return headsOf(ctx, model, end, asked)
    if (model.no_log) return refuse('rule', both('summary', [`“${model.zh}”不留变更记录，不能按过去的日期统计`, `No history of “${model.en}” is kept, so it cannot be counted as of a past day`])) // oxfmt-ignore
    asked.add(name)
    return rowsOf(model, end)
  }
  return { past: { day, table }, asked, end }
}

const endOf = (day: string): Sql => sql`${Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(ZONE).toInstant().toString()}::timestamptz`

/** Rows that nobody has written since are read as they are; of the others, each field has the old value of its first change since. */
function rowsOf(model: Model, end: Sql): Sql {
  const codes = columnsOf(model).map(([code]) => code)
  const columns = (alias: string) => sql.join(codes.map((code) => sql.ref(`${alias}.${code}`)))
  const written = (bin: string) => sql`select w as base from ${sql.table(model.name)} as w where w.updated_at >= ${end} and w.created_at < ${end}${sql.raw(bin)}` // oxfmt-ignore
  // Each part has its own index.
  const since = model.hard_delete ? written('') : sql`${written(' and w.deleted_at is null')} union all ${written(' and w.deleted_at is not null')}`
  return sql`(select ${columns('p')} from ${sql.table(model.name)} as p where (p.updated_at >= ${end} and p.created_at < ${end}) is not true
    union all select ${columns('r')} from (${since}) as q cross join lateral (${firstChanges(model, end)}) as f
      cross join lateral jsonb_populate_record(q.base, coalesce(f.was, '{}')) as r)`
}

/** A delete and a restore are changes of when it was deleted. A field that was renamed has lines under both names. */
function firstChanges(model: Model, end: Sql): Sql {
  const renamed = Object.entries<Field>(model.fields).flatMap(([code, { renamed_from: former }]) => (former === undefined ? [] : [[former, code]]))
  const logged = sql`e.value ->> 'field'`
  const field = renamed.length > 0 ? sql`coalesce(${JSON.stringify(Object.fromEntries(renamed))}::jsonb ->> (${logged}), ${logged})` : logged
  return sql`select jsonb_object_agg(d.field, d.old) as was from (
    select distinct on (c.field) c.field, c.old from change_log as l cross join lateral (
      select ${field} as field, e.value -> 'old' as old from jsonb_array_elements(l.changes) as e
      union all select 'deleted_at', case l.action when 'DELETE' then 'null'::jsonb else to_jsonb(l.created_at) end where l.action in ('DELETE', 'RESTORE')
    ) as c where l.record_sid = (q.base).sid::text and l.entity = ${sql.lit(model.name)} and l.created_at >= ${end} and l.action <> 'CREATE'
    order by c.field, l.created_at, l.sid) as d`
}

/** The heads of the cases of all kinds. */
function headsOf(ctx: Context, head: Model, end: Sql, asked: Set<string>): Sql {
  const parts = kindsOf(ctx.tenant.models).map((kind) => {
    asked.add(kind.name)
    const values = new Map(headColumns(kind).map(({ code, value }) => [code, value('k')]))
    const columns = columnsOf(head).map(([code, type]) => sql`${sql.raw(values.get(code) ?? `null::${type.replace(/ .*/, '')}`)} as ${sql.id(code)}`)
    return sql`select ${sql.join(columns)} from ${rowsOf(kind, end)} as k`
  })
  return sql`(${sql.join(parts, sql` union all `)})`
}

/** Refuses a question that would have to look up the history of too many records; `statements`: so many times. */
export async function refuseTooMany(ctx: Context, { asked, end }: Tables, statements = 1): Promise<void> {
  const most = Math.floor(MAX_CHANGED / statements)
  const parts = [...asked].flatMap((name) => {
    const { hard_delete } = modelNamed(ctx.tenant.models, name)
    const written = (bin: string) => sql`(select 1 from ${sql.table(name)} where updated_at >= ${end} and created_at < ${end}${sql.raw(bin)} limit ${sql.lit(most + 1)})` // oxfmt-ignore
    return hard_delete ? [written('')] : [written(' and deleted_at is null'), written(' and deleted_at is not null')]
  })
  const { rows } = await sql<{ n: string }>`select count(*) as n from (${sql.join(parts, sql` union all `)}) as c`.execute(ctx.db)
  if (Number(rows[0]?.n ?? 0) <= most) return
  refuse('rule', both('summary', [`该日之后改动过的记录超过 ${most} 条，请选择较近的日期`, `More than ${most} records were changed since that day: choose a later one`])) // oxfmt-ignore
}

/** Kept of now alone. */
const OF_NOW = ['updated_at', 'updated_by', 'version', 'next_due']
/** What docketing calculates for the lists of cases, without history. */
const CALCULATED = ['expiry_date', 'next_annuity_year', 'next_annuity_due'] as const

/** Refuses the paths through fields whose changes are not recorded, of each kind of record on the way. */
export function refuseUnkept(ctx: Context, model: Model, paths: readonly string[]): void {
  for (const path of paths) {
    const found = unkeptIn(ctx, model, (path.split(':')[0] ?? '').split('.'))
    if (!found) continue
    const [zh, en] = found
    refuse('rule', both('summary', [`“${zh}”不留变更记录，不能按过去的日期统计`, `No history of “${en}” is kept, so it cannot be used as of a past day`])) // oxfmt-ignore
  }
}

/** The words of the first such field. */
function unkeptIn(ctx: Context, from: Model, codes: readonly string[]): Words | undefined {
  const { models } = ctx.tenant
  let model: Model | undefined = from
  let parts: Readonly<Record<string, Field>> = {}
  for (const code of codes) {
    if (code === ANY) return [ANY, ANY]
    const kinds: readonly Model[] = model ? kindsWithField(models, model, code) : []
    const isRecord: boolean = kinds[0]?.name === code
    const field: Field | undefined = model ? fieldOf(kinds[0] ?? model, code) : Object.hasOwn(parts, code) ? parts[code] : undefined
    if (model && !isRecord && unkeptCodes(ctx, model).has(code)) return field ? [field.zh, field.en] : [code, code]
    parts = field?.type === 'rows' ? field.of : {}
    model = isRecord ? kinds[0] : field && 'to' in field ? models.all.get(field.to) : undefined
  }
  return undefined
}

/** What the engine keeps of a tree, and the record's own calculated fields; the head has those of all kinds. */
function unkeptCodes(ctx: Context, { name, tree, fields }: Model): ReadonlySet<string> {
  const { kinds } = ctx.tenant.models
  const calculated = (name === HEAD ? [...kinds.keys()] : [name]).flatMap((kind) => calculatedIn(ctx, kind))
  const unlogged = Object.entries<Field>(fields).flatMap(([code, field]) => (field.unlogged ? [code] : []))
  return new Set([...OF_NOW, ...calculated, ...Object.keys(tree?.paths ?? {}), ...(tree?.level ? [tree.level] : []), ...unlogged])
}

function calculatedIn({ tenant: { models } }: Context, name: string): string[] {
  const kind = models.kinds.get(name)
  const { earliest, former } = kind?.priorities ?? {}
  return [...CALCULATED.flatMap((role) => kind?.roles[role] ?? []), earliest, former?.field].filter((code) => code !== undefined)
}

/** The paths that a condition names. */
export function pathsIn(condition: Condition | undefined): string[] {
  if (!condition) return []
  if (condition.kind === 'not') return pathsIn(condition.of)
  return 'path' in condition ? [condition.path.join('.')] : condition.of.flatMap(pathsIn)
}
