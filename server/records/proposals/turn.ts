import { type Context, lockKey } from '../context.ts'
import { keepSetting, readSetting } from '../settings/settings.ts'
import { hold, type Holding, isHolding } from './holding.ts'

export const isTurnedOn = async (ctx: Context, { rule }: Holding): Promise<boolean> => (await readSetting(ctx, rule)) === true

/** Switching the rule off waits for a second person too, else it would protect nothing. Returns whether it was changed. */
export async function turn(ctx: Context, holding: Holding, { two_people, refuseAlone }: Turned): Promise<boolean> {
  const { rule } = holding
  await lockKey(ctx, rule)
  if ((await isTurnedOn(ctx, holding)) === two_people) return false
  if (two_people) await refuseAlone(ctx)
  if (await isHolding(ctx, holding))
    hold(ctx, holding, { entity: rule, record_sid: '', action: 'UPDATE', name: '', former: { two_people: true }, proposed: { two_people } })
  await keepSetting(ctx, rule, two_people)
  return true
}

/** `refuseAlone`: refuses if no second person could confirm. */
type Turned = { two_people: boolean; refuseAlone: (ctx: Context) => Promise<void> }
