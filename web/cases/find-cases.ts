import { useQuery } from '@tanstack/react-query'
import { act } from '../api/api.ts'

export type Found = { sid: string; case_no: string; title: string; application_no?: string | null }

export const useFindPatents = (text: string) =>
  useQuery({
    queryKey: ['patent', 'find', text],
    queryFn: async () => (await act<{ record: Found[] }>('patent', 'find', { text })).record,
    enabled: text.length > 1,
    placeholderData: (before) => before,
    staleTime: 30_000,
    meta: { faults: 'own' },
  })
