import { plainMobile } from '../../../model/kit/identity/mobile.ts'
import type { Tenant } from '../../records/context.ts'
import type { Channel } from './codes.ts'

type Given = { channel: Channel; to: string; platform: 1 | 2 }

/** The one spelling by which an address is counted, locked and found. */
export const spellingOf = (channel: Channel, to: string) => (channel === 'EMAIL' ? to.trim().toLowerCase() : plainMobile(to))

/**
 * The one account whose person has this address; of several, the one of this end. An address that several people share signs nobody
 * in, nor does a mobile number that its owner has not proven. A code is not sent to an account that is closed. `to` is as spellingOf has it.
 */
export async function accountWith({ db }: Pick<Tenant, 'db'>, { channel, to, platform }: Given) {
  const rows = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid as user', 'u.platform', 'u.status', 'p.person_status', 'p.email', 'p.mobile'])
    .where((of) => of(of.fn('lower', [channel === 'EMAIL' ? 'p.email' : 'p.mobile']), '=', to))
    .$if(channel === 'MOBILE', (query) => query.where('u.mobile_proven', '=', to))
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .limit(MOST)
    .execute()
  const ofEnd = rows.filter((row) => row.platform === String(platform))
  const [row, more] = ofEnd.length > 0 ? ofEnd : rows
  if (!row || more) return undefined
  const isClosed = row.status === 'CLOSED' || row.person_status === 'RESIGNED'
  return { user: row.user, to: String(channel === 'EMAIL' ? row.email : row.mobile), isClosed }
}

const MOST = 20
