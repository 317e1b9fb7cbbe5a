import { SYSTEM, type Context } from '../context.ts'

/** Effects of a person's act run with the system's permissions and are logged under the person's name. */
export function onBehalfOf(ctx: Context): Context {
  const { sid, name, account, company_sid } = ctx.actor
  return { ...ctx, actor: { ...SYSTEM, sid, name, account, company_sid, access: new Map() } }
}
