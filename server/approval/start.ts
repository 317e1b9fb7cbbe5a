import { randomUUIDv7 } from 'node:crypto'
import type { Approval } from '../../model/approval/approval.ts'
import type { ApprovalProcess } from '../../model/approval/approval_process.ts'
import { begin } from '../../model/approval/run.ts'
import { type Lang, labelOf } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { Refusal, refuse } from '../errors.ts'
import { type Context, type Draft, inTransaction, type Postponed, type RowValues } from '../records/context.ts'
import { modelNamed, nameOf } from '../records/registry.ts'
import { insertRows } from '../records/write/write.ts'
import { holdsOn } from './conditions.ts'
import { refuseIfHeld } from './hold.ts'
import { runOf, saveRun } from './runs.ts'
import { writing } from './world.ts'

/** A transition for which a published process holds does not take place; its approval begins instead. */
export async function postpone(ctx: Context, model: Model, drafts: readonly Draft[], fields: RowValues): Promise<Postponed> {
  const postponed = new Map<string, { done: true } | { done: false; refusal: Refusal }>()
  const code = drafts[0]?.transition
  if (ctx.actor.sid === null || code === undefined || writing.of(ctx)) return postponed
  await refuseSkipped(ctx, model, drafts, code)
  const processes = await processesFor(ctx, model, code)
  if (processes.length === 0) return postponed
  for (const draft of drafts) {
    const process = await firstThatHolds(ctx, model, draft.sid, processes)
    if (!process) continue
    await refuseIfHeld(ctx, model, [draft.before ?? draft.row])
    const approval = await inTransaction(ctx, (tx) => start(tx, { model, draft, code, fields, process }))
    const { state, sid } = approval
    postponed.set(draft.sid, state === 'APPROVED' ? { done: true } : { done: false, refusal: waitsFor(approval, sid) })
  }
  return postponed
}

/** A step that is to be approved cannot be left out. */
async function refuseSkipped(ctx: Context, model: Model, drafts: readonly Draft[], code: string) {
  const { field = '', transitions = {} } = model.states ?? {}
  const skipped = transitions[transitions[code]?.skips ?? '']
  const processes = skipped ? await processesFor(ctx, model, transitions[code]?.skips ?? '') : []
  if (!skipped || processes.length === 0) return
  for (const { sid, before, row } of drafts)
    if (skipped.from.includes(String((before ?? row)[field])) && (await firstThatHolds(ctx, model, sid, processes)))
      refuse('rule', { summary_zh: `须先经审批“${skipped.zh}”`, summary_en: `“${skipped.en}” has to be approved first` })
}

const waitsFor = ({ record_name, transition_name, transition_name_en }: Approval, approval: string) =>
  new Refusal(
    'waits_for_approval',
    { name: String(record_name), transition_zh: String(transition_name), transition_en: String(transition_name_en) },
    { data: { approval } },
  )

/** Those with a condition first. */
async function processesFor({ db }: Context, { name }: Model, transition: string): Promise<ApprovalProcess[]> {
  const found = await db
    .selectFrom('approval_process')
    .selectAll()
    .where('entity', '=', name)
    .where('transition', '=', transition)
    .where('status', '=', 'PUBLISHED')
    .where('deleted_at', 'is', null)
    .orderBy('code')
    .execute()
  const processes = found as ApprovalProcess[] // rows of this very table
  return [...processes.filter(({ condition }) => condition), ...processes.filter(({ condition }) => !condition)]
}

async function firstThatHolds(ctx: Context, model: Model, sid: string, processes: readonly ApprovalProcess[]) {
  for (const process of processes) if (!process.condition || (await holdsOn(ctx, model, sid, ctx.actor.sid, process.condition))) return process
  return undefined
}

type Starting = { model: Model; draft: Draft; code: string; fields: RowValues; process: ApprovalProcess }

async function start(ctx: Context, { model, draft, code, fields, process }: Starting): Promise<Approval> {
  const now = new Date().toISOString()
  const transition = model.states?.transitions[code]
  const label = (lang: Lang) => (transition ? labelOf(transition, lang).slice(0, 100) : code)
  const before = draft.before ?? draft.row
  const row: RowValues = {
    ...{ sid: randomUUIDv7(), version: 1, valid: true, created_at: now, updated_at: now, created_by: ctx.actor.sid, updated_by: ctx.actor.sid },
    ...{ company_sid: before.company_sid ?? null, process_sid: process.sid, entity: model.name, record_sid: draft.sid },
    ...{ record_name: nameOf(model, before).slice(0, 255), transition: code, transition_name: label('zh'), transition_name_en: label('en') },
    ...{ given: fields, starter_sid: ctx.actor.sid, participant_sids: [ctx.actor.sid], state: 'RUNNING', round: 1, progress: {}, started_at: now },
  }
  await insertRows(ctx, modelNamed(ctx.tenant.models, 'approval'), [row])
  const approval = (await ctx.db.selectFrom('approval').selectAll().where('sid', '=', String(row.sid)).executeTakeFirstOrThrow()) as Approval // a row of this very table
  const run = await runOf(ctx, approval)
  await begin(run)
  await saveRun(ctx, run, { person: ctx.actor.sid })
  return run.approval
}
