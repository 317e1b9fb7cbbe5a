import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { decideRows } from './annuities.ts'

/** Opinions, votes and the decision on one right; the decision is that of its annuity. */
export const annuityReviews: Part = { hooks: [{ model: 'annuity_review', prepare, check, written }] }

type Review = DraftOf<'annuity_review'>

function prepare(ctx: Context, drafts: readonly Review[]) {
  for (const draft of drafts) {
    const votes = draft.row.votes ?? []
    const count = (wish: 'KEEP' | 'ABANDON') => votes.filter(({ vote }) => vote === wish).length
    setValue(draft, 'votes_keep', count('KEEP'))
    setValue(draft, 'votes_abandon', count('ABANDON'))
    if (!draft.transition || draft.transition === 'recommend') continue
    setValue(draft, 'decided_by', ctx.actor.sid)
    setValue(draft, 'decided_on', ctx.today)
  }
}

async function check(ctx: Context, drafts: readonly Review[]) {
  const model = modelNamed(ctx.tenant.models, 'annuity_review')
  const open = await openRounds(ctx, drafts)
  for (const draft of drafts) {
    const { row, before, changed } = draft
    if (before && ctx.actor.sid !== null && !open.has(String(row.round_sid)))
      faultAt(ctx, model, draft, 'round_sid', ['该轮评审不在进行中', 'is not under review'])
    if (changed.has('votes')) checkVotes(ctx, draft)
  }
}

async function openRounds({ db }: Context, drafts: readonly Review[]): Promise<ReadonlySet<string>> {
  const sids = [...new Set(drafts.flatMap(({ row }) => row.round_sid ?? []))]
  if (sids.length === 0) return new Set()
  const rows = await db.selectFrom('annuity_round').select('sid').where('sid', 'in', sids).where('status', '=', 'OPEN').execute()
  return new Set(rows.map(({ sid }) => sid))
}

/** A person enters, changes and takes back their own vote alone. */
function checkVotes(ctx: Context, draft: Review) {
  const model = modelNamed(ctx.tenant.models, 'annuity_review')
  const votes = draft.row.votes ?? []
  if (new Set(votes.map(({ user_sid }) => user_sid)).size < votes.length)
    return faultAt(ctx, model, draft, 'votes', ['每人只有一票', 'name a person twice'])
  const others = (list: Review['row']['votes']) =>
    JSON.stringify(
      (list ?? []).filter(({ user_sid }) => user_sid !== ctx.actor.sid).map(({ user_sid, vote, reason }) => [user_sid, vote, reason ?? null]),
    )
  if (ctx.actor.sid !== null && others(votes) !== others(draft.before?.votes ?? []))
    faultAt(ctx, model, draft, 'votes', ['只能填写或修改本人的表决', 'may be entered and changed only by the person who votes'])
}

const OPEN_FEES: ReadonlySet<unknown> = new Set(['PLANNED', 'TO_PAY', 'DUE', 'OVERDUE', 'ABANDONED'])

/** The decision on a right is that on its annuity; a pledge or another contract may refuse it there. */
async function written(ctx: Context, drafts: readonly Review[]) {
  const own = onBehalfOf(ctx)
  for (const draft of drafts) {
    const decision = draft.transition === 'keep' ? 'PAY' : draft.transition === 'abandon' ? 'ABANDON' : undefined
    if (!decision || !draft.row.fee_sid) continue
    const rows = await lockRows(own, modelNamed(ctx.tenant.models, 'fee'), [draft.row.fee_sid])
    // A fee that was paid meanwhile is kept already; one that cannot be abandoned any more refuses.
    const concerned = decision === 'PAY' ? rows.filter(({ status }) => OPEN_FEES.has(status)) : rows
    if (concerned.length > 0) await decideRows(own, concerned, { decision, later: false, words: draft.row.decision_reason ?? undefined })
  }
  await recount(own, [...new Set(drafts.flatMap(({ row }) => row.round_sid ?? []))])
}

async function recount(own: Context, rounds: readonly string[]) {
  if (rounds.length === 0) return
  const model = modelNamed(own.tenant.models, 'annuity_round')
  const rows = await own.db
    .selectFrom('annuity_review')
    .select(({ fn }) => ['round_sid', 'status', fn.countAll<string>().as('count')])
    .where('round_sid', 'in', [...rounds])
    .where('deleted_at', 'is', null)
    .groupBy(['round_sid', 'status'])
    .execute()
  const drafts = (await lockRows(own, model, rounds)).map(draftFrom)
  for (const draft of drafts) {
    const of = rows.filter(({ round_sid }) => round_sid === draft.sid)
    const sum = (states: readonly string[]) => of.reduce((all, { status, count }) => (states.includes(String(status)) ? all + Number(count) : all), 0)
    setValue(draft, 'reviews', sum(['ASKED', 'RECOMMENDED', 'KEPT', 'ABANDONED']))
    setValue(draft, 'decided', sum(['KEPT', 'ABANDONED']))
  }
  await updateDrafts(own, model, drafts)
}
