import { sql } from 'kysely'
import type { Ability } from '../../model/kit/action.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model, Verb } from '../../model/kit/model.ts'
import type { Refusal } from '../errors.ts'
import { isFixed, outcomeOf } from './abilities.ts'
import { gives, SEEING, shows } from './permission/governing.ts'
import { type Given, partFor, partsOf } from './permission/parts.ts'
import { accessByRoles, accessOf, authorize, authorizeAbility } from './permission/permission.ts'
import { sharesShowing } from './permission/received.ts'
import { type Denied, takes } from './permission/denied.ts'
import { joinsOf } from './query/conditions/condition.ts'
import { joinSql } from './query/conditions/joins.ts'
import { conditionSql } from './query/page.ts'
import type { Context, Grant, Received, RowValues } from './context.ts'

/** `refused`: for everybody, or no grant; `outside`: no grant with the verb reaches the record; `denied`: a role takes it away; `withheld`: the function is bound to roles that this person does not have; `limited`: the record is known to certain people only; `ranked`: its person or role is above; `shared`: others share it. */
export type Why = 'granted' | 'shared' | 'withheld' | 'also' | 'refused' | 'denied' | 'outside' | 'limited' | 'built_in' | 'ranked'
export type Verdict = {
  verb: string
  allowed: boolean
  why: Why
  by: readonly Grant[]
  shares?: readonly Received[]
  refusal?: Refusal
  /** Grants with the verb, none of which reaches the record. */ missing?: readonly Grant[]
}
export type Reached = { grant: Grant; reaches: boolean | undefined }
export type Explained = { verdicts: readonly Verdict[]; grants: readonly Reached[]; denies: readonly Reached[] }

/**
 * Why the person of the context may, or may not, use each verb on a model or on one of its records. The answers are those of the
 * functions that decide on calls; the reasons are the parts of which their conditions are made, tested one by one.
 */
export async function explain(ctx: Context, model: Model, record?: RowValues): Promise<Explained> {
  const { given, denied } = partsOf(ctx, model)
  const verbs = askableVerbs(ctx, model, record !== undefined)
  const tested = record && (await testRecord(ctx, model, String(record.sid), { given, denied, verbs }))
  const grants = given.map(({ grant }, at) => ({ grant, reaches: tested?.grants[at]?.rows }))
  const verdicts = verbs.map(({ verb, ability }): Verdict => {
    const outcome = outcomeOf(() => (ability ? authorizeAbility(ctx, model, ability) : authorize(ctx, model, verb as Verb))) // not an ability
    const taking = denied
      .filter((one, at) => takes(one.grant, verb) && (one.rows === undefined || tested?.denied[at] === true))
      .map(({ grant }) => grant)
    const isTaken = taking.length > 0 && given.some(({ grant }) => gives(grant, verb))
    if (!outcome.allowed && isTaken) return { verb, allowed: false, why: 'denied', by: taking }
    if (!outcome.allowed && outcome.refusal.name === 'function_withheld') return { verb, allowed: false, why: 'withheld', by: [] }
    if (!outcome.allowed) return { verb, allowed: false, why: 'refused', by: [], refusal: outcome.refusal }
    // A person sees the rows of all their grants.
    const giving = given.map(({ grant }, at) => ({ grant, at })).filter(({ grant }) => (SEEING.has(verb) ? shows(grant) : gives(grant, verb)))
    const by = giving.filter(({ at }) => tested?.grants[at]?.[partFor(verb)] !== false).map(({ grant }) => grant)
    if (record && tested?.verbs.get(verb) !== true && isTaken && (by.length > 0 || tested?.also))
      return { verb, allowed: false, why: 'denied', by: taking }
    if (record && tested?.verbs.get(verb) !== true)
      return by.length > 0 || tested?.also
        ? { verb, allowed: false, why: 'limited', by }
        : { verb, allowed: false, why: 'outside', by, missing: giving.map(({ grant }) => grant) }
    if (record && isFixed(model, record, verb as Verb)) return { verb, allowed: false, why: 'built_in', by } // an ability is fixed for nobody
    const shares = tested?.shares ?? []
    if (by.length === 0 && !tested?.also && shares.length > 0) return { verb, allowed: true, why: 'shared', by, shares }
    return { verb, allowed: true, why: by.length > 0 ? 'granted' : 'also', by }
  })
  return {
    verdicts,
    grants,
    denies: denied.map(({ grant, rows }, at) => ({ grant, reaches: record && (rows === undefined || tested?.denied[at] === true) })),
  }
}

