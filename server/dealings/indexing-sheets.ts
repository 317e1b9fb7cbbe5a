import { AT_WORK } from '../../model/dealings/indexings/lifecycle.ts'
import { answersFor, differences, faultOf } from '../../model/dealings/indexings/answers.ts'
import { readersOf } from '../../model/dealings/indexings/distribute.ts'
import { claimItems, type DeskTask, readDesk, saveSheet } from '../../model/dealings/indexings/indexing-actions.ts'
import { labelOf } from '../../model/kit/fields.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { both, refuse, refuseFaults } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { among, anyOf, GIVEN } from '../records/permission/conditions.ts'
import { visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'
import { insertRows, updateRows } from '../records/write/write.ts'
import { follow, type IndexTask, lockTask } from './indexing-progress.ts'
import { answersIn, fieldsIn } from './indexing-result.ts'
import { sheetOf } from './indexing-tasks.ts'

/** Actions of the indexers: each sees and writes only their own sheets. */
export const indexingSheets: Part = {
  rowVisibility: { indexing_sheet: { only: ownOrSaid } },
  actions: [...perform(readDesk, async ({ ctx }) => ({ record: await deskOf(ctx) })), ...perform(saveSheet, save), ...perform(claimItems, claim)],
}

/** While two people index a publication independently, neither sees the answers of the other, with any role. */
function ownOrSaid({ actor }: Context): Condition | undefined {
  if (actor.sid === null) return undefined
  const alone: Condition = {
    kind: 'compare',
    path: ['task_sid', 'double_blind'],
    at: GIVEN,
    op: '=',
    value: { kind: 'boolean', value: false, at: GIVEN },
  }
  return anyOf([among(['indexer_sid'], [actor.sid]), among(['item_sid', 'state'], SAID), alone])
}

/** The states of a publication of which all have submitted. */
const SAID = ['AGREED', 'DIFFERS', 'SETTLED'] as const

async function tasksAtWork({ db, actor }: Context): Promise<IndexTask[]> {
  const rows = await db.selectFrom('indexing_task').selectAll().where('status', 'in', [...AT_WORK]).where('deleted_at', 'is', null).orderBy('due_date').orderBy('case_no').execute() // oxfmt-ignore
  return (rows as IndexTask[]).filter(({ indexers }) => (indexers ?? []).some(({ user_sid }) => user_sid === actor.sid)) // every column
}

async function deskOf(ctx: Context): Promise<DeskTask[]> {
  if (ctx.actor.sid === null) return []
  const mine = await ctx.db
    .selectFrom('indexing_sheet as s')
    .where('s.deleted_at', 'is', null)
    .innerJoin('indexing_item as i', 'i.sid', 's.item_sid')
    .select([
      's.sid',
      's.state',
      's.answers',
      's.note',
      's.return_reason',
      's.task_sid',
      'i.seq',
      'i.publication_no',
      'i.item_title',
      'i.item_owner',
      'i.pub_date',
    ]) // oxfmt-ignore
    .where('s.indexer_sid', '=', ctx.actor.sid)
    .orderBy('i.seq')
    .execute()
  const own = await shownTo(ctx, mine)
  const running = new Map((await tasksAtWork(ctx)).map((task) => [task.sid, task]))
  const given = [...new Set(own.map(({ task_sid }) => String(task_sid)))].filter((sid) => !running.has(sid))
  // Sheets that were handed over belong to a task that does not name the person.
  const handed =
    given.length === 0
      ? []
      : ((await ctx.db
          .selectFrom('indexing_task')
          .selectAll()
          .where('sid', 'in', given)
          .where('status', 'in', [...AT_WORK])
          .where('deleted_at', 'is', null)
          .execute()) as IndexTask[]) // every column
  const found: DeskTask[] = []
  for (const task of [...running.values(), ...handed])
    found.push({
      sid: task.sid,
      name: `${task.case_no} ${task.title}`,
      due: task.due_date ?? '',
      guide: task.guide ?? '',
      isBlind: task.double_blind === true,
      fields: fieldsIn(task.index_fields),
      free: task.assign_rule === 'CLAIM' ? (await freeItems(ctx, task)).length : 0,
      sheets: own.filter(({ task_sid }) => task_sid === task.sid).map((one) => ({
        sid: String(one.sid), state: one.state ?? 'TODO', seq: one.seq ?? 0, publication_no: one.publication_no ?? '', item_title: one.item_title ?? '', item_owner: one.item_owner ?? '', pub_date: one.pub_date ?? '',
        answers: answersIn(one.answers), note: one.note ?? '', return_reason: one.return_reason ?? '',
      })),
    }) // oxfmt-ignore
  return found
}

/** A person who views as another sees only sheets that they may see themselves. */
async function shownTo<Sheet extends { sid: string }>(ctx: Context, sheets: readonly Sheet[]): Promise<readonly Sheet[]> {
  if (!ctx.actor.viewer || sheets.length === 0) return sheets
  const model = modelNamed(ctx.tenant.models, 'indexing_sheet')
  const where = visible(ctx, model, among(['sid'], sheets.map(({ sid }) => sid))) // oxfmt-ignore
  const seen = new Set((await readPage(ctx, model, ['sid'], { where, order: [] }, { start: 0, rows: sheets.length })).map(({ sid }) => sid))
  return sheets.filter(({ sid }) => seen.has(sid))
}

/** Publications for which people are still wanted, and that this person has not taken. */
async function freeItems({ db, actor }: Context, task: IndexTask): Promise<string[]> {
  const rows = await db
    .selectFrom('indexing_item as i')
    .where('i.deleted_at', 'is', null)
    .leftJoin('indexing_sheet as s', 's.item_sid', 'i.sid')
    .select(({ fn }) => [
      'i.sid',
      fn.count<string>('s.sid').as('n'),
      fn.count<string>('s.sid').filterWhere('s.indexer_sid', '=', actor.sid).as('mine'),
    ])
    .where('i.task_sid', '=', task.sid)
    .groupBy(['i.sid', 'i.seq'])
    .orderBy('i.seq')
    .execute()
  const wanted = readersOf(task.double_blind === true)
  return rows.flatMap(({ sid, n, mine }) => (Number(n) < wanted && Number(mine) === 0 ? [String(sid)] : []))
}

async function claim({ ctx, body: { task_sid, count } }: Call<typeof claimItems>) {
  const task = await lockTask(ctx, task_sid)
  const person = ctx.actor.sid
  const isNamed = (task.indexers ?? []).some(({ user_sid }) => user_sid === person)
  if (!person || !isNamed) return refuse('not_found')
  if (task.assign_rule !== 'CLAIM' || !isAtWork(task))
    refuse('rule', both('summary', ['此任务不能自行领取', 'Publications of this task are not taken by oneself']))
  const taken = (await freeItems(ctx, task)).slice(0, count)
  await insertRows(ctx, modelNamed(ctx.tenant.models, 'indexing_sheet'), taken.map((item) => sheetOf(ctx, task, item, person))) // oxfmt-ignore
  await follow(ctx, task, readersOf(task.double_blind === true))
  return { taken: taken.length }
}

export const isAtWork = ({ status }: IndexTask) => status !== null && AT_WORK.includes(status)

async function save({ ctx, body: { sid, answers = [], note, done } }: Call<typeof saveSheet>) {
  const { task_sid } = await ownSheet(ctx, sid)
  const task = await lockTask(ctx, task_sid)
  // It may have been given to somebody else until the task was locked.
  const sheet = await ownSheet(ctx, sid)
  if (!isAtWork(task)) refuse('rule', both('summary', ['此任务的标引已结束', 'The indexing of this task is over']))
  if (task.double_blind) await refuseSaid(ctx, sheet.item_sid)
  const fields = fieldsIn(task.index_fields)
  const values = answersFor(fields, answers)
  if (done) refuseWrong(ctx, fields, values)
  const now = new Date().toISOString()
  const row = { sid, answers: values, note: note ?? null, state: done ? 'DONE' : 'TODO', done_at: done ? now : null, updated_at: now, updated_by: ctx.actor.sid }
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'indexing_sheet'), [row], Object.keys(row).filter((code) => code !== 'sid'))
  await compareItem(ctx, task, sheet.item_sid)
  await follow(ctx, task, readersOf(task.double_blind === true))
  return { left: await leftOf(ctx) }
} // oxfmt-ignore

