import type { commentOnInstruction } from '../../model/instructions/instruction-actions.ts'
import { CLOSED } from '../../model/instructions/lifecycle.ts'
import { refuse } from '../errors.ts'
import type { Call } from '../records/actions.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Context, type DraftOf } from '../records/context.ts'
import { notify } from '../records/notifying/notifications.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { recordRound } from './rounds.ts'
import { giveDocuments } from './documents.ts'
import { endWork, giveWork, moveWork, type Work } from './work.ts'

type Draft = DraftOf<'agency_instruction'>

/** Each step passes the work to one person: they get a task with its day, and the other side is notified. */
export async function passOn(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'agency_instruction')
  for (const draft of drafts) {
    const { sid, row, transition, before } = draft
    if (!before && ctx.actor.sid !== null && (await lockRows(ctx, model, [sid], { verb: 'create' })).length === 0) refuse('not_found')
    if (!before) continue
    if (row.status !== before.status || draft.changed.has('document_sids')) await giveDocuments(ctx, draft)
    if (row.status !== before.status) {
      await turn(ctx, draft)
      continue
    }
    const work = [...draft.changed].some((code) => MOVING.has(code)) ? workOf(ctx, draft) : undefined
    if (work) await moveWork(ctx, draft, work, draft.changed)
    if (!transition && before.status !== 'PREPARING' && [...draft.changed].some((code) => TOLD.has(code)))
      await tell(ctx, draft, [`代理指示有更新：${row.title}`, `An instruction was changed: ${row.title}`])
  }
}

/** Changes that go to the open task of an instruction. */
const MOVING = new Set(['engineer_sid', 'agency_user_sid', 'draft_due', 'file_due'])

/** Changes of an instruction under way that the agency has to know. */
const TOLD = new Set(['instructions', 'document_sids', 'checklist', 'draft_due', 'file_due'])

async function turn(ctx: Context, draft: Draft) {
  const { row, before } = draft
  if (row.status === 'DRAFTING') return
  await endWork(ctx, draft.sid, row.status === 'CANCELLED')
  const work = workOf(ctx, draft)
  if (work) return giveWork(ctx, draft, work)
  if (row.status === 'FILED') await tell(ctx, draft, [`已递交：${row.title}`, `Filed: ${row.title}`])
  if (row.status === 'CANCELLED' && before?.status !== 'PREPARING')
    await tell(ctx, draft, [`代理指示已撤销：${row.title}`, `An instruction was cancelled: ${row.title}`])
}

/** The person who has to act, and the day */
function workOf({ today }: Context, { row }: Draft): Work | undefined {
  const by = (given: string | null = null) => given ?? `${Temporal.PlainDate.from(today).add({ days: DAYS })}`
  const count = (row.rounds ?? []).filter(({ step }) => step === 'submit').length
  const [agency, engineer] = [row.agency_user_sid, row.engineer_sid]
  switch (row.status) {
    case 'SENT':
    case 'DRAFTING':
      return { to: agency, day: 'draft_due', due: by(row.draft_due), type: 'DRAFT', words: ['按指示撰写', 'Draft as instructed'] }
    case 'REVIEW':
      return { to: engineer, due: by(), type: 'REVIEW', words: [`审稿（第 ${count} 稿）`, `Review draft no. ${count}`] }
    case 'RETURNED':
      return { to: agency, day: 'draft_due', due: by(row.draft_due), type: 'DRAFT', words: ['修改稿件', 'Revise the draft'] }
    case 'ACCEPTED':
      return { to: agency, day: 'file_due', due: by(row.file_due), type: 'OTHER', words: ['递交定稿', 'File the accepted draft'] }
    default:
      return undefined
  }
}

/** For a draft, its review and its filing, where no day is given (default of the lifecycle of a case). */
const DAYS = 10

/** Notifies both persons of the exchange, except the one who acted. */
async function tell(ctx: Context, { row }: Pick<Draft, 'row'>, [title, title_en]: readonly [string, string]) {
  const to = [row.engineer_sid, row.agency_user_sid].filter((one) => one !== null && one !== ctx.actor.sid) as string[] // without null
  const link = `/m/case/${row.case_sid}?tab=agency`
  await notify(ctx, to.map((user_sid) => ({ user_sid, level: 'INFO', title, title_en, link, about: null })), 'CASE') // oxfmt-ignore
}

const NOT_OPEN = { summary_zh: '指示尚未发出或已结束，不能留言', summary_en: 'The instruction is not sent yet, or is closed' }

export async function comment({ ctx, model, body: { sid, comment: text } }: Call<typeof commentOnInstruction>) {
  const [row] = await lockRows(ctx, modelNamed(ctx.tenant.models, 'agency_instruction'), [sid], { verb: 'transition' })
  if (!row) return refuse('not_found')
  if (row.status === 'PREPARING' || CLOSED.some((one) => one === row.status)) refuse('rule', NOT_OPEN)
  const draft = draftFrom(row)
  await recordRound(ctx, draft, 'comment', text)
  await updateDrafts(ctx, model, [draft])
  await tell(ctx, draft, [`${ctx.actor.name}就“${row.title}”留言`, `${actorIn(ctx.actor, 'en')} wrote about ${row.title}`])
  return get(ctx, model, sid)
}
