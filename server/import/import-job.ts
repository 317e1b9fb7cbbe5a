import type { ImportOutcome } from '../../model/import/import-routes.ts'
import type { Model } from '../../model/kit/model.ts'
import { checkCompleteness, docketTogether } from '../docketing/case-hooks.ts'
import { countGrown } from '../database/statistics.ts'
import { defineJob } from '../records/jobs.ts'
import { authorize } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import type { Context, JobRun } from '../records/context.ts'
import { type Item, type Mode, nothing, type Outcome } from './rows/item.ts'
import type { Mapping } from './table.ts'
import { hintsFor } from './mapping.ts'
import { madeBy, writtenAfter } from './rows/imported-rows.ts'
import { keepRows } from './rows/job-rows.ts'
import { keepRejected, rejectedFile } from './rows/outcomes/rejected.ts'
import { givenBy, openTable, type Plan, readOf, rowsBelow, softIn } from './table.ts'
import type { SheetRow } from './workbook/sheet.ts'
import { kindOf } from './profile.ts'
import { importRows } from './rows/import-rows.ts'
import { rejectedFor } from './rows/outcomes/outcomes.ts'
import { settlePaid } from './rows/paid-annuities.ts'
import { isOfData, isPassing } from './rows/outcomes/write-errors.ts'
import { newTrial, type Trial, type Tried, tryEach } from './trial/trial.ts'
import { refusedFor } from './rows/outcomes/faults.ts'
import { continuationsOf } from './rows/relations/parents.ts'
import { phasesOf } from './rows/phases.ts'
import { relateTies } from './rows/relations/relate.ts'
import type { Tie } from './rows/relations/tie.ts'
import { type Uploaded, uploaded, withUploaded } from './uploaded.ts'

export type ImportInput = {
  model: string
  file_sid: string
  mode: Mode
  dry_run: boolean
  sheet?: string
  header_row?: number
  mapping?: [string, string | null][]
  corrects?: boolean
  day_order?: 'mdy' | 'dmy' | 'ymd'
}

type Counts = { created: number; updated: number; completed: number; waiting: number; skipped: number; rejected: number; noted: number }
/** `checked`: the last record of the completeness check that follows the rows. */
type Progress = { plan: Plan; row: number; counts: Counts; checked?: string; findings?: number }

const CHUNK = 500

export const importJob = defineJob<ImportInput, Progress>('IMPORT', async (run) => {
  const model = modelNamed(run.ctx.tenant.models, run.input.model)
  authorize(run.ctx, model, 'import')
  const file = await uploaded(run.ctx, run.input.file_sid)
  const counts = await withUploaded(run.ctx, file.file_sid, (path) => importFile(run, model, file, path))
  if (!run.input.dry_run && kindOf(run.ctx, model)) {
    await relateWritten(run, model)
    await checkWritten(run, model)
  }
  const result_url = counts.rejected ? await rejectedFile(run.ctx, run.sid, headingsOf(run)) : undefined
  return { ...(result_url && { result_url }), message: summary(counts, run.input.dry_run, run.progress?.findings) }
})

type Run = JobRun<ImportInput, Progress>

const RELATED_TOGETHER = 200

/**
 * The phases of an application become relations, then the earlier applications that the file names, where they are cases of ours: a phase and
 * its division found no family of their own, which would stand against the relation to the application.
 */
async function relateWritten(run: Run, model: Model) {
  const { ties, left } = await phasesOf(run.ctx, model, run.sid)
  await relate(run, model, ties)
  await relate(run, model, await continuationsOf(run.ctx, model, run.sid))
  await inParts(run, left, (tx, some) => checkCompleteness(tx, some))
}

const relate = (run: Run, model: Model, ties: readonly Tie[]) =>
  inParts(run, ties, async (tx, some) => {
    await relateTies(tx, model, some, await madeBy(tx, run.sid, some.map(({ later }) => later))) // oxfmt-ignore
    await checkCompleteness(tx, [...new Set(some.map(({ later }) => later))])
  })

async function inParts<T>(run: Run, all: readonly T[], act: (tx: Context, some: readonly T[]) => Promise<unknown>) {
  for (let at = 0; at < all.length; at += RELATED_TOGETHER)
    await run.step(async (tx) => {
      await act(tx, all.slice(at, at + RELATED_TOGETHER))
      return { progress: run.progress }
    })
}

const CHECKED_TOGETHER = 200

/** The completeness check of every case that was changed. */
async function checkWritten(run: Run, model: Model) {
  for (;;) {
    const progress: Progress | null = run.progress
    if (!progress) return
    const sids = await writtenAfter(run.ctx, { job_sid: run.sid, entity: model.name }, progress.checked ?? '', CHECKED_TOGETHER)
    if (sids.length === 0) return
    await run.step(async (tx) => {
      const found = await checkCompleteness(tx, sids)
      const next = { ...progress, checked: sids.at(-1) ?? '', findings: (progress.findings ?? 0) + found }
      run.progress = next
      return { progress: next }
    })
  }
}

