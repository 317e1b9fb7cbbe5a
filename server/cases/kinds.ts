import type { CaseKind } from '../../model/cases/case-kind.ts'
import { anyTable } from '../database/pool.ts'
import type { Context } from '../records/context.ts'

/** Cases that are not deleted, by their kind. */
export async function byKind({ db, tenant }: Context, sids: readonly string[]): Promise<Map<CaseKind, string[]>> {
  if (sids.length === 0) return new Map()
  const rows = await db
    .selectFrom('case')
    .select(['sid', 'kind'])
    .where('sid', 'in', [...new Set(sids)])
    .where('deleted_at', 'is', null)
    .execute()
  const found = new Map<CaseKind, string[]>()
  for (const { sid, kind: name } of rows) {
    const kind = tenant.models.kinds.get(String(name))
    if (kind) found.set(kind, [...(found.get(kind) ?? []), sid])
  }
  return found
}

export type Member = { sid: string; family: string; country: string }

/** The undeleted cases of these families, of any kind. */
export async function membersOf({ db, tenant }: Context, families: readonly string[]): Promise<Member[]> {
  if (families.length === 0) return []
  const members: { sid: string; family: string }[] = []
  for (const { name, family } of tenant.models.kinds.values()) {
    if (!family) continue
    const rows = await anyTable(db).selectFrom(name).select(['sid', family]).where(family, 'in', families).where('deleted_at', 'is', null).execute()
    members.push(...rows.map((row) => ({ sid: String(row.sid), family: String(row[family]) })))
  }
  if (members.length === 0) return []
  const sids = members.map(({ sid }) => sid)
  const heads = await db.selectFrom('case').select(['sid', 'country']).where('sid', 'in', sids).orderBy('filing_date').orderBy('sid').execute()
  const familyOf = new Map(members.map(({ sid, family }) => [sid, family]))
  return heads.map(({ sid, country }) => ({ sid, country: country ?? '', family: familyOf.get(sid) ?? '' }))
}
