import { randomUUIDv7 } from 'node:crypto'
import { WAITS_FOR_SECOND } from '../../model/docketing/later-dates/date_confirmation.ts'
import { type Words, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { countResults, transitionResults, updateResults } from '../../model/settings/setting-routes.ts'
import { attempt, type Refusal, refuse } from '../errors.ts'
import { startJob } from '../jobs/job-row.ts'
import { type Context, type Draft, inTransaction, type JobRun, type RowValues } from '../records/context.ts'
import { defineJob } from '../records/jobs.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { shownNameOf } from '../records/permission/shown-name.ts'
import { type Changing, confirmedResults, resultsOf } from '../records/query/results.ts'
import { modelNamed } from '../records/registry.ts'
import { changeRows, refuseSecrets } from '../records/write/batch/batch.ts'
import { keepMore, keptOf } from '../records/write/batch/kept-batch.ts'
import { takeTransitions } from '../records/write/batch/batch-transition.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import type { BatchWays } from '../../model/kit/batch-modes.ts'
import { waysIn } from '../records/write/batch/batch-ways.ts'
import { takeInput } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, refuseFaulty } from '../records/write/write.ts'
import { serve } from '../route.ts'

export const countResultsRoute = serve(countResults, async ({ ctx, model, body: { iql, verb = 'update' } }) => {
  const { total, sids, most } = await resultsOf(ctx, model, iql, verb)
  return { total, changeable: sids.length, most }
})

/** With a `transition`, `changes` are the fields that it takes. */
type Input = { model: string; sids: string[]; iql?: string | undefined; changes: RowValues; ways?: BatchWays; batch: string; transition?: string }
type Unchanged = { record: string; reason: string }
/** `waiting`: records with a value that waits for a second person; each is among the `errors`, with what it waits for. */
type Progress = { done: number; isKept: boolean; errors: Unchanged[]; waiting?: number }
type Run = JobRun<Input, Progress>

/** Everything that can be refused is refused now. The records are those of this moment; each is asked for its permission again when it is changed. */
export const updateResultsRoute = serve(updateResults, async ({ ctx, model, body: { iql, total, changes = {}, modes } }) => {
  refuseUnlessObject(changes)
  if (Object.keys(changes).length === 0)
    refuse('bad_request', { why_zh: 'changes 中没有要修改的字段', why_en: 'changes must name at least one field' })
  refuseSecrets(ctx, model, changes)
  const found = await confirmedResults(ctx, model, { iql, total, verb: 'update' })
  const ways = waysIn(ctx, model, changes, modes)
  if (Object.keys(ways).length === 0) await refuseValues(ctx, model, String(found.sids[0]), changes)
  const input: Input = { model: model.name, sids: found.sids, iql, changes, ways, batch: randomUUIDv7() }
  const title = [`批量编辑${model.zh}`, `Batch edit: ${model.en}`] as const
  const job_sid = await startJob(ctx, { kind: 'BATCH', title, entity: model.name, input, total: found.sids.length })
  return { job_sid, batch_sid: input.batch, total: found.total, changeable: found.sids.length }
})

/** Runs one transition on every result; each refused record is named with its reason. */
export const transitionResultsRoute = serve(transitionResults, async ({ ctx, model, body: { iql, total, transition, fields = {} } }) => {
  refuseUnlessObject(fields)
  const taken = model.states && Object.hasOwn(model.states.transitions, transition) ? model.states.transitions[transition] : undefined
  if (!taken)
    return refuse('bad_request', {
      why_zh: `没有名为 ${transition.slice(0, 60)} 的状态变更`,
      why_en: `there is no transition ${transition.slice(0, 60)}`,
    })
  refuseSecrets(ctx, model, fields)
  const found = await confirmedResults(ctx, model, { iql, total, verb: 'transition' })
  const input: Input = { model: model.name, sids: found.sids, iql, changes: fields, batch: randomUUIDv7(), transition }
  const title = [`${taken.zh}：${model.zh}`, `${taken.en}: ${model.en}`] as const
  const job_sid = await startJob(ctx, { kind: 'BATCH', title, entity: model.name, input, total: found.sids.length })
  return { job_sid, total: found.total, changeable: found.sids.length }
})

/** An unknown, forbidden or invalid field concerns all records alike. */
const refuseValues = (ctx: Context, model: Model, sid: string, changes: RowValues) =>
  inTransaction(ctx, async (tx) => {
    const drafts = (await lockRows(tx, model, [sid], { verb: 'update' })).map((row) => draftFrom<RowValues>(row))
    for (const draft of drafts) takeInput(tx, model, accessOf(tx, model), draft, changes)
    refuseFaulty(drafts)
  })

const BATCH_SIZE = 100