const headingsOf = ({ progress }: Run) => progress?.plan.columns.map(({ heading }) => heading) ?? []

/** A running import of one file. `trial`: of a dry run. */
type Task = { run: Run; model: Model; file: Uploaded; trial?: Trial }

async function importFile(run: Run, model: Model, file: Uploaded, path: string): Promise<Counts> {
  const task: Task = { run, model, file, ...(run.input.dry_run && { trial: newTrial(run.input.mode) }) }
  const begun: Begun = run.progress ? { progress: run.progress } : await begin(task, path)
  let { progress } = begun
  run.progress = progress
  if (task.trial && !begun.rows) await tryAgain(task, path, progress)
  let counted = 0
  for await (const batch of begun.rows ?? rowsBelow(run.ctx, path, progress.plan, progress.row)) {
    for (let at = 0; at < batch.length; at += CHUNK) {
      progress = await takeChunk(task, batch.slice(at, at + CHUNK), progress)
      run.progress = progress
      if (!task.trial) counted = await countTables(run.ctx, progress.counts, counted)
    }
  }
  return progress.counts
}

/** Statistics of tables that were small at the start are updated as the import fills them. */
async function countTables({ db }: Context, { created }: Counts, counted: number): Promise<number> {
  if (created < CHUNK / 2 || created < counted * GROWTH) return counted
  await countGrown(db, created)
  return created
}

const GROWTH = 4

/** A dry run that is resumed compares its further rows with the rows before them. */
async function tryAgain({ run, model, file, trial }: Task, path: string, { plan, row }: Progress) {
  if (!trial || row <= plan.header_row) return
  for await (const batch of rowsBelow(run.ctx, path, plan, plan.header_row)) {
    const before = batch.filter(({ at }) => at <= row)
    if (before.length > 0) await tryEach(run.ctx, model, before.map((one) => itemOf(run.ctx, model, file, one, plan)), trial) // oxfmt-ignore
    if (before.length < batch.length) return
  }
}

type Begun = { progress: Progress; rows?: SheetRow[][] }

// The rows of a small file are kept from its first reading.
const SMALL = 2000

/** Reads the file once to find its columns and its number of rows. */
async function begin({ run, model, file }: Task, path: string): Promise<Begun> {
  const { sheet, header_row, mapping, corrects, day_order } = run.input
  const wish = {
    ...(sheet && { sheet }),
    ...(header_row && { header_row }),
    ...(mapping && { mapping: new Map(mapping) satisfies Mapping }),
    ...(corrects && { corrects }),
    ...(day_order && { day_order }),
  }
  const { plan, rows } = await openTable(run.ctx, model, file, path, wish, await hintsFor(run.ctx, model))
  let total = 0
  const kept: SheetRow[][] = []
  for await (const batch of rows) {
    total += batch.length
    if (total <= SMALL) kept.push(batch)
  }
  const { rejected: _, done: _done, ...none } = nothing()
  const progress: Progress = { plan, row: plan.header_row, counts: { ...none, rejected: 0 } }
  await run.step(async () => ({ progress, total }))
  return { progress, ...(total <= SMALL && { rows: kept }) }
}

/** One transaction for the rows and the progress. Halving finds rows that PostgreSQL refuses. */
async function takeChunk(task: Task, rows: readonly SheetRow[], progress: Progress, tries = 0): Promise<Progress> {
  try {
    return await takeTogether(task, rows, progress)
  } catch (error) {
    // Another import may have created the same record meanwhile: the next try finds it.
    if (isPassing(error) && tries < TRIES) return takeChunk(task, rows, progress, tries + 1)
    if (!isOfData(error)) throw error
    if (rows.length === 1) return rejectRow(task, rows, progress, error)
    const middle = Math.ceil(rows.length / 2)
    const half = await takeChunk(task, rows.slice(0, middle), progress, tries)
    return takeChunk(task, rows.slice(middle), half, tries)
  }
}

const TRIES = 3

async function takeTogether(task: Task, rows: readonly SheetRow[], progress: Progress): Promise<Progress> {
  const { run } = task
  const tried = task.trial ? outcomeOf(await tryEach(run.ctx, task.model, itemsOf(run.ctx, task, rows, progress.plan), task.trial)) : undefined
  let next = progress
  await run.step(async (tx) => {
    const outcome = tried ?? (await takeItems(tx, task, rows, progress.plan))
    next = after(progress, rows, outcome)
    await keepRejected(tx, run.sid, outcome.rejected)
    if (!tried) await keepRows(tx, 'imported_row', run.sid, outcome.done)
    return {
      progress: next,
      outcome: outcomeFor(run, next),
      ...countsOf(rows.length, outcome),
      ...(progress.counts.rejected < 100 && outcome.rejected.length && { errors: await firstErrors(tx, run.sid) }),
    }
  })
  return next
}

