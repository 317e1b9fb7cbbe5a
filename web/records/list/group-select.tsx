import { Select } from 'antd'
import { useWords } from '../../words/language.ts'
import { useGroupFields } from './group-table.tsx'
import type { GroupField } from './groups.ts'
import type { List } from './use-list.ts'

const PERIODS = { year: 'group.year', month: 'group.month' } as const

/** The field by which the list is grouped; a list without such a field has no choice. */
export const GroupSelect = ({ list }: { list: List }) => (
  <GroupChoice fields={useGroupFields(list)} value={list.address.group} onChange={(group) => list.change({ group })} />
)

type GroupChoiceProps = { fields: readonly GroupField[]; value: string; onChange: (group: string) => void }

export function GroupChoice({ fields, value, onChange }: GroupChoiceProps) {
  const { t } = useWords()
  if (fields.length === 0) return null
  const label = ({ field, period }: GroupField) => (period ? t(PERIODS[period], { label: field.label }) : field.label)
  return (
    <Select
      size="small"
      variant="borderless"
      className="group-select"
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      prefix={<span className="quiet">{t('group.by')}</span>}
      aria-label={t('group.by')}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: t('group.none') }, ...fields.map((one) => ({ value: one.path, label: label(one) }))]}
    />
  )
}
