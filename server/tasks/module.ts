import { actorIn } from '../records/acting/actor-name.ts'
import { type Context, type DraftOf } from '../records/context.ts'
import type { ServerModule } from '../module.ts'
import { type Notice, notify } from '../records/notifying/notifications.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { remindOfTasks } from './remind.ts'
import { withDeputies } from './with-deputies.ts'

/** Tasks of people: rights to change them, notifications, and the reminders before the due day. */
export const tasksModule: ServerModule = {
  name: 'tasks',
  after: ['cases'],
  hooks: [{ model: 'task', prepare, check, written: tell }],
  nightly: { tasks: remindOfTasks },
}

type Drafts = readonly DraftOf<'task'>[]

const tasks = (ctx: Context) => modelNamed(ctx.tenant.models, 'task')

function prepare(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    const { transition, row } = draft
    if (transition === 'acknowledge') setValue(draft, 'acknowledged_at', new Date().toISOString())
    if (row.status === 'DONE' && !row.done_date) setValue(draft, 'done_date', ctx.today)
    if (row.status === 'DONE' && row.progress !== 100) setValue(draft, 'progress', 100)
    if (transition === 'reopen') setValue(draft, 'done_date', null)
    // Another day, or another person, is reminded anew.
    if (draft.before && (draft.changed.has('due_date') || draft.changed.has('assignee_sid'))) setValue(draft, 'reminded_on', null)
    if (draft.before && draft.changed.has('assignee_sid')) setValue(draft, 'acknowledged_at', null)
  }
}

/** Fields that the assigner sets and the person assigned cannot change */
const SETTLED = ['title', 'task_type', 'case_sid', 'due_date', 'priority', 'assignee_sid', 'confirmation'] as const

function check(ctx: Context, drafts: Drafts) {
  const model = tasks(ctx)
  const me = ctx.actor.sid
  if (me === null) return
  for (const draft of drafts) {
    const { row, before, changed, transition } = draft
    if (row.start_date && row.due_date && row.start_date > row.due_date)
      faultAt(ctx, model, draft, 'start_date', ['不能晚于办理期限', 'must not be after the day the task is due'])
    if (!before) continue
    const doer = doerIn(ctx, before)
    const isAssignee = doer !== null && ![doer, me].some((one) => before.assigner_sid === one || before.created_by === one)
    if (transition === 'acknowledge' && doer === null)
      faultAt(ctx, model, draft, 'assignee_sid', ['只有办理人可以确认收到', 'alone may acknowledge the task'])
    if (transition && ['confirm', 'return', 'cancel', 'reopen'].includes(transition) && isAssignee)
      faultAt(ctx, model, draft, 'assigner_sid', ['须由安排人办理该步骤', 'takes this step, and not the person assigned'])
    if (!transition && isAssignee)
      for (const code of SETTLED)
        if (changed.has(code)) faultAt(ctx, model, draft, code, ['只能由安排人修改', 'can be changed only by who assigned the task'])
  }
}

/** The assigned person for whom the caller acts, as that person or as their deputy today; the doer cannot confirm their own work. */
function doerIn({ actor }: Context, { assignee_sid }: { assignee_sid: string | null }): string | null {
  return assignee_sid !== null && (assignee_sid === actor.sid || actor.stands_in_for.includes(assignee_sid)) ? assignee_sid : null
}

/** Notifies the people concerned and their deputies today, except the acting person. */
async function tell(ctx: Context, drafts: Drafts) {
  const notices = drafts.flatMap((draft) => noticesOf(ctx, draft))
  await notify(ctx, (await withDeputies(ctx, notices)).filter(({ user_sid }) => user_sid !== ctx.actor.sid), 'TASK') // oxfmt-ignore
}

function noticesOf(ctx: Context, { sid, row, before, changed, transition }: DraftOf<'task'>): Notice[] {
  const told = (user_sid: string | null, title: string, title_en: string): Notice[] =>
    user_sid ? [{ user_sid, level: 'INFO', title, title_en, link: `/m/task/${sid}`, about: null }] : []
  const name = ctx.actor.name
  const what = `${row.title}（${row.due_date}）`
  const whatEn = `${row.title} (due ${row.due_date})`
  if (!before || changed.has('assignee_sid'))
    return told(row.assignee_sid, `${name}给您安排了任务：${what}`, `${actorIn(ctx.actor, 'en')} assigned a task to you: ${whatEn}`)
  if (transition === 'submit') return told(row.assigner_sid, `任务待您确认：${what}`, `A task waits for your confirmation: ${whatEn}`)
  if (transition === 'finish') return told(row.assigner_sid, `任务已完成：${what}`, `A task is done: ${whatEn}`)
  if (transition === 'confirm') return told(row.assignee_sid, `任务已确认完成：${what}`, `Your task was confirmed as done: ${whatEn}`)
  if (transition === 'return' || transition === 'reopen') return told(row.assignee_sid, `任务被退回：${what}`, `A task came back to you: ${whatEn}`)
  if (transition === 'cancel') return told(row.assignee_sid, `任务已取消：${what}`, `A task was cancelled: ${whatEn}`)
  if (changed.has('due_date'))
    return told(row.assignee_sid, `任务期限已改为 ${row.due_date}：${row.title}`, `A task is now due on ${row.due_date}: ${row.title}`)
  return []
}
