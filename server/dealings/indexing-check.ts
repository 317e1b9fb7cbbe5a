import { differences, answersFor } from '../../model/dealings/indexings/answers.ts'
import { readersOf } from '../../model/dealings/indexings/distribute.ts'
import { type ComparedItem, compareSheets, reassignSheets, sendBack, settleItem } from '../../model/dealings/indexings/indexing-actions.ts'
import { both, refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { lockRows, updateRows } from '../records/write/write.ts'
import { follow, type IndexTask, tell } from './indexing-progress.ts'
import { answersIn, fieldsIn } from './indexing-result.ts'
import { isAtWork, refuseWrong } from './indexing-sheets.ts'

/** Actions of the arbiter: compare, decide, send back. An indexer cannot decide a task that two people index independently. */
export const indexingCheck: Part = {
  actions: [
    ...perform(compareSheets, async ({ ctx, body: { sid } }) => compare(ctx, await taskOf(ctx, sid))),
    ...perform(settleItem, settle),
    ...perform(sendBack, backTo),
    ...perform(reassignSheets, reassign),
  ],
}

/** The task, where this person may decide about it. */
async function taskOf(ctx: Context, sid: string): Promise<IndexTask> {
  const [task] = (await lockRows(ctx, modelNamed(ctx.tenant.models, 'indexing_task'), [sid])) as IndexTask[] // every column
  if (!task) return refuse('not_found')
  if (task.double_blind && (await isIndexer(ctx, task)))
    refuse('rule', both('summary', ['标引人看不到他人的标引结果', 'Those who index do not see what others say']))
  return task
}

/** Named by the task, or given sheets since. */
async function isIndexer({ db, actor }: Context, { sid, indexers }: IndexTask): Promise<boolean> {
  if ((indexers ?? []).some(({ user_sid }) => user_sid === actor.sid)) return true
  const own = await db.selectFrom('indexing_sheet').where('deleted_at', 'is', null).select('sid').where('task_sid', '=', sid).where('indexer_sid', '=', actor.sid).limit(1).executeTakeFirst() // oxfmt-ignore
  return own !== undefined
}

async function compare({ db }: Context, task: IndexTask) {
  const fields = fieldsIn(task.index_fields)
  const items = await db.selectFrom('indexing_item').where('deleted_at', 'is', null).select(['sid', 'seq', 'publication_no', 'item_title', 'state', 'result']).where('task_sid', '=', task.sid).orderBy('seq').execute() // oxfmt-ignore
  // Sorted by their keys, so that the order does not identify the indexers.
  const rows = await db.selectFrom('indexing_sheet').where('deleted_at', 'is', null).select(['sid', 'item_sid', 'answers', 'note', 'state']).where('task_sid', '=', task.sid).where('state', '=', 'DONE').orderBy('sid').execute() // oxfmt-ignore
  const byItem = Map.groupBy(rows, ({ item_sid }) => item_sid)
  const readers = readersOf(task.double_blind === true)
  const compared = items.map((one): ComparedItem => {
    const own = byItem.get(String(one.sid)) ?? []
    const sheets = own.length < readers ? [] : own.map(({ answers, note }) => ({ answers: answersIn(answers), note: note ?? '' }))
    return {
      sid: String(one.sid), seq: one.seq ?? 0, publication_no: one.publication_no ?? '', item_title: one.item_title ?? '', state: one.state ?? 'OPEN',
      differs: differences(fields, sheets.map(({ answers }) => answers)), sheets, result: answersIn(one.result),
    } // oxfmt-ignore
  })
  const whole = compared.filter(({ sheets }) => sheets.length === 2)
  const agreed = whole.filter(({ differs }) => differs.length === 0).length
  return { fields, items: compared, agreement: whole.length === 0 ? null : Math.round((agreed * 100) / whole.length) }
}

async function settle({ ctx, body: { sid, item_sid, answers = [] } }: Call<typeof settleItem>) {
  const task = await checked(ctx, sid)
  const item = await ctx.db.selectFrom('indexing_item').select('state').where('sid', '=', item_sid).where('task_sid', '=', sid).executeTakeFirst()
  if (!item) return refuse('not_found')
  const fields = fieldsIn(task.index_fields)
  const result = answersFor(fields, answers)
  refuseWrong(ctx, fields, result)
  const row = { sid: item_sid, state: 'SETTLED', result, settled_by: ctx.actor.sid, settled_at: new Date().toISOString() }
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'indexing_item'), [row], ['state', 'result', 'settled_by', 'settled_at'])
  const { differing } = await follow(ctx, task, readersOf(task.double_blind === true))
  return { left: differing }
}

