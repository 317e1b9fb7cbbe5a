import { useQuery } from '@tanstack/react-query'
import { treeActionsOf } from '../../../model/kit/tree-actions.ts'
import { dictionary_item } from '../../../model/settings/custom-fields/dictionary_item.ts'
import { act, doVerb, type Rec, useSearch, useWrite } from '../../api/api.ts'
import { quoted } from '../../api/iql.ts'
import { isRef } from '../../fields/names.ts'

const { sort } = treeActionsOf(dictionary_item)

export const useDictionaries = () =>
  useSearch('dictionary', { fl: ['code', 'name', 'name_en', 'valid', 'is_system'], iql: 'ORDER BY name', rows: 100 })

export type OptionRow = Rec & { code: string; parent: string | null }

const PAGE = 100
const MAX_OPTIONS = 2000

/** All options of a dictionary in their order. */
export const useOptionRows = (dictionary: string) =>
  useQuery({ queryKey: ['dictionary_item', 'rows', dictionary], queryFn: () => readOptions(dictionary), meta: { faults: 'own' } })

async function readOptions(dictionary: string): Promise<OptionRow[]> {
  const rows: OptionRow[] = []
  for (let start = 0; start < MAX_OPTIONS; start += PAGE) {
    const body = {
      fl: ['code', 'label_zh', 'label_en', 'parent_sid', 'sort', 'colour', 'valid'],
      iql: `dictionary = ${quoted(dictionary)} ORDER BY sort, created_at`,
      ...{ start, rows: PAGE, total: 'none' as const },
    }
    const { record } = await doVerb('dictionary_item', 'search', body)
    for (const row of record as Rec[]) {
      const above = row['parent_sid']
      rows.push({ ...row, code: String(row['code']), parent: isRef(above) ? above.sid : null })
    }
    if (record.length < PAGE) break
  }
  return rows
}

export const useSort = () => useWrite('dictionary_item', (order: { sid: string; move: 'up' | 'down' }) => act(sort, order))

/** The last place of its level. */
export const nextPlace = (rows: readonly OptionRow[], parent: string | null) =>
  Math.max(0, ...rows.filter((row) => row.parent === parent).map((row) => Number(row['sort'] ?? 0))) + 10
