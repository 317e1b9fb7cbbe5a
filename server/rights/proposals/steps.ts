import { dayOf } from '../../../model/docketing/calendar/day.ts'
import { addDuration, isoOf } from '../../../model/kit/days/duration.ts'
import { BEYOND_MERGING, DECIDED_BY, REOPENED_WITHIN, TRANSITIONS } from '../../../model/rights/proposals/lifecycle.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import { type Drafts, inventorsOf, peopleOf } from './people.ts'
import { refuseStepsOfMakers, withoutStepsOfMakers } from './makers-steps.ts'

/** Values that each step of a proposal records, and people who may not take it */
export const proposalSteps: Part = { hooks: [{ model: 'proposal', prepare: record, check }], shown: { proposal: withoutStepsOfMakers } }

type Draft = DraftOf<'proposal'>

/** Values that a transition records beside the state */
const RECORDS: Readonly<Record<string, (ctx: Context, draft: Draft) => void>> = {
  submit: signSubmission,
  resubmit: returnToNode,
  agree: ({ today }, draft) => setValue(draft, 'agreed_date', today),
  return: (_, draft) => {
    setValue(draft, 'returned_from', draft.before?.status ?? null)
    forgetEarlierOpinion(draft)
  },
  refuse: (_, draft) => forgetEarlierOpinion(draft),
  ip_return: (_, draft) => setValue(draft, 'returned_from', draft.before?.status ?? null),
  resume: withdrawDecision,
  reopen: withdrawDecision,
  evaluate: (_, draft) => setValue(draft, 'evaluate_status', 'EVALUATED'),
  file: ({ today }, draft) => setValue(draft, 'filed_date', draft.row.filed_date ?? today),
}

function record(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    const { transition = '' } = draft
    RECORDS[transition]?.(ctx, draft)
    const decision = DECIDED_BY[transition]
    if (decision) {
      setValue(draft, 'decision', decision)
      setValue(draft, 'decided_date', ctx.today)
      setValue(draft, 'evaluate_status', 'EVALUATED')
    }
    if (TRANSITIONS[transition]?.ability?.code === 'review' && !draft.row.owner_sid) setValue(draft, 'owner_sid', ctx.actor.sid)
  }
}

function signSubmission({ actor, today }: Context, draft: Draft) {
  setValue(draft, 'submitter_sid', actor.sid ?? draft.row.created_by)
  setValue(draft, 'submit_date', today)
  if (actor.sid && !(draft.row.confirmed_by ?? []).includes(actor.sid))
    setValue(draft, 'confirmed_by', [...(draft.row.confirmed_by ?? []), actor.sid])
}

/** To the step that returned it, or to the beginning, as that step asked. */
function returnToNode(_: Context, draft: Draft) {
  const { restart_mode, returned_from } = draft.row
  if (restart_mode === 'BACK' && returned_from) setValue(draft, 'status', returned_from)
  if (draft.row.status === 'SUBMITTED') setValue(draft, 'agreed_date', null)
  setValue(draft, 'returned_from', null)
}

/** An earlier return by the IP department was answered; the writer reads the reason of this step. */
const forgetEarlierOpinion = (draft: Draft) => setValue(draft, 'ip_opinion', null)

function withdrawDecision(_: Context, draft: Draft) {
  for (const code of ['decision', 'decided_date', 'review_date'] as const) setValue(draft, code, null)
  setValue(draft, 'evaluate_status', 'NOT_EVALUATED')
}

async function check(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    if (draft.transition === 'submit') warnOfDisclosure(ctx, draft)
    if (draft.transition === 'approve') warnOfSecrecyExam(ctx, draft)
    if (draft.transition === 'merge') await refuseMerging(ctx, draft)
  }
  await refuseStepsOfMakers(ctx, drafts)
  const reviewed = drafts.filter(({ transition }) => TRANSITIONS[transition ?? '']?.ability)
  const people = await peopleOf(ctx, reviewed.flatMap(({ row }) => inventorsOf(row))) // oxfmt-ignore
  for (const draft of reviewed) {
    refuseOwn(ctx, draft, people)
    refuseLate(ctx, draft)
    warnUnconfirmed(ctx, draft, people)
  }
}

const proposals = (ctx: Context) => modelNamed(ctx.tenant.models, 'proposal')

