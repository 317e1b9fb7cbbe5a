import type { ShareRight } from '../../../model/sharing/share-level.ts'
import type { Actor, Received, Tenant } from '../../records/context.ts'

/** The most shares that count for one person, the newest first. */
export const MAX_RECEIVED = 500

type Around = {
  /** The department of the person and those above it. */
  departments: readonly string[]
  readAlone(sids: readonly string[]): Promise<Actor[]>
}

/** Shares that a person has received, and the time until which they hold. A share counts while its sharer may sign in. */
export async function readReceived(
  { db }: Tenant,
  actor: Actor,
  { departments, readAlone }: Around,
): Promise<{ received: Received[]; until: number }> {
  const now = new Date().toISOString()
  if (actor.sid === null) return { received: [], until: Number.POSITIVE_INFINITY }
  const roles = [...(actor.role_sids ?? [])]
  const rows = await db
    .selectFrom('share as s')
    .innerJoin('case as c', 'c.sid', 's.case_sid')
    .select(['s.sid', 's.case_sid', 's.document_sid', 's.rights', 's.document_classes', 's.sharer_sid', 's.expires_at', 'c.kind'])
    .where('s.deleted_at', 'is', null)
    .where('s.revoked_at', 'is', null)
    .where('s.to_kind', '!=', 'LINK')
    .where('s.sharer_sid', '!=', actor.sid)
    .where((of) => of.or([of('s.expires_at', 'is', null), of('s.expires_at', '>', now)]))
    .where((of) =>
      of.or([
        of('s.user_sid', '=', actor.sid),
        ...(roles.length > 0 ? [of('s.role_sid', 'in', roles)] : []),
        ...(departments.length > 0 ? [of('s.department_sid', 'in', [...departments])] : []),
      ]),
    )
    .orderBy('s.created_at', 'desc')
    .limit(MAX_RECEIVED)
    .execute()
  const sharers = new Map((await readAlone([...new Set(rows.flatMap(({ sharer_sid }) => sharer_sid ?? []))])).map((one) => [one.sid, one]))
  const received = rows.flatMap((row): Received[] => {
    const sharer = sharers.get(row.sharer_sid)
    if (!sharer || !row.case_sid || !row.kind) return []
    const right = row.rights as ShareRight // one of the declared options
    return [{ share: row.sid, kind: row.kind, case: row.case_sid, document: row.document_sid, classes: row.document_classes ?? [], right, sharer }]
  })
  const ends = rows.flatMap(({ expires_at }) => (expires_at ? [Date.parse(expires_at)] : []))
  return { received, until: Math.min(...ends, Number.POSITIVE_INFINITY) }
}
