import { findCases } from '../../model/rights/patents/actions.ts'
import { useQuery } from '@tanstack/react-query'
import { act } from '../api/api.ts'

export const useFindPatents = (text: string) =>
  useQuery({
    queryKey: ['patent', 'find', text],
    queryFn: async () => (await act(findCases, { text })).record,
    enabled: text.length > 1,
    placeholderData: (before) => before,
    staleTime: 30_000,
    meta: { faults: 'own' },
  })
