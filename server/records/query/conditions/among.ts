import { sql } from 'kysely'
import type { Model } from '../../../../model/kit/model.ts'
import { accessOf } from '../../permission/permission.ts'
import { joinsOf } from './condition.ts'
import { follow, joinSql } from './joins.ts'
import { conditionSql } from '../page.ts'
import { type Found, planned, runPlan, SLOT } from '../plans.ts'
import { selected } from '../select.ts'
import type { Context } from '../../context.ts'

/** The visible records whose key or text has one of the values, in no order; the statement is compiled once for all values. */
export async function rowsAmong(
  ctx: Context,
  model: Model,
  field: string,
  values: readonly string[],
  { codes, most }: { codes: readonly string[]; most: number },
): Promise<Found[]> {
  if (values.length === 0) return []
  const access = accessOf(ctx, model)
  const plan = planned(ctx, access, `among ${field} ${most} ${codes.join()}`, () => {
    const joins = joinsOf(ctx, model)
    const { picks, list } = selected(joins, codes, false)
    const condition = conditionSql(joins, access.rows)
    follow(joins, [field], ASKED) // refuses a field that this person may not read, or only masked
    const column = sql.ref(`t.${field}`)
    const type = sql.raw(field === 'sid' ? 'uuid[]' : 'text[]')
    return {
      picks,
      statement: sql`select ${list} from ${sql.table(model.name)} as t ${joinSql(joins)} where ${column} = any(${SLOT.sid}::${type}) and ${condition} limit ${sql.lit(most)}`,
    }
  })
  return runPlan(ctx, plan, { sid: values })
}

/** As of a query that a person has written. */
const ASKED = 0