async function ownSheet({ db, actor }: Context, sid: string): Promise<{ task_sid: string; item_sid: string }> {
  const sheet = await db.selectFrom('indexing_sheet').select(['task_sid', 'item_sid']).where('sid', '=', sid).where('indexer_sid', '=', actor.sid).executeTakeFirst()
  return sheet?.task_sid && sheet.item_sid ? { task_sid: sheet.task_sid, item_sid: sheet.item_sid } : refuse('not_found')
} // oxfmt-ignore

/** Both people then know whether they agree: by changing a sheet, one could find the values of the other by trial. */
async function refuseSaid({ db }: Context, item: string) {
  const { state } = await db.selectFrom('indexing_item').select('state').where('sid', '=', item).executeTakeFirstOrThrow()
  if (state !== 'OPEN') refuse('rule', both('summary', ['两人均已提交，不能再修改；须由裁定人退回重标', 'Both people have submitted: it is changed only when the arbiter sends it back'])) // oxfmt-ignore
}

export function refuseWrong({ lang }: Context, fields: Parameters<typeof answersFor>[0], values: ReturnType<typeof answersFor>) {
  const given = new Map(values.map(({ field, value }) => [field, value]))
  const faults = fields.flatMap((field) => {
    const words = faultOf(field, given.get(field.code) ?? '')
    return words ? [{ field: field.code, label: labelOf({ zh: field.label, en: field.label_en || field.label }, lang), reason: words[lang === 'zh' ? 0 : 1] }] : []
  })
  if (faults.length > 0) refuseFaults(faults)
} // oxfmt-ignore

/** Once all sheets are submitted, the values on which they agree are stored. */
async function compareItem(ctx: Context, task: IndexTask, item: string) {
  const fields = fieldsIn(task.index_fields)
  const sheets = await ctx.db
    .selectFrom('indexing_sheet')
    .where('deleted_at', 'is', null)
    .select(['state', 'answers'])
    .where('item_sid', '=', item)
    .execute()
  const all = sheets.map(({ answers }) => answersIn(answers))
  const isWhole = sheets.length === readersOf(task.double_blind === true) && sheets.every(({ state }) => state === 'DONE')
  const state = !isWhole ? 'OPEN' : differences(fields, all).length > 0 ? 'DIFFERS' : 'AGREED'
  const row = { sid: item, state, result: state === 'AGREED' ? (all[0] ?? []) : [], settled_by: null, settled_at: null }
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'indexing_item'), [row], ['state', 'result', 'settled_by', 'settled_at'])
}

async function leftOf({ db, actor }: Context): Promise<number> {
  const { n } = await db
    .selectFrom('indexing_sheet as s')
    .where('s.deleted_at', 'is', null)
    .innerJoin('indexing_task as t', 't.sid', 's.task_sid')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('s.indexer_sid', '=', actor.sid)
    .where('s.state', '!=', 'DONE')
    .where('t.status', 'in', [...AT_WORK])
    .executeTakeFirstOrThrow()
  return Number(n)
}
