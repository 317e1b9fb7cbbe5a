import { Select } from 'antd'
import { useState } from 'react'
import { type Rec, useSearch } from '../api/api.ts'
import { quoted } from '../api/iql.ts'
import { useSettled } from '../ui/settled.ts'
import { useWords } from '../words/language.ts'

type FoundSelectProps = {
  model: string
  fields: readonly string[]
  /** Of all that may be chosen. */
  condition: string
  order: string
  /** The fields in which the typed text is searched. */
  by: readonly string[]
  nameOf: (record: Rec) => string
  /** Before what is found. */
  first?: { value: string; label: string }
  label: string
  placeholder?: string
  isMany?: boolean
  value: readonly string[]
  onChange: (sids: string[]) => void
  className?: string
}

const OFFERED = 50

/** A choice among the records that satisfy a condition, searched on the server; it is left out where there are none. */
export function FoundSelect({
  model,
  fields,
  condition,
  order,
  by,
  nameOf,
  first,
  label,
  placeholder,
  isMany = false,
  value,
  onChange,
  className,
}: FoundSelectProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const words = useSettled(typed.trim(), 200)
  const where = words ? `${condition} AND (${by.map((code) => `${code} CONTAINS ${quoted(words)}`).join(' OR ')})` : condition
  const { data } = useSearch(
    model,
    { fl: ['sid', ...fields], iql: `${where} ORDER BY ${order}`, rows: OFFERED + 1, total: 'none' },
    { meta: { faults: 'own' } },
  )
  const found = data?.record ?? []
  const offered = [...(first && !words ? [first] : []), ...found.slice(0, OFFERED).map((one) => ({ value: one.sid, label: nameOf(one) }))]
  const shown = new Map([...known, ...offered.map((one) => [one.value, one.label] as const)])
  const kept = useNames({ model, fields, nameOf }, data ? value.filter((sid) => sid && !shown.has(sid)) : [])
  const names = new Map([...kept, ...shown])
  if (!first && !words && offered.length === 0 && value.length === 0) return null
  const pick = (sids: string[]) => {
    setKnown(new Map(sids.map((sid) => [sid, names.get(sid) ?? ''])))
    onChange(sids)
  }
  const chosen = value.filter((sid) => !offered.some((one) => one.value === sid)).map((sid) => ({ value: sid, label: names.get(sid) ?? '' }))
  return (
    <Select<string | string[]>
      {...(isMany && { mode: 'multiple' as const })}
      aria-label={label}
      placeholder={placeholder}
      value={isMany ? [...value] : (value[0] ?? first?.value ?? '')}
      onChange={(picked) => pick([picked].flat())}
      options={[...chosen, ...offered]}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={t('filter.nothing')}
      popupRender={(list) => (
        <>
          {list}
          {found.length > OFFERED && <small className="quiet picker-more">{t('reference.more', { count: OFFERED })}</small>}
        </>
      )}
      className={className ?? ''}
    />
  )
}

/** Of values given from outside that are not among those offered. */
function useNames({ model, fields, nameOf }: Pick<FoundSelectProps, 'model' | 'fields' | 'nameOf'>, sids: readonly string[]) {
  const iql = `sid IN (${sids.map(quoted).join(', ')})`
  const { data } = useSearch(
    model,
    { fl: ['sid', ...fields], iql, rows: Math.max(1, sids.length), total: 'none' },
    { enabled: sids.length > 0, meta: { faults: 'own' } },
  )
  return (sids.length > 0 ? (data?.record ?? []) : []).map((one) => [one.sid, nameOf(one)] as const)
}