/** Decisions wait until all is indexed, and are those of the arbiter where one is named. */
async function checked(ctx: Context, sid: string): Promise<IndexTask> {
  const task = await taskOf(ctx, sid)
  if (task.arbiter_sid && task.arbiter_sid !== ctx.actor.sid) refuse('rule', both('summary', ['由此任务的裁定人裁定', 'The arbiter of this task decides'])) // oxfmt-ignore
  if (task.status !== 'CHECKING') refuse('rule', both('summary', ['标引完毕后才能校核', 'All is indexed first, then checked']))
  return task
}

async function backTo({ ctx, body: { sid, item_sids = [], reason } }: Call<typeof sendBack>) {
  const task = await checked(ctx, sid)
  const items = await ctx.db.selectFrom('indexing_item').select('sid').where('sid', 'in', item_sids.length > 0 ? item_sids : ['']).where('task_sid', '=', sid).execute()
  if (items.length === 0) return refuse('not_found')
  const sids = items.map((one) => String(one.sid))
  const sheets = await ctx.db.selectFrom('indexing_sheet').where('deleted_at', 'is', null).select(['sid', 'indexer_sid']).where('item_sid', 'in', sids).execute()
  const rows = sheets.map((one) => ({ sid: one.sid, state: 'RETURNED', return_reason: reason, done_at: null }))
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'indexing_sheet'), rows, ['state', 'return_reason', 'done_at'])
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'indexing_item'), sids.map((one) => ({ sid: one, state: 'OPEN', result: [], settled_by: null, settled_at: null })), ['state', 'result', 'settled_by', 'settled_at'])
  await follow(ctx, task, readersOf(task.double_blind === true))
  await tell(ctx, task, sheets.map(({ indexer_sid }) => indexer_sid), [`退回重标：${reason}`, `sent back: ${reason}`], '/indexing')
  return { sent: sheets.length }
} // oxfmt-ignore

async function reassign({ ctx, body: { sid, from_sid, to_sid } }: Call<typeof reassignSheets>) {
  const task = await taskOf(ctx, sid)
  if (!isAtWork(task)) refuse('rule', both('summary', ['仅标引中的任务可以转交', 'Sheets are given to others while they are being indexed']))
  const open = await ctx.db.selectFrom('indexing_sheet').where('deleted_at', 'is', null).select(['sid', 'item_sid', 'indexer_sid', 'state']).where('task_sid', '=', sid).execute()
  const theirs = new Set(open.filter(({ indexer_sid }) => indexer_sid === to_sid).map(({ item_sid }) => item_sid))
  // A person does not index a publication twice.
  const moving = open.filter(({ indexer_sid, state, item_sid }) => indexer_sid === from_sid && state !== 'DONE' && !theirs.has(item_sid))
  if (task.double_blind && to_sid === (task.arbiter_sid ?? task.owner_sid)) refuse('rule', both('summary', ['裁定人不能同时是标引人', 'The arbiter does not index']))
  const rows = moving.map((one) => ({ sid: one.sid, indexer_sid: to_sid, answers: [], note: null, state: 'TODO' }))
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'indexing_sheet'), rows, ['indexer_sid', 'answers', 'note', 'state'])
  if (moving.length > 0) await tell(ctx, task, [to_sid], ['请标引', 'please index'], '/indexing')
  return { moved: moving.length }
} // oxfmt-ignore
