import { randomUUIDv7 } from 'node:crypto'
import { canDistribute, distribute, readersOf } from '../../model/dealings/indexings/distribute.ts'
import { choicesOf } from '../../model/dealings/indexings/answers.ts'
import type { Context, DraftOf, RowValues } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { draftFrom, insertRows, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { follow, type IndexTask, lockTask, tell } from './indexing-progress.ts'
import { writesOf } from './indexing-result.ts'

type Task = DraftOf<'indexing_task'>

/** An indexing task gives the publications of its library to people, and its values back to the library when it is finished. */
export const indexingTasks: Part = {
  hooks: [
    { model: 'indexing_task', check, written },
    { model: 'indexing_sheet', check: handedOver },
  ],
}

async function check(ctx: Context, drafts: readonly Task[]) {
  for (const draft of drafts) {
    checkFields(ctx, draft)
    keepAssigned(ctx, draft)
    if (draft.transition === 'assign') await checkPeople(ctx, draft)
    if (draft.transition === 'finish') await refuseUndecided(ctx, draft)
  }
}

const modelOf = (ctx: Context) => modelNamed(ctx.tenant.models, 'indexing_task')

function checkFields(ctx: Context, draft: Task) {
  if (!draft.changed.has('index_fields')) return
  const fields = draft.row.index_fields ?? []
  if (new Set(fields.map(({ code }) => code)).size < fields.length)
    faultAt(ctx, modelOf(ctx), draft, 'index_fields', ['代码不能重复', 'must have a different code each'])
  const empty = fields.filter((field) => (field.kind === 'OPTION' || field.kind === 'OPTIONS') && choicesOf({ kind: field.kind, choices: field.choices ?? null }).length === 0) // oxfmt-ignore
  if (empty.length > 0) {
    const named = empty.map(({ label }) => label)
    faultAt(ctx, modelOf(ctx), draft, 'index_fields', [`须写明可选项：${named.join('、')}`, `needs the choices of ${named.join(', ')}`])
  }
}

/** The assigned work cannot be changed after the assignment. */
function keepAssigned(ctx: Context, draft: Task) {
  if (!draft.before || draft.before.status === 'DRAFT' || draft.row.status === 'DRAFT') return
  for (const code of ['library_sid', 'index_fields', 'indexers', 'assign_rule', 'double_blind'] as const)
    if (draft.changed.has(code)) faultAt(ctx, modelOf(ctx), draft, code, ['分派后不能修改', 'cannot be changed after the assignment'])
  const { arbiter_sid, double_blind, indexers } = draft.row
  if (double_blind && draft.changed.has('arbiter_sid') && (indexers ?? []).some(({ user_sid }) => user_sid === arbiter_sid))
    faultAt(ctx, modelOf(ctx), draft, 'arbiter_sid', ['裁定人不能同时是标引人', 'must not be one who indexes'])
}

/** A sheet that passes to a successor is emptied, and no person indexes a publication twice. */
async function handedOver(ctx: Context, drafts: readonly DraftOf<'indexing_sheet'>[]) {
  const moved = drafts.filter(({ before, changed }) => before && changed.has('indexer_sid'))
  if (moved.length === 0) return
  const items = moved.flatMap(({ row }) => row.item_sid ?? [])
  const others = await ctx.db.selectFrom('indexing_sheet').where('deleted_at', 'is', null).select(['sid', 'item_sid', 'indexer_sid']).where('item_sid', 'in', items).execute()
  const tasks = await ctx.db.selectFrom('indexing_task').select(['sid', 'double_blind', 'arbiter_sid', 'owner_sid']).where('sid', 'in', [...new Set(moved.flatMap(({ row }) => row.task_sid ?? []))]).execute()
  for (const draft of moved) {
    const { item_sid, indexer_sid } = draft.row
    const isTwice = others.some((one) => one.sid !== draft.sid && one.item_sid === item_sid && one.indexer_sid === indexer_sid)
    if (isTwice) faultAt(ctx, modelNamed(ctx.tenant.models, 'indexing_sheet'), draft, 'indexer_sid', ['已标引同一篇文献，请在标引任务中转交给他人', 'indexes the same publication already: give the sheet to somebody else in the indexing task'])
    const task = tasks.find(({ sid }) => sid === draft.row.task_sid)
    if (task?.double_blind && indexer_sid === (task.arbiter_sid ?? task.owner_sid)) faultAt(ctx, modelNamed(ctx.tenant.models, 'indexing_sheet'), draft, 'indexer_sid', ['是此任务的裁定人，请在标引任务中转交给他人', 'is the arbiter of this task: give the sheet to somebody else in the indexing task'])
    setValue(draft, 'answers', [])
    setValue(draft, 'note', null)
  }
} // oxfmt-ignore

async function checkPeople(ctx: Context, draft: Task) {
  const { assign_rule, double_blind, arbiter_sid, owner_sid } = draft.row
  const people = draft.row.indexers ?? []
  const users = people.map(({ user_sid }) => user_sid)
  const say = (words: readonly [string, string]) => faultAt(ctx, modelOf(ctx), draft, 'indexers', words)
  if (new Set(users).size < users.length) say(['同一人不能重复', 'names somebody twice'])
  if (double_blind && users.length < 2) say(['双人独立标引至少需要两名标引人', 'needs at least two people for independent indexing'])
  if (double_blind && users.includes(arbiter_sid ?? owner_sid)) say(['裁定人不能同时是标引人', 'must not contain the arbiter'])
  const items = await publicationsOf(ctx, draft.row.library_sid)
  if (items.length === 0) faultAt(ctx, modelOf(ctx), draft, 'library_sid', ['检索库中没有文献', 'has no publications'])
  if (assign_rule !== 'MANUAL' || canDistribute(items.length, people.map((one) => ({ user_sid: String(one.user_sid), quota: one.quota ?? 0 })), double_blind === true)) return // oxfmt-ignore
  const whole = items.length * readersOf(double_blind === true)
  say([`篇数合计须为 ${whole}，且每人不超过 ${items.length}`, `must be ${whole} in all, and nobody more than ${items.length}`])
}

async function refuseUndecided(ctx: Context, draft: Task) {
  const open = await ctx.db.selectFrom('indexing_item').where('deleted_at', 'is', null).select(({ fn }) => fn.countAll<string>().as('n')).where('task_sid', '=', draft.sid).where('state', 'in', ['OPEN', 'DIFFERS']).executeTakeFirstOrThrow() // oxfmt-ignore
  if (Number(open.n) > 0)
    faultAt(ctx, modelOf(ctx), draft, 'status', [`尚有 ${open.n} 篇未裁定`, `is not possible: ${open.n} publications are undecided`])
}

type Publication = { publication_no: string; item_title?: string | null; owner?: string | null; pub_date?: string | null }

async function publicationsOf({ db }: Context, library: string | null): Promise<Publication[]> {
  if (!library) return []
  const row = await db.selectFrom('search_library').select('items').where('sid', '=', library).where('deleted_at', 'is', null).executeTakeFirst()
  return (row?.items ?? []) as Publication[] // rows as the model declares them
}

async function written(ctx: Context, drafts: readonly Task[]) {
  for (const draft of drafts) {
    if (draft.transition === 'assign') await assign(ctx, draft)
    if (draft.transition === 'finish') await writeBack(ctx, draft)
  }
}

/** An undone assignment has no results, so all sheets are assigned again. */
async function assign(ctx: Context, { sid }: Task) {
  const own = onBehalfOf(ctx)
  const task = await lockTask(own, sid)
  for (const table of ['indexing_sheet', 'indexing_item'] as const) await own.db.deleteFrom(table).where('task_sid', '=', sid).execute()
  const found = await publicationsOf(own, task.library_sid)
  const isBlind = task.double_blind === true
  const quotas = (task.indexers ?? []).map(({ user_sid, quota }) => ({ user_sid: String(user_sid), quota: quota ?? 0 }))
  const people = distribute(found.length, quotas, { rule: task.assign_rule ?? 'EQUAL', isBlind })
  const items = found.map((one, at) => ({ ...born(own, task), seq: at + 1, state: 'OPEN', publication_no: one.publication_no, item_title: one.item_title ?? null, item_owner: one.owner ?? null, pub_date: one.pub_date ?? null, result: [] })) // oxfmt-ignore
  await insertRows(own, modelNamed(own.tenant.models, 'indexing_item'), items)
  const sheets = items.flatMap((item, at) => (people[at] ?? []).map((indexer) => sheetOf(own, task, item.sid, indexer)))
  await insertRows(own, modelNamed(own.tenant.models, 'indexing_sheet'), sheets)
  await follow(own, task, readersOf(isBlind))
  await tell(own, task, quotas.map(({ user_sid }) => user_sid), ['请标引', 'please index'], '/indexing') // oxfmt-ignore
}

const born = (ctx: Context, { sid, company_sid }: IndexTask) => {
  const now = new Date().toISOString()
  const by = { created_by: ctx.actor.sid, updated_by: ctx.actor.sid }
  return { sid: randomUUIDv7() as string, version: 1, valid: true, created_at: now, updated_at: now, ...by, company_sid, task_sid: sid }
}

export const sheetOf = (ctx: Context, task: IndexTask, item_sid: string, indexer_sid: string): RowValues => ({ ...born(ctx, task), item_sid, indexer_sid, state: 'TODO', answers: [] }) // oxfmt-ignore

/** The publications of the library get the values that are written there. */
async function writeBack(ctx: Context, { row }: Task) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(own.tenant.models, 'search_library')
  const [before] = await lockRows(own, model, row.library_sid ? [row.library_sid] : [])
  if (!before) return
  const done = await own.db
    .selectFrom('indexing_item')
    .where('deleted_at', 'is', null)
    .select(['publication_no', 'result'])
    .where('task_sid', '=', row.sid)
    .execute()
  const values = new Map(done.map(({ publication_no, result }) => [publication_no, writesOf(row.index_fields ?? [], result ?? [])]))
  const draft = draftFrom(before)
  setValue(draft, 'items', (before.items ?? []).map((one) => ({ ...one, ...values.get(one.publication_no ?? null) }))) // oxfmt-ignore
  setValue(draft, 'last_update', own.today)
  refuseFaulty([draft])
  await updateDrafts(own, model, [draft])
}
