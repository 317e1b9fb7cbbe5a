import { addSigner, agreeTask, delegateTask, refuseTask, returnTask, transferTask } from '../../model/approval/approval-actions.ts'
import { asked, decide, giveBack, note } from '../../model/approval/run.ts'
import { takesPart } from '../../model/approval/state.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { perform } from '../records/actions.ts'
import { both, refuse } from '../errors.ts'
import { type Acting, lockTask, targetsFrom } from './acting.ts'
import { refuseMissingDocuments } from './documents.ts'
import { refuseMissingValues } from './form.ts'
import type { TaskAct } from '../../model/approval/approval-actions.ts'
import { ableToAct } from './people.ts'
import { saveRun } from './runs.ts'
import { viewOf } from './view.ts'

/** Actions of the people of a node on their tasks */
export const taskActs = [
  ...perform(agreeTask, async ({ ctx, body: { sid, opinion } }) =>
    acted(ctx, sid, 'agree', opinion, async (tx, { run, task }) => {
      await refuseMissingDocuments(tx, run, task.node)
      await refuseMissingValues(tx, run, task.node)
      await decide(run, task, 'AGREE')
    }),
  ),
  ...perform(refuseTask, async ({ ctx, body: { sid, opinion } }) =>
    acted(ctx, sid, 'refuse', opinion, (_tx, { run, task }) => decide(run, task, 'REFUSE')),
  ),
  ...perform(returnTask, async ({ ctx, body: { sid, opinion, node } }) =>
    acted(ctx, sid, 'give_back', opinion, async (_tx, { run, task }) => {
      const targets = targetsFrom(run, task)
      const target = node ?? targets[0]
      if (target === undefined || !targets.includes(target)) return refuse('rule', both('summary', NO_TARGET))
      await giveBack(run, task, target)
    }),
  ),
  ...perform(transferTask, async ({ ctx, body: { sid, person_sid, opinion } }) =>
    acted(ctx, sid, 'transfer', opinion, async (tx, acting) => {
      await refuseUnfit(tx, acting, [person_sid])
      pass(acting, 'TRANSFER', [person_sid])
    }),
  ),
  ...perform(delegateTask, async ({ ctx, body: { sid, person_sid, opinion } }) =>
    acted(ctx, sid, 'delegate', opinion, async (tx, acting) => {
      await refuseUnfit(tx, acting, [person_sid])
      pass(acting, 'DELEGATE', [person_sid])
    }),
  ),
  ...perform(addSigner, async ({ ctx, body: { sid, person_sids, place, opinion } }) =>
    acted(ctx, sid, 'add_signer', opinion, async (tx, acting) => {
      await refuseUnfit(tx, acting, person_sids)
      pass(acting, `ADD_${place}`, person_sids)
    }),
  ),
]

const NO_TARGET = ['不能退回到这个节点', 'It cannot be returned to this node'] as const

/** One act of one person on their task, in one transaction. */
async function acted(
  ctx: Context,
  sid: string,
  act: TaskAct,
  opinion: string | undefined,
  run: (tx: Context, acting: Acting) => Promise<void> | void,
) {
  const saved = await inTransaction(ctx, async (tx) => {
    const acting = await lockTask(tx, sid, act)
    await run(tx, acting)
    const { person } = acting.task
    await saveRun(tx, acting.run, { person: ctx.actor.sid, for: person === ctx.actor.sid ? null : person, note: opinion })
    return acting.run.approval.sid
  })
  return { approval: await viewOf(ctx, saved) }
}

type Passing = 'TRANSFER' | 'DELEGATE' | 'ADD_BEFORE' | 'ADD_BESIDE' | 'ADD_AFTER'

function pass({ run, task }: Acting, act: Passing, people: readonly string[]) {
  note(run, { act, node: task.node, task: task.sid, tasks: asked(run, people) })
}

const MAX_TASKS = 40

/** People asked next must be able to act, have no task at the node, and not be the starter. */
async function refuseUnfit(ctx: Context, { run, task }: Acting, people: readonly string[]) {
  const refuseFor = (zh: string, en: string) => refuse('rule', { summary_zh: zh, summary_en: en })
  const able = await ableToAct(ctx, people)
  if (able.length < new Set(people).size)
    refuseFor('所选人员不能办理审批：没有账号、已停用或已离职', 'A chosen person cannot act: no account, switched off or resigned')
  const here = run.state.tasks.filter(({ node, round }) => node === task.node && round === run.state.round)
  if (here.some((one) => takesPart(one) && people.includes(one.person)))
    refuseFor('所选人员已在此节点办理或表决', 'A chosen person acts at this node already, or has voted there')
  if (!run.own_allowed && people.includes(run.starter)) refuseFor('发起人不能审批自己发起的事项', 'The starter does not approve what they started')
  if (here.length + people.length > MAX_TASKS) refuseFor(`一个节点最多 ${MAX_TASKS} 个任务`, `A node has at most ${MAX_TASKS} tasks`)
}
