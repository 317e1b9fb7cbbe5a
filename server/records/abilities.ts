import { sql } from 'kysely'
import type { ActionDeclaration } from '../../model/kit/action.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model, Verb } from '../../model/kit/model.ts'
import type { Abilities } from '../../model/kit/wire.ts'
import { Refusal } from '../errors.ts'
import { authorizeAction } from './actions.ts'
import { accessOf, authorize } from './permission/permission.ts'
import { joinsOf } from './query/condition.ts'
import { joinSql } from './query/joins.ts'
import { conditionSql } from './query/page.ts'
import type { Found } from './query/plans.ts'
import type { Context } from './context.ts'

export type Outcome = { allowed: true } | { allowed: false; refusal: Refusal }

/** Checks a permission without requiring it. */
export function outcomeOf(ask: () => unknown): Outcome {
  try {
    ask()
    return { allowed: true }
  } catch (error) {
    if (error instanceof Refusal) return { allowed: false, refusal: error }
    throw error
  }
}

const ON_RECORDS: readonly Verb[] = ['update', 'delete', 'transition']

/** The verbs that this person may do with one record they have read; queries the database only where their grants differ by verb. */
export async function abilitiesOn(ctx: Context, model: Model, record: Found): Promise<Abilities> {
  const verbs = (await verbsOn(ctx, model, String(record.sid))).filter((verb) => !isFixed(model, record, verb))
  const isVerb = (permission: ActionDeclaration['permission']) => ON_RECORDS.some((verb) => verb === permission)
  const actions = ctx.tenant.modules
    .actionsAt(model.name)
    .filter(
      (one) =>
        one.on === 'record' &&
        outcomeOf(() => authorizeAction(ctx, one)).allowed &&
        (!isVerb(one.permission) || verbs.some((verb) => verb === one.permission)),
    )
  return { verbs, actions: actions.map(({ name }) => name) }
}

/** Nobody deletes a built-in record, or changes one with only immutable fields. */
const isFixed = ({ system }: Model, record: Found, verb: Verb) =>
  system !== undefined && record.is_system === true && (verb === 'delete' || system.fixed === '*')

async function verbsOn(ctx: Context, model: Model, sid: string): Promise<Verb[]> {
  const access = accessOf(ctx, model)
  const permitted = ON_RECORDS.filter((verb) => (verb !== 'transition' || model.states) && outcomeOf(() => authorize(ctx, model, verb)).allowed)
  const narrower = new Map<Verb, Condition>()
  for (const verb of permitted) {
    const rows = access.changeableBy(verb)
    if (rows && JSON.stringify(rows) !== JSON.stringify(access.rows)) narrower.set(verb, rows)
  }
  if (narrower.size === 0) return permitted
  const joins = joinsOf(ctx, model)
  const columns = [...narrower].map(([verb, rows]) => sql`${conditionSql(joins, rows)} as ${sql.id(verb)}`)
  const statement = sql<
    Record<string, boolean>
  >`select ${sql.join(columns)} from ${sql.table(model.name)} as t ${joinSql(joins)} where t.sid = ${sid}::uuid`
  const [row] = (await statement.execute(ctx.db)).rows
  return permitted.filter((verb) => !narrower.has(verb) || row?.[verb] === true)
}
