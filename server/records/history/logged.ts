import type { BatchWays } from '../../../model/kit/batch-modes.ts'
import type { Model } from '../../../model/kit/model.ts'
import { FIELD_OF_FACT, type HrFact, NOT_KEPT } from '../../../model/organisation/hr_change.ts'
import { accessOf, isPrivate, reachesCompanies } from '../permission/permission.ts'
import { maskOf } from '../permission/masks.ts'
import { mayAsk } from './may-ask.ts'
import type { Context } from '../context.ts'

/** The record of a log line. */
export type About = { entity: unknown; company_sid: unknown }
type Show = (value: unknown, shown: Shown, isAskable: (iql: string) => boolean) => unknown
/** A field's value as this person may see it; undefined where they may not. */
type Shown = (code: string, value: unknown) => unknown
type Values = Record<string, unknown>
type Change = { field: string; old: unknown; new: unknown }
type Fact = { fact: HrFact; old: string | null; came: string | null }

/** Log columns with values of other records, each in the form in which the engine writes it. */
const LOGGED: Readonly<Record<string, Show>> = {
  'change_log.changes': (value, shown) =>
    ((value as Change[] | null) ?? []).flatMap((change) =>
      shown(change.field, 0) === undefined ? [] : [{ ...change, old: shown(change.field, change.old), new: shown(change.field, change.new) }],
    ),
  'hr_change.changes': (value, shown) =>
    ((value as Fact[] | null) ?? []).flatMap(({ fact, old, came }) => {
      const may = (one: string | null) => (one === NOT_KEPT ? one : shown(FIELD_OF_FACT[fact], one))
      return may('') === undefined ? [] : [{ fact, old: may(old), came: may(came) }]
    }),
  'batch_edit.edited_fields': (value, shown) => shownOf(value as Values | null, shown),
  'batch_edit.modes': (value, shown) =>
    Object.fromEntries(
      Object.entries((value as BatchWays | null) ?? {}).flatMap(([code, way]) =>
        shown(code, 0) === undefined ? [] : [[code, way.find === undefined ? way : { ...way, find: shown(code, way.find) }]],
      ),
    ),
  'batch_edit.query': (value, _shown, isAskable) => {
    const query = value as { iql: string } | null
    return query && isAskable(query.iql) ? query : {}
  },
  'batch_edit.edited_records': (value, shown) =>
    ((value as { sid: string; old: Values; now?: Values }[] | null) ?? []).map(({ sid, old, now }) => ({
      sid,
      old: shownOf(old, shown),
      ...(now && { now: shownOf(now, shown) }),
    })),
}

/** A batch is about many records, each of which its reader may see or not; a line of the change log is about one. */
export const isOfMany = (model: Model) => model.name === 'batch_edit'

export const isLogged = (model: Model, code: string) => Object.hasOwn(LOGGED, `${model.name}.${code}`)

/** A log shows values of other records as the records themselves would: without hidden fields, and with masks. */
export function shownInLog(ctx: Context, model: Model, code: string, { entity, company_sid }: About, value: unknown): unknown {
  const of = ctx.tenant.models.all.get(String(entity))
  const show = LOGGED[`${model.name}.${code}`]
  if (!of || !show) return null
  const access = accessOf(ctx, of)
  const isWithin = isOfMany(model) || access.rows === undefined || (reachesCompanies(ctx, of) && ctx.actor.companies.includes(String(company_sid)))
  const isOpen = isWithin && (isOfMany(model) || !isPrivate(ctx, of)) && ['*', 'get', 'search'].some((verb) => access.verbs.has(verb))
  const shown: Shown = (field, one) => (!isOpen || !access.mayRead(field) ? undefined : access.masks(field) ? maskOf(one) : one)
  return show(value, shown, (iql) => isOpen && mayAsk(ctx, of, iql))
}

const shownOf = (values: Values | null, shown: Shown): Values =>
  Object.fromEntries(Object.entries(values ?? {}).flatMap(([code, value]) => (shown(code, 0) === undefined ? [] : [[code, shown(code, value)]])))
