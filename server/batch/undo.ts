import { ABILITIES } from '../../model/auth/abilities.ts'
import { type Lang, labelOf } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { undoBatch as undoBatchAction } from '../../model/settings/setting-actions.ts'
import { takeBackLast } from '../cases/undo-transition.ts'
import { refuse } from '../errors.ts'
import { startJob } from '../jobs/job-row.ts'
import { perform } from '../records/actions.ts'
import { type Context, inTransaction, type RowValues } from '../records/context.ts'
import { defineJob } from '../records/jobs.ts'
import { authorize, authorizeAbility } from '../records/permission/permission.ts'
import { fieldOf, modelNamed, nameOf } from '../records/registry.ts'
import { asBefore } from '../records/write/as-before.ts'
import { refuseNamed } from '../records/write/batch-transition.ts'
import type { Kept } from '../records/write/kept-batch.ts'
import { lockingFor, transitionNamed } from '../records/write/transition.ts'
import { isAsLeft, type PutBack, putEditsBack, refuseChanged, undoable, undoBatch } from '../records/write/undo-batch.ts'
import { setValue } from '../records/write/validate.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../records/write/write.ts'

/** More records than this are put back by a job: the request does not wait for them. */
const AT_ONCE = 100

export const undoActions = perform(undoBatchAction, async ({ ctx, body: { sid } }) => {
  const job_sid = await inTransaction(ctx, async (tx) => {
    const { count_ok, entity } = await undoable(tx, sid)
    const total = count_ok ?? 0
    if (total <= AT_ONCE) return null
    const { zh, en } = modelNamed(tx.tenant.models, String(entity))
    return startJob(tx, { kind: 'UNDO', title: [`撤销批量修改：${zh}`, `Undo a batch: ${en}`], entity: String(entity), input: { sid }, total })
  })
  if (job_sid === null) await undo(ctx, sid)
  return { sid, job_sid }
})

const undo = (ctx: Context, sid: string) => undoBatch(ctx, sid, ({ transition }) => (transition ? putStatesBack : putEditsBack))

/** All or none, as the undo of a small batch: in one transaction with the end of the job. */
export const undoJob = defineJob<{ sid: string }, { done: true }>('UNDO', async ({ input: { sid }, progress, step }) => {
  if (!progress)
    await step(async (tx) => {
      const { count_ok } = await undoable(tx, sid)
      await undo({ ...tx, source: 'api', said: 'job' }, sid)
      return { progress: { done: true }, done: count_ok ?? 0, ok: count_ok ?? 0 }
    })
  return { message: ['已撤销', 'Undone'] }
})

/** A case is put back as the undo of a single transition does it; another record only if the transition wrote nothing beside it. */
const putStatesBack: PutBack = async (tx, model, entry) => {
  authorize(tx, model, 'transition')
  const isCase = tx.tenant.models.kinds.has(model.name)
  if (isCase) authorizeAbility(tx, model, ABILITIES.case.undo_transition)
  else refuseBeside(tx, (entry.written_beside ?? []) as string[]) // written by keepBatch
  const kept = entry.edited_records as Kept[] // written by keepBatch
  const taken = model.states && transitionNamed(model.states, String(entry.transition))
  const locking = isCase ? { verb: 'transition' as const, ability: ABILITIES.case.undo_transition.code } : lockingFor('transition', taken)
  const rows = await lockRows(tx, model, kept.map(({ sid }) => sid), locking) // oxfmt-ignore
  if (rows.length < kept.length) refuseGone(kept.length - rows.length)
  const byKey = new Map(kept.map((one) => [one.sid, one]))
  const hasChanged = isCase ? valuesDiffer : isWritten
  refuseChanged(rows.filter((row) => hasChanged(model, row, byKey.get(String(row.sid)))).map((row) => nameOf(model, row)))
  for (let at = 0; at < rows.length; at += TOGETHER) await (isCase ? casesBack : recordsBack)(tx, model, rows.slice(at, at + TOGETHER), byKey)
}

const TOGETHER = 100

type ByKey = ReadonlyMap<string, Kept>

async function casesBack(tx: Context, model: Model, rows: readonly RowValues[], kept: ByKey) {
  const from = new Map([...kept].map(([sid, { old }]) => [sid, old[model.states?.field ?? '']]))
  const { left } = await takeBackLast(tx, model, rows, from)
  refuseChanged(left.map((row) => nameOf(model, row)))
}

async function recordsBack(tx: Context, model: Model, rows: readonly RowValues[], kept: ByKey) {
  const drafts = rows.map((row) => draftFrom(row))
  for (const draft of drafts)
    for (const [code, old] of Object.entries(kept.get(draft.sid)?.old ?? {})) if (fieldOf(model, code)) setValue(draft, code, old)
  await asBefore(tx, async () => {
    await examine(tx, model, drafts)
    refuseNamed(model, drafts)
    await updateDrafts(tx, model, drafts)
  })
}

/** What a state vouches for, such as an audited amount, must be as it was then: any change since counts. */
const isWritten = (_model: Model, row: RowValues, kept: Kept | undefined) => Number(row.version) !== kept?.version

/** The state, and what a person entered with it; computed values of a case follow from those. */
function valuesDiffer(model: Model, row: RowValues, kept: Kept | undefined) {
  const now = kept?.now ?? {}
  return Object.keys(now).some((code) => {
    const field = fieldOf(model, code)
    return field && (code === model.states?.field || field.computed !== true) && !isAsLeft(row[code] ?? null, now[code] ?? null)
  })
}

function refuseBeside(ctx: Context, names: readonly string[]) {
  if (names.length === 0) return
  const said = (lang: Lang) => [...new Set(names)].map((name) => wordOf(ctx, name, lang)).join(lang === 'zh' ? '、' : ', ')
  refuse('rule', {
    summary_zh: `这次状态变更还改写了${said('zh')}，不能整批撤销：请逐条变更状态`,
    summary_en: `This change of state also wrote other records (${said('en')}), so it cannot be undone as a batch: change the state of each record`,
  })
}

function wordOf(ctx: Context, name: string, lang: Lang) {
  const model = ctx.tenant.models.all.get(name)
  return model ? labelOf(model, lang) : name
}

function refuseGone(count: number) {
  refuse('rule', {
    summary_zh: `${count} 条记录已删除，或您无权变更其状态，不能撤销`,
    summary_en: `${count} of the records are deleted or not yours to change, so it cannot be undone`,
  })
}
