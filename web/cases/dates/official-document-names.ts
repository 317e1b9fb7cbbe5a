import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { quoted } from '../../api/iql.ts'
import { useWords } from '../../words/language.ts'
import type { DocumentNames } from './chain.ts'
import { explanationOf } from './chain.ts'
import { nameOf } from './next-due.tsx'

/** The names of the official documents that start these deadlines. */
export function useDocumentNames(records: readonly Rec[]): DocumentNames {
  const { lang } = useWords()
  const codes = [...new Set(records.flatMap((record) => explanationOf(record)?.trigger?.event ?? []))].sort()
  const { data } = useSearch(
    'document_type',
    { fl: ['code', 'name', 'name_en'], iql: `code IN (${codes.map(quoted).join(', ')})`, rows: 100, total: 'none' },
    { enabled: codes.length > 0, staleTime: 300_000, meta: { faults: 'own' } },
  )
  return new Map((data?.record ?? []).map((type) => [String(type['code']), nameOf(type, lang)]))
}
