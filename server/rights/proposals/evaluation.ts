import { randomUUIDv7 } from 'node:crypto'
import { dayOf } from '../../../model/docketing/calendar/day.ts'
import { addDuration, isoOf } from '../../../model/kit/days/duration.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { notify } from '../../records/notifying/notifications.ts'
import { modelNamed } from '../../records/registry.ts'
import { contextSlot } from '../../records/slots.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { insertRows } from '../../records/write/write.ts'
import { type Drafts, inventorsOf, peopleOf } from './people.ts'

/** A disclosure that is sent to evaluation asks its experts; those with a conflict are left out. */
export const proposalEvaluation: Part = { hooks: [{ model: 'proposal', prepare, check, written: ask }] }

type Draft = DraftOf<'proposal'>
type Asked = { expert: string; person: string }

const DUE_IN = '7d'
const sent = (drafts: Drafts) => drafts.filter(({ transition }) => transition === 'send_to_evaluation')
/** Experts asked by this write, by proposal */
const asking = contextSlot<Map<string, readonly Asked[]>>()

async function prepare(ctx: Context, drafts: Drafts) {
  for (const draft of sent(drafts)) {
    const { row, before } = draft
    const isMore = before?.status === 'EVALUATING'
    const round = isMore ? (row.evaluate_round ?? 1) : (row.evaluate_round ?? 0) + 1
    const people = await fitFor(ctx, draft)
    const known = isMore ? await askedAlready(ctx, draft.sid, round) : new Set<string>()
    const fresh = people.filter(({ expert }) => !known.has(expert))
    asking.ensure(ctx, () => new Map<string, readonly Asked[]>()).set(draft.sid, fresh)
    setValue(draft, 'evaluate_round', round)
    setValue(draft, 'evaluate_due', row.evaluate_due ?? isoOf(addDuration(dayOf(ctx.today), DUE_IN)))
    setValue(draft, 'evaluate_vote', row.evaluate_vote ?? (await modeOf(ctx, row.expert_group_sid)))
    setValue(draft, 'reviewer_sids', [...new Set([...(row.reviewer_sids ?? []), ...fresh.map(({ person }) => person)])])
    if (!isMore) for (const code of ['total_score', 'suggested_grade', 'evaluate_verdict', 'expert_opinion'] as const) setValue(draft, code, null)
  }
}

function check(ctx: Context, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, 'proposal')
  for (const draft of sent(drafts)) {
    // Without experts it is evaluated in a meeting, whose result is recorded by hand.
    const isMeeting = draft.before?.status !== 'EVALUATING' && !draft.row.expert_group_sid && (draft.row.expert_sids ?? []).length === 0
    if (!isMeeting && (asking.of(ctx)?.get(draft.sid) ?? []).length === 0)
      faultAt(ctx, model, draft, 'expert_sids', [
        '没有可派的专家：须有账号，且不是发明人、不须回避、尚未派过',
        'name nobody who can be asked: with an account, no inventor, no conflict, and not asked yet',
      ])
    if (draft.row.evaluate_due && draft.row.evaluate_due < ctx.today) faultAt(ctx, model, draft, 'evaluate_due', ['不能早于今天', 'is in the past'])
  }
}

/** The chosen experts and the members of the group: with an account, neither inventors nor in conflict with the department. */
async function fitFor(ctx: Context, { row }: Draft): Promise<Asked[]> {
  const group = row.expert_group_sid
    ? await ctx.db.selectFrom('expert_group').select(['chair_sid', 'member_sids', 'active']).where('sid', '=', row.expert_group_sid).where('deleted_at', 'is', null).executeTakeFirst()
    : undefined
  const members = group?.active === false ? [] : [...(group?.chair_sid ? [group.chair_sid] : []), ...(group?.member_sids ?? [])]
  const wanted = [...new Set([...(row.expert_sids ?? []), ...members])]
  if (wanted.length === 0) return []
  const inventors = new Set((await peopleOf(ctx, inventorsOf(row))).values())
  const rows = await ctx.db
    .selectFrom('expert as e')
    .innerJoin('user_info as u', 'u.sid', 'e.user_sid')
    .select(['e.sid', 'e.user_sid', 'e.conflict_departments'])
    .where('e.sid', 'in', wanted)
    .where('e.deleted_at', 'is', null)
    .where('e.active', 'is not', false)
    .where('u.deleted_at', 'is', null)
    .where('u.person_status', '!=', 'RESIGNED')
    .where('u.account_status', 'in', ['OPEN', 'LOCKED'])
    .execute()
  return rows.flatMap(({ sid, user_sid, conflict_departments }): Asked[] => {
    const isOut = !user_sid || inventors.has(user_sid) || (row.department_sid !== null && (conflict_departments ?? []).includes(row.department_sid))
    return isOut ? [] : [{ expert: sid, person: user_sid }]
  })
} // oxfmt-ignore

async function askedAlready({ db }: Context, sid: string, round: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('proposal_review')
    .where('deleted_at', 'is', null)
    .select('expert_sid')
    .where('case_sid', '=', sid)
    .where('round', '=', round)
    .execute()
  return new Set(rows.map(({ expert_sid }) => String(expert_sid)))
}

async function modeOf({ db }: Context, group: string | null) {
  const row = group ? await db.selectFrom('expert_group').select('vote_mode').where('sid', '=', group).executeTakeFirst() : undefined
  return row?.vote_mode ?? 'ALL_SUBMIT'
}

async function ask(ctx: Context, drafts: Drafts) {
  for (const { sid, row } of sent(drafts)) {
    const people = asking.of(ctx)?.get(sid) ?? []
    const now = new Date().toISOString()
    const base = { version: 1, valid: true, created_at: now, updated_at: now, created_by: ctx.actor.sid, updated_by: ctx.actor.sid, company_sid: row.company_sid }
    const rows = people.map(({ expert, person }): RowValues => ({ ...base, sid: randomUUIDv7(), case_sid: sid, expert_sid: expert, reviewer_sid: person, round: row.evaluate_round, state: 'OPEN', due_date: row.evaluate_due }))
    await insertRows(ctx, modelNamed(ctx.tenant.models, 'proposal_review'), rows)
    const name = `${row.case_no} ${row.title}`
    await notify(ctx, people.map(({ person }) => ({ user_sid: person, level: 'INFO', title: `请评审提案“${name}”，${row.evaluate_due} 前完成`, title_en: `Please evaluate the disclosure “${name}” by ${row.evaluate_due}`, link: '/ideas/reviews', about: null })), 'IDEA')
  }
} // oxfmt-ignore
