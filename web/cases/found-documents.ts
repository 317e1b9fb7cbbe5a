import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findDocuments } from '../../model/documents/content.ts'
import { act } from '../api/api.ts'

export const MIN_TEXT = 2

/** Documents by name and content; `page` counts from 0. */
export const useFoundDocuments = (text: string, { rows, page = 0, enabled = true }: { rows: number; page?: number; enabled?: boolean }) =>
  useQuery({
    queryKey: ['document', 'find', text, rows, page],
    queryFn: () => act(findDocuments, { text, rows, ...(page > 0 && { start: page * rows }) }),
    enabled: enabled && text.length >= MIN_TEXT,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { faults: 'own' },
  })
