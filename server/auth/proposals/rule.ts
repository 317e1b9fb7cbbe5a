import { readPermissionRule, setPermissionRule } from '../../../model/auth/permission-proposal-actions.ts'
import { refuse } from '../../errors.ts'
import { perform } from '../../records/actions.ts'
import { lockKey, type Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { keepSetting, readSetting } from '../../records/settings.ts'
import { auditIn } from '../audit/audit.ts'
import { administratorsOf } from '../roles/administrators.ts'
import { refuseUnlessAdministrator } from '../passwords/change-rules.ts'
import { hold, isHolding, RULE } from './collected.ts'

export const permissionRule: Part = {
  actions: [
    ...perform(readPermissionRule, async ({ ctx }) => ({ two_people: (await readSetting(ctx, RULE)) === true })),
    ...perform(setPermissionRule, async ({ ctx, body: { two_people } }) => {
      await setRule(ctx, two_people)
      return { two_people }
    }),
  ],
}

/** Switched off by one person, the rule would protect nothing: that waits for a second one, too. */
export async function setRule(ctx: Context, two_people: boolean) {
  refuseUnlessAdministrator(ctx, ['设定权限变更须两人', 'set whether permission changes need two people'])
  await lockKey(ctx, RULE)
  if (((await readSetting(ctx, RULE)) === true) === two_people) return
  if (two_people) await refuseAlone(ctx)
  if (await isHolding(ctx)) hold(ctx, { entity: RULE, record_sid: '', action: 'UPDATE', name: '', former: { two_people: true }, proposed: { two_people } }) // oxfmt-ignore
  await keepSetting(ctx, RULE, two_people)
  const about = two_people ? '开启“权限变更须两人” / “Two people for permission changes” turned on' : '关闭“权限变更须两人” / “Two people for permission changes” turned off' // oxfmt-ignore
  await auditIn(ctx, [{ event: 'PERMISSION_CHANGED', action: 'CHANGED', about }])
}

/** With a single administrator, nobody could confirm anything. */
async function refuseAlone(ctx: Context) {
  if (new Set(await administratorsOf(ctx)).size < 2)
    refuse('rule', {
      summary_zh: '须至少有两位系统管理员才能开启，否则无人可以确认',
      summary_en: 'There must be at least two system administrators, or nobody could confirm',
    })
}
