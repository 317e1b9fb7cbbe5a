import { setPermissionRule } from '../../../model/auth/proposals/permission-proposal-actions.ts'
import { LAW_RULE } from '../../../model/docketing/law/law-proposal-actions.ts'
import { refuse } from '../../errors.ts'
import { authorizeAction } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import { carryingOut, type Holding } from '../../records/proposals/holding.ts'
import { readSetting } from '../../records/settings/settings.ts'
import { turn } from '../../records/proposals/turn.ts'
import { auditIn } from '../audit/audit.ts'
import { refuseUnlessAdministrator } from '../passwords/change-rules.ts'
import { administratorsOf } from '../roles/administrators.ts'
import { linesOf } from './lines.ts'
import { RULE } from './rule-name.ts'

/** Changes of permissions, which a second administrator confirms. */
export const PERMISSIONS: Holding = {
  rule: RULE,
  proposal: 'permission_proposal',
  linesOf,
  confirmersOf: administratorsOf,
  async setRule(ctx, two_people) {
    authorizeAction(ctx, setPermissionRule)
    await setRule(ctx, two_people)
  },
  proposed: (ctx, { sid, about, lines }) =>
    auditIn(ctx, [{ event: 'PERMISSION_PROPOSED', entity: 'permission_proposal', record_sid: sid, about, details: { changes: lines } }]),
  // The audit log records the decision, its reason, and the person who made it.
  decided: (ctx, { sid, about, status, decided_reason: reason, proposed_by, lines }) =>
    auditIn(ctx, [
      {
        event: 'PERMISSION_DECIDED',
        entity: 'permission_proposal',
        record_sid: String(sid),
        about: String(about),
        details: { decision: status, reason, proposed_by, changes: lines },
      },
    ]),
  words: {
    change: ['权限变更', 'permission change'],
    second: ['另一管理员在“权限变更的确认”中', 'a second administrator confirms it under “Permission changes to confirm”'],
    byFile: [
      '权限变更须两人，不能成批或由文件修改：请逐项在页面上修改，由另一管理员确认',
      'cannot be changed by a file or a job: two people are asked for permission changes. Change it on its page, where it waits for a second administrator',
    ],
  },
}

export async function setRule(ctx: Context, two_people: boolean) {
  refuseUnlessAdministrator(ctx, ['设定权限变更须两人', 'set whether permission changes need two people'])
  if (!two_people && (await readSetting(ctx, LAW_RULE)) === true) refuse('rule', LAW_STANDS_ON_IT)
  if (!(await turn(ctx, PERMISSIONS, { two_people, refuseAlone }))) return
  const about = two_people ? '开启“权限变更须两人” / “Two people for permission changes” turned on' : '关闭“权限变更须两人” / “Two people for permission changes” turned off' // oxfmt-ignore
  await auditIn(ctx, [{ event: 'PERMISSION_CHANGED', action: 'CHANGED', about }])
}

const LAW_STANDS_ON_IT = {
  summary_zh: '请先关闭“法规变更须两人”：它以权限变更须两人为前提',
  summary_en: 'Turn off “Two people for changes of the law” first: it rests on two people for permission changes',
}

/** A single administrator has no second person to confirm. */
async function refuseAlone(ctx: Context) {
  if (new Set(await administratorsOf(ctx)).size < 2)
    refuse('rule', {
      summary_zh: '须至少有两位系统管理员才能开启，否则无人可以确认',
      summary_en: 'There must be at least two system administrators, or nobody could confirm',
    })
}

/** Set while a confirmed change of permissions is written. */
export const isCarryingOut = (ctx: Context) => carryingOut.of(ctx) === PERMISSIONS
