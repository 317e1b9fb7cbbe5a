import { useQuery } from '@tanstack/react-query'
import { findingGroups, type FindingGroup } from '../../model/docketing/finding-actions.ts'
import { act } from '../api/api.ts'

/** Open findings by kind, office and kind of right; `job`: of the cases of an import. */
export const useFindingGroups = (job?: string) =>
  useQuery({ queryKey: ['finding', 'groups', job ?? ''], queryFn: () => act(findingGroups, job ? { job_sid: job } : {}), meta: { faults: 'own' } })

/** The address of the cases behind a group. */
export function addressOf({ code, country, kind }: FindingGroup): string {
  const own = [country ? `case_sid.country = '${country}'` : 'case_sid IS EMPTY', ...(kind ? [`case_sid.kind = '${kind}'`] : [])]
  return `/m/finding?${new URLSearchParams({ 'f.status': 'OPEN', 'f.code': code, iql: own.join(' AND ') })}`
}
