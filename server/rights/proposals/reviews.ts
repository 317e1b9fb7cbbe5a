import { sql } from 'kysely'
import { minuteText } from '../../../model/kit/days/clock.ts'
import { VOTES } from '../../../model/rights/proposals/proposal_review.ts'
import { verdictOf, type Verdict } from '../../../model/approval/votes.ts'
import { declineReview, submitReview } from '../../../model/rights/proposals/actions.ts'
import { CRITERION_CODES, gradeOf, meanOf, type Scores, totalOf } from '../../../model/rights/proposals/criteria.ts'
import { both, refuse } from '../../errors.ts'
import { perform } from '../../records/actions.ts'
import { type Context, inTransaction, type RowValues, systemContext } from '../../records/context.ts'
import type { RowOf } from '../../database/tables.ts'
import type { Part } from '../../records/modules.ts'
import { allOf, among, GIVEN } from '../../records/permission/conditions.ts'
import { notify } from '../../records/notifying/notifications.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { updateRows } from '../../records/write/write.ts'
import { record } from './outcomes.ts'
import { inventorsOf, peopleOf } from './people.ts'
import { sheetFor } from './sheets.ts'

/** Experts give their scores and votes; once these decide, the disclosure is evaluated. */
export const proposalReviews: Part = {
  rowVisibility: { proposal: { also: sentTo } },
  actions: [
    ...perform(submitReview, async ({ ctx, body: { sid, vote, opinion, ...scores } }) => {
      if (vote === 'REFUSE' && !opinion) refuse('rule', both('summary', ['不同意时请写明理由', 'Say why you are against it']))
      await inTransaction(ctx, async (tx) => {
        const { proposal } = await lockOpen(tx, sid)
        const total = totalOf(scores, await sheetFor(tx, proposal.proposal_type))
        await close(tx, sid, { ...scores, state: 'DONE', vote, opinion: opinion ?? null, total_score: total.toFixed(2) })
        await conclude(tx, proposal)
        await countReviews(tx)
      })
      return { left: await left(ctx) }
    }),
    ...perform(declineReview, async ({ ctx, body: { sid, reason } }) => {
      await inTransaction(ctx, async (tx) => {
        const { proposal } = await lockOpen(tx, sid)
        await close(tx, sid, { state: 'DECLINED', opinion: reason ?? null })
        await conclude(tx, proposal)
      })
      return { left: await left(ctx) }
    }),
  ],
}

/** Proposals sent to this person for evaluation, except while their makers write them: seeing a record may allow writing it. */
function sentTo({ actor }: Context) {
  if (actor.sid === null) return undefined
  return allOf([among(['reviewer_sids'], [actor.sid], GIVEN), { kind: 'not', of: among(['status'], ['DRAFT', 'RETURNED', 'SUBMITTED'], GIVEN) }])
}

type Proposal = RowOf<'proposal'>
type Review = RowOf<'proposal_review'>
const CLOSED = ['此件评审已结束', 'This evaluation is closed already'] as const
const HAS_DECIDED = ['完成评审', 'evaluation completed'] as const
const OWN = ['您是发明人，不能评审', 'You are an inventor of it, and do not evaluate it'] as const

/** The own open review, with its disclosure locked, so that of two votes the second sees the first. */
async function lockOpen(ctx: Context, sid: string): Promise<{ review: Review; proposal: Proposal }> {
  const found = await ctx.db.selectFrom('proposal_review').select('case_sid').where('sid', '=', sid).where('reviewer_sid', '=', ctx.actor.sid).executeTakeFirst()
  if (!found?.case_sid) return refuse('not_found')
  const proposal = (await ctx.db.selectFrom('proposal').selectAll().where('sid', '=', found.case_sid).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()) as Proposal | undefined // every column
  const review = (await ctx.db.selectFrom('proposal_review').selectAll().where('sid', '=', sid).executeTakeFirst()) as Review | undefined // every column
  if (!proposal || !review) return refuse('not_found')
  if (review.state !== 'OPEN' || proposal.status !== 'EVALUATING' || review.round !== proposal.evaluate_round) await refuseClosed(ctx, review)
  const inventors = await peopleOf(ctx, inventorsOf(proposal))
  if ([...inventors.values()].includes(ctx.actor.sid ?? '')) refuse('rule', both('summary', OWN))
  return { review, proposal }
} // oxfmt-ignore

/** States who decided with the votes, and when; the vote of a colleague is not revealed. */
async function refuseClosed(ctx: Context, { sid, case_sid, round, state }: Review): Promise<never> {
  // Only votes that decide make the other reviews needless.
  if (state !== 'DONE' && state !== 'NOT_NEEDED') return refuse('rule', both('summary', CLOSED))
  const given = ctx.db
    .selectFrom('proposal_review as r')
    .innerJoin('user_info as u', 'u.sid', 'r.reviewer_sid')
    .select(['u.name', 'r.vote', 'r.decided_at'])
    .where('r.state', '=', 'DONE')
  const own = state === 'DONE' ? given.where('r.sid', '=', sid) : given.where('r.case_sid', '=', case_sid).where('r.round', '=', round)
  const last = await own.orderBy('r.decided_at', 'desc').limit(1).executeTakeFirst()
  if (!last?.vote || !last.decided_at) return refuse('rule', both('summary', CLOSED))
  const [act_zh, act_en] = state === 'DONE' ? VOTES[last.vote] : HAS_DECIDED
  return refuse('task_closed', { who: last.name ?? '—', act_zh, act_en, at: minuteText(last.decided_at) })
}

