import type { Context } from '../context.ts'

/** How far above the caller a company is; undefined for those of others. No company stands above all. An agency serves several. */
export async function nearness({ db, actor }: Context): Promise<(company: string | null) => number | undefined> {
  if (actor.company_sid === null) return () => 0
  const companies = await db.selectFrom('company').select(['sid', 'parent_sid']).where('deleted_at', 'is', null).execute()
  const parents = new Map(companies.map(({ sid, parent_sid }) => [sid, parent_sid]))
  const above: string[] = []
  for (let one: string | null | undefined = actor.company_sid; one && !above.includes(one); one = parents.get(one)) above.push(one)
  return (company) => {
    if (company === null) return above.length
    const at = above.indexOf(company)
    return at < 0 ? undefined : at
  }
}

/** The caller’s roles with their weights. */
export async function roleWeights({ db, actor }: Context): Promise<ReadonlyMap<string, number>> {
  if (actor.roles.length === 0) return new Map()
  const rows = await db
    .selectFrom('role')
    .select(['sid', 'weight'])
    .where('code', 'in', [...actor.roles])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ sid, weight }) => [sid, weight ?? 0]))
}
