import { useQuery } from '@tanstack/react-query'
import { act } from '../../api/api.ts'
import { bearing } from '../../api/call.ts'

/** The kinds of record that this person may count; undefined until they are known. A page that asks for none does not load the call's declaration. */
export const useCountable = (isWanted = true) =>
  useQuery({
    queryKey: ['statistic', 'entities', bearing.language],
    queryFn: async () => act((await import('../../../model/statistics/statistic-actions.ts')).countableRecords, {}),
    staleTime: 300_000,
    enabled: isWanted,
    meta: { faults: 'own' },
  }).data
