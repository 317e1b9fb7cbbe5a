import { Select } from 'antd'
import { useState } from 'react'
import { useWords } from '../words/language.ts'
import { findCases, useFind } from './find-cases.ts'
import { useSettled } from '../ui/settled.ts'

/** `known`: the name of a case that was chosen before. */
type PickerProps = {
  known?: string | undefined
  value?: string
  onChange?: (sid: string | undefined) => void
  id?: string
  without?: string
  autoFocus?: boolean
}

/** Finds a case by any number or words of its title. */
export function CasePicker({ value, known, onChange, id, without, autoFocus = false }: PickerProps) {
  const { t, lang } = useWords()
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typed.trim(), 150)
  const { data, isFetching, isError } = useFind(findCases, wanted)
  const found = (data ?? [])
    .filter(({ sid }) => sid !== without)
    .map(({ sid, case_no, title, title_en }) => ({
      value: sid,
      label: `${case_no} ${(lang === 'en' && title_en) || title}`,
    }))
  const chosen = value && known && !found.some((one) => one.value === value) ? [{ value, label: known }] : []
  return (
    <Select
      {...(id && { id })}
      autoFocus={autoFocus}
      value={value ?? null}
      onChange={(sid) => onChange?.(sid ?? undefined)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      placeholder={t('find.placeholder')}
      notFoundContent={t(isError ? 'palette.failed' : wanted ? 'filter.nothing' : 'find.type')}
      allowClear
      options={[...chosen, ...found]}
    />
  )
}
