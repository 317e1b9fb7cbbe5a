import { readTwoPeople, setTwoPeople } from '../../../model/docketing/date-confirmation-actions.ts'
import { perform } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { keepSetting, readSetting } from '../../records/settings.ts'

const KEY = 'docketing.two_people'

/** On unless the tenant has turned it off. */
export const asksTwoPeople = async (ctx: Pick<Context, 'db'>): Promise<boolean> => (await readSetting(ctx, KEY)) !== false

export const twoPeopleRule: Part = {
  actions: [
    ...perform(readTwoPeople, async ({ ctx }) => ({ two_people: await asksTwoPeople(ctx) })),
    ...perform(setTwoPeople, async ({ ctx, body: { two_people } }) => {
      await keepSetting(ctx, KEY, two_people)
      return { two_people }
    }),
  ],
}