/** An inventor of a proposal cannot review it or decide about it. */
function refuseOwn(ctx: Context, draft: Draft, people: ReadonlyMap<string, string>) {
  if (ctx.actor.sid && inventorsOf(draft.row).some((sid) => people.get(sid) === ctx.actor.sid))
    faultAt(ctx, proposals(ctx), draft, 'inventors', [
      '包括您本人，不能由发明人评审或决定',
      'include you: nobody reviews or decides about their own disclosure',
    ])
}

/** The other one must still be open, and be another one. */
async function refuseMerging(ctx: Context, draft: Draft) {
  const { sid, row } = draft
  if (!row.merged_into) return
  const other = await ctx.db
    .selectFrom('proposal')
    .select('status')
    .where('sid', '=', row.merged_into)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row.merged_into === sid) faultAt(ctx, proposals(ctx), draft, 'merged_into', ['不能是提案本身', 'must be another disclosure'])
  else if (!other || BEYOND_MERGING.has(other.status))
    faultAt(ctx, proposals(ctx), draft, 'merged_into', [
      '已立案或已结束，不能并入',
      'has its cases already or has ended: nothing can be merged into it',
    ])
}

function refuseLate(ctx: Context, draft: Draft) {
  const rejected = draft.before?.decided_date
  if (draft.transition !== 'reopen' || !rejected) return
  const last = isoOf(addDuration(dayOf(rejected), `${REOPENED_WITHIN}d`))
  if (ctx.today > last)
    faultAt(ctx, proposals(ctx), draft, 'status', [`只能在决定后 ${REOPENED_WITHIN} 日内（${last} 前）重新审议`, `can be reopened only within ${REOPENED_WITHIN} days, until ${last}`])
} // oxfmt-ignore

/** The shares become those of the case, so the deciding person sees which inventors have not agreed to theirs. */
function warnUnconfirmed(ctx: Context, draft: Draft, people: ReadonlyMap<string, string>) {
  if (draft.transition !== 'approve') return
  const confirmed = new Set(draft.row.confirmed_by ?? [])
  const open = inventorsOf(draft.row).filter((sid) => people.has(sid) && !confirmed.has(people.get(sid) ?? ''))
  if (open.length > 0)
    warnAt(proposals(ctx), draft, {
      code: 'shares_unconfirmed',
      field: 'inventors',
      words: [`${open.length} 位发明人尚未确认贡献度`, `${open.length} of the inventors have not confirmed their shares`],
      asks: true,
    })
}

const URGENT = '30d'

/** A disclosure destroys the novelty; only some are forgiven for six months (Patent Law of China, arts. 22 and 24). */
function warnOfDisclosure(ctx: Context, draft: Draft) {
  const { disclosed, disclosure_date, plan_disclosure_date: planned } = draft.row
  const soon = isoOf(addDuration(dayOf(ctx.today), URGENT))
  if (disclosed && disclosure_date) {
    const last = isoOf(addDuration(dayOf(disclosure_date), '6m'))
    warnAt(proposals(ctx), draft, {
      code: 'disclosed',
      field: 'disclosure_date',
      words: [
        `已于 ${disclosure_date} 公开：中国的六个月宽限期（至 ${last}）仅限专利法第24条的四种情形`,
        `it was disclosed on ${disclosure_date}: the grace period of China (until ${last}) covers only the four cases of art. 24 of the Patent Law`,
      ],
      asks: true,
    })
  }
  if (planned && planned <= soon)
    warnAt(proposals(ctx), draft, {
      code: 'disclosed_soon',
      field: 'plan_disclosure_date',
      words: [`${planned} 即将公开，须在此前完成申请，请尽快联系 IP 部门`, `the disclosure on ${planned} is near and the filing must come first: contact the IP department`],
      asks: true,
    })
} // oxfmt-ignore

/** An invention made in China is examined for secrecy before it is first filed abroad (Patent Law, art. 19; Rules, rule 8). */
function warnOfSecrecyExam(ctx: Context, draft: Draft) {
  const { made_in_china, country_plan } = draft.row
  if (!made_in_china || (country_plan ?? []).length === 0 || country_plan?.includes('CN')) return
  warnAt(proposals(ctx), draft, {
    code: 'secrecy_exam',
    field: 'country_plan',
    words: ['在中国完成的发明首次向外国申请，须先经保密审查（专利法第19条）', 'is a first filing abroad of an invention made in China: it needs the secrecy examination first (Patent Law, art. 19)'],
    asks: true,
  })
} // oxfmt-ignore
