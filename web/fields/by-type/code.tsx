// A code of a record of another model, such as a type of official document: shown and chosen by its name.
import { Select } from 'antd'
import { useState } from 'react'
import { useSearch } from '../../api/api.ts'
import type { Rec } from '../../api/api.ts'
import { useSettled } from '../../ui/settled.ts'
import { useWords } from '../../words/language.ts'
import { quoted } from '../../api/iql.ts'
import type { CellProps, EditorProps, FieldView } from '../view.ts'
import { inputFacts, isBlank } from '../view.ts'
import { nameOf, nameOfCode } from './code-name.ts'

const MAX_OFFERED = 50
const MAX_VERSIONS = 200
const OWN = { meta: { faults: 'own' } } as const

function CodeCell({ field, value, record }: CellProps) {
  const { t, lang } = useWords()
  const { model = '', by = '', within } = field.code_of ?? {}
  const range = within ? [within.from, within.to] : []
  const body = { fl: [by, 'name', 'name_en', ...range], iql: `${by} = ${quoted(String(value))}`, rows: within ? MAX_VERSIONS : 1 }
  const { data } = useSearch(model, { ...body, total: 'none' }, { ...OWN, enabled: !isBlank(value) })
  if (isBlank(value) || !data) return null
  return <>{nameOfCode(data.record, within, record, lang) || nameOf(record, lang) || t('code.other')}</>
}

/** Found by the name in either language, or by the code for those who know it. */
function CodeEditor(props: EditorProps) {
  const { t, lang } = useWords()
  const { field, value, onChange } = props
  const { model = '', by = '' } = field.code_of ?? {}
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const offered = useOffered({ model, by }, useSettled(typed, 200), isOpen)
  const chosen = isBlank(value) ? [] : [{ value: String(value), label: <CodeCell field={field} value={value} record={props.record} /> }]
  const options = offered.map((one) => ({ value: String(one[by]), label: nameOf(one, lang) })).filter((one) => one.value !== value)
  return (
    <Select
      {...inputFacts(props)}
      value={isBlank(value) ? null : String(value)}
      onChange={(picked: string | null | undefined) => onChange?.(picked ?? null)}
      options={isOpen ? [...chosen, ...options] : chosen}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onOpenChange={setOpen}
      placeholder={t('reference.search')}
      notFoundContent={t('filter.nothing')}
      allowClear
      style={{ width: '100%' }}
    />
  )
}

/** One of each code: versions of a price share it. */
function useOffered({ model, by }: { model: string; by: string }, text: string, enabled: boolean): Rec[] {
  const words = quoted(text.trim())
  const iql = text.trim() ? `name CONTAINS ${words} OR name_en CONTAINS ${words} OR ${by} CONTAINS ${words}` : `ORDER BY ${by}`
  const { data } = useSearch(model, { fl: [by, 'name', 'name_en'], iql, rows: MAX_OFFERED, total: 'none' }, { ...OWN, enabled })
  return [...new Map((data?.record ?? []).map((one) => [one[by], one])).values()]
}

export const code: FieldView = { Cell: CodeCell, Editor: CodeEditor, Filter: null, width: 220 }
