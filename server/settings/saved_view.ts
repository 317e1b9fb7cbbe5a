import type { AnswerOf } from '../../model/kit/action.ts'
import { waysToShare } from '../../model/settings/setting-actions.ts'
import type { Condition, Value } from '../../model/kit/iql/ast.ts'
import { parseIql } from '../../model/kit/iql/parse.ts'
import { GIVEN } from '../records/permission/conditions.ts'
import { accessOf } from '../records/permission/permission.ts'
import { perform } from '../records/actions.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/validate.ts'
import type { Part } from '../records/modules.ts'
import type { Context, Draft, RowValues } from '../records/context.ts'
import { refuse } from '../errors.ts'

/** Whose views one may use: one's own, those given to one's company or roles, and everybody's. What an agency keeps is its people's own. */
export const savedViews: Part = {
  hooks: [{ model: 'saved_view', check: (ctx, drafts) => drafts.forEach((draft) => checkView(ctx, draft)), deleted: refuseOthers }],
  rowVisibility: { saved_view: { also: sharedWith, only: ownOrShared } },
  actions: perform(waysToShare, async ({ ctx }) => waysFor(ctx)),
}

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

/** Also for an administrator: what others keep for themselves is theirs. */
function ownOrShared(ctx: Context): Condition | undefined {
  const { sid } = ctx.actor
  if (sid === null) return undefined
  const shared = sharedWith(ctx)
  const own = isOne('created_by', sid)
  return shared ? { kind: 'or', of: [own, shared] } : own
}

/** Administrators keep everybody's views, and tidy up those that were shared. */
const isKeeper = (ctx: Context) => ctx.actor.sid === null || accessOf(ctx, modelNamed(ctx.tenant.models, 'saved_view')).verbs.has('*')

/** How far this person may give a view. */
function waysFor(ctx: Context): AnswerOf<typeof waysToShare> {
  const mayShare = accessOf(ctx, modelNamed(ctx.tenant.models, 'saved_view')).mayWrite('share')
  return ['OWN', ...(mayShare ? (['COMPANY', 'ROLES'] as const) : []), ...(mayShare && isKeeper(ctx) ? (['SYSTEM'] as const) : [])]
}

const MOST_COLUMNS = 20

function checkView(ctx: Context, draft: Draft) {
  const model = modelNamed(ctx.tenant.models, 'saved_view')
  const { entity, iql, share, role_sids, columns } = draft.row
  if (draft.before && draft.before.created_by !== ctx.actor.sid && !isKeeper(ctx))
    faultAt(ctx, model, draft, 'name', [
      '是他人的视图，只能由其本人或管理员修改',
      'belongs to another person; only that person or an administrator may change it',
    ])
  if (!ctx.tenant.models.all.has(String(entity))) faultAt(ctx, model, draft, 'entity', ['没有这个列表', 'There is no such list'])
  if (draft.changed.has('share') && share === 'SYSTEM' && !isKeeper(ctx))
    faultAt(ctx, model, draft, 'share', ['只有管理员可提供给全部用户', 'only administrators can share a view with everyone'])
  if (share === 'ROLES' && !(Array.isArray(role_sids) && role_sids.length > 0))
    faultAt(ctx, model, draft, 'role_sids', ['请选择至少一个角色', 'Choose at least one role'])
  if (Array.isArray(columns) && columns.length > MOST_COLUMNS)
    faultAt(ctx, model, draft, 'columns', [`最多 ${MOST_COLUMNS} 列`, `takes at most ${MOST_COLUMNS} columns`])
  if (iql && draft.changed.has('iql')) checkIql(ctx, draft, String(iql))
}

/** Fields are not checked here: the list reports a field that its reader may not read. */
function checkIql(ctx: Context, draft: Draft, iql: string) {
  try {
    parseIql(iql)
  } catch (error) {
    const known = error instanceof Error && 'zh' in error && 'en' in error
    if (!known) throw error
    faultAt(ctx, modelNamed(ctx.tenant.models, 'saved_view'), draft, 'iql', [String(error.zh), String(error.en)])
  }
}

async function refuseOthers(ctx: Context, rows: readonly RowValues[]) {
  if (!isKeeper(ctx) && rows.some((row) => row.created_by !== ctx.actor.sid))
    refuse('forbidden', { what_zh: '删除他人的视图', what_en: 'delete a view of another person' })
}
