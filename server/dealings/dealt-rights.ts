import { addRights } from '../../model/dealings/dealing-actions.ts'
import { ENDED, type Phase } from '../../model/kit/model.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { docket } from '../docketing/case-hooks.ts'
import { refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { RowOf } from '../database/tables.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { allOf, prefixed } from '../records/permission/conditions.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { draftNew, insertDrafts, lockRows, refuseFaulty } from '../records/write/write.ts'

/** The rights of contracts and disputes: many of any kind, each once. */
export const dealtRights: Part = {
  hooks: [{ model: 'dealt_right', check, written: follow, deleted: keepBound }],
  rowVisibility: { dealt_right: { only: seesBoth('dealing_sid') }, owner_change: { only: seesBoth('transfer_sid') } },
  actions: perform(addRights, add),
}

/** A person who sees only the right, or only the contract, does not learn that they are connected. */
function seesBoth(dealing: string) {
  return (ctx: Context) => {
    const { rows } = accessOf(ctx, modelNamed(ctx.tenant.models, HEAD))
    return allOf([prefixed(rows, dealing), prefixed(rows, 'case_sid')].filter((part) => part !== undefined))
  }
}

async function add({ ctx, model, body: { dealing_sid, case_sids = [] } }: Call<typeof addRights>) {
  const wanted = [...new Set(case_sids)]
  if (wanted.length === 0) refuse('rule', { summary_zh: '请选择权利', summary_en: 'Choose at least one right' })
  const heads = await headsOf(ctx, [dealing_sid])
  if (heads.get(dealing_sid)?.kind?.dealing && (await changeable(ctx, [dealing_sid], heads)).length === 0) refuse('not_found')
  const rows = await ctx.db.selectFrom('dealt_right').select('case_sid').where('dealing_sid', '=', dealing_sid).where('case_sid', 'in', wanted).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const known = new Set(rows.map(({ case_sid }) => case_sid))
  const drafts = await draftNew(ctx, model, wanted.filter((sid) => !known.has(sid)).map((case_sid) => ({ dealing_sid, case_sid }))) // oxfmt-ignore
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
  return { added: drafts.length, known: known.size }
}

type Heads = ReadonlyMap<string, { kind: CaseKind | undefined; phase: Phase }>

async function check(ctx: Context, drafts: readonly DraftOf<'dealt_right'>[]) {
  const fresh = drafts.filter(({ before, row }) => !before && row.dealing_sid && row.case_sid)
  const heads = await headsOf(ctx, fresh.flatMap(({ row }) => [String(row.dealing_sid), String(row.case_sid)])) // oxfmt-ignore
  const model = modelNamed(ctx.tenant.models, 'dealt_right')
  for (const draft of fresh) {
    const [dealing, right] = [heads.get(String(draft.row.dealing_sid)), heads.get(String(draft.row.case_sid))]
    if (!dealing?.kind?.dealing) faultAt(ctx, model, draft, 'dealing_sid', ['应为合同或纠纷', 'must be a contract or a dispute'])
    else if (ENDED.has(dealing.phase)) faultAt(ctx, model, draft, 'dealing_sid', ['已结束，不能再加入权利', 'has ended: no right can be added'])
    if (!right?.kind || right.kind.dealing)
      faultAt(ctx, model, draft, 'case_sid', ['应为权利，不能是合同或纠纷', 'must be a right, not a contract or a dispute'])
  }
  await requireUpdate(ctx, fresh, heads)
}

async function headsOf({ db, tenant }: Context, sids: readonly string[]): Promise<Heads> {
  if (sids.length === 0) return new Map()
  const rows = await db
    .selectFrom('case')
    .select(['sid', 'kind', 'phase'])
    .where('sid', 'in', [...new Set(sids)])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ sid, kind, phase }) => [sid, { kind: tenant.models.kinds.get(String(kind)), phase: phase ?? 'PREPARATION' }]))
}

/** Adding a right is a change of the contract. */
async function requireUpdate(ctx: Context, drafts: readonly DraftOf<'dealt_right'>[], heads: Heads) {
  if (ctx.actor.sid === null) return
  const model = modelNamed(ctx.tenant.models, 'dealt_right')
  const sids = [...new Set(drafts.map(({ row }) => String(row.dealing_sid)))].filter((sid) => heads.get(sid)?.kind?.dealing)
  const known = new Set(await changeable(ctx, sids, heads))
  for (const draft of drafts)
    if (sids.includes(String(draft.row.dealing_sid)) && !known.has(String(draft.row.dealing_sid)))
      faultAt(ctx, model, draft, 'dealing_sid', ['您无权修改', 'may not be changed by you'])
}

async function changeable(ctx: Context, sids: readonly string[], heads: Heads): Promise<string[]> {
  const found: string[] = []
  for (const [kind, own] of Map.groupBy(sids, (sid) => heads.get(sid)?.kind?.name ?? '')) {
    const rows = await lockRows(ctx, modelNamed(ctx.tenant.models, kind), own, { verb: 'update' })
    found.push(...rows.map(({ sid }) => String(sid)))
  }
  return found
}

/** Some periods of a contract depend on the kinds of right that it names. */
async function follow(ctx: Context, drafts: readonly DraftOf<'dealt_right'>[]) {
  await keepGranted(ctx, drafts)
  const fresh = drafts.filter(({ before }) => !before).map(({ row }) => String(row.dealing_sid))
  if (fresh.length > 0) await docket(ctx, fresh)
}

/** A person who adds rights needs the permission to create such rows for that contract. */
async function keepGranted(ctx: Context, drafts: readonly DraftOf<'dealt_right'>[]) {
  const fresh = drafts.filter(({ before }) => !before).map(({ sid }) => sid)
  if (ctx.actor.sid === null || fresh.length === 0) return
  const rows = await lockRows(ctx, modelNamed(ctx.tenant.models, 'dealt_right'), fresh, { verb: 'create' })
  if (rows.length < fresh.length) refuse('not_found')
}

/** Rights of a contract that is in force or has ended are history and cannot be removed. */
async function keepBound(ctx: Context, rows: readonly RowOf<'dealt_right'>[]) {
  const sids = [...new Set(rows.map(({ dealing_sid }) => String(dealing_sid)))]
  const heads = await headsOf(ctx, sids)
  for (const { phase } of heads.values())
    if (phase === 'GRANTED' || ENDED.has(phase))
      refuse('rule', { summary_zh: '合同已生效或已结束，不能移除权利', summary_en: 'The contract is in force or has ended: no right can be removed' })
  if (ctx.actor.sid !== null && (await changeable(ctx, sids.filter((sid) => heads.has(sid)), heads)).length < heads.size) refuse('not_found') // oxfmt-ignore
}
