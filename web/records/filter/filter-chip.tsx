import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Popover, Space } from 'antd'
import { useState } from 'react'
import type { WireField } from '../../../model/kit/wire/wire.ts'
import { rangeText } from '../../fields/filters.tsx'
import { useNames } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { viewOf } from '../../fields/views.ts'
import { useWords } from '../../words/language.ts'
import { askedField } from '../list/list-address.ts'
import { ValueFilter, type Within } from './value-filter.tsx'
import { isCountable } from './values.ts'

type FilterChipProps = {
  field: WireField
  values: readonly string[]
  isNew?: boolean
  /** The list whose values are offered with their numbers. */
  within?: Within
  onChange: (values: string[]) => void
}

/** One filter: its name and its values; a click opens it. */
export function FilterChip({ field: listed, values, isNew = false, within, onChange }: FilterChipProps) {
  const words = useWords()
  const { t } = words
  const field = askedField(listed)
  const [isOpen, setOpen] = useState(isNew)
  const names = useNames(field.to, field.to ? values : [])
  const { Filter } = viewOf(field.type)
  if (!Filter) return null
  const isOn = values.length > 0
  const summary = values.map((value) => valueText(field, value, names, words)).join(', ')
  return (
    <Space.Compact size="small">
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setOpen}
        destroyOnHidden
        content={
          <div className="filter">
            {within && isCountable(field) ? (
              <ValueFilter field={field} values={values} within={within} onChange={onChange} />
            ) : (
              <Filter field={field} values={values} onChange={onChange} />
            )}
          </div>
        }
        title={field.label}
      >
        <Button size="small" className={isOn ? 'chip on' : 'chip'} aria-expanded={isOpen}>
          {field.label}
          {isOn && <b title={summary}>{summary}</b>}
          <DownOutlined aria-hidden />
        </Button>
      </Popover>
      {isOn && (
        <Button
          size="small"
          className="chip on"
          icon={<CloseOutlined />}
          aria-label={t('filter.remove', { label: field.label })}
          onClick={() => onChange([])}
        />
      )}
    </Space.Compact>
  )
}

function valueText(
  field: WireField,
  value: string,
  names: ReadonlyMap<string, string>,
  { t, tag }: Pick<ReturnType<typeof useWords>, 't' | 'tag'>,
): string {
  if (value === 'empty') return t('filter.empty')
  if (value === 'me()') return t('filter.me')
  if (field.type === 'boolean') return t(value === 'true' ? 'yes' : 'no')
  if (field.options) return optionLabel(field, value)
  if (field.to) return names.get(value) ?? '…'
  return value.includes('..') ? rangeText(value, t, tag) : value
}
