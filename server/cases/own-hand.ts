import { SYSTEM, type Context } from '../records/context.ts'

/** What follows from a person's write is done with the system's rights and logged under the person's name. */
export function ownHand(ctx: Context): Context {
  const { sid, name, account, company_sid } = ctx.actor
  return { ...ctx, actor: { ...SYSTEM, sid, name, account, company_sid, access: new Map() } }
}
