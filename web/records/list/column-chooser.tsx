import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Button, Checkbox, Drawer, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useWords } from '../../words/language.ts'
import type { Column } from './list-settings.ts'
import { MAX_COLUMNS } from '../../../model/settings/layouts/list-layout.ts'
import { changeColumn, defaultSettings, isColumn, moveColumn, toggleColumn } from './list-settings.ts'
import type { List } from './use-list.ts'

/** Selects the columns, their order and the pinned ones; by mouse or by keyboard. */
export function ColumnChooser({ list, onClose }: { list: List; onClose: () => void }) {
  const { t, lang } = useWords()
  const [text, setText] = useState('')
  const { schema, columns, settings, set, view } = list
  const keep = (next: Column[]) => (view ? set({ arranged: { ...settings.arranged, [view.sid]: next } }) : set({ columns: next }))
  const labels = new Map(schema.fields.map((field) => [field.code, field.label]))
  const chosen = new Set(columns.map(({ code }) => code))
  const rest = schema.fields.filter((f) => isColumn(f) && !chosen.has(f.code) && f.label.toLowerCase().includes(text.toLowerCase()))
  return (
    <Drawer
      open
      onClose={onClose}
      size={380}
      title={t('columns.title', { count: columns.length, max: MAX_COLUMNS })}
      extra={
        <Button type="link" size="small" onClick={() => keep(defaultSettings(schema, lang).columns)}>
          {t('columns.reset')}
        </Button>
      }
    >
      <Segmented<'small' | 'middle'>
        block
        value={settings.density}
        onChange={(density) => set({ density })}
        options={[
          { value: 'small', label: t('density.small') },
          { value: 'middle', label: t('density.middle') },
        ]}
      />
      <Chosen columns={columns} labels={labels} onKeep={keep} />
      <Input.Search
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t('columns.find')}
        aria-label={t('columns.find')}
        allowClear
      />
      <ul className="columns">
        {rest.map((field) => (
          <li key={field.code}>
            <Checkbox checked={false} disabled={columns.length >= MAX_COLUMNS} onChange={() => keep(toggleColumn(columns, field.code))}>
              {field.label}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

type ChosenProps = { columns: readonly Column[]; labels: ReadonlyMap<string, string>; onKeep: (columns: Column[]) => void }

/** The columns in order: dragged, or moved by the buttons. */
function Chosen({ columns, labels, onKeep }: ChosenProps) {
  const [dragged, setDragged] = useState('')
  return (
    <ol className="columns">
      {columns.map((column, at) => {
        const label = labels.get(column.code) ?? column.code
        return (
          <li
            key={column.code}
            draggable
            className={dragged === column.code ? 'dragged' : undefined}
            onDragStart={() => setDragged(column.code)}
            onDragEnd={() => setDragged('')}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged && dragged !== column.code) onKeep(moveColumn(columns, dragged, at))
            }}
          >
            <HolderOutlined aria-hidden className="quiet" />
            <Checkbox checked onChange={() => onKeep(toggleColumn(columns, column.code))}>
              {label}
            </Checkbox>
            <ColumnActs columns={columns} column={column} at={at} label={label} onKeep={onKeep} />
          </li>
        )
      })}
    </ol>
  )
}

type ColumnActsProps = Omit<ChosenProps, 'labels'> & { column: Column; at: number; label: string }

function ColumnActs({ columns, column, at, label, onKeep }: ColumnActsProps) {
  const { t } = useWords()
  const move = (to: number) => onKeep(moveColumn(columns, column.code, to))
  return (
    <span className="column-acts">
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={at === 0}
        aria-label={t('columns.up', { label })}
        onClick={() => move(at - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={at === columns.length - 1}
        aria-label={t('columns.down', { label })}
        onClick={() => move(at + 1)}
      />
      <Button
        type="text"
        size="small"
        icon={column.pinned ? <PushpinFilled /> : <PushpinOutlined />}
        aria-pressed={Boolean(column.pinned)}
        aria-label={t('columns.pin', { label })}
        onClick={() => onKeep(changeColumn(columns, column.code, { pinned: !column.pinned }))}
      />
    </span>
  )
}
