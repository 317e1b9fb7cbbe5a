import { lineOf } from '../../model/kit/tree.ts'
import type { RowOf } from '../database/tables.ts'
import { both, refuse } from '../errors.ts'
import { ownRank } from '../auth/accounts/rank.ts'
import { forgetActors } from '../auth/session/actor.ts'
import { later, type Context, type DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { accessOf } from '../records/permission/permission.ts'
import { ownDepartments } from '../records/permission/scopes.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'

/** Members see each other's cases, so a person limited to some companies may add only people of these. */
export const virtualOrganisations: Part = {
  hooks: [{ model: 'virtual_organisation', check, written: forget, deleted: forget, restored }],
}

async function forget(ctx: Context) {
  later(ctx, forgetActors)
}

/** Its members may belong to other companies by now. */
async function restored(ctx: Context, rows: readonly RowOf<'virtual_organisation'>[]) {
  const { places } = accessOf(ctx, modelNamed(ctx.tenant.models, 'virtual_organisation'))
  for (const row of places ? rows : [])
    if (await outsideOf(ctx, row, places ?? []))
      refuse('forbidden', both('what', ['恢复有其他公司成员的虚拟组织', 'restore a virtual organisation with members outside your companies']))
  for (const row of rows)
    if (await showsOneself(ctx, row)) refuse('forbidden', both('what', ['恢复本人所在的虚拟组织', 'restore a virtual organisation of your own']))
  await forget(ctx)
}

async function check(ctx: Context, drafts: readonly DraftOf<'virtual_organisation'>[]) {
  const model = modelNamed(ctx.tenant.models, 'virtual_organisation')
  const { places } = accessOf(ctx, model)
  for (const draft of drafts) {
    const { row, changed } = draft
    if (row.valid_from && row.valid_to && row.valid_to < row.valid_from)
      faultAt(ctx, model, draft, 'valid_to', ['不能早于有效期起始日', 'must not be before the first day'])
    if ([...changed].some((code) => MEMBERSHIP.has(code)) && (await showsOneself(ctx, row))) faultAt(ctx, model, draft, 'member_sids', ONESELF)
    if (!places) continue
    const isWider = [...changed].some((code) => MEMBERSHIP.has(code))
    const outside = isWider ? await outsideOf(ctx, row, places) : undefined
    if (outside) faultAt(ctx, model, draft, outside, ['有不在您公司范围内的成员', 'has members outside your companies'])
  }
}

/** Whether this person is a member and sees the members' records by a role; always false for people who may edit every permission. */
async function showsOneself(ctx: Context, { manager_sid, member_sids, department_sids }: Members): Promise<boolean> {
  const { actor } = ctx
  if (!actor.grants.some(({ scope }) => scope === 'VIRTUAL') || (await ownRank(ctx)) === Number.POSITIVE_INFINITY) return false
  if (manager_sid === actor.sid || member_sids?.includes(actor.sid ?? '')) return true
  const own = department_sids && department_sids.length > 0 ? await linesOfOwn(ctx) : []
  return department_sids?.some((one) => own.includes(one)) === true
}

/** The own departments and those above them, since a department makes the people below it members as well. */
async function linesOfOwn({ db, actor }: Context): Promise<string[]> {
  const rows = await db.selectFrom('department').select(['sid', 'parent_sid']).where('deleted_at', 'is', null).execute()
  const parents = new Map(rows.map(({ sid, parent_sid }) => [sid, parent_sid]))
  return ownDepartments(actor).flatMap((own) => lineOf(own, (one) => parents.get(one)) ?? [own])
}

const ONESELF = [
  '您在其中，将看到成员的案件：请由他人修改',
  'cannot be changed by yourself: you are in it, and would see the cases of its members',
] as const

const MEMBERSHIP: ReadonlySet<string> = new Set(['member_sids', 'department_sids', 'manager_sid', 'valid', 'valid_from', 'valid_to'])

type Members = Pick<DraftOf<'virtual_organisation'>['row'], 'manager_sid' | 'member_sids' | 'department_sids'>

/** The field with a member of another company than these. */
async function outsideOf({ db }: Context, { manager_sid, member_sids, department_sids }: Members, places: readonly string[]) {
  const isOutside = async (table: 'user_info' | 'department', sids: readonly string[]) => {
    const rows =
      sids.length > 0
        ? await db
            .selectFrom(table)
            .select('company_sid')
            .where('sid', 'in', [...sids])
            .execute()
        : []
    return rows.some(({ company_sid }) => company_sid === null || !places.includes(company_sid))
  }
  if (await isOutside('user_info', manager_sid ? [manager_sid] : [])) return 'manager_sid'
  if (await isOutside('user_info', member_sids ?? [])) return 'member_sids'
  return (await isOutside('department', department_sids ?? [])) ? 'department_sids' : undefined
}
