import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { inTransaction, lockKey, type Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { authorizeForAll } from '../records/permission/for-all.ts'
import { keepSetting, readSetting } from '../records/settings/settings.ts'
import { writeHistoryOfAll } from '../records/history/of-all.ts'

const KEY = 'agency.accepted_first'

/** On unless the tenant has turned it off. */
export const acceptedFirst = async (ctx: Context): Promise<boolean> => (await readSetting(ctx, KEY)) !== false

export async function keepFilingRule(ctx: Context, accepted_first: boolean) {
  authorizeForAll(ctx, modelNamed(ctx.tenant.models, 'agency_instruction'), ABILITIES.agency_instruction.set_filing_rule)
  await inTransaction(ctx, async (tx) => {
    await lockKey(tx, KEY)
    if ((await acceptedFirst(tx)) === accepted_first) return
    await keepSetting(tx, KEY, accepted_first)
    const reason = accepted_first
      ? '开启“递交须经定稿” / “Agencies file accepted drafts only” turned on'
      : '关闭“递交须经定稿” / “Agencies file accepted drafts only” turned off'
    await writeHistoryOfAll(tx, 'agency_instruction', reason)
  })
  return { accepted_first }
}
