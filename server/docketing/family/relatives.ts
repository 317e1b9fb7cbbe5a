import { sql } from 'kysely'
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { Context, Draft } from '../../records/context.ts'

/** Relatives that are computed again: those from which a changed case derives, and those that derive from it */
export type Reach = 'ABOVE' | 'ALL'

/** The later cases inherit its dates and number; a new state shows the earlier ones that it was filed. */
export function reachOf({ model, roles, relations, priorities }: CaseKind, { changed }: Pick<Draft, 'changed'>): Reach | undefined {
  if (!priorities && !relations) return undefined
  const has = (code: string | undefined) => code !== undefined && changed.has(code)
  if ([roles.filing_date, roles.application_no, roles.country, ...(relations?.rechecked ?? []), ...(relations?.passedOn ?? [])].some(has))
    return 'ALL'
  return has(model.states?.field) ? 'ABOVE' : undefined
}

/** The cases next to these in their families, also over relations that were deleted with them. */
export async function relativesOf({ db }: Context, sids: readonly string[]): Promise<string[]> {
  if (sids.length === 0) return []
  const these = sql<string>`any(${[...sids]}::uuid[])` // one parameter: an import that is undone has more cases than a statement takes
  const own = new Set(sids)
  const [relations, claims] = await Promise.all([
    db
      .selectFrom('related_case')
      .select(['earlier_sid', 'later_sid'])
      .where((of) => of.or([of('earlier_sid', '=', these), of('later_sid', '=', these)]))
      .execute(),
    db
      .selectFrom('priority')
      .select(['case_sid', 'priority_case_sid'])
      .where((of) => of.or([of('priority_case_sid', '=', these), of('case_sid', '=', these)]))
      .where('priority_case_sid', 'is not', null)
      .execute(),
  ])
  const found = [...relations.flatMap((one) => [one.earlier_sid, one.later_sid]), ...claims.flatMap((one) => [one.case_sid, one.priority_case_sid])]
  return [...new Set(found.map(String))].filter((sid) => !own.has(sid))
}