function outcomeFor({ input: { dry_run } }: Run, { counts }: Progress): ImportOutcome {
  const { created, updated, completed, waiting, skipped, rejected } = counts
  return { dry_run, created, updated, completed, waiting, skipped, rejected }
}

async function rejectRow(task: Task, rows: readonly SheetRow[], progress: Progress, error: unknown): Promise<Progress> {
  const { run } = task
  let next = progress
  await run.step(async (tx) => {
    const items = itemsOf(tx, task, rows, progress.plan)
    const outcome = { ...nothing(), rejected: items.map((item) => rejectedFor(tx, task.model, item, [refusedFor(error)])) }
    next = after(progress, rows, outcome)
    await keepRejected(tx, run.sid, outcome.rejected)
    return { progress: next, outcome: outcomeFor(run, next), ...countsOf(rows.length, outcome), errors: await firstErrors(tx, run.sid) }
  })
  return next
}

async function takeItems(tx: Context, task: Task, rows: readonly SheetRow[], plan: Plan): Promise<Outcome> {
  const { run, model, file } = task
  const items = itemsOf(tx, task, rows, plan)
  const take = () => importRows({ ...tx, entered: model.name }, model, items, { mode: run.input.mode, isOurs: (sids) => madeBy(tx, run.sid, sids) })
  if (!kindOf(tx, model)) return take()
  const outcome = await docketTogether(tx, take)
  await settlePaid(tx, items, file.name)
  return outcome
}

/** A dry run counts as the import will. */
const outcomeOf = ({ created, updated, completed, waiting, skipped, rejected }: Tried): Outcome => ({
  created: created.length,
  updated: updated.length,
  completed: completed.length,
  waiting: waiting.length,
  skipped: skipped.length,
  noted: [...created, ...updated, ...completed, ...waiting, ...skipped].filter(({ read }) => read.notes.length > 0).length,
  rejected,
  done: [],
})

const itemsOf = (ctx: Context, { model, file }: Task, rows: readonly SheetRow[], plan: Plan) => rows.map((row) => itemOf(ctx, model, file, row, plan))

function itemOf(ctx: Context, model: Model, { name }: Uploaded, row: SheetRow, plan: Plan): Item {
  const read = readOf(ctx, model, plan, row, name)
  return { row, read, values: read.values, given: givenBy(plan), soft: softIn(ctx, model, plan) }
}

function after(
  { plan, row, counts }: Progress,
  rows: readonly SheetRow[],
  { created, updated, completed, waiting, skipped, noted, rejected }: Outcome,
): Progress {
  return {
    plan,
    row: rows.at(-1)?.at ?? row,
    counts: {
      created: counts.created + created,
      updated: counts.updated + updated,
      completed: counts.completed + completed,
      waiting: counts.waiting + waiting,
      skipped: counts.skipped + skipped,
      noted: counts.noted + noted,
      rejected: counts.rejected + rejected.length,
    },
  }
}

const countsOf = (done: number, { created, updated, completed, waiting, rejected }: Outcome) => ({
  done,
  ok: created + updated + completed + waiting,
  failed: rejected.length,
})

async function firstErrors({ db }: Context, job_sid: string) {
  const rows = await db.selectFrom('rejected_row').select(['row_no', 'reasons']).where('job_sid', '=', job_sid).orderBy('row_no').limit(100).execute()
  return rows.map(({ row_no, reasons }) => ({ row: row_no, reasons }))
}

function summary({ created, updated, completed, waiting, skipped, rejected }: Counts, dry: boolean, findings = 0) {
  const joined = completed ? ([`，并入同一案件 ${completed}`, `, ${completed} added to the same case`] as const) : ['', '']
  const held = waiting ? ([`，待另一人确认 ${waiting}`, `, ${waiting} waiting for a second person`] as const) : ['', '']
  const zh = `新建 ${created}，更新 ${updated}${joined[0]}${held[0]}，跳过 ${skipped}，未导入 ${rejected}`
  const en = `${created} created, ${updated} updated${joined[1]}${held[1]}, ${skipped} skipped, ${rejected} rejected`
  if (dry) return [`试运行：${zh}`, `Dry run: ${en}`] as const
  return [findings ? `${zh}；新的完整性问题 ${findings}` : zh, findings ? `${en}; ${findings} new findings` : en] as const
}