async function close(ctx: Context, sid: string, values: RowValues) {
  const now = new Date().toISOString()
  const row = { ...values, sid, decided_at: now, updated_at: now, updated_by: ctx.actor.sid }
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'proposal_review'), [row], Object.keys(row).filter((code) => code !== 'sid')) // oxfmt-ignore
}

const left = async ({ db, actor }: Context) => {
  const { n } = await db.selectFrom('proposal_review').where('deleted_at', 'is', null).select((of) => of.fn.countAll<string>().as('n')).where('reviewer_sid', '=', actor.sid).where('state', '=', 'OPEN').executeTakeFirstOrThrow()
  return Number(n)
} // oxfmt-ignore

/** The votes decide. If all experts have declined, the IP department is notified to ask others. */
async function conclude(ctx: Context, proposal: Proposal) {
  const rows = (await ctx.db.selectFrom('proposal_review').where('deleted_at', 'is', null).selectAll().where('case_sid', '=', proposal.sid).where('round', '=', proposal.evaluate_round).orderBy('decided_at').execute()) as Review[] // every column
  const asked = rows.filter(({ state }) => state !== 'DECLINED')
  if (asked.length === 0) return tell(ctx, proposal, ['专家均已回避，请另派', 'All experts have declared a conflict: please ask others'])
  const verdict = verdictOf(proposal.evaluate_vote ?? 'ALL_SUBMIT', asked.map(({ vote }) => vote ?? undefined))
  if (verdict) await evaluated(ctx, proposal, asked, verdict)
} // oxfmt-ignore

async function evaluated(ctx: Context, proposal: Proposal, asked: readonly Review[], verdict: NonNullable<Verdict>) {
  const done = asked.filter(({ state }) => state === 'DONE')
  const mean = meanOf(done.map((one) => Object.fromEntries(CRITERION_CODES.map((code) => [code, one[code] ?? 1])) as Scores)) // one of each code
  const sheet = await sheetFor(ctx, proposal.proposal_type)
  const total = mean ? totalOf(mean, sheet) : 0
  const rest = asked.filter(({ state }) => state === 'OPEN').map(({ sid }) => ({ sid, state: 'NOT_NEEDED' }))
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'proposal_review'), rest, ['state'])
  const words = done.flatMap(({ opinion, vote }, at) => (opinion ? [`${at + 1}. ${vote === 'AGREE' ? '✓' : '✗'} ${opinion}`] : []))
  const means = mean ? Object.fromEntries(CRITERION_CODES.map((code) => [code, mean[code].toFixed(2)])) : {}
  const inFavour = done.filter(({ vote }) => vote === 'AGREE').length * 2 >= done.length
  await record(ctx, proposal.sid, {
    ...means,
    total_score: total.toFixed(2),
    suggested_grade: gradeOf(total, sheet),
    // If all experts vote and none has a veto, the majority is shown.
    evaluate_verdict: proposal.evaluate_vote === 'ALL_SUBMIT' ? (inFavour ? 'PASS' : 'FAIL') : verdict,
    expert_opinion: words.join('\n').slice(0, 8000) || null,
  })
  const own: Context = { ...systemContext(ctx.tenant), db: ctx.db, ...(ctx.after && { after: ctx.after }) }
  await takeTransition(own, modelNamed(ctx.tenant.models, 'proposal'), proposal.sid, 'evaluate', { grade: gradeOf(total, sheet) })
  await tell(ctx, proposal, ['专家评审已完成，请决定', 'The experts have given their opinions: please decide'])
}

async function tell(ctx: Context, { sid, case_no, title, owner_sid }: Proposal, [zh, en]: readonly [string, string]) {
  if (owner_sid) await notify(ctx, [{ user_sid: owner_sid, level: 'INFO', title: `${case_no} ${title}：${zh}`, title_en: `${case_no} ${title}: ${en}`, link: `/m/proposal/${sid}`, about: null }], 'IDEA') // oxfmt-ignore
}

/** How many an expert has given, and how long they took. */
async function countReviews({ db, actor }: Context) {
  await sql`update expert as e set review_count = r.n, avg_days = round(r.days, 1) from (
    select expert_sid, count(*) as n, avg(extract(epoch from decided_at - created_at) / 86400)::numeric as days from proposal_review
    where reviewer_sid = ${actor.sid} and state = 'DONE' group by expert_sid) as r where e.sid::text = r.expert_sid::text`.execute(db)
}
