import { sql } from 'kysely'
import type { Query } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import { allOf } from '../permission/conditions.ts'
import { accessOf } from '../permission/permission.ts'
import { joinsOf } from './conditions/condition.ts'
import { joinSql } from './conditions/joins.ts'
import { type Found, shownRows } from './plans.ts'
import { orderSql } from './conditions/order.ts'
import { conditionSql } from './page.ts'
import { selected } from './select.ts'
import type { Context } from '../context.ts'

/** All visible records of a query, in batches, from one snapshot; memory holds one batch. */
export async function* streamRows(ctx: Context, model: Model, codes: readonly string[], query: Query, batch = 1000): AsyncGenerator<Found[]> {
  const trx = await ctx.tenant.db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`set local statement_timeout = 0`.execute(trx) // a million rows are sorted before the first is returned
    const joins = joinsOf(ctx, model)
    const where = allOf([accessOf(ctx, model).rows, query.where].filter((part) => part !== undefined))
    const condition = conditionSql(joins, where)
    const order = orderSql(joins, query.order)
    const { picks, list } = selected(joins, codes, false)
    await sql`declare innoe_rows no scroll cursor for select ${list} from ${sql.table(model.name)} as t ${joinSql(joins)} where ${condition} order by ${order}`.execute(
      trx,
    )
    for (;;) {
      const { rows } = await sql<Found>`fetch ${sql.raw(String(batch))} from innoe_rows`.execute(trx)
      if (rows.length === 0) return
      yield await shownRows(ctx, picks, rows)
    }
  } finally {
    await trx.rollback().execute()
  }
}
