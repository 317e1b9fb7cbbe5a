import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../../../model/kit/iql/ast.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { Context } from '../../context.ts'
import { allOf } from '../../permission/conditions.ts'
import { authorize } from '../../permission/permission.ts'
import { compileCondition, joinsOf } from '../conditions/condition.ts'
import { type Key, keyOf } from './group-keys.ts'
import { type Joins, joinSql, seenSql } from '../conditions/joins.ts'
import { namesFor } from '../words/names.ts'
import { conditionSql } from '../page.ts'

type Sql = RawBuilder<unknown>

/**
 * `lines`: the field of rows, `sums`: their amounts that are added. `of`: the field of a line that names a record of `target`, `key`: the
 * field of that record by which lines are grouped. `without`: lines with this field are left out. `by`: fields of the record.
 */
export type AskedLines = {
  where: Condition | undefined
  lines: string
  sums: readonly string[]
  of: string
  target: Model
  of_where?: Condition | undefined
  key?: string
  without: string
  by: readonly string[]
  most: number
}

export type LineSum = { key: unknown; by: Record<string, unknown>; amount: string }

/** Sums over the rows of the records that this person may see; a record of `target` that the person may not see is none. */
export async function lineSums(ctx: Context, model: Model, asked: AskedLines): Promise<LineSum[]> {
  const { by, most } = asked
  const { statement, key, keys } = lineStatement(ctx, model, asked)
  const { rows } = await sql<Record<string, unknown>>`${statement} limit ${sql.lit(most)}`.execute(ctx.db)
  const sids = new Set(rows.flatMap(({ line }) => (typeof line === 'string' ? [line] : [])))
  const nameOf = await namesFor(ctx, new Map(key?.to ? [[key.to.name, sids]] : []))
  return rows
    .filter(({ amount }) => amount !== null)
    .map((row) => ({
      key: key ? key.read(row, nameOf) : null,
      by: Object.fromEntries(keys.map((one, at) => [by[at] ?? '', one.read(row, nameOf)])),
      amount: String(row.amount),
    }))
}

function lineStatement(ctx: Context, model: Model, asked: AskedLines): { statement: Sql; key: Key | undefined; keys: Key[] } {
  const { where, lines, sums, of, target, of_where, without, by } = asked
  const access = authorize(ctx, model, 'search')
  const joins = joinsOf(ctx, model)
  const condition = conditionSql(joins, allOf([access.rows, where].filter((part) => part !== undefined)))
  const keys = by.map((path, at) => keyOf(joins, path, `b${at}`))
  const named: Joins = joinsOf(ctx, target, 'h', joins.next)
  const key = asked.key === undefined ? undefined : keyOf(named, asked.key, 'line')
  const met = of_where ? sql`${sql.ref('h.sid')} is not null and ${compileCondition(named, of_where)}` : sql`true`
  const part = (code: string) => sql`(l.value ->> ${sql.lit(code)})`
  const amount = sql.join(sums.map((code) => sql`coalesce(${part(code)}::numeric, 0)`), sql` + `) // oxfmt-ignore
  const own = key ? [{ ...key, name: 'line' }] : []
  const all = [...own, ...keys.map((one, at) => ({ ...one, name: `b${at}` }))]
  const columns = sql.join([sql`${amount} as amount`, ...all.flatMap((one) => one.columns)])
  const seen = sql`${sql.ref('h.deleted_at')} is null and ${seenSql(named, 'h', target)}`
  const rows = sql`select ${columns} from ${sql.table(model.name)} as t ${joinSql(joins)}
    cross join lateral jsonb_array_elements(${sql.ref(`t.${lines}`)}) as l(value)
    left join ${sql.table(target.name)} as h on h.sid = ${part(of)}::uuid and ${seen} ${joinSql(named)}
    where ${condition} and ${part(without)} is null and ${met}`
  const from = sql.join([sql`(${rows}) c`, ...all.flatMap((one) => one.from ?? [])], sql` `)
  const list = sql.join([...all.flatMap((one) => [sql`${one.value} as ${sql.id(one.name)}`, ...one.also]), sql`sum(c.amount)::text as amount`]) // oxfmt-ignore
  const groups = all.length > 0 ? sql` group by ${sql.join(all.map(({ value }) => value))}` : sql``
  return { statement: sql`select ${list} from ${from}${groups}`, key, keys }
}
