import type { SelectProps } from 'antd'
import { Select } from 'antd'
import { useState } from 'react'
import { useSearch } from '../api/api.ts'
import { useWords } from '../words/language.ts'
import { quoted } from '../api/iql.ts'
import { useCalled } from './rules/rule-names.ts'
import { useSettled } from '../ui/settled.ts'

export type CodeKind = 'event' | 'paid' | 'fee' | 'rule'

// The model of each kind of code; a payment is the code of its fee.
const SOURCES = {
  event: { model: 'document_type', field: 'code', prefix: '' },
  paid: { model: 'fee_schedule', field: 'fee_code', prefix: 'PAID:' },
  fee: { model: 'fee_schedule', field: 'fee_code', prefix: '' },
  rule: { model: 'deadline_rule', field: 'rule_id', prefix: '' },
} as const

type CodePickerProps = {
  label: string
  kinds: readonly CodeKind[]
  value: readonly string[]
  onChange: (codes: string[]) => void
  isMany?: boolean
  none?: string
}

/** Document types, events, payments and rules by their names; the value is their code. */
export function CodePicker({ label, kinds, value, onChange, isMany = true, none = '' }: CodePickerProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useSettled(typed, 200)
  const found = [useOffered(kinds[0] ?? 'event', text, isOpen), useOffered(kinds[1] ?? 'paid', text, isOpen && kinds.length > 1)]
  const names = useNamesOf(value, kinds)
  const offered = kinds.flatMap((kind, at) => {
    const options = (found[at] ?? []).filter(({ value: code }) => !value.includes(code))
    return options.length > 0 ? [{ label: t(`law.kind.${kind}`), title: '', options }] : []
  })
  const chosen = value.map((code) => ({ value: code, label: names.get(code) ?? code }))
  const groups = [...(chosen.length ? [{ label: t('law.kind.chosen'), title: '', options: chosen }] : []), ...offered]
  const options: NonNullable<SelectProps['options']> = isOpen ? groups : chosen
  return (
    <Select
      aria-label={label}
      {...(isMany ? { mode: 'multiple' as const, value: [...value] } : { value: value[0] ?? null })}
      onChange={(picked: string | string[] | null | undefined) => onChange(picked ? [picked].flat() : [])}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onOpenChange={setOpen}
      placeholder={none || t('law.edit.search')}
      notFoundContent={t('filter.nothing')}
      allowClear
      style={{ width: '100%' }}
    />
  )
}

function useOffered(kind: CodeKind, text: string, enabled: boolean) {
  const { lang } = useWords()
  const { model, field, prefix } = SOURCES[kind]
  const words = quoted(text.trim())
  const iql = text.trim() ? `name CONTAINS ${words} OR name_en CONTAINS ${words} OR ${field} CONTAINS ${words}` : `ORDER BY ${field}`
  const { data } = useSearch(model, { fl: [field, 'name', 'name_en'], iql, rows: 50, total: 'none' }, { enabled, meta: { faults: 'own' } })
  const byCode = new Map((data?.record ?? []).map((one) => [`${prefix}${String(one[field])}`, one]))
  return [...byCode].map(([code, one]) => ({
    value: code,
    label: `${String((lang === 'en' && one['name_en']) || one['name'])} (${String(one[field])})`,
  }))
}

function useNamesOf(codes: readonly string[], kinds: readonly CodeKind[]): ReadonlyMap<string, string> {
  const { lang, t } = useWords()
  const paid = codes.filter((code) => code.startsWith('PAID:')).map((code) => code.slice(5))
  const plain = codes.filter((code) => !code.startsWith('PAID:'))
  const own = SOURCES[kinds[0] ?? 'event']
  const names = useCalled(own.model, own.field, plain)
  const fees = useCalled('fee_schedule', 'fee_code', paid)
  return new Map([
    ...[...(names ?? [])].map(([code, name]) => [code, name[lang]] as const),
    ...[...(fees ?? [])].map(([code, name]) => [`PAID:${code}`, t('law.edit.paid', { name: name[lang] })] as const),
  ])
}
