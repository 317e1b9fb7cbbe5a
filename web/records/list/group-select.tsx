import { Select } from 'antd'
import { useWords } from '../../words/language.ts'
import { useGroupFields } from './group-table.tsx'
import type { List } from './use-list.ts'

const PERIODS = { year: 'group.year', month: 'group.month' } as const

/** By what the list is grouped; a list without such a field has no choice. */
export function GroupSelect({ list }: { list: List }) {
  const { t } = useWords()
  const fields = useGroupFields(list)
  if (fields.length === 0) return null
  const label = ({ field, period }: (typeof fields)[number]) => (period ? t(PERIODS[period], { label: field.label }) : field.label)
  return (
    <Select
      size="small"
      variant="borderless"
      className="group-select"
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      prefix={<span className="quiet">{t('group.by')}</span>}
      aria-label={t('group.by')}
      value={list.address.group}
      onChange={(group: string) => list.change({ group })}
      options={[{ value: '', label: t('group.none') }, ...fields.map((one) => ({ value: one.path, label: label(one) }))]}
    />
  )
}
