import { CompiledQuery, sql } from 'kysely'
import type { Condition } from '../../../../model/kit/iql/ast.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { Access, Context } from '../../context.ts'
import { refuseBehind } from '../../on-replica.ts'
import { joinsOf } from '../conditions/condition.ts'
import { joinSql } from '../conditions/joins.ts'
import { conditionSql } from '../page.ts'
import { digestOf, type Plan, planned } from '../plans.ts'
import { readsOf } from '../reads.ts'
import type { Counting } from './pieces.ts'
import { keptCount, type Reads } from './totals.ts'

/** What is counted. `key`: the query, unless it is too long to be kept; `isPlain`: it has no condition; `where`: with the permission. */
export type Asked = { key: string | undefined; bin: boolean; isPlain: boolean; where(): Condition | undefined }

const PIECES = 4096

/** The count of a condition on a kind of case, piece by piece; undefined where a record may be counted for the sake of another one. */
export function countingInPieces(ctx: Context, model: Model, access: Access, asked: Asked): { counting: Counting; reads: Reads } | undefined {
  const { db, tenant } = ctx
  if (asked.bin || asked.key === undefined || db.isTransaction || !tenant.models.kinds.has(model.name)) return undefined
  const whole = planOf(ctx, model, access, asked, 'whole')
  if (!standsAlone(whole.text, model.name)) return undefined
  const reads = readsOf(whole.text, ctx)
  const others = Array.from(reads, ([name, columns]) => (name === model.name ? '' : tenant.totals.generation(name, columns)))
  const read = async (plan: Plan, slots: Slots) => {
    refuseBehind(ctx, () => reads.keys()) // a write may have come while the pieces were cut
    const values = plan.parameters.map((value) => (typeof value === 'symbol' ? slots[value] : value))
    return (await db.executeQuery<{ at: number; n: number }>(CompiledQuery.raw(plan.text, values))).rows
  }
  whole.digest ??= digestOf(whole.text, whole.parameters)
  const counting: Counting = {
    model: model.name,
    key: `${db === tenant.replica?.db ? 'replica ' : ''}${whole.digest}`,
    others: others.join('.'),
    cut: (least) => firstKeys(ctx, model, least),
    whole: (first) => read(whole, { [FIRST]: first }),
    some: (pieces) => {
      const [at, low, high] = [pieces.map((one) => one.at), pieces.map((one) => one.low), pieces.map((one) => one.high)]
      return read(planOf(ctx, model, access, asked, 'some'), { [AT]: at, [LOW]: low, [HIGH]: high })
    },
  }
  return { counting, reads }
}

const [FIRST, AT, LOW, HIGH] = [Symbol('first'), Symbol('at'), Symbol('low'), Symbol('high')]
type Slots = Partial<Record<symbol, unknown>>

function planOf(ctx: Context, model: Model, access: Access, { key, where }: Asked, way: 'whole' | 'some') {
  return planned(ctx, access, `pieces ${way} ${key}`, () => {
    const joins = joinsOf(ctx, model)
    const condition = conditionSql(joins, where())
    const rows = sql`from ${sql.table(model.name)} as t ${joinSql(joins)} where ${condition}`
    const statement =
      way === 'whole'
        ? sql`select width_bucket(t.sid, ${FIRST}::uuid[]) - 1 as at, count(*)::int as n ${rows} group by 1`
        : sql`select p.at, (select count(*)::int ${rows} and t.sid >= p.low and t.sid < p.high) as n from unnest(${AT}::int[], ${LOW}::uuid[], ${HIGH}::uuid[]) as p(at, low, high)`
    return { picks: [], statement }
  })
}

/**
 * Whether what decides on a record of the model lies in the record itself and in other models; `h1`: the record itself, by its rows. A table
 * without a name of its own is read together with other kinds, for the sake of another record.
 */
function standsAlone(text: string, model: string) {
  const aliases = [...text.matchAll(new RegExp(`(?:from|join) "${model}"(?: as "?(\\w+)"?)?`, 'g'))].map(([, alias = '']) => alias)
  return aliases.every((alias) => alias === 't' || /^h\d+$/.test(alias)) && aliases.filter((alias) => alias === 't').length === 1
}

/** The first keys of the pieces but the first; none of a model with few records, which is counted as a whole as quickly. */
async function firstKeys({ db }: Context, { name }: Model, least: number): Promise<string[]> {
  const all = await keptCount(db, [name], [])
  if (all < least) return []
  const ordered = sql`select sid, row_number() over (order by sid) as place from ${sql.table(name)}`
  const first = sql<{ sid: string }>`select k.sid from (${ordered}) k where k.place % ${Math.ceil(all / Math.min(PIECES, least))} = 0 order by k.sid`
  return (await first.execute(db)).rows.map(({ sid }) => sid)
}
