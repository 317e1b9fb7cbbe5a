import type { Words } from '../../../model/kit/fields.ts'
import type { AccountAct } from '../../../model/auth/accounts/user-actions.ts'
import type { Context } from '../../records/context.ts'
import { endOfLocks } from '../limits/failures.ts'
import { shutOut } from '../limits/shut-out.ts'

/** What the state of this account allows now. Whether an administrator, or somebody who confirms a reset, is left is asked by the act itself. */
export async function addActs(ctx: Context, record: Record<string, unknown>) {
  const account = await ctx.db.selectFrom('user').select(['sid', 'status', 'user_info_sid']).where('sid', '=', String(record.sid)).executeTakeFirst()
  if (!account) return
  const isOwn = account.sid === ctx.actor.user_sid
  const acts: AccountAct[] = isOwn ? [] : ['RESET']
  if (account.status === 'OPEN' && !isOwn) acts.push('CLOSE')
  if (account.status !== 'OPEN' && !(await whyNotOpened(ctx, account.user_info_sid))) acts.push('OPEN')
  record.acts = acts
}

/** A lock at one address is not kept in the account, but its end is shown in the same place, so that an administrator sees that there is one to lift. */
export async function addLock(ctx: Context, record: Record<string, unknown>) {
  if (!('locked_until' in record)) return
  const end = await endOfLocks(ctx, String(record.sid))
  const kept = record.locked_until ? Date.parse(String(record.locked_until)) : 0
  if (end && Date.parse(end) > kept) record.locked_until = end
}

/** Why this person can have no open account, if there is a reason. */
export async function whyNotOpened(ctx: Context, person: string | null): Promise<Words | undefined> {
  const found = person ? await personOf(ctx, person) : undefined
  if (!person || !found) return undefined
  if (found.person_status === 'RESIGNED') return RESIGNED
  const out = (await shutOut(ctx, [person])).get(person)
  if (out) return SHUT_OUT[out]
  return found.account_open === false ? NOT_OPEN : undefined
}

export const personOf = ({ db }: Context, sid: string) =>
  db
    .selectFrom('user_info as p')
    .leftJoin('agency as a', 'a.sid', 'p.agency_sid')
    .select(['p.company_sid', 'p.person_status', 'p.person_type', 'a.account_open'])
    .where('p.sid', '=', sid)
    .executeTakeFirst()

const RESIGNED = ['离职人员不能开通账号', 'has resigned, so no account can be opened'] as const

const SHUT_OUT = {
  company: ['所属公司已停用，不能开通账号', 'belongs to a company that is switched off, so no account can be opened'],
  agency: ['所属代理机构已无效，不能开通账号', 'belongs to an agency that is not valid, so no account can be opened'],
} as const

const NOT_OPEN = [
  '所属代理机构的“开通账号”已关闭，请先在该机构打开',
  'belongs to an agency whose “Accounts open” is off; switch it on there first',
] as const