type Asked = { verb: string; ability?: Ability }

const ON_MODEL: readonly Verb[] = ['get', 'search', 'create', 'update', 'delete', 'transition', 'import', 'export']
const ON_RECORD: readonly Verb[] = ['get', 'search', 'update', 'delete', 'transition', 'export']

/** The verbs and abilities of which a model knows. */
export function askableVerbs({ tenant }: Context, model: Model, isRecord: boolean): Asked[] {
  const verbs = (isRecord ? ON_RECORD : ON_MODEL).filter((verb) => verb !== 'transition' || model.states)
  const abilities = tenant.modules.actions.flatMap(({ declared: { model: of, permission, on } }) =>
    of === model.name && typeof permission === 'object' && (!isRecord || on === 'record') ? [permission] : [],
  )
  const once = new Map(abilities.map((ability) => [ability.code, ability]))
  return [...verbs.map((verb) => ({ verb })), ...[...once].map(([verb, ability]) => ({ verb, ability }))]
}

type Tested = {
  verbs: ReadonlyMap<string, boolean>
  grants: readonly Record<(typeof PARTS)[number], boolean>[]
  denied: readonly boolean[]
  also: boolean
  /** The shares that show it. */
  shares: readonly Received[]
}

const PARTS = ['rows', 'changes', 'deletes'] as const

type Testing = { given: readonly Given[]; denied: readonly Denied[]; verbs: readonly Asked[] }

/** Conditions that one record meets, in one statement */
async function testRecord(ctx: Context, model: Model, sid: string, { given, denied, verbs }: Testing): Promise<Tested> {
  const access = accessOf(ctx, model)
  const { also } = partsOf(ctx, model)
  const shares = sharesShowing(ctx, model, accessByRoles(ctx, model), accessOf)
  const joins = joinsOf(ctx, model)
  const column = (rows: Condition | undefined, name: string) => sql`${conditionSql(joins, rows)} as ${sql.id(name)}`
  const columns = [
    ...verbs.map(({ verb }, at) => column(SEEING.has(verb) ? access.rows : access.changeableBy(verb), `v${at}`)),
    ...given.flatMap((one, at) => PARTS.map((part) => column(one[part], `${part}${at}`))),
    ...denied.map(({ rows }, at) => column(rows, `d${at}`)),
    ...(also ? [column(also, 'also')] : []),
    ...shares.map(({ rows }, at) => column(rows, `share${at}`)),
  ]
  const statement = sql<
    Record<string, boolean>
  >`select ${sql.join(columns)} from ${sql.table(model.name)} as t ${joinSql(joins)} where t.sid = ${sid}::uuid`
  const [row] = (await statement.execute(ctx.db)).rows
  return {
    verbs: new Map(verbs.map(({ verb }, at) => [verb, row?.[`v${at}`] === true])),
    grants: given.map((_, at) => ({
      rows: row?.[`rows${at}`] === true,
      changes: row?.[`changes${at}`] === true,
      deletes: row?.[`deletes${at}`] === true,
    })),
    denied: denied.map((_, at) => row?.[`d${at}`] === true),
    also: row?.['also'] === true,
    shares: shares.flatMap(({ share }, at) => (row?.[`share${at}`] === true ? [share] : [])),
  }
}
