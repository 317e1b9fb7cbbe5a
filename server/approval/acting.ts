import { TASK_STATES } from '../../model/approval/approval_task.ts'
import type { TaskAct } from '../../model/approval/approval-actions.ts'
import { returnTargets, type Task } from '../../model/approval/state.ts'
import { isOnBranch, nodeOf } from '../../model/approval/structure.ts'
import { minuteText } from '../../model/kit/days/clock.ts'
import { both, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import type { KeptRun } from './kept-run.ts'
import { barsStarter, namesOf } from './people.ts'
import { lockRun } from './runs.ts'

const NOT_NOW = ['您现在不能对此任务进行这项操作', 'You cannot do this with the task now'] as const
const OWN = ['此审批由您发起，您不能代他人审批', 'You started this approval, and do not approve it in the place of another'] as const
const OVER = ['审批已结束', 'The approval has ended'] as const

export type Acting = { run: KeptRun; task: Task }

/** The task with its run, locked; refused unless the caller may do this with it now. */
export async function lockTask(ctx: Context, sid: string, act: TaskAct): Promise<Acting> {
  const row = await ctx.db.selectFrom('approval_task').select(['approval_sid', 'person_sid']).where('sid', '=', sid).executeTakeFirst()
  if (!row?.approval_sid || !isMine(ctx, { person: String(row.person_sid) })) return refuse('not_found')
  const run = await lockRun(ctx, row.approval_sid)
  const task = run.state.tasks.find((one) => one.sid === sid) ?? refuse('not_found')
  if (task.state !== 'OPEN') await refuseClosed(ctx, run, task)
  if (!actsOn(ctx, run, task).includes(act)) refuse('rule', both('summary', isOwn(ctx, run, task) && task.person !== ctx.actor.sid ? OWN : NOT_NOW))
  return { run, task }
}

/** Task of the caller, or of a person whose deputy the caller is today */
export const isMine = ({ actor }: Context, { person }: Pick<Task, 'person'>) => person === actor.sid || actor.stands_in_for.includes(person)

/** Actions that the caller may take on the task now */
export function actsOn(ctx: Context, run: KeptRun, task: Task): TaskAct[] {
  if (run.state.end || task.state !== 'OPEN' || !isMine(ctx, task)) return []
  const type = nodeOf(run.graph, task.node)?.type
  if (isOwn(ctx, run, task)) return task.person === ctx.actor.sid ? ['transfer'] : []
  if (type === 'START') return ['agree']
  if (task.advises) return ['agree', 'refuse']
  const refusing: TaskAct[] = type === 'APPROVE' ? ['refuse'] : []
  const returning: TaskAct[] = targetsFrom(run, task).length > 0 ? ['give_back'] : []
  return ['agree', ...refusing, ...returning, 'transfer', 'delegate', 'add_signer']
}

/** The caller started what the task approves, and its process lets nobody approve what they started. */
const isOwn = ({ actor }: Context, run: KeptRun, { node }: Task) => actor.sid === run.starter && barsStarter(run, node)

export const targetsFrom = ({ graph, state }: KeptRun, { node }: Task) => returnTargets(graph, state, node, (id) => isOnBranch(graph, id))

/** Says who decided what, and when: somebody else's vote may have closed the task. */
async function refuseClosed(ctx: Context, { rows, state }: KeptRun, task: Task): Promise<never> {
  const own = rows.get(task.sid)
  const deciding = own?.decided_at ? own : [...rows.values()].filter(({ decided_at }) => decided_at).sort(latestFirst)[0]
  if (!deciding || (state.end === 'WITHDRAWN' && !own?.decided_at)) return refuse('rule', both('summary', OVER))
  const who = (await namesOf(ctx, [deciding.decided_by])).get(String(deciding.decided_by)) ?? '—'
  const [act_zh, act_en] = TASK_STATES[deciding.state ?? 'NOT_NEEDED']
  return refuse('task_closed', { who, act_zh: act_zh.replace(/^已/, ''), act_en, at: minuteText(String(deciding.decided_at)) })
}

const latestFirst = (one: { decided_at: string | null }, other: { decided_at: string | null }) =>
  String(one.decided_at) < String(other.decided_at) ? 1 : -1
