import { sql } from 'kysely'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model, Verb } from '../../model/kit/model.ts'
import type { Abilities } from '../../model/kit/wire/wire.ts'
import { Refusal } from '../errors.ts'
import { askedBy, authorizeAction } from './actions.ts'
import { accessOf, authorize } from './permission/permission.ts'
import { joinsOf } from './query/conditions/condition.ts'
import { joinSql } from './query/conditions/joins.ts'
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

/** The verbs and actions that this person may do with one record they have read; queries the database only where their grants differ by verb. */
export async function abilitiesOn(ctx: Context, model: Model, record: Found): Promise<Abilities> {
  const verbs = ON_RECORDS.filter((verb) => (verb !== 'transition' || model.states) && outcomeOf(() => authorize(ctx, model, verb)).allowed)
  const actions = ctx.tenant.modules
    .actionsAt(model.name)
    .filter((one) => one.on === 'record' && outcomeOf(() => authorizeAction(ctx, one)).allowed)
    .map(({ name, ...one }) => ({ name, asked: askedBy(one.model, one.permission, one.also)[one.model] ?? [] }))
  const granted = await grantedOn(ctx, model, String(record.sid), new Set([...verbs, ...actions.flatMap(({ asked }) => asked)]))
  const possible = verbs.filter((verb) => granted.has(verb) && !isFixed(model, record, verb) && !isClosed(model, record, verb))
  const isPossible = (verb: string) => granted.has(verb) && !(isOnRecords(verb) && !possible.includes(verb))
  return { verbs: possible, actions: actions.filter(({ asked }) => asked.every(isPossible)).map(({ name }) => name) }
}

const isOnRecords = (verb: string): verb is Verb => ON_RECORDS.some((one) => one === verb)

/** Built-in and product-maintained records cannot be deleted; a record with only immutable fields cannot be changed. */
export const isFixed = ({ system, kept }: Model, record: Found, verb: Verb) =>
  (system !== undefined && record.is_system === true && (verb === 'delete' || system.fixed === '*')) ||
  (verb === 'delete' && kept !== undefined && record[kept.by] === false)

/** Past the states in which it is changed. */
const isClosed = ({ open_while }: Model, record: Found, verb: Verb) =>
  open_while !== undefined && (verb === 'update' || verb === 'delete') && !open_while.values.includes(String(record[open_while.by]))

/** Of these verbs and abilities, those whose grants reach this record. */
async function grantedOn(ctx: Context, model: Model, sid: string, verbs: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const access = accessOf(ctx, model)
  const narrower = new Map<string, Condition>()
  for (const verb of verbs) {
    const rows = access.changeableBy(verb)
    if (rows && JSON.stringify(rows) !== JSON.stringify(access.rows)) narrower.set(verb, rows)
  }
  if (narrower.size === 0) return verbs
  const joins = joinsOf(ctx, model)
  const columns = [...narrower].map(([verb, rows]) => sql`${conditionSql(joins, rows)} as ${sql.id(verb)}`)
  const statement = sql<
    Record<string, boolean>
  >`select ${sql.join(columns)} from ${sql.table(model.name)} as t ${joinSql(joins)} where t.sid = ${sid}::uuid`
  const [row] = (await statement.execute(ctx.db)).rows
  return new Set([...verbs].filter((verb) => !narrower.has(verb) || row?.[verb] === true))
}
