import type { OpenSession } from '../../../model/auth/accounts/token-actions.ts'
import type { Db } from '../../database/pool.ts'
import { bornAt } from './family.ts'
import { REFRESHES, WHOLE } from './tokens.ts'

/** The sessions of an account that can be used or renewed, the latest used first. `current` is the token of the caller. */
export async function sessionsOf({ db }: { db: Db }, user: string, current: string | null): Promise<OpenSession[]> {
  const now = Date.now()
  const rows = await db
    .selectFrom('token')
    .select(['sid', 'family', 'agent', 'address', 'created_at', 'last_used_at'])
    .where('user_sid', '=', user)
    .where('kind', '=', 'SESSION')
    .where('valid', '=', true)
    .where('created_at', '>', new Date(now - REFRESHES).toISOString())
    .orderBy('last_used_at', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
  return rows.flatMap(({ sid, family, agent, address, created_at, last_used_at }) => {
    const since = Math.min(bornAt(String(family)), Date.parse(String(created_at)))
    if (since + WHOLE < now) return []
    const used = last_used_at ?? created_at
    return [
      {
        sid,
        agent: agent ?? '',
        address: address ?? '',
        since: iso(since),
        last_used_at: iso(Date.parse(String(used))),
        is_current: sid === current,
      },
    ]
  })
}

const MAX_SESSIONS = 200

const iso = (ms: number) => new Date(ms).toISOString()
