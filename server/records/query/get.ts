import { sql } from 'kysely'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { authorize } from '../permission/permission.ts'
import { joinsOf } from './conditions/condition.ts'
import { joinSql } from './conditions/joins.ts'
import { type Found, planned, runPlan, SLOT } from './plans.ts'
import { conditionSql } from './page.ts'
import { selected, shownCodes } from './select.ts'
import { offeredNow } from '../write/batch/state-before.ts'
import { secretsShown } from '../write/secrets.ts'
import { UUID } from '../write/values.ts'
import type { Context } from '../context.ts'

/** One whole record as visible to this person; an invisible one is not found. */
export async function get(ctx: Context, model: Model, sid: string, { flat = false } = {}): Promise<Found> {
  authorize(ctx, model, 'get')
  const record = (await getMany(ctx, model, [sid], { flat }))[0] ?? refuse('not_found')
  Object.assign(record, await secretsShown(ctx, model, String(record.sid)))
  for (const add of ctx.tenant.modules.shownBy(model.name)) await add(ctx, record)
  return record
}

/** Whole records in the requested order; missing ones are left out. */
export async function getMany(ctx: Context, model: Model, sids: readonly string[], { flat = false } = {}): Promise<Found[]> {
  const asked = sids.filter((sid) => UUID.test(sid))
  if (asked.length === 0) return []
  const access = authorize(ctx, model, 'get')
  const alone = asked.length === 1
  const plan = planned(ctx, access, `get ${flat} ${alone}`, () => {
    const joins = joinsOf(ctx, model)
    const { picks, list } = selected(joins, shownCodes(ctx, model, true), flat)
    const condition = conditionSql(joins, access.rows)
    const which = alone ? sql`t.sid = ${SLOT.sid}::uuid` : sql`t.sid = any(${SLOT.sid}::uuid[])`
    return {
      picks,
      statement: sql`select ${list} from ${sql.table(model.name)} as t ${joinSql(joins)} where ${which} and ${condition}`,
    }
  })
  const found = new Map<unknown, Found>()
  for (const record of await runPlan(ctx, plan, { sid: alone ? asked[0] : asked })) {
    if (model.states) record.transitions = await offeredNow(ctx, model, record)
    found.set(record.sid, record)
  }
  return asked.map((sid) => found.get(sid.toLowerCase())).filter((record) => record !== undefined)
}
