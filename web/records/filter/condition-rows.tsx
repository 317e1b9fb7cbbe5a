import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Segmented, Select, Space } from 'antd'
import dayjs from 'dayjs'
import { DatePicker } from '../../ui/date-picker.tsx'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { searchedByWords } from '../../fields/search-options.ts'
import { isRef, sidOf, useNames } from '../../fields/names.ts'
import { viewOf } from '../../fields/views.ts'
import { useWords, type Word } from '../../words/language.ts'
import type { Group, Op, Row } from './conditions.ts'
import { isGroup, opsOf, wants } from './conditions.ts'
import './conditions.css'

const isDay = (field: WireField | undefined) => field?.type === 'date' || field?.type === 'datetime'
/** A day is not larger than another, but later. */
const DAY_WORDS: Partial<Record<Op, Word>> = { '>=': 'opDay.>=', '<=': 'opDay.<=', '>': 'opDay.>', '<': 'opDay.<' }
export const opWord = (field: WireField | undefined, op: Op): Word => (isDay(field) && DAY_WORDS[op]) || `op.${op}`

type GroupProps = { schema: WireSchema; group: Group; onChange: (group: Group) => void; onRemove?: () => void }

/** The conditions as a form: field, operator, value; all of them or any. Groups nest one level. */
export function ConditionRows({ schema, group, onChange, onRemove }: GroupProps) {
  const { t } = useWords()
  const put = (at: number, one: Row | Group | null) =>
    onChange({ ...group, of: group.of.flatMap((now, i) => (i === at ? (one ? [one] : []) : [now])) })
  const add = (one: Row | Group) => onChange({ ...group, of: [...group.of, one] })
  const isInner = onRemove !== undefined
  return (
    <div className={isInner ? 'conditions inner' : 'conditions'} role="group" aria-label={t('condition.title')}>
      {group.of.length > 1 && (
        <Segmented<Group['join']>
          size="small"
          aria-label={t('condition.join')}
          value={group.join}
          onChange={(join) => onChange({ ...group, join })}
          options={[
            { value: 'and', label: t('condition.and') },
            { value: 'or', label: t('condition.or') },
          ]}
        />
      )}
      {group.of.map((one, at) =>
        isGroup(one) ? (
          // Rows have no name of their own; their index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <ConditionRows key={at} schema={schema} group={one} onChange={(next) => put(at, next)} onRemove={() => put(at, null)} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <ConditionRow key={at} schema={schema} row={one} onChange={(next) => put(at, next)} onRemove={() => put(at, null)} />
        ),
      )}
      <div className="condition-acts">
        <Button size="small" type="text" icon={<PlusOutlined />} onClick={() => add(firstRow(schema))}>
          {t('condition.add')}
        </Button>
        {!isInner && (
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined />}
            onClick={() => add({ join: group.join === 'and' ? 'or' : 'and', of: [firstRow(schema)] })}
          >
            {t('condition.addGroup')}
          </Button>
        )}
        {isInner && (
          <Button size="small" type="text" icon={<CloseOutlined />} onClick={onRemove}>
            {t('condition.removeGroup')}
          </Button>
        )}
      </div>
    </div>
  )
}

const asked = (schema: WireSchema) => schema.fields.filter((field) => field.searchable && !field.coded && opsOf(field).length > 0)

function firstRow(schema: WireSchema): Row {
  const field = schema.fields.find(({ code }) => code === schema.states?.field) ?? asked(schema)[0]
  return { field: field?.code ?? '', op: opsOf(field)[0] ?? 'has', values: [] }
}

type RowProps = { schema: WireSchema; row: Row; onChange: (row: Row) => void; onRemove: () => void }

