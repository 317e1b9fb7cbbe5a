import { Select } from 'antd'
import { useState } from 'react'
import { type Rec, useSearch } from '../../../api/api.ts'
import { quoted } from '../../../api/iql.ts'
import { useSettled } from '../../../ui/settled.ts'
import { useWords } from '../../../words/language.ts'
import { FL, OWN, useDocumentTypes } from './use-document-types.ts'

type DocumentTypesProps = { label: string; value: readonly string[]; onChange: (codes: string[]) => void }

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
