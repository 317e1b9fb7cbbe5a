import type { Words } from '../../model/kit/fields.ts'
import type { Task } from '../../model/tasks/task.ts'
import { CLOSED } from '../../model/tasks/lifecycle.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { draftFrom, draftNew, examine, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'

const tasks = (ctx: Context) => modelNamed(ctx.tenant.models, 'task')

/** `day`: the field of the instruction that says by when; a review is by the day of its task. */
export type Work = { to: string | null; day?: 'draft_due' | 'file_due'; due: string; type: NonNullable<Task['task_type']>; words: Words }

/** Creates a task for the person who has to act, with the usual notification. */
export async function giveWork(ctx: Context, { sid, row }: DraftOf<'agency_instruction'>, { to, due, type, words: [zh, en] }: Work) {
  if (!to) return
  const own = onBehalfOf(ctx)
  const given = { title: `${zh} / ${en}: ${row.title}`.slice(0, 255), task_type: type, case_sid: row.case_sid, due_date: due, assignee_sid: to, company_sid: row.company_sid } // oxfmt-ignore
  const drafts = await draftNew(own, tasks(own), [given])
  for (const draft of drafts) {
    setValue(draft, 'instruction_sid', sid)
    setValue(draft, 'assigner_sid', ctx.actor.sid)
  }
  refuseFaulty(drafts)
  await insertDrafts(own, tasks(own), drafts)
}

/** The work of the step before is done, or no longer wanted. */
export async function endWork(ctx: Context, instruction: string, isCancelled: boolean) {
  const own = onBehalfOf(ctx)
  const drafts = await openWork(own, instruction)
  for (const draft of drafts) {
    setValue(draft, 'status', isCancelled ? 'CANCELLED' : 'DONE')
    if (!isCancelled) setValue(draft, 'done_date', ctx.today)
    if (!isCancelled) setValue(draft, 'progress', 100)
  }
  await updateDrafts(own, tasks(own), drafts)
}

/** Open work passes to another person or day together with its instruction. */
export async function moveWork(ctx: Context, { sid }: DraftOf<'agency_instruction'>, { to, day, due }: Work, changed: ReadonlySet<string>) {
  const own = onBehalfOf(ctx)
  const drafts = await openWork(own, sid)
  for (const draft of drafts) {
    if (to) setValue(draft, 'assignee_sid', to)
    if (day && changed.has(day)) setValue(draft, 'due_date', due)
  }
  await examine(own, tasks(own), drafts)
  await updateDrafts(own, tasks(own), drafts)
}

async function openWork(own: Context, instruction: string): Promise<DraftOf<'task'>[]> {
  const open = await own.db
    .selectFrom('task')
    .select('sid')
    .where('instruction_sid', '=', instruction)
    .where('status', 'not in', [...CLOSED])
    .where('deleted_at', 'is', null)
    .execute()
  return (await lockRows(own, tasks(own), open.map(({ sid }) => sid))).map(draftFrom) // oxfmt-ignore
}

const ENDING = new Set(['finish', 'submit', 'cancel', 'reopen'])

/** The required step completes such a task; it cannot be ticked by hand. */
export function keepWorkOfInstructions(ctx: Context, drafts: readonly DraftOf<'task'>[]) {
  for (const draft of drafts)
    if (draft.row.instruction_sid && ENDING.has(draft.transition ?? ''))
      faultAt(ctx, tasks(ctx), draft, 'instruction_sid', [
        '请在代理指示中办理：任务随之完成',
        'is where the work is done; the task is completed with it',
      ])
}