export const updateResultsJob = defineJob<Input, Progress>('BATCH', async (run) => {
  const { ctx, input } = run
  const model = modelNamed(ctx.tenant.models, input.model)
  authorize(ctx, model, verbOf(input))
  const own: Own = { run, model, progress: run.progress ?? { done: 0, isKept: false, errors: [] } }
  while (own.progress.done < input.sids.length) {
    const sids = input.sids.slice(own.progress.done, own.progress.done + BATCH_SIZE)
    if (await attempt(() => changeSome(own, sids))) await changeEach(own, sids)
  }
  return { message: summary(own.progress, verbOf(input)) }
})

const WAITED_FOR: Record<Changing, Words> = {
  update: ['待另一人确认', 'waiting for a second person'],
  transition: ['待审批', 'waiting for approval'],
}

function summary({ errors, waiting = 0 }: Progress, verb: Changing) {
  const failed = errors.length - waiting
  const [zh, en] = failed ? [`，${failed} 条未修改`, `; ${failed} not changed`] : ['', '']
  const [zhFor, enFor] = WAITED_FOR[verb]
  const [zhHeld, enHeld] = waiting ? [`，${waiting} 条${zhFor}`, `; ${waiting} ${enFor}`] : ['', '']
  return [`已修改${zh}${zhHeld}`, `Changed${en}${enHeld}`] as const
}

const verbOf = ({ transition }: Input): Changing => (transition === undefined ? 'update' : 'transition')

type Own = { run: Run; model: Model; progress: Progress }

/** All of them, in one transaction with the progress of the job. */
async function changeSome(own: Own, sids: readonly string[]) {
  const { run, model, progress } = own
  const { input, ctx } = run
  let next = progress
  await run.step(async (tx) => {
    const as: Context = { ...tx, source: 'api', said: 'job', reason: `batch ${input.batch}`, confirmed: new Set() }
    const rows = await lockRows(as, model, sids, { verb: verbOf(input) })
    const { isKept, held, changed } = await changeLocked(as, model, rows, { input, isKept: progress.isKept })
    const gone = sids.length - rows.length
    const errors = [...progress.errors, ...held, ...(gone > 0 ? [beyond(ctx, gone)] : [])]
    next = { done: progress.done + sids.length, isKept, errors, waiting: (progress.waiting ?? 0) + held.length }
    return { progress: next, done: sids.length, ok: changed, failed: gone, errors }
  })
  own.progress = next
}

async function changeLocked(as: Context, model: Model, rows: readonly RowValues[], { input, isKept }: { input: Input; isKept: boolean }) {
  const { transition, changes, ways } = input
  if (transition === undefined) {
    const drafts = await changeRows({ ...as, entered: model.name }, model, rows, changes, ways)
    const held = drafts.flatMap((draft) => heldIn(as, model, draft))
    return { isKept: await keepMore(as, model, input, drafts, isKept), held, changed: keptOf(drafts).length }
  }
  const sids = rows.map(({ sid }) => String(sid))
  const waiting = new Map<string, Refusal>()
  const beside = new Set<string>()
  const taken = sids.length > 0 ? await takeTransitions(as, model, sids, transition, changes, { verb: 'transition', waiting, beside }) : []
  const held = rows.flatMap((row): Unchanged[] => {
    const reason = waiting.get(String(row.sid))?.words(as.lang)
    return reason === undefined ? [] : [{ record: shownNameOf(as, model, row), reason }]
  })
  return { isKept: await keepMore(as, model, { ...input, beside }, taken, isKept), held, changed: sids.length - held.length }
}

/** Part of the change that waits for a second person */
const heldIn = (ctx: Context, model: Model, { row, warnings }: Draft): Unchanged[] =>
  warnings.filter(({ code }) => code === WAITS_FOR_SECOND).slice(0, 1).map(({ words }) => ({ record: shownNameOf(ctx, model, row), reason: wordIn(words, ctx.lang) })) // oxfmt-ignore

/** One by one: each refused record is named with its reason, and the others are changed. */
async function changeEach(own: Own, sids: readonly string[]) {
  for (const sid of sids) {
    const refused = await attempt(() => changeSome(own, [sid]))
    if (refused) await note(own, sid, refused)
  }
}

async function note(own: Own, sid: string, refused: Refusal) {
  const { run, model, progress } = own
  const { lang } = run.ctx
  const reason = refused.warnings?.map((warning) => warning.reason).join(lang === 'zh' ? '；' : '; ') ?? refused.words(lang)
  let next = progress
  await run.step(async (tx) => {
    const [row] = await lockRows(tx, model, [sid], { verb: verbOf(run.input) })
    next = { ...progress, done: progress.done + 1, errors: [...progress.errors, { record: row ? shownNameOf(tx, model, row) : sid, reason }] }
    return { progress: next, done: 1, failed: 1, errors: next.errors }
  })
  own.progress = next
}

const beyond = ({ lang }: Context, count: number): Unchanged => ({
  record: lang === 'zh' ? `${count} 条` : `${count} ${count === 1 ? 'record' : 'records'}`,
  reason: lang === 'zh' ? '已删除，或已无权修改' : 'deleted in the meantime, or no longer editable by you',
})
