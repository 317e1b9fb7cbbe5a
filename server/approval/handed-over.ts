import { takesPart } from '../../model/approval/state.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { updateRows } from '../records/write/write.ts'
import { notifyWithDeputies, TO_DO } from './notices.ts'
import { ableToAct, namesOf } from './people.ts'
import { addLines, lockRun } from './runs.ts'

/** Open tasks of a leaver pass to the successor, if that person may act, has no task at the node yet, and is not the starter. */
export const handedOver: Part = { hooks: [{ model: 'approval_task', check, written }] }

type Moved = DraftOf<'approval_task'>

const movedIn = (drafts: readonly Moved[]) => drafts.filter(({ before, changed }) => before && changed.has('person_sid'))

async function check(ctx: Context, drafts: readonly Moved[]) {
  const model = modelNamed(ctx.tenant.models, 'approval_task')
  const moved = movedIn(drafts)
  const able = new Set(await ableToAct(ctx, [...new Set(moved.flatMap(({ row }) => row.person_sid ?? []))]))
  for (const draft of moved) {
    const { approval_sid, node, round, person_sid } = draft.row
    const run = await lockRun(ctx, String(approval_sid))
    const name = run.approval.record_name ?? ''
    const say = (zh: string, en: string) => faultAt(ctx, model, draft, 'person_sid', [`（${name}）${zh}`, `(${name}) ${en}`])
    const here = run.state.tasks.filter((one) => one.sid !== draft.sid && one.node === node && one.round === round && takesPart(one))
    if (!person_sid || !able.has(person_sid)) say('没有可登录的账号', 'has no account that can sign in')
    else if (here.some(({ person }) => person === person_sid))
      say('已在同一节点办理或表决，请先转办', 'acts at the same step already or has voted there: transfer this approval first')
    else if (nodeOf(run.graph, String(node))?.type === 'APPROVE' && !run.own_allowed && person_sid === run.starter)
      say('发起人不能审批自己发起的，请先转办', 'does not approve what they started: transfer this approval first')
  }
}

async function written(ctx: Context, drafts: readonly Moved[]) {
  const moved = movedIn(drafts)
  // Stored names are in Chinese for every reader of the approval.
  const names = await namesOf({ ...ctx, lang: 'zh' }, [
    ...new Set(moved.flatMap(({ before, row }) => [String(before?.person_sid), String(row.person_sid)])),
  ])
  for (const { before, row } of moved) {
    const run = await lockRun(ctx, String(row.approval_sid))
    const [from, to] = [String(before?.person_sid), String(row.person_sid)]
    const participant_sids = [...new Set([...(run.approval.participant_sids ?? []), to])]
    await updateRows(ctx, modelNamed(ctx.tenant.models, 'approval'), [{ sid: run.approval.sid, participant_sids }], ['participant_sids'])
    const note = [from, to].map((one) => names.get(one) ?? '').join(' → ')
    await addLines(ctx, run, { person: ctx.actor.sid, for: from }, [{ act: 'HAND_OVER', node: String(row.node), note }])
    if (row.state === 'OPEN') await notifyWithDeputies(ctx, run, [to], TO_DO)
  }
}
