import { settleApproval, URGE_PAUSE_MS, urgeApproval, withdrawApproval } from '../../model/approval/approval-actions.ts'
import { assign, note, replace, retry } from '../../model/approval/run.ts'
import { minuteText } from '../../model/kit/days/clock.ts'
import type { Words } from '../../model/kit/fields.ts'
import { both, refuse } from '../errors.ts'
import { perform } from '../records/actions.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { lockRows, updateRows } from '../records/write/write.ts'
import { takesPart, type Task } from '../../model/approval/state.ts'
import { tasksOfGone } from './gone.ts'
import type { KeptRun } from './kept-run.ts'
import { notifyWithDeputies, settlersOf } from './notices.ts'
import { ableToAct } from './people.ts'
import { addLines, lockRun, saveRun } from './runs.ts'
import { urgedAt } from './urged.ts'
import { actsOnApproval, viewOf } from './view.ts'

/** Actions on an approval as a whole, by its starter or by an administrator */
export const wholeActs = [
  ...perform(withdrawApproval, async ({ ctx, body: { sid, opinion } }) => {
    await inTransaction(ctx, async (tx) => {
      const run = await lockFor(tx, sid, 'withdraw')
      note(run, { act: 'WITHDRAW' })
      await saveRun(tx, run, { person: ctx.actor.sid, note: opinion })
    })
    return { approval: await viewOf(ctx, sid) }
  }),
  ...perform(urgeApproval, async ({ ctx, body: { sid } }) => ({ urged: await inTransaction(ctx, (tx) => urge(tx, sid)) })),
  ...perform(settleApproval, async ({ ctx, body: { sid, act, person_sids = [], opinion } }) => {
    await inTransaction(ctx, async (tx) => {
      if ((await lockRows(tx, modelNamed(tx.tenant.models, 'approval'), [sid])).length === 0) refuse('not_found')
      const run = await lockFor(tx, sid, 'settle')
      await SETTLE[act](tx, run, person_sids)
      await saveRun(tx, run, { person: ctx.actor.sid, note: opinion })
    })
    return { approval: await viewOf(ctx, sid) }
  }),
]

const NOT_NOW: Words = ['现在不能对此审批进行这项操作', 'This cannot be done with the approval now']
const NOBODY_CAN: Words = ['请选择能够办理审批的人员', 'Choose people who can act']
const NOTHING_WAITS: Words = ['没有等待管理员处理的节点', 'Nothing waits for an administrator']

async function lockFor(ctx: Context, sid: string, act: 'withdraw' | 'urge' | 'settle'): Promise<KeptRun> {
  const run = await lockRun(ctx, sid)
  if (act !== 'settle' && ctx.actor.sid !== run.starter) refuse('not_found')
  if (!actsOnApproval(ctx, run).includes(act)) refuse('rule', both('summary', NOT_NOW))
  return run
}

type Settle = (ctx: Context, run: KeptRun, people: readonly string[]) => Promise<void>

const SETTLE: Record<'ASSIGN' | 'RETRY' | 'CANCEL', Settle> = {
  ASSIGN: async (ctx, run, people) => {
    const able = (await ableToAct(ctx, [...new Set(people)])).filter((sid) => run.own_allowed || sid !== run.starter)
    const node = run.state.stuck.find((id) => run.graph.nodes.some((one) => one.id === id && one.type !== 'START' && one.type !== 'END'))
    if (node === undefined) return refuse('rule', both('summary', NOTHING_WAITS))
    if (able.length === 0 || able.length < new Set(people).size) return refuse('rule', both('summary', NOBODY_CAN))
    const left = await tasksOfGone(ctx, run, node)
    if (left.length === 0) return assign(run, node, able)
    refuseUnevenReplacement(run, node, left, able)
    replace(run, node, left, able)
  },
  RETRY: async (_ctx, run) => {
    if (run.state.stuck.length === 0) refuse('rule', both('summary', NOTHING_WAITS))
    await retry(run)
  },
  CANCEL: async (_ctx, run) => note(run, { act: 'TERMINATE' }),
}

/** Each person who can no longer act is replaced by one without a task there, so that no person has two votes. */
function refuseUnevenReplacement({ state }: KeptRun, node: string, left: readonly Task[], able: readonly string[]) {
  const acting = state.tasks
    .filter((task) => task.node === node && task.round === state.round && takesPart(task) && !left.includes(task))
    .map(({ person }) => person)
  if (able.length !== left.length || able.some((person) => acting.includes(person)))
    refuse('rule', {
      summary_zh: `请恰好选择 ${left.length} 位尚未在此节点办理或表决的人员，逐一接替`,
      summary_en: `Choose exactly ${left.length} people who neither act at this step nor have voted there, one for each task`,
    })
}

const URGE: Words = ['催办：待审批', 'Urged: to approve']
const URGE_TO_SETTLE: Words = ['催办：审批停滞，待管理员处理', 'Urged: an approval waits for an administrator']

/** Reminds those who have an open task; without one, the people who settle such approvals. */
async function urge(ctx: Context, sid: string): Promise<number> {
  const run = await lockFor(ctx, sid, 'urge')
  const tasks = [...run.rows.values()].filter(({ state }) => state === 'OPEN')
  const before = await urgedAt(ctx, sid, tasks)
  if (before) refuse('rule', both('summary', urgedBefore(before)))
  const asked = [...new Set(tasks.map(({ person_sid }) => String(person_sid)))]
  const people = run.state.stuck.length > 0 ? [...new Set([...asked, ...(await settlersOf(ctx))])] : asked
  const now = new Date().toISOString()
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'approval_task'), tasks.map((task) => ({ sid: task.sid, urged_at: now })), ['urged_at']) // oxfmt-ignore
  await addLines(ctx, run, { person: ctx.actor.sid }, [{ act: 'URGE' }])
  await notifyWithDeputies(ctx, run, asked, URGE, 'SOON')
  await notifyWithDeputies(ctx, run, people.filter((one) => !asked.includes(one)), URGE_TO_SETTLE, 'SOON') // oxfmt-ignore
  return people.length
}

function urgedBefore(at: string): Words {
  const [then, next] = [minuteText(at), minuteText(new Date(Date.parse(at) + URGE_PAUSE_MS).toISOString())]
  return [`已于 ${then} 催办，${next} 之后可再次催办`, `It was urged at ${then} and can be urged again after ${next}`]
}
