import { readTwoPeople, setTwoPeople } from '../../../model/docketing/later-dates/date-confirmation-actions.ts'
import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { perform } from '../../records/actions.ts'
import { inTransaction, lockKey, type Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { authorizeForAll } from '../../records/permission/for-all.ts'
import { keepSetting, readSetting } from '../../records/settings/settings.ts'
import { contextSlot } from '../../records/slots.ts'
import { writeHistoryOfAll } from '../../records/history/of-all.ts'

const KEY = 'docketing.two_people'

/** The answer of a transaction, which is read once. */
const answer = contextSlot<boolean>()

/** On unless the tenant has turned it off. */
export async function asksTwoPeople(ctx: Context): Promise<boolean> {
  const known = answer.of(ctx)
  if (known !== undefined) return known
  const isOn = (await readSetting(ctx, KEY)) !== false
  return ctx.slots ? answer.ensure(ctx, () => isOn) : isOn
}

export const twoPeopleRule: Part = {
  actions: [
    ...perform(readTwoPeople, async ({ ctx }) => ({ two_people: await asksTwoPeople(ctx) })),
    ...perform(setTwoPeople, async ({ ctx, body: { two_people } }) => {
      authorizeForAll(ctx, modelNamed(ctx.tenant.models, 'date_confirmation'), ABILITIES.date_confirmation.set_two_people)
      await inTransaction(ctx, (tx) => setRule(tx, two_people))
      return { two_people }
    }),
  ],
}

/** The change log says who turned the rule off or on, and when. */
async function setRule(ctx: Context, two_people: boolean) {
  await lockKey(ctx, KEY)
  if ((await asksTwoPeople(ctx)) === two_people) return
  await keepSetting(ctx, KEY, two_people)
  const reason = two_people
    ? '开启“推迟期限须两人” / “Two people for later dates” turned on'
    : '关闭“推迟期限须两人” / “Two people for later dates” turned off'
  await writeHistoryOfAll(ctx, 'date_confirmation', reason)
}
