import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { type Lang, labelOf, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { undoBatch as undoBatchAction } from '../../model/settings/setting-actions.ts'
import { type Change, takeBackLast } from '../cases/undo-transition.ts'
import { refuse } from '../errors.ts'
import { startJob } from '../jobs/job-row.ts'
import { perform } from '../records/actions.ts'
import { type Context, inTransaction, type RowValues } from '../records/context.ts'
import { defineJob } from '../records/jobs.ts'
import { authorize, authorizeAbility } from '../records/permission/permission.ts'
import { shownNameOf } from '../records/permission/shown-name.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { asBefore } from '../records/write/batch/as-before.ts'
import { refuseNamed } from '../records/write/batch/batch-transition.ts'
import type { Kept } from '../records/write/batch/kept-batch.ts'
import { lockingFor, transitionNamed } from '../records/write/transition.ts'
import { isAsLeft, type Left, type PutBack, putEditsBack, refuseChanged, undoable, undoBatch, undoneBut } from '../records/write/batch/undo-batch.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../records/write/write.ts'

/** More records than this are put back by a job: the request does not wait for them. */
const MAX_IN_REQUEST = 100

export const undoActions = perform(undoBatchAction, async ({ ctx, body: { sid, leave_changed = false } }) => {
  const job_sid = await inTransaction(ctx, async (tx) => {
    const { count_ok, entity } = await undoable(tx, sid)
    const total = count_ok ?? 0
    if (total <= MAX_IN_REQUEST) return null
    const { zh, en } = modelNamed(tx.tenant.models, String(entity))
    return startJob(tx, {
      kind: 'UNDO',
      title: [`撤销批量修改：${zh}`, `Undo a batch: ${en}`],
      entity: String(entity),
      input: { sid, leave_changed },
      total,
    })
  })
  const message = job_sid === null ? wordIn(undoneBut(await undo(ctx, sid, leave_changed)), ctx.lang) : null
  return { sid, job_sid, message }
})

const undo = (ctx: Context, sid: string, leavesChanged: boolean) =>
  undoBatch(ctx, sid, ({ transition }) => (transition ? putStatesBack : putEditsBack), leavesChanged)

/** As the undo of a small batch: in one transaction with the end of the job. */
export const undoJob = defineJob<{ sid: string; leave_changed?: boolean }, { left: Left }>('UNDO', async ({ input, progress, step }) => {
  let left = progress?.left ?? NOTHING
  if (!progress)
    await step(async (tx) => {
      const { count_ok } = await undoable(tx, input.sid)
      left = await undo({ ...tx, source: 'api', said: 'job' }, input.sid, input.leave_changed ?? false)
      const [total, failed] = [count_ok ?? 0, left.changed.length + left.gone]
      return { progress: { left }, done: total, ok: total - failed, failed }
    })
  return { message: undoneBut(left) }
})

const NOTHING: Left = { changed: [], gone: 0 }

/** A case is put back as the undo of a single transition does it; another record only if the transition wrote nothing beside it. */
const putStatesBack: PutBack = async (tx, model, entry, leavesChanged) => {
  authorize(tx, model, 'transition')
  const isCase = tx.tenant.models.kinds.has(model.name)
  if (isCase) authorizeAbility(tx, model, ABILITIES.case.undo_transition)
  else refuseBeside(tx, (entry.written_beside ?? []) as string[]) // written by keepBatch
  const kept = entry.edited_records as Kept[] // written by keepBatch
  const taken = model.states && transitionNamed(model.states, String(entry.transition))
  const locking = isCase ? { verb: 'transition' as const, ability: ABILITIES.case.undo_transition.code } : lockingFor('transition', taken)
  const rows = await lockRows(tx, model, kept.map(({ sid }) => sid), locking) // oxfmt-ignore
  const gone = kept.length - rows.length
  if (gone > 0 && !leavesChanged) refuseGone(gone)
  const changed = await rowsBack(tx, model, rows, { kept: new Map(kept.map((one) => [one.sid, one])), isCase, leavesChanged })
  if (changed.length === rows.length) {
    refuseChanged(namesOf(tx, model, changed))
    refuseGone(gone)
  }
  return { changed: namesOf(tx, model, changed), gone }
}

type Backwards = { kept: ByKey; isCase: boolean; leavesChanged: boolean }
type ByKey = ReadonlyMap<string, Kept>

/** Those that changed since and stay. */
async function rowsBack(tx: Context, model: Model, rows: readonly RowValues[], back: Backwards): Promise<RowValues[]> {
  const { kept, isCase, leavesChanged } = back
  const hasChanged = isCase ? valuesDiffer : isWritten
  const changed = rows.filter((row) => hasChanged(model, row, kept.get(String(row.sid))))
  if (!leavesChanged) refuseChanged(namesOf(tx, model, changed))
  const asLeft = rows.filter((row) => !changed.includes(row))
  for (let at = 0; at < asLeft.length; at += TOGETHER) {
    const some = asLeft.slice(at, at + TOGETHER)
    if (isCase) changed.push(...(await casesBack(tx, model, some, back)))
    else await recordsBack(tx, model, some, kept)
  }
  return changed
}

const namesOf = (ctx: Context, model: Model, rows: readonly RowValues[]) => rows.map((row) => shownNameOf(ctx, model, row))

const TOGETHER = 100

/** Those that stay, since another transition came after it; none is put back before they are known. */
async function casesBack(tx: Context, model: Model, rows: readonly RowValues[], { kept, leavesChanged }: Backwards): Promise<RowValues[]> {
  const isMeant = (sid: string, changes: readonly Change[]) => isOfBatch(changes, kept.get(sid))
  const { left } = await takeBackLast(tx, model, rows, isMeant)
  if (!leavesChanged) refuseChanged(namesOf(tx, model, left))
  const rest = rows.filter((row) => !left.includes(row))
  if (left.length > 0 && rest.length > 0) await takeBackLast(tx, model, rest, isMeant)
  return left
}

/** Whether the step is that of the batch and not a later one, which may have kept the state. Entries of earlier versions have no values `now`. */
const isOfBatch = (changes: readonly Change[], kept: Kept | undefined) =>
  kept !== undefined &&
  changes.every(({ field, old, new: given }) => isAsLeft(old, kept.old[field] ?? null) && (!kept.now || isAsLeft(given, kept.now[field] ?? null)))

async function recordsBack(tx: Context, model: Model, rows: readonly RowValues[], kept: ByKey) {
  const drafts = rows.map((row) => draftFrom(row))
  for (const draft of drafts)
    for (const [code, old] of Object.entries(kept.get(draft.sid)?.old ?? {})) if (fieldOf(model, code)) setValue(draft, code, old)
  await asBefore(tx, async () => {
    await examine(tx, model, drafts)
    refuseNamed(tx, model, drafts)
    await updateDrafts(tx, model, drafts)
  })
}

/** A state may confirm values, such as an audited amount: any later change of the record counts. */
const isWritten = (_model: Model, row: RowValues, kept: Kept | undefined) => Number(row.version) !== kept?.version

/** Compares the state and the values entered with it; computed values of a case follow from those. */
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
