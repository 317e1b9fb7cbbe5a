import { LAW_RULE, setLawRule } from '../../../../model/docketing/law/law-proposal-actions.ts'
import { PERMISSIONS } from '../../../auth/proposals/permission-holding.ts'
import { administratorsOf } from '../../../auth/roles/administrators.ts'
import { refuse } from '../../../errors.ts'
import { authorizeAction } from '../../../records/actions.ts'
import type { Context } from '../../../records/context.ts'
import { peopleGranted } from '../../../records/permission/granted-people.ts'
import { authorizeForAll } from '../../../records/permission/for-all.ts'
import { modelNamed } from '../../../records/registry.ts'
import type { Holding } from '../../../records/proposals/holding.ts'
import { isTurnedOn, turn } from '../../../records/proposals/turn.ts'
import { carryOutLaw } from './carry-out.ts'
import { comparedLaw, contentsOf, linesOf } from './lines.ts'

/** Changes of the law, which a second person confirms who may make them, too. */
export const LAW: Holding = {
  rule: LAW_RULE,
  proposal: 'law_proposal',
  linesOf,
  compared: comparedLaw,
  besideOf: contentsOf,
  confirmersOf,
  carryOut: carryOutLaw,
  async setRule(ctx, two_people) {
    authorizeAction(ctx, setLawRule)
    await setLaw(ctx, two_people)
  },
  words: {
    change: ['法规变更', 'law change'],
    second: ['另一人在“法规变更的确认”中', 'a second person confirms it under “Law changes to confirm”'],
    byFile: [
      '法规变更须两人，不能成批或由文件修改：请逐项在页面上修改，由另一人确认',
      'cannot be changed by a file or a job: two people are asked for changes of the law. Change it on its page, where it waits for a second person',
    ],
  },
}

export async function setLaw(ctx: Context, two_people: boolean) {
  authorizeForAll(ctx, modelNamed(ctx.tenant.models, 'law_proposal'), setLawRule.permission)
  await turn(ctx, LAW, { two_people, refuseAlone })
}

async function confirmersOf(ctx: Context): Promise<string[]> {
  const granted = await peopleGranted(ctx, 'law_proposal', { code: 'transition' })
  return [...new Set([...granted, ...(await administratorsOf(ctx))])]
}

async function refuseAlone(ctx: Context) {
  // A person who can create a second account with the right to confirm could confirm alone.
  if (!(await isTurnedOn(ctx, PERMISSIONS)))
    refuse('rule', {
      summary_zh: '请先开启“权限变更须两人”：否则一人可以重置他人密码或另开账号，自行确认',
      summary_en:
        'Turn on “Two people for permission changes” first: otherwise one person could reset the password of another, or open a second account, and confirm alone',
    })
  if ((await confirmersOf(ctx)).length < 2)
    refuse('rule', {
      summary_zh: '须至少有两人可以确认法规变更才能开启，否则无人可以确认',
      summary_en: 'At least two people must be able to confirm changes of the law, or nobody could confirm them',
    })
}
