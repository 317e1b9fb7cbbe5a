// Records of a department or company are visible above it, so people cannot place one below their own by themselves.
import { ownRank } from '../auth/accounts/rank.ts'
import { both, refuse } from '../errors.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { ownDepartments } from '../records/permission/scopes.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { linesOf, type Place } from './moved-visibility.ts'

/** Scope of a grant that includes places below the own one */
const BELOW = { department: 'DEPT_SUB', company: 'COMPANY_SUB' } as const

/** The caller's own places, if a role shows places below them; none for people who may edit every permission. */
async function showing(ctx: Context, place: Place): Promise<readonly string[]> {
  const { actor } = ctx
  if (!actor.grants.some(({ scope }) => scope === BELOW[place]) || (await ownRank(ctx)) === Number.POSITIVE_INFINITY) return []
  return place === 'department' ? ownDepartments(actor) : actor.company_sid ? [actor.company_sid] : []
}

/** The companies for which a role is given to this person: each shows what comes to lie below it. What is there already lies below the top. */
async function givenCompanies(ctx: Context): Promise<readonly string[]> {
  const tops = ctx.actor.grants.flatMap(({ within }) => within?.slice(0, 1) ?? [])
  return tops.length > 0 && (await ownRank(ctx)) !== Number.POSITIVE_INFINITY ? tops : []
}

export async function checkOwnLine(ctx: Context, place: Place, drafts: readonly (DraftOf<'company'> | DraftOf<'department'>)[]) {
  const moved = drafts.filter(({ before, changed }) => before && changed.has('parent_sid'))
  const own = moved.length > 0 ? [...(await showing(ctx, place)), ...(place === 'company' ? await givenCompanies(ctx) : [])] : []
  for (const draft of own.length > 0 ? moved : []) {
    const { gained } = await linesOf(ctx, place, { sid: draft.sid, from: draft.before?.parent_sid ?? null, to: draft.row.parent_sid })
    if (gained.some((one) => own.includes(one))) faultAt(ctx, modelNamed(ctx.tenant.models, place), draft, 'parent_sid', BELOW_OWN[place])
  }
}

const BELOW_OWN = {
  department: ['在您自己的部门之下，您将看到其案件：请由他人修改', 'would be below your own department, which would show you its cases: ask somebody else to change it'],
  company: ['在您自己的公司或角色所限的公司之下，您将看到其案件：请由他人修改', 'would be below your own company, or one for which you have a role, which would show you its cases: ask somebody else to change it'],
} as const // oxfmt-ignore

/** A restored record is below its parent again. */
export async function refuseBackBelowOwn(ctx: Context, place: Place, rows: readonly { sid: string; parent_sid: string | null }[]) {
  const own = await showing(ctx, place)
  for (const { sid, parent_sid } of own.length > 0 ? rows : []) {
    const { gained } = await linesOf(ctx, place, { sid, from: null, to: parent_sid })
    if (gained.some((one) => own.includes(one))) refuse('forbidden', both('what', BACK))
  }
}

const BACK = ['恢复您自己部门或公司之下的部门、公司', 'restore what is below your own department or company'] as const
