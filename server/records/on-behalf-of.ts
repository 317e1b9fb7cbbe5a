import { SYSTEM, type Context } from './context.ts'

/** What follows from a person's act is done with the system's rights and logged under the person's name. */
export function onBehalfOf(ctx: Context): Context {
  const { sid, name, account, company_sid } = ctx.actor
  return { ...ctx, actor: { ...SYSTEM, sid, name, account, company_sid, access: new Map() } }
}
