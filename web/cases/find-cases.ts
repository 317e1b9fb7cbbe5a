import { findAnyCase, findCases } from '../../model/cases/find-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { act } from '../api/api.ts'

type Find = typeof findAnyCase | typeof findCases

const useFind = (find: Find, text: string) =>
  useQuery({
    queryKey: [find.model, 'find', text],
    queryFn: async () => (await act(find, { text })).record,
    enabled: text.length > 1,
    placeholderData: (before) => before,
    staleTime: 30_000,
    meta: { faults: 'own' },
  })

/** Cases of every kind that this person may see. */
export const useFindCases = (text: string) => useFind(findAnyCase, text)
export const useFindPatents = (text: string) => useFind(findCases, text)
