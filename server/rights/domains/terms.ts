import { type Context, inTransaction } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { takeTransition } from '../../records/write/transition.ts'

/** No office writes when the term of a domain name ends: it expires soon from this long before. */
const EXPIRES_SOON = { days: 60 }

/**
 * Each night, domain names take the steps that their day of expiry brings. What follows the grace depends on the registrar, and is entered
 * by people; a name that its registrar renews by itself waits for its new day.
 */
export async function moveTerms(ctx: Context): Promise<{ soon: number; lost: number }> {
  const names = await ctx.db
    .selectFrom('domain')
    .select(['sid', 'status', 'expiry_date', 'auto_renew', 'usage', 'domain_name', 'owner_sid', 'department_sid', 'company_sid'])
    .where('status', 'in', ['ACTIVE', 'EXPIRING'])
    .where('expiry_date', '<=', `${Temporal.PlainDate.from(ctx.today).add(EXPIRES_SOON)}`)
    .where('deleted_at', 'is', null)
    .execute()
  let [soon, lost] = [0, 0]
  const faults: string[] = []
  for (const one of names) {
    const isLost = String(one.expiry_date) < ctx.today && !one.auto_renew
    if (!isLost && one.status !== 'ACTIVE') continue
    try {
      const isMoved = await inTransaction(ctx, (tx) => move(tx, one, isLost))
      if (isMoved && isLost) lost++
      else if (isMoved) soon++
    } catch (fault) {
      faults.push(`${one.domain_name}: ${String(fault)}`)
    }
  }
  if (faults.length > 0) throw new Error(`域名期限未全部处理 / some terms of domain names did not move (${faults.length}): ${faults.slice(0, FAULTS_TOLD).join('; ')}`)
  return { soon, lost }
} // oxfmt-ignore

const FAULTS_TOLD = 5

async function move(ctx: Context, one: Name & AsRead, isLost: boolean): Promise<boolean> {
  if (!(await isAsRead(ctx, one))) return false
  await (isLost ? enterGrace(ctx, one) : step(ctx, one.sid, 'expire_soon'))
  return true
}

type AsRead = { sid: string; status: string | null; expiry_date: string | null; auto_renew: boolean | null }

/** A night of many names takes a while, in which one of them may be renewed. */
async function isAsRead({ db }: Context, { sid, ...before }: AsRead): Promise<boolean> {
  const now = await db.selectFrom('domain').select(['status', 'expiry_date', 'auto_renew']).where('sid', '=', sid).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
  return now !== undefined && now.status === before.status && now.auto_renew === before.auto_renew && String(now.expiry_date) === String(before.expiry_date)
} // oxfmt-ignore

type Name = {
  sid: string
  usage: string | null
  domain_name: string | null
  owner_sid: string | null
  department_sid: string | null
  company_sid: string | null
}

const step = (ctx: Context, sid: string, code: string) => takeTransition(ctx, modelNamed(ctx.tenant.models, 'domain'), sid, code, {})

/** A domain name in use that was not renewed stops working: its owner gets a risk to treat. */
async function enterGrace(ctx: Context, { sid, usage, domain_name, owner_sid, department_sid, company_sid }: Name) {
  await step(ctx, sid, 'enter_grace')
  if (usage === 'PARKED' || !owner_sid) return
  const of = { owner_sid, department_sid, company_sid, risk_type: 'DEADLINE', source: 'SYSTEM', likelihood: 5, impact: 4, found_date: ctx.today }
  const title = `域名到期未续费 Domain not renewed: ${domain_name}`
  const dealing_sid = await createRow(ctx, modelNamed(ctx.tenant.models, 'risk'), { ...of, title })
  await createRow(ctx, modelNamed(ctx.tenant.models, 'dealt_right'), { dealing_sid, case_sid: sid })
} // oxfmt-ignore
