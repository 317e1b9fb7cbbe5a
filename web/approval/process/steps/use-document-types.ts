import { useSearch } from '../../../api/api.ts'
import { quoted } from '../../../api/iql.ts'
import { useWords } from '../../../words/language.ts'

export const FL = ['code', 'name', 'name_en']
export const OWN = { meta: { faults: 'own' } } as const

/** The names of types of document by their codes. */
export function useDocumentTypes(codes: readonly string[]): ReadonlyMap<string, string> {
  const { lang } = useWords()
  const iql = `code IN (${codes.map(quoted).join(', ')})`
  const { data } = useSearch('document_type', { fl: FL, iql, rows: 100, total: 'none' }, { ...OWN, enabled: codes.length > 0 })
  const rows = codes.length > 0 ? (data?.record ?? []) : []
  return new Map(rows.map((one) => [String(one['code']), String((lang === 'en' && one['name_en']) || one['name'])]))
}
