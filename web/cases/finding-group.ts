import { useQuery } from '@tanstack/react-query'
import { findingGroups, type FindingGroup, lastCheck } from '../../model/docketing/findings/finding-actions.ts'
import { act, useSchema } from '../api/api.ts'

/** Open findings by kind, office and kind of right; `job`: of the cases of an import. */
export const useFindingGroups = (job?: string) =>
  useQuery({ queryKey: ['finding', 'groups', job ?? ''], queryFn: () => act(findingGroups, job ? { job_sid: job } : {}), meta: { faults: 'own' } })

/** The day of the last check of all cases, null before the first: only after it does an empty list of findings mean anything. */
export const useLastCheck = () => useQuery({ queryKey: ['finding', 'last_run'], queryFn: () => act(lastCheck, {}), meta: { faults: 'own' } })

/** The address of the cases behind a group. */
export function addressOf({ code, country, kind }: FindingGroup): string {
  const own = [country ? `case_sid.country = '${country}'` : 'case_sid IS EMPTY', ...(kind ? [`case_sid.kind = '${kind}'`] : [])]
  return `/m/finding?${new URLSearchParams({ 'f.status': 'OPEN', 'f.code': code, iql: own.join(' AND ') })}`
}

/** The labels of the office and the kind of right of a group. */
export function useGroupLabels(): (group: FindingGroup) => { office: string; kind: string } {
  const fields = useSchema('case').data?.fields ?? []
  const labelOf = (field: string, code: string | null) =>
    fields.find((one) => one.code === field)?.options?.find((one) => one.code === code)?.label ?? code ?? ''
  return ({ country, kind }) => ({ office: labelOf('country', country), kind: labelOf('kind', kind) })
}
