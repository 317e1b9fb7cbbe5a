import { type Context, inTransaction } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { takeTransition } from '../../records/write/transition.ts'

/** No office writes when the term of a domain name ends: it expires soon from this long before. */
const SOON = { days: 60 }

/**
 * Each night, domain names take the steps that their day of expiry brings. What follows the grace depends on the registrar, and is entered
 * by people; a name that its registrar renews by itself waits for its new day.
 */
export async function moveTerms(ctx: Context): Promise<{ soon: number; lost: number }> {
  const names = await ctx.db
    .selectFrom('domain')
    .select(['sid', 'status', 'expiry_date', 'auto_renew', 'usage', 'domain_name', 'owner_sid', 'department_sid', 'company_sid'])
    .where('status', 'in', ['ACTIVE', 'EXPIRING'])
    .where('expiry_date', '<=', `${Temporal.PlainDate.from(ctx.today).add(SOON)}`)
    .where('deleted_at', 'is', null)
    .execute()
  let [soon, lost] = [0, 0]
  for (const one of names) {
    const isOver = String(one.expiry_date) < ctx.today
    if (isOver && !one.auto_renew) {
      await inTransaction(ctx, (tx) => enterGrace(tx, one))
      lost++
    } else if (one.status === 'ACTIVE') {
      await inTransaction(ctx, (tx) => step(tx, one.sid, 'expire_soon'))
      soon++
    }
  }
  return { soon, lost }
}

type Name = {
  sid: string
  usage: string | null
  domain_name: string | null
  owner_sid: string | null
  department_sid: string | null
  company_sid: string | null
}

const step = (ctx: Context, sid: string, code: string) => takeTransition(ctx, modelNamed(ctx.tenant.models, 'domain'), sid, code, {})

/** A name in use that nobody has renewed stops working: whoever answers for it has a risk to treat. */
async function enterGrace(ctx: Context, { sid, usage, domain_name, owner_sid, department_sid, company_sid }: Name) {
  await step(ctx, sid, 'enter_grace')
  if (usage === 'PARKED' || !owner_sid) return
  const of = { owner_sid, department_sid, company_sid, risk_type: 'DEADLINE', source: 'SYSTEM', likelihood: 5, impact: 4, found_date: ctx.today }
  const title = `域名到期未续费 Domain not renewed: ${domain_name}`
  const dealing_sid = await createRow(ctx, modelNamed(ctx.tenant.models, 'risk'), { ...of, title })
  await createRow(ctx, modelNamed(ctx.tenant.models, 'dealt_right'), { dealing_sid, case_sid: sid })
} // oxfmt-ignore
