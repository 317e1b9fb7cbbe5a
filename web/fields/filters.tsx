// Filters shared by several types. A filter's value is text, so that it can be in the address.
import { Input, InputNumber, Radio, Space } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { RangePicker } from '../ui/date-picker.tsx'
import { dayText } from './moments.ts'
import type { Word } from '../words/language.ts'
import { useWords } from '../words/language.ts'
import type { FilterProps } from './view.ts'

export function FilterText({ field, values, onChange }: FilterProps) {
  const { t } = useWords()
  const [text, setText] = useState(values[0] ?? '')
  return (
    <Input.Search
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(wanted) => onChange(wanted.trim() ? [wanted.trim()] : [])}
      placeholder={t('filter.contains')}
      aria-label={field.label}
      allowClear
      autoFocus
    />
  )
}

/** Either side may be empty. */
export function FilterRange({ field, values, onChange }: FilterProps) {
  const { t } = useWords()
  const [from = '', to = ''] = (values[0] ?? '').split('..')
  const set = (a: string, b: string) => onChange(a || b ? [`${a}..${b}`] : [])
  return (
    <Space.Compact>
      <InputNumber
        stringMode
        value={from}
        onChange={(v) => set(v ?? '', to)}
        placeholder={t('filter.from')}
        aria-label={`${field.label} ${t('filter.from')}`}
      />
      <InputNumber
        stringMode
        value={to}
        onChange={(v) => set(from, v ?? '')}
        placeholder={t('filter.to')}
        aria-label={`${field.label} ${t('filter.to')}`}
      />
    </Space.Compact>
  )
}

// Deadlines look ahead by days, filings look back by months: the ranges of section 9.
const RANGES: readonly (readonly [range: string, word: Word])[] = [
  ['..today("-1d")', 'range.past'],
  ['today()..today()', 'range.today'],
  ['today("1d")..today("1d")', 'range.tomorrow'],
  ['today()..today("7d")', 'range.in7d'],
  ['today()..today("30d")', 'range.in30d'],
  ['today()..today("12m")', 'range.in12m'],
  ['today("-1m")..today()', 'range.last1m'],
  ['today("-3m")..today()', 'range.last3m'],
  ['today("-6m")..today()', 'range.last6m'],
  ['today("-12m")..today()', 'range.last12m'],
  ['today("-34m")..today()', 'range.last34m'],
  ['empty', 'filter.empty'],
]

export function FilterDates({ field, values, onChange }: FilterProps) {
  const { t } = useWords()
  const [from = '', to = ''] = (values[0] ?? '').split('..')
  const day = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? dayjs(text) : null)
  return (
    <Space orientation="vertical">
      <RangePicker
        value={[day(from), day(to)]}
        allowEmpty={[true, true]}
        onChange={(picked) => {
          const [a, b] = [0, 1].map((at) => picked?.[at]?.format('YYYY-MM-DD') ?? '')
          onChange(a || b ? [`${a}..${b}`] : [])
        }}
        aria-label={field.label}
      />
      <Radio.Group
        className="ranges"
        value={values[0]}
        onChange={(event) => onChange([String(event.target.value)])}
        options={RANGES.map(([value, word]) => ({ value, label: t(word) }))}
      />
    </Space>
  )
}

const NAMES = new Map(RANGES)

/** The text of a chosen range on its chip. */
export function rangeText(value: string, t: (word: Word) => string, tag: string): string {
  const word = NAMES.get(value)
  if (word) return t(word)
  const [from = '', to = ''] = value.split('..').map((day) => dayText(day, tag))
  if (from && to) return from === to ? from : `${from} – ${to}`
  return from ? `≥ ${from}` : to ? `≤ ${to}` : value
}
