import { Select } from 'antd'
import { useMemo } from 'react'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'

const FL = ['sid', 'code', 'name', 'name_en', 'office', 'direction']
const MOST = 100

/** The catalogue of document types; the office's own first. It is small, so it is read whole and searched here. */
export function useDocumentTypes(office?: string): Rec[] {
  const pages = [0, 1, 2].map((page) =>
    // The number of pages never changes, so neither does the number of hooks.
    useSearch('document_type', { fl: FL, iql: 'ORDER BY code ASC', rows: MOST, start: page * MOST }, { meta: { faults: 'own' } }),
  )
  const [a, b, c] = pages.map((page) => page.data?.record)
  return useMemo(() => {
    const all = new Map([...(a ?? []), ...(b ?? []), ...(c ?? [])].map((one) => [one.sid, one]))
    const isOwn = (one: Rec) => Boolean(office) && one['office'] === office
    return [...all.values()].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
  }, [a, b, c, office])
}

type PickerProps = {
  value?: string
  onChange?: (sid: string | undefined) => void
  office?: string
  direction?: 'IN' | 'OUT'
  id?: string
  autoFocus?: boolean
}

/** Finds by code or by name in either language. */
export function DocumentTypePicker({ value, onChange, office, direction, id, autoFocus }: PickerProps) {
  const { t, lang } = useWords()
  const types = useDocumentTypes(office)
  const offered = types.filter((one) => !direction || one['direction'] === direction || one.sid === value)
  return (
    <Select
      {...(id && { id })}
      {...(autoFocus && { autoFocus })}
      value={value ?? null}
      onChange={(sid) => onChange?.(sid ?? undefined)}
      allowClear
      placeholder={t('documents.typeHint')}
      showSearch={{ filterOption: (typed, option) => (option?.['words'] ?? '').includes(typed.trim().toLowerCase()) }}
      options={offered.map((one) => ({
        value: one.sid,
        label: String((lang === 'en' && one['name_en']) || one['name']),
        words: `${String(one['code'])} ${String(one['name'])} ${String(one['name_en'])}`.toLowerCase(),
      }))}
    />
  )
}
