import { plainMobile } from '../../../model/kit/identity/mobile.ts'
import type { Tenant } from '../../records/context.ts'
import type { Channel } from './codes.ts'

type Given = { channel: Channel; to: string; platform: 1 | 2 }

/** The one spelling by which an address is counted, locked and found. */
export const spellingOf = (channel: Channel, to: string) => (channel === 'EMAIL' ? to.trim().toLowerCase() : plainMobile(to))

/** `at`: its place among the accounts that share the address. */
export type Found = { user: string; to: string; at: number; of: number }

/**
 * Accounts of people with this address: those of this end, if there are any, else those of the other. A mobile number without
 * a proof by its owner cannot sign in. Of several accounts, the open ones count. `to` is in the form of spellingOf.
 */
export async function accountsWith({ db }: Pick<Tenant, 'db'>, { channel, to, platform }: Given): Promise<(Found & { isClosed: boolean })[]> {
  const rows = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid as user', 'u.platform', 'u.status', 'p.person_status', 'p.email', 'p.mobile'])
    .where((of) => of(of.fn('lower', [channel === 'EMAIL' ? 'p.email' : 'p.mobile']), '=', to))
    .$if(channel === 'MOBILE', (query) => query.where('u.mobile_proven', '=', to))
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .orderBy('u.sid')
    .limit(MAX_READ)
    .execute()
  const ofEnd = rows.filter((row) => row.platform === String(platform))
  const all = (ofEnd.length > 0 ? ofEnd : rows).map((row) => ({ ...row, isClosed: row.status === 'CLOSED' || row.person_status === 'RESIGNED' }))
  const open = all.filter(({ isClosed }) => !isClosed)
  const found = open.length > 0 ? open : all.slice(0, 1)
  if (found.length > MAX_ACCOUNTS) return []
  return found.map(({ user, email, mobile, isClosed }, at) => ({
    user,
    to: String(channel === 'EMAIL' ? email : mobile),
    isClosed,
    at,
    of: found.length,
  }))
}

/** Owner of the code: each account of an address has its own codes, and one code is compared for any number of accounts. */
export const accountMeant = <One extends Found>(found: readonly One[], code: string): One | undefined =>
  found.find(({ at, of }) => at === (Number(code) || 0) % of)

/** An address of more accounts cannot sign in: each account makes it easier to guess one of the codes. */
const MAX_ACCOUNTS = 10
const MAX_READ = 100
