import { sql } from 'kysely'
import type { Words } from '../../model/kit/fields.ts'
import { modelNamed } from '../records/registry.ts'
import { type Context, inTransaction } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { updateRows } from '../records/write/write.ts'
import { notifyWithDeputies } from './notices.ts'
import type { KeptRun } from './kept-run.ts'
import { markGone } from './gone.ts'
import { leaderOf, namesOf } from './people.ts'
import { addLines, lockRun } from './runs.ts'

const DUE_SOON: Words = ['审批即将到期', 'An approval is due']
const OVERDUE: Words = ['审批已逾期', 'An approval is overdue']
const OF_YOURS: Words = ['下属的审批已逾期', 'An approval of somebody you lead is overdue']
const BATCH_SIZE = 200

/** Each task is reminded of once on the day before its limit, and once after it, then with the leader; the rows remember it. */
export const reminders: Part = { minutely: { 'reminders of approvals': (ctx) => remindOfTasks(ctx), 'approvals whose people have left': markGone } }

export async function remindOfTasks(ctx: Context, now = new Date()) {
  const tomorrow = new Date(now.getTime() + 24 * 3_600_000).toISOString()
  const due = await ctx.db
    .selectFrom('approval_task')
    .where('deleted_at', 'is', null)
    .select(['sid', 'approval_sid'])
    .where('state', '=', 'OPEN')
    .where('due_at', '<=', tomorrow)
    .where((of) => of(sql`coalesce(reminded, 0)`, '<', of.case().when('due_at', '<=', now.toISOString()).then(2).else(1).end()))
    .orderBy('due_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const { sid, approval_sid } of due) await inTransaction(ctx, (tx) => remindOf(tx, String(approval_sid), sid, now))
}

async function remindOf(ctx: Context, approval: string, sid: string, now: Date) {
  const run = await lockRun(ctx, approval)
  const task = run.rows.get(sid)
  if (task?.state !== 'OPEN' || run.state.end) return
  const isOver = String(task.due_at) <= now.toISOString()
  const person = String(task.person_sid)
  await notifyWithDeputies(ctx, run, [person], isOver ? OVERDUE : DUE_SOON, isOver ? 'URGENT' : 'SOON')
  const leaders = isOver ? await leaderOf(ctx, person, 1) : []
  await letRead(ctx, run, leaders)
  await notifyWithDeputies(ctx, run, leaders, OF_YOURS, 'SOON')
  const names = await namesOf(ctx, [person, ...leaders])
  const note = (...people: readonly string[]) => people.map((one) => names.get(one) ?? '').join(' → ')
  const node = String(task.node)
  await addLines(ctx, run, { person: null }, [
    { act: 'REMIND', node, note: note(person) },
    ...leaders.map((one) => ({ act: 'ESCALATE' as const, node, note: note(person, one) })),
  ])
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'approval_task'), [{ sid, reminded: isOver ? 2 : 1 }], ['reminded'])
}

/** The notified leader may open the approval. */
async function letRead(ctx: Context, { approval }: KeptRun, people: readonly string[]) {
  const participant_sids = [...new Set([...(approval.participant_sids ?? []), ...people])]
  if (participant_sids.length === (approval.participant_sids ?? []).length) return
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'approval'), [{ sid: approval.sid, participant_sids }], ['participant_sids'])
}
