import type { Context } from '../../records/context.ts'
import { givenOn, isEverywhere } from '../../records/permission/governing.ts'

/**
 * People of agencies that also work for companies beyond those of this person: signing in as one of
 * them would show the cases of those companies.
 */
export async function ofSharedAgencies({ db, actor }: Pick<Context, 'db' | 'actor'>, people: readonly string[]): Promise<Set<string>> {
  const { grants } = givenOn(actor, 'user_info', 'update')
  if (actor.platform === 2 || people.length === 0 || grants.some(isEverywhere)) return new Set()
  const rows = await db
    .selectFrom('user_info')
    .select(['sid', 'agency_sid'])
    .where('sid', 'in', [...people])
    .execute()
  const agencies = [...new Set(rows.flatMap(({ agency_sid }) => agency_sid ?? []))]
  if (agencies.length === 0) return new Set()
  const reach = [...actor.companies, ...grants.flatMap(({ within }) => within ?? [])]
  const [cases, colleagues] = [
    await db.selectFrom('case').select(['agency_sid', 'company_sid']).distinct().where('agency_sid', 'in', agencies).where('deleted_at', 'is', null).execute(),
    await db.selectFrom('user_info').select(['agency_sid', 'company_sid']).distinct().where('agency_sid', 'in', agencies).where('deleted_at', 'is', null).execute(),
  ] // oxfmt-ignore
  const beyond = [...cases, ...colleagues].filter(({ company_sid }) => company_sid !== null && !reach.includes(company_sid))
  const shared = new Set(beyond.map(({ agency_sid }) => agency_sid))
  return new Set(rows.flatMap(({ sid, agency_sid }) => (agency_sid && shared.has(agency_sid) ? [sid] : [])))
}
