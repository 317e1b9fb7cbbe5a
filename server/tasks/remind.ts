import type { Context, RowValues } from '../records/context.ts'
import { type Notice, notify } from '../records/notifying/notifications.ts'
import { withDeputies } from './with-deputies.ts'

/** Days from the due day on which the person assigned is reminded; a negative one lies before it. */
const REMINDED = [-3, -1, 0, 1, 7] as const
/** From this number of days on, the assigner is notified as well. */
const ESCALATION_DAYS = 1

/** Reminds of open tasks near or past their day, once for each of the days above; returns the number of tasks. */
export async function remindOfTasks(ctx: Context): Promise<number> {
  const { db, today } = ctx
  const day = Temporal.PlainDate.from(today)
  const rows = await db
    .selectFrom('task')
    .select(['sid', 'title', 'due_date', 'assignee_sid', 'assigner_sid', 'reminded_on'])
    .where('status', 'in', ['TODO', 'DOING', 'WAIT'])
    .where('deleted_at', 'is', null)
    .where('due_date', '<=', `${day.subtract({ days: REMINDED[0] })}`)
    .where('due_date', '>=', `${day.subtract({ days: OLDEST })}`)
    .execute()
  const due = rows.filter(({ due_date, reminded_on }) => isReminded(String(due_date), reminded_on, today))
  await notify(ctx, await withDeputies(ctx, due.flatMap((row) => noticesOf(row, today))), 'TASK') // oxfmt-ignore
  if (due.length > 0)
    await db
      .updateTable('task')
      .set({ reminded_on: today })
      .where('sid', 'in', due.map(({ sid }) => sid))
      .execute() // oxfmt-ignore
  return due.length
}

/** Reminders of an untouched task end this many days after its day. */
const OLDEST = 60

/** One of the days has come since the last reminder. */
function isReminded(due: string, reminded: string | null, today: string): boolean {
  const days = REMINDED.map((days) => `${Temporal.PlainDate.from(due).add({ days })}`)
  return days.some((on) => on <= today && (reminded === null || reminded < on))
}

function noticesOf({ sid, title, due_date, assignee_sid, assigner_sid }: RowValues, today: string): Notice[] {
  const left = Temporal.PlainDate.from(today).until(Temporal.PlainDate.from(String(due_date))).days
  const [zh, en] = left < 0 ? [`任务已逾期：`, `A task is overdue: `] : left === 0 ? ['任务今天到期：', 'A task is due today: '] : [`任务还有 ${left} 天到期：`, `A task is due in ${left} ${left === 1 ? 'day' : 'days'}: `] // oxfmt-ignore
  const to = new Set([assignee_sid, ...(-left >= ESCALATION_DAYS ? [assigner_sid] : [])].filter((one) => typeof one === 'string'))
  return [...to].map((user_sid) => ({
    user_sid,
    level: left <= 0 ? ('URGENT' as const) : ('SOON' as const),
    title: `${zh}${String(title)}（${String(due_date)}）`,
    title_en: `${en}${String(title)} (${String(due_date)})`,
    link: `/m/task/${String(sid)}`,
    about: null,
  }))
}
