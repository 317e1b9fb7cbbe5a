import type { Condition, Value } from '../../model/kit/iql/ast.ts'
import type { Audience } from '../../model/kit/audience.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Words } from '../../model/kit/fields.ts'
import { refuse } from '../errors.ts'
import type { Context, Draft, RowValues, RowVisibility } from './context.ts'
import { GIVEN } from './permission/conditions.ts'
import { accessOf } from './permission/permission.ts'
import { modelNamed } from './registry.ts'
import { faultAt } from './write/checks/validate.ts'

/** Whose views one may use: one's own, those given to one's company or roles, and everybody's. What an agency keeps is its people's own. */
export const SHARED: RowVisibility = { also: sharedWith, only: ownOrShared }

const text = (value: string): Value => ({ kind: 'text', value, at: GIVEN })
const isOne = (code: string, value: string): Condition => ({ kind: 'compare', op: '=', path: [code], at: GIVEN, value: text(value) })
const amongst = (code: string, values: readonly string[]): Condition => ({
  kind: 'in',
  path: [code],
  at: GIVEN,
  negated: false,
  values: values.map(text),
})

function sharedWith({ actor }: Context): Condition | undefined {
  if (actor.platform === 2 || actor.companies.length === 0) return undefined
  const roles = [...new Set(actor.grants.map(({ role }) => role))]
  const inCompany = amongst('company_sid', actor.companies)
  const ways: Condition[] = [isOne('share', 'SYSTEM'), { kind: 'and', of: [isOne('share', 'COMPANY'), inCompany] }]
  if (roles.length > 0) ways.push({ kind: 'and', of: [isOne('share', 'ROLES'), inCompany, amongst('role_sids', roles)] })
  return { kind: 'or', of: ways }
}

/** Also for an administrator: other people's private records are invisible. */
function ownOrShared(ctx: Context): Condition | undefined {
  const { sid } = ctx.actor
  if (sid === null) return undefined
  const shared = sharedWith(ctx)
  const own = isOne('created_by', sid)
  return shared ? { kind: 'or', of: [own, shared] } : own
}

/** Administrators may change the records of everybody, to tidy up shared ones. */
export const isKeeper = (ctx: Context, name: string) => ctx.actor.sid === null || accessOf(ctx, modelNamed(ctx.tenant.models, name)).verbs.has('*')

/** How far this person may give a record of the model. */
export function waysToShare(ctx: Context, name: string): Audience[] {
  const mayShare = accessOf(ctx, modelNamed(ctx.tenant.models, name)).mayWrite('share')
  return ['OWN', ...(mayShare ? (['COMPANY', 'ROLES'] as const) : []), ...(mayShare && isKeeper(ctx, name) ? (['SYSTEM'] as const) : [])]
}

type Told = { of_another: Words; to_everyone: Words }

export function checkShare(ctx: Context, model: Model, draft: Draft, { of_another, to_everyone }: Told) {
  const { share, role_sids } = draft.row
  if (draft.before && draft.before.created_by !== ctx.actor.sid && !isKeeper(ctx, model.name)) faultAt(ctx, model, draft, 'name', of_another)
  if (draft.changed.has('share') && share === 'SYSTEM' && !isKeeper(ctx, model.name)) faultAt(ctx, model, draft, 'share', to_everyone)
  if (share === 'ROLES' && !(Array.isArray(role_sids) && role_sids.length > 0))
    faultAt(ctx, model, draft, 'role_sids', ['请选择至少一个角色', 'Choose at least one role'])
}

/** Refuses to delete what another person has made. */
export const ownOnly =
  (name: string, [what_zh, what_en]: Words) =>
  async (ctx: Context, rows: readonly RowValues[]) => {
    if (!isKeeper(ctx, name) && rows.some((row) => row.created_by !== ctx.actor.sid)) refuse('forbidden', { what_zh, what_en })
  }
