import { Select } from 'antd'
import { useState } from 'react'
import { useSearch } from '../../api/api.ts'
import type { Rec } from '../../api/api.ts'
import { quoted } from '../../fields/names.ts'
import { useSettled } from '../../ui/settled.ts'
import { useWords } from '../../words/language.ts'

type DocumentTypesProps = { label: string; value: readonly string[]; onChange: (codes: string[]) => void }

const FL = ['code', 'name', 'name_en']
const OWN = { meta: { faults: 'own' } } as const

/** Types of document by their names. */
export function DocumentTypes({ label, value, onChange }: DocumentTypesProps) {
  const { t, lang } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const words = quoted(useSettled(typed.trim(), 200))
  const iql = words === "''" ? 'ORDER BY code' : `name CONTAINS ${words} OR name_en CONTAINS ${words} OR code CONTAINS ${words}`
  const found = useSearch('document_type', { fl: FL, iql, rows: 50, total: 'none' }, { ...OWN, enabled: isOpen }).data?.record ?? []
  const named = useDocumentTypes(value)
  const nameOf = (one: Rec) => String((lang === 'en' && one['name_en']) || one['name'])
  const offered = [...new Map(found.map((one) => [String(one['code']), nameOf(one)]))]
  const chosen = value.map((code) => ({ value: code, label: named.get(code) ?? '…' }))
  return (
    <Select
      mode="multiple"
      aria-label={label}
      value={[...value]}
      onChange={onChange}
      options={[...chosen, ...offered.filter(([code]) => !value.includes(code)).map(([code, name]) => ({ value: code, label: name }))]}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onOpenChange={setOpen}
      notFoundContent={t('filter.nothing')}
      placeholder={t('process.none')}
    />
  )
}

/** The names of types of document by their codes. */
export function useDocumentTypes(codes: readonly string[]): ReadonlyMap<string, string> {
  const { lang } = useWords()
  const iql = `code IN (${codes.map(quoted).join(', ')})`
  const { data } = useSearch('document_type', { fl: FL, iql, rows: 100, total: 'none' }, { ...OWN, enabled: codes.length > 0 })
  const rows = codes.length > 0 ? (data?.record ?? []) : []
  return new Map(rows.map((one) => [String(one['code']), String((lang === 'en' && one['name_en']) || one['name'])]))
}
