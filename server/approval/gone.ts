import { note } from '../../model/approval/run.ts'
import type { Task } from '../../model/approval/state.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import type { Words } from '../../model/kit/fields.ts'
import { type Context, inTransaction } from '../records/context.ts'
import type { KeptRun } from './kept-run.ts'
import { ableToAct } from './people.ts'
import { lockRun, saveRun } from './runs.ts'

const GONE: Words = ['办理人已离职或停用', 'somebody who is asked can no longer act']
const BATCH_SIZE = 200

/** Approvals that ask somebody who has left or cannot sign in any more wait for an administrator. */
export async function markGone(ctx: Context) {
  const found = await ctx.db
    .selectFrom('approval_task as t')
    .innerJoin('approval as a', 'a.sid', 't.approval_sid')
    .leftJoin('user_info as u', (join) => join.onRef('u.sid', '=', 't.person_sid').on('u.deleted_at', 'is', null))
    .select('t.approval_sid')
    .distinct()
    .where('t.state', '=', 'OPEN')
    .where('a.state', '=', 'RUNNING')
    .where((of) =>
      of.or([
        of('u.sid', 'is', null),
        of('u.valid', '=', false),
        of('u.person_status', '=', 'RESIGNED'),
        of('u.account_status', 'not in', ['OPEN', 'LOCKED']),
        of('u.account_status', 'is', null),
      ]),
    )
    .limit(BATCH_SIZE)
    .execute()
  for (const { approval_sid } of found) await inTransaction(ctx, (tx) => mark(tx, String(approval_sid)))
}

async function mark(ctx: Context, sid: string) {
  const run = await lockRun(ctx, sid)
  if (run.state.end) return
  for (const node of run.state.open)
    if (!run.state.stuck.includes(node) && (await tasksOfGone(ctx, run, node)).length > 0) {
      const name = nodeOf(run.graph, node)
      note(run, { act: 'WAIT', node, zh: `“${name?.name}”：${GONE[0]}`, en: `“${name?.name_en}”: ${GONE[1]}` })
    }
  if (run.facts.length > 0) await saveRun(ctx, run, { person: null })
}

/** Open tasks of a node with people who can no longer act */
export async function tasksOfGone(ctx: Context, { state }: KeptRun, node: string): Promise<Task[]> {
  const tasks = state.tasks.filter((task) => task.node === node && task.state === 'OPEN')
  const able = new Set(await ableToAct(ctx, [...new Set(tasks.map(({ person }) => person))]))
  return tasks.filter(({ person }) => !able.has(person))
}
