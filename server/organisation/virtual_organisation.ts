import type { RowOf } from '../database/tables.ts'
import { both, refuse } from '../errors.ts'
import { forgetActors } from '../auth/session/actor.ts'
import { later, type Context, type DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/validate.ts'

/** Membership shows people each other's cases, so whoever acts on some companies only makes members of their people alone. */
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
  await forget(ctx)
}

async function check(ctx: Context, drafts: readonly DraftOf<'virtual_organisation'>[]) {
  const model = modelNamed(ctx.tenant.models, 'virtual_organisation')
  const { places } = accessOf(ctx, model)
  for (const draft of drafts) {
    const { row, changed } = draft
    if (row.valid_from && row.valid_to && row.valid_to < row.valid_from)
      faultAt(ctx, model, draft, 'valid_to', ['不能早于有效期起始日', 'must not be before the first day'])
    if (!places) continue
    const isWider = [...changed].some((code) => MEMBERSHIP.has(code))
    const outside = isWider ? await outsideOf(ctx, row, places) : undefined
    if (outside) faultAt(ctx, model, draft, outside, ['有不在您公司范围内的成员', 'has members outside your companies'])
  }
}

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
