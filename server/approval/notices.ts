import type { Words } from '../../model/kit/fields.ts'
import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import type { Task } from '../../model/approval/state.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import { administratorsOf } from '../auth/roles/administrators.ts'
import type { Context } from '../records/context.ts'
import { notify } from '../records/notifying/notifications.ts'
import { peopleGranted } from '../records/permission/granted-people.ts'
import { barsStarter, deputiesOf } from './people.ts'
import type { KeptRun } from './kept-run.ts'

export const TO_DO: Words = ['待审批', 'To approve']
const RETURNED: Words = ['审批已退回，请修改后重新提交', 'Returned: amend it and submit it again']
const ADVICE: Words = ['请您提审批意见', 'Your opinion is asked for']
const WAITS: Words = ['审批停滞，待管理员处理', 'An approval waits for an administrator']
const ENDED: Readonly<Record<string, Words>> = {
  APPROVED: ['审批已通过', 'Approved'],
  REFUSED: ['审批被拒绝', 'Refused'],
  TERMINATED: ['审批被终止', 'Terminated'],
}
const FOR_INFORMATION: Words = ['审批通知', 'Approval, for information']

/** Notifies those whose tasks have opened, with their deputies, administrators of what waits for them, and the starter of the end. */
export async function notifyOpened(ctx: Context, run: KeptRun) {
  const before = new Map(run.before.tasks.map(({ sid, state }) => [sid, state]))
  const opened = run.state.tasks.filter(({ sid, state }) => state === 'OPEN' && before.get(sid) !== 'OPEN')
  for (const words of [TO_DO, ADVICE, RETURNED]) {
    const people = opened.filter((task) => wordsFor(run, task) === words).map(({ person }) => person)
    await notifyWithDeputies(ctx, run, people, words, words === RETURNED ? 'SOON' : 'INFO')
  }
  const informed = run.facts.flatMap((fact) => (fact.act === 'NOTICE' ? fact.people : []))
  await send(ctx, run, informed, FOR_INFORMATION)
  if (run.state.stuck.some((node) => !run.before.stuck.includes(node))) await send(ctx, run, await settlersOf(ctx), WAITS, 'URGENT')
  if (run.state.end === 'TERMINATED') await notifyWithDeputies(ctx, run, askedBefore(run), TERMINATED)
  const words = run.state.end && !run.before.end ? ENDED[run.state.end] : undefined
  if (words) await send(ctx, run, [run.starter], words)
}

function wordsFor({ graph }: KeptRun, { node, advises }: Task): Words {
  if (nodeOf(graph, node)?.type === 'START') return RETURNED
  return advises ? ADVICE : TO_DO
}

const TERMINATED: Words = ['审批已终止，无需办理', 'Terminated: nothing is left to do']
const askedBefore = ({ before, starter }: KeptRun) =>
  before.tasks.filter(({ state, person }) => state === 'OPEN' && person !== starter).map(({ person }) => person)

export async function notifyWithDeputies(
  ctx: Context,
  run: KeptRun,
  people: readonly string[],
  words: Words,
  level: 'INFO' | 'SOON' | 'URGENT' = 'INFO',
) {
  const deputies = await deputiesOf(ctx, people)
  const able = [...deputies].flatMap(([person, deputy]) => (deputy === run.starter && isBarred(run, person) ? [] : [deputy]))
  await send(ctx, run, [...people, ...able], words, level)
}

/** The starter decides nothing in the place of this person. */
const isBarred = (run: KeptRun, person: string) =>
  run.state.tasks.some((task) => task.person === person && task.state === 'OPEN' && barsStarter(run, task.node))

/** Those who settle approvals by a grant of their own, or else all administrators. */
export async function settlersOf(ctx: Context): Promise<readonly string[]> {
  const named = await peopleGranted(ctx, 'approval', ABILITIES.approval.settle_approval)
  return named.length > 0 ? named : administratorsOf(ctx)
}

async function send(ctx: Context, { approval }: KeptRun, people: readonly string[], [zh, en]: Words, level: 'INFO' | 'SOON' | 'URGENT' = 'INFO') {
  const title = `${zh}：${approval.record_name} ${approval.transition_name}`
  const title_en = `${en}: ${approval.record_name} ${approval.transition_name_en}`
  const link = `/approvals?open=${approval.sid}`
  await notify(ctx, [...new Set(people)].map((user_sid) => ({ user_sid, level, title, title_en, link, about: null })), 'APPROVAL') // oxfmt-ignore
}
