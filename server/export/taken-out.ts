import { actorIn } from '../records/acting/actor-name.ts'
import type { Context } from '../records/context.ts'
import type { TakenOut } from './sheet.ts'

/** With the account, since several people may have one name. */
export const takenOutBy = ({ actor, lang, today }: Pick<Context, 'actor' | 'lang' | 'today'>): TakenOut => ({
  by: `${actorIn(actor, lang)} (${actor.account})`,
  on: today,
  at: `${new Date().toISOString().slice(0, 19)}Z`,
})
