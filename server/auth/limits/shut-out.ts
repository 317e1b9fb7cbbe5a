import type { Tenant } from '../../records/context.ts'

/** People whose company or agency is switched off, invalid or deleted: they cannot sign in, even with an open account. */
export async function shutOut({ db }: Pick<Tenant, 'db'>, people: readonly string[]): Promise<ReadonlyMap<string, 'company' | 'agency'>> {
  if (people.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_info as p')
    .leftJoin('company as c', 'c.sid', 'p.company_sid')
    .leftJoin('agency as a', 'a.sid', 'p.agency_sid')
    .select((of) => ['p.sid', of.or([of('a.valid', '=', false), of('a.deleted_at', 'is not', null)]).as('by_agency')])
    .where('p.sid', 'in', [...people])
    .where((of) =>
      of.or([
        of('c.status', '=', '0'),
        of('c.valid', '=', false),
        of('c.deleted_at', 'is not', null),
        of('a.valid', '=', false),
        of('a.deleted_at', 'is not', null),
      ]),
    )
    .execute()
  return new Map(rows.map(({ sid, by_agency }) => [sid, by_agency ? 'agency' : 'company']))
}

export const isShutOut = async (tenant: Pick<Tenant, 'db'>, person: string) => (await shutOut(tenant, [person])).size > 0
