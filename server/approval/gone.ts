import { note } from '../../model/approval/run.ts'
import type { Task } from '../../model/approval/state.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import type { Words } from '../../model/kit/fields.ts'
import { type Context, inTransaction } from '../records/context.ts'
import type { KeptRun } from './kept-run.ts'
import { ableToAct, barsStarter, deputiesOf } from './people.ts'
import { lockRun, saveRun } from './runs.ts'

const GONE: Words = ['办理人已离职或停用', 'somebody who is asked can no longer act']
const AWAY: Words = [
  '办理人外出，其代理人是发起人，不能审批',
  'whoever is asked is away, and their deputy started the approval and may not decide it',
]
const BATCH_SIZE = 200

/** Approvals that ask somebody who has left or cannot sign in any more, or only somebody whose place the starter takes, wait for an administrator. */
export async function markGone(ctx: Context) {
  const found = await ctx.db
    .selectFrom('approval_task as t')
    .innerJoin('approval as a', 'a.sid', 't.approval_sid')
    .leftJoin('approval_process as p', 'p.sid', 'a.process_sid')
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
        of.exists(
          of
            .selectFrom('absence as away')
            .select('away.sid')
            .whereRef('away.person_sid', '=', 't.person_sid')
            .whereRef('away.deputy_sid', '=', 'a.starter_sid')
            .where('p.own_allowed', 'is not', true)
            .where('away.from_date', '<=', ctx.today)
            .where('away.to_date', '>=', ctx.today)
            .where('away.valid', 'is not', false)
            .where('away.deleted_at', 'is', null),
        ),
      ]),
    )
    .limit(BATCH_SIZE)
    .execute()
  for (const { approval_sid } of found) await inTransaction(ctx, (tx) => mark(tx, String(approval_sid)))
}

async function mark(ctx: Context, sid: string) {
  const run = await lockRun(ctx, sid)
  if (run.state.end) return
  for (const node of run.state.open) {
    if (run.state.stuck.includes(node)) continue
    const left = await tasksOfGone(ctx, run, node)
    if (left.length === 0) continue
    const able = await ableToAct(ctx, left.map(({ person }) => person)) // oxfmt-ignore
    const [zh, en] = able.length > 0 ? AWAY : GONE
    const name = nodeOf(run.graph, node)
    note(run, { act: 'WAIT', node, zh: `“${name?.name}”：${zh}`, en: `“${name?.name_en}”: ${en}` })
  }
  if (run.facts.length > 0) await saveRun(ctx, run, { person: null })
}

/** Open tasks of a node with people who can no longer act; without one, all of them where the starter takes the place of everybody who is asked */
export async function tasksOfGone(ctx: Context, run: KeptRun, node: string): Promise<Task[]> {
  const tasks = run.state.tasks.filter((task) => task.node === node && task.state === 'OPEN')
  const able = new Set(await ableToAct(ctx, [...new Set(tasks.map(({ person }) => person))]))
  const gone = tasks.filter(({ person }) => !able.has(person))
  if (gone.length > 0 || !barsStarter(run, node)) return gone
  const deputies = await deputiesOf(ctx, [...able])
  return tasks.every(({ person }) => deputies.get(person) === run.starter) ? tasks : []
}
