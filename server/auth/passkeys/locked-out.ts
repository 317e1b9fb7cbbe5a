import type { Db } from '../../database/pool.ts'
import { relyingPartyAt } from './relying-party.ts'

type Move = { from: string | null | undefined; to: string | null | undefined }

/** The open accounts to which a role requires a second factor that, after the system has moved to another address, they no longer have. */
export async function countLockedOut({ db }: { db: Db }, { from, to }: Move): Promise<number> {
  const [old, next] = [relyingPartyAt(from)?.id, relyingPartyAt(to)?.id]
  if (old === undefined || old === next) return 0
  const accounts = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.platform', 'p.role_sids'])
    .where('u.status', '=', 'OPEN')
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('u.totp_since', 'is', null)
    .where('u.sid', 'in', (of) => of.selectFrom('passkey').select('user_sid').where('rp_id', '=', old))
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('passkey as k')
            .select('k.sid')
            .whereRef('k.user_sid', '=', 'u.sid')
            .where('k.rp_id', '=', next ?? ''),
        ),
      ),
    )
    .execute()
  if (accounts.length === 0) return 0
  const roles = await db
    .selectFrom('role')
    .select(['sid', 'platform'])
    .where('second_factor', '=', true)
    .where('status', '=', '1')
    .where('deleted_at', 'is', null)
    .execute()
  return accounts.filter(({ platform, role_sids }) => roles.some((role) => role.platform === platform && role_sids?.includes(role.sid))).length
}
