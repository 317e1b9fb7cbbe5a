import { sql } from 'kysely'
import { type Context, type RowValues, systemContext } from '../records/context.ts'
import type { RowOf } from '../database/tables.ts'
import { refuse } from '../errors.ts'
import { notify } from '../records/notifying/notifications.ts'
import { modelNamed } from '../records/registry.ts'
import { takeTransition } from '../records/write/transition.ts'
import { updateRows } from '../records/write/write.ts'

export type IndexTask = RowOf<'indexing_task'>

/** The task, locked before its sheets, so that of two people who finish at once the second sees the first. */
export async function lockTask({ db }: Context, sid: string): Promise<IndexTask> {
  const row = await db.selectFrom('indexing_task').selectAll().where('sid', '=', sid).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
  return (row as IndexTask | undefined) ?? refuse('not_found') // every column
} // oxfmt-ignore

type Counts = { items: number; sheets: number; done: number; differing: number; settled: number }

async function countsOf({ db }: Context, task: string): Promise<Counts> {
  const { rows } = await sql<Record<keyof Counts, string>>`select
    (select count(*) from indexing_item where task_sid = ${task}) as items,
    (select count(*) from indexing_sheet where task_sid = ${task}) as sheets,
    (select count(*) from indexing_sheet where task_sid = ${task} and state = 'DONE') as done,
    (select count(*) from indexing_item where task_sid = ${task} and state = 'DIFFERS') as differing,
    (select count(*) from indexing_item where task_sid = ${task} and state = 'SETTLED') as settled`.execute(db)
  const of = (code: keyof Counts) => Number(rows[0]?.[code] ?? 0)
  return { items: of('items'), sheets: of('sheets'), done: of('done'), differing: of('differing'), settled: of('settled') }
}

/** Keeps how far the work has come, and takes the step that follows from it. */
export async function follow(ctx: Context, task: IndexTask, readers: number): Promise<Counts> {
  const now = await countsOf(ctx, task.sid)
  const whole = now.items * readers
  const row: RowValues = {
    sid: task.sid, items_total: now.items, sheets_total: now.sheets, sheets_done: now.done, items_differing: now.differing, items_settled: now.settled,
    progress: whole === 0 ? null : Math.floor((now.done * 100) / whole),
  } // oxfmt-ignore
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'indexing_task'), [row], Object.keys(row).filter((code) => code !== 'sid')) // oxfmt-ignore
  if (task.status === 'ASSIGNED' && now.done > 0) await step(ctx, task.sid, 'begin')
  if (whole > 0 && now.done === whole && (task.status === 'ASSIGNED' || task.status === 'RUNNING')) {
    await step(ctx, task.sid, 'check')
    await tell(ctx, task, [task.arbiter_sid ?? task.owner_sid], ['标引完毕，请校核', 'All is indexed: please check'])
  }
  if (task.status === 'CHECKING' && now.done < whole) await step(ctx, task.sid, 'send_back')
  return now
}

const ofProduct = (ctx: Context): Context => ({ ...systemContext(ctx.tenant), db: ctx.db, ...(ctx.after && { after: ctx.after }) })

async function step(ctx: Context, sid: string, code: string) {
  await takeTransition(ofProduct(ctx), modelNamed(ctx.tenant.models, 'indexing_task'), sid, code, {})
}

export async function tell(ctx: Context, { sid, case_no, title }: IndexTask, people: readonly (string | null)[], [zh, en]: readonly [string, string], link = `/m/indexing_task/${sid}`) {
  const to = [...new Set(people)].filter((one) => one !== null)
  await notify(ctx, to.map((user_sid) => ({ user_sid, level: 'INFO', title: `${case_no} ${title}：${zh}`, title_en: `${case_no} ${title}: ${en}`, link, about: null }))) // oxfmt-ignore
} // oxfmt-ignore
