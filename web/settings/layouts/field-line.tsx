import { HolderOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown, Tag } from 'antd'
import { useState } from 'react'
import type { WireField } from '../../../model/kit/wire/wire.ts'
import type { PlacedField, PlacedGroup } from '../../../model/settings/layouts/form-layout.ts'
import { useWords } from '../../words/language.ts'
import type { Shared } from './shared.ts'
import { changeField, mayHide, mayRequire, moveField, type Spot } from './drafting.ts'
import { Conditions } from './conditions.tsx'

/** `placed` is absent for a hidden field. */
type FieldLineProps = Shared & { field: WireField; placed?: PlacedField; spot: Spot }

/** One field: dragged, or moved by its menu. */
export function FieldLine({ field, placed, spot, ...shared }: FieldLineProps) {
  const { t } = useWords()
  const { schema, layout, set, dragged, setDragged } = shared
  const [isAsking, setAsking] = useState(false)
  const over =
    dragged !== null && 'code' in dragged && dragged.code !== field.code ? schema.fields.find(({ code }) => code === dragged.code) : undefined
  const isOver = over !== undefined && (spot.group !== 'hidden' || mayHide(over))
  const isFixed = !mayRequire(field, schema)
  return (
    <li
      draggable
      className={dragged && 'code' in dragged && dragged.code === field.code ? 'dragged' : undefined}
      onDragStart={(event) => {
        event.stopPropagation()
        setDragged({ code: field.code })
      }}
      onDragEnd={() => setDragged(null)}
      onDragOver={(event) => isOver && event.preventDefault()}
      onDrop={(event) => {
        if (!isOver) return
        event.preventDefault()
        event.stopPropagation()
        set(moveField(layout, over.code, spot))
        setDragged(null)
      }}
    >
      <HolderOutlined aria-hidden className="quiet" />
      <span className="layout-name">{field.label}</span>
      {field.custom && <Tag>{t('layout.custom')}</Tag>}
      {placed?.required_when && <Tag color="blue">{t('layout.requiredWhen')}</Tag>}
      {placed?.shown_when && <Tag color="blue">{t('layout.shownWhen')}</Tag>}
      {placed && (
        <Checkbox
          checked={field.required || placed.required === true}
          disabled={isFixed}
          aria-label={t('layout.requireField', { label: field.label })}
          onChange={({ target }) => set(changeField(layout, field.code, { required: target.checked }))}
        >
          {t('layout.required')}
        </Checkbox>
      )}
      <Menu field={field} spot={spot} onAsk={() => setAsking(true)} {...shared} />
      {isAsking && placed && (
        <Conditions
          schema={schema}
          field={field}
          placed={placed}
          onClose={() => setAsking(false)}
          onKeep={(kept) => set(changeField(layout, field.code, kept))}
        />
      )}
    </li>
  )
}

type MenuProps = Omit<FieldLineProps, 'placed'> & { onAsk: () => void }

/** The same by keyboard: up, down, to another group, hidden, and its conditions. */
function Menu({ field, spot, schema, layout, set, onAsk }: MenuProps) {
  const { t, lang } = useWords()
  const isHidden = spot.group === 'hidden'
  const last = (isHidden ? layout.hidden.length : (layout.groups[Number(spot.group)]?.fields.length ?? 0)) - 1
  const nameOf = ({ code, zh, en }: PlacedGroup) =>
    schema.groups.find((group) => group.code === code)?.label || (lang === 'zh' ? zh || en : en || zh) || t('layout.untitled')
  const others = layout.groups.flatMap((group, at) => (at === spot.group ? [] : [{ key: `to ${at}`, label: nameOf(group) }]))
  const items = [
    ...(isHidden ? [] : [{ key: 'conditions', label: t('layout.conditions') }]),
    { key: 'up', label: t('layout.up'), disabled: spot.at === 0 },
    { key: 'down', label: t('layout.down'), disabled: spot.at >= last },
    ...(isHidden ? [] : [{ key: 'hide', label: t('layout.hide'), disabled: !mayHide(field) }]),
    ...(others.length > 0 ? [{ key: 'move', type: 'group' as const, label: t('layout.moveTo'), children: others }] : []),
  ]
  const take = (key: string) => {
    if (key === 'conditions') return onAsk()
    if (key === 'hide') return set(moveField(layout, field.code, { group: 'hidden', at: layout.hidden.length }))
    if (key === 'up' || key === 'down') return set(moveField(layout, field.code, { ...spot, at: spot.at + (key === 'up' ? -1 : 1) }))
    const group = Number(key.slice('to '.length))
    set(moveField(layout, field.code, { group, at: layout.groups[group]?.fields.length ?? 0 }))
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, className: 'layout-menu', onClick: ({ key }) => take(key) }}>
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('layout.more', { label: field.label })} />
    </Dropdown>
  )
}
