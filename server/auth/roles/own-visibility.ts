// A role also unmasks values and admits people. Nobody may give more by a role than they have, or lift their own limits by it.
import type { Model } from '../../../model/kit/model.ts'
import type { Context, Draft } from '../../records/context.ts'
import { shows } from '../../records/permission/governing.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { grantFrom, type GrantRow } from '../../records/permission/role-grants.ts'
import { fieldsOf, modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { ownRank } from '../accounts/rank.ts'

/** People who may not edit all permissions add no class of documents that they do not see, no number that they see masked, and drop no second factor of their own. */
export async function checkOwnVisibility(ctx: Context, drafts: readonly Draft[]) {
  if ((await ownRank(ctx)) === Number.POSITIVE_INFINITY) return
  const model = modelNamed(ctx.tenant.models, 'role')
  const masked = new Set([...ctx.tenant.models.all.values()].flatMap((one) => kindsMasked(ctx, one)))
  for (const draft of drafts) {
    // A role that gave nothing until now gives all its classes.
    const old = isOpened(draft) ? [] : classesOf(draft.before)
    const given = classesOf(draft.row).filter((one) => !old.includes(one) && !ctx.actor.document_classes.includes(one))
    if (given.length > 0) faultAt(ctx, model, draft, 'document_classes', CLASSES)
    for (const [code, kind] of MASKS)
      if (masked.has(kind) && draft.row[code] !== true && (!draft.before || draft.changed.has(code))) faultAt(ctx, model, draft, code, MASKED)
    if (draft.before?.second_factor === true && draft.row.second_factor !== true && ctx.actor.role_sids?.includes(draft.sid))
      faultAt(ctx, model, draft, 'second_factor', HELD)
  }
}

/** Those of these grants by which a role shows numbers that this person sees masked on the same model. */
export async function unmaskingAmong<G extends GrantRow>(ctx: Context, rows: readonly G[]): Promise<G[]> {
  const asked = rows.filter((row) => row.denies !== true && shows(grantFrom(row)) && numbersMasked(ctx, row).length > 0)
  if (asked.length === 0) return []
  const sids = [...new Set(asked.map(({ role_sid }) => role_sid ?? ''))]
  const roles = await ctx.db.selectFrom('role').select(['sid', 'mask_id_no', 'mask_mobile']).where('sid', 'in', sids).execute()
  const byRole = new Map(roles.map((role) => [role.sid, role]))
  const isOpen = (role: string | null, kind: Masked) => MASKS.some(([code, one]) => one === kind && byRole.get(role ?? '')?.[code] !== true)
  return asked.filter((row) => numbersMasked(ctx, row).some((kind) => isOpen(row.role_sid, kind)))
}

/** The role gives something from this write on: it is switched on, or becomes one of the other end. */
export const isOpened = ({ before, row, changed }: Draft) =>
  before !== undefined && row.status === '1' && (before.status !== '1' || changed.has('platform'))

const MASKS = [
  ['mask_id_no', 'id_no'],
  ['mask_mobile', 'mobile'],
] as const
type Masked = (typeof MASKS)[number][1]

/** Masked fields of the model of a grant, or of all models, that the grant does not hide */
function numbersMasked(ctx: Context, { entity, hidden_fields }: Pick<GrantRow, 'entity' | 'hidden_fields'>): Masked[] {
  if (entity === '*') return [...ctx.tenant.models.all.values()].flatMap((one) => kindsMasked(ctx, one))
  const model = ctx.tenant.models.all.get(String(entity))
  return model ? kindsMasked(ctx, model, hidden_fields ?? []) : []
}

/** The kinds of numbers that this person sees masked on a model. */
const kindsMasked = (ctx: Context, model: Model, hidden: readonly string[] = []): Masked[] =>
  fieldsOf(model).flatMap(([code, { masked }]) => (masked && !hidden.includes(code) && accessOf(ctx, model).masks(code) ? [masked] : []))

const classesOf = (row: Draft['before']) => (row?.document_classes as string[] | null | undefined) ?? [] // an options column

const CLASSES = ['含有您自己看不到的类别，您不能授予', 'contains classes that you do not see yourself, so you cannot grant them'] as const
const MASKED = ['须保持开启：您自己看到的也已脱敏', 'must be on: you see these numbers masked yourself'] as const
const HELD = [
  '不能由持有此角色的人取消，请由可维护全部角色权限的人修改',
  'cannot be switched off by somebody who has the role: ask somebody who may edit the permissions of every role',
] as const
