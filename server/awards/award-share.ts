import { randomUUIDv7 } from 'node:crypto'
import { confirmShare } from '../../model/awards/award-actions.ts'
import type { AwardShare } from '../../model/awards/award_share.ts'
import { refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, type DraftOf, type RowValues, SYSTEM } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { takeTransitions } from '../records/write/batch/batch-transition.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, insertDrafts, lockRows, updateDrafts } from '../records/write/write.ts'

/** Each inventor sees and confirms the own share, and no other. */
export const awardShares: Part = {
  hooks: [{ model: 'award', written: keepShares }],
  actions: perform(confirmShare, confirm),
}

/** The shares of an award as records of their inventors; one that is no longer named is withdrawn. */
async function keepShares(ctx: Context, drafts: readonly DraftOf<'award'>[]) {
  const model = modelNamed(ctx.tenant.models, 'award_share')
  for (const award of drafts) {
    const known = await sharesOf(ctx, award.sid)
    const wanted = new Map((award.row.shares ?? []).map((share) => [share.inventor_sid, share]))
    const values = (share: AwardShare) => ({ ...commonOf(award), ...shareOf(wanted.get(share.inventor_sid)) })
    const kept = known.map((share) => changed(share, values(share), award.transition))
    const fresh = [...wanted.values()].filter(({ inventor_sid }) => !known.some((share) => share.inventor_sid === inventor_sid))
    await updateDrafts(ctx, model, kept)
    await insertDrafts(
      ctx,
      model,
      fresh.map((share) => newDraft({ ...commonOf(award), ...shareOf(share), inventor_sid: share.inventor_sid, award_sid: award.sid })),
    )
  }
}

const sharesOf = async ({ db }: Context, award: string): Promise<AwardShare[]> =>
  (await db.selectFrom('award_share').selectAll().where('award_sid', '=', award).where('deleted_at', 'is', null).execute()) as AwardShare[] // rows of this very table

const commonOf = ({ row }: DraftOf<'award'>) => ({
  award_no: row.award_no,
  case_sid: row.case_sid,
  award_type: row.award_type,
  currency: row.currency,
  due_date: row.due_date,
  pay_date: row.pay_date,
  status: row.status,
  company_sid: row.company_sid,
})

/** A share that the award no longer has counts as empty. */
const shareOf = (share: { contribution_pct: string | null; amount: string | null } | undefined) => ({
  contribution_pct: share?.contribution_pct ?? '0.00',
  amount: share?.amount ?? null,
})

/** Reopening an award clears its confirmations, which must then be given again. */
function changed(share: AwardShare, values: RowValues, transition: string | undefined) {
  const draft = draftFrom(share)
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  if (transition === 'reopen') setValue(draft, 'confirmed_on', null)
  return draft
}

function newDraft(values: RowValues) {
  const row: RowValues = { valid: true, confirmed_on: null, remark: null, ...values }
  return { sid: randomUUIDv7(), before: undefined, row, changed: new Set(Object.keys(row)), faults: [], warnings: [] }
}

async function confirm({ ctx, model, body: { sid } }: Call<typeof confirmShare>) {
  const [share] = await lockRows(ctx, model, [sid], { verb: 'get' })
  if (!share?.inventor_sid || !share.award_sid) return refuse('not_found')
  const person = await ctx.db.selectFrom('inventor').select('user_sid').where('sid', '=', share.inventor_sid).executeTakeFirst()
  if (!ctx.actor.sid || person?.user_sid !== ctx.actor.sid)
    refuse('rule', { summary_zh: '只能确认本人的份额', summary_en: 'Only the own share can be confirmed' })
  if (share.status !== 'TO_CONFIRM') refuse('rule', { summary_zh: '该份额现在不需要确认', summary_en: 'This share is not to be confirmed now' })
  const draft = draftFrom(share)
  setValue(draft, 'confirmed_on', ctx.today)
  await updateDrafts(ctx, model, [draft])
  await confirmWhole(ctx, share.award_sid)
  return get(ctx, model, sid)
}

/** The last confirmation confirms the award, as the product does it and not the inventor. */
async function confirmWhole(ctx: Context, award: string) {
  // Locked first, so that of two last confirmations at once one sees the other.
  await ctx.db.selectFrom('award').select('sid').where('sid', '=', award).forUpdate().executeTakeFirst()
  const open = (await sharesOf(ctx, award)).filter(({ confirmed_on, amount }) => !confirmed_on && amount !== null)
  if (open.length > 0) return
  const system = { ...ctx, actor: { ...SYSTEM, access: new Map() } }
  await takeTransitions(system, modelNamed(ctx.tenant.models, 'award'), [award], 'confirmed')
}