function ConditionRow({ schema, row, onChange, onRemove }: RowProps) {
  const { t } = useWords()
  const field = schema.fields.find(({ code }) => code === row.field)
  const choose = (code: string) => {
    const next = schema.fields.find((one) => one.code === code)
    onChange({ field: code, op: opsOf(next)[0] ?? 'has', values: [] })
  }
  // A value is kept if the next operator has the same number of values.
  const ask = (op: Op) => onChange({ ...row, op, values: wants(op) === wants(row.op) && isDuration(op) === isDuration(row.op) ? row.values : [] })
  return (
    <div className="condition">
      <Select
        size="small"
        aria-label={t('condition.field')}
        value={row.field}
        onChange={choose}
        showSearch={searchedByWords}
        popupMatchSelectWidth={240}
        options={asked(schema).map(({ code, label }) => ({ value: code, label }))}
      />
      <Select
        size="small"
        aria-label={t('condition.op')}
        value={row.op}
        onChange={ask}
        options={opsOf(field).map((op) => ({ value: op, label: t(opWord(field, op)) }))}
      />
      <span className="condition-value">
        {field && wants(row.op) > 0 && <Values field={field} row={row} onChange={(values) => onChange({ ...row, values })} />}
      </span>
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('condition.remove', { label: field?.label ?? '' })}
        onClick={onRemove}
      />
    </div>
  )
}

const isDuration = (op: Op) => op === 'next' || op === 'last'

type ValuesProps = { field: WireField; row: Row; onChange: (values: string[]) => void }

function Values({ field, row, onChange }: ValuesProps) {
  const { t } = useWords()
  const { op, values } = row
  if (isDuration(op)) return <Duration value={values[0] ?? ''} onChange={(one) => onChange([one])} />
  if (field.to) return <References field={field} values={values} onChange={onChange} />
  if (field.options) {
    const options = field.options.map(({ code, label }) => ({ value: code, label }))
    return (
      <Select
        size="small"
        mode={field.free ? 'tags' : 'multiple'}
        aria-label={t('condition.value')}
        value={values}
        onChange={onChange}
        options={options}
        showSearch={searchedByWords}
        placeholder={t('filter.choose')}
      />
    )
  }
  const put = (at: number, value: string) => onChange(Array.from({ length: wants(op) }, (_, i) => (i === at ? value : (values[i] ?? ''))))
  const many = Array.from({ length: wants(op) }, (_, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <One key={at} field={field} value={values[at] ?? ''} onChange={(value) => put(at, value)} />
  ))
  return many.length > 1 ? <Space.Compact>{many}</Space.Compact> : <>{many}</>
}

function One({ field, value, onChange }: { field: WireField; value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const label = t('condition.value')
  if (field.type === 'date' || field.type === 'datetime') {
    const day = /^\d{4}-\d{2}-\d{2}/.test(value) ? dayjs(value) : null
    return <DatePicker size="small" aria-label={label} value={day} onChange={(picked) => onChange(picked?.format('YYYY-MM-DD') ?? '')} />
  }
  if (['integer', 'decimal', 'money'].includes(field.type))
    return <InputNumber size="small" stringMode aria-label={label} value={value} onChange={(number) => onChange(number ?? '')} />
  return <Input size="small" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />
}

const UNITS = ['d', 'm', 'y'] as const

function Duration({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const [, count = '', unit = 'd'] = /^(\d+)([dmy])$/.exec(value) ?? []
  return (
    <Space.Compact>
      <InputNumber
        size="small"
        min={1}
        max={999}
        precision={0}
        aria-label={t('condition.value')}
        value={count ? Number(count) : null}
        onChange={(number) => onChange(number ? `${number}${unit}` : '')}
      />
      <Select
        size="small"
        aria-label={t('condition.unit')}
        value={unit}
        onChange={(next) => onChange(`${count || 1}${next}`)}
        options={UNITS.map((one) => ({ value: one, label: t(`unit.${one}`) }))}
      />
    </Space.Compact>
  )
}

function References({ field, values, onChange }: { field: WireField; values: readonly string[]; onChange: (values: string[]) => void }) {
  const { t } = useWords()
  const names = useNames(field.to, values)
  const { Editor } = viewOf('references')
  const refs = values.map((sid) => ({ sid, name: names.get(sid) ?? '…' }))
  return (
    <Editor
      field={field}
      label={t('condition.value')}
      value={refs}
      onChange={(picked) => onChange(Array.isArray(picked) ? picked.map((one) => (isRef(one) ? one.sid : sidOf(one))) : [])}
    />
  )
}
