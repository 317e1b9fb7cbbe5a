import { type FindActions, findActionsOf } from '../../model/cases/find-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { act } from '../api/api.ts'

/** Searches cases of every kind. */
export const findCases = findActionsOf('case').find

export const useFind = (find: FindActions['find'], text: string) =>
  useQuery({
    queryKey: [find.model, 'find', text],
    queryFn: async () => (await act(find, { text })).record,
    enabled: text.length > 1,
    placeholderData: (before) => before,
    staleTime: 30_000,
    meta: { faults: 'own' },
  })
