import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input } from 'antd'
import { MAX_TITLE, type PlacedGroup } from '../../../model/settings/layouts/form-layout.ts'
import { useWords } from '../../words/language.ts'
import type { Shared } from './shared.ts'
import { changeGroup, moveField, moveGroup, placeable, removeGroup } from './drafting.ts'
import { FieldLine } from './field-line.tsx'

type GroupCardProps = Shared & { at: number; group: PlacedGroup }

/** One group with its fields. Fields and groups are dropped on it. */
export function GroupCard({ at, group, ...shared }: GroupCardProps) {
  const { t, lang } = useWords()
  const { schema, layout, set, dragged, setDragged } = shared
  const own = schema.groups.find(({ code }) => code === group.code)?.label
  const title = own ?? (lang === 'zh' ? group.zh || group.en : group.en || group.zh) ?? ''
  const fields = placeable(schema)
  const drop = () => {
    if (dragged && 'code' in dragged) set(moveField(layout, dragged.code, { group: at, at: group.fields.length }))
    else if (dragged) set(moveGroup(layout, dragged.group, at))
    setDragged(null)
  }
  return (
    <section
      className="layout-group"
      aria-label={title || t('layout.untitled')}
      onDragOver={(event) => dragged && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        drop()
      }}
    >
      <header draggable onDragStart={() => setDragged({ group: at })} onDragEnd={() => setDragged(null)}>
        <HolderOutlined aria-hidden className="quiet" />
        {own === undefined ? <Titles at={at} group={group} layout={layout} set={set} /> : <strong>{own}</strong>}
        <Checkbox
          checked={group.folded === true}
          disabled={!title}
          onChange={({ target }) => set(changeGroup(layout, at, { folded: target.checked }))}
        >
          {t('layout.folded')}
        </Checkbox>
        <GroupActs at={at} name={title || t('layout.untitled')} layout={layout} set={set} />
      </header>
      <ol className="layout-fields">
        {group.fields.map((placed, place) => {
          const field = fields.find(({ code }) => code === placed.code)
          return field && <FieldLine key={placed.code} field={field} placed={placed} spot={{ group: at, at: place }} {...shared} />
        })}
        {group.fields.length === 0 && <li className="quiet">{t('layout.dropHere')}</li>}
      </ol>
    </section>
  )
}

type Change = Pick<Shared, 'layout' | 'set'> & { at: number }

const Titles = ({ at, group, layout, set }: Change & { group: PlacedGroup }) => {
  const { t } = useWords()
  return (
    <>
      {(['zh', 'en'] as const).map((lang) => (
        <Input
          key={lang}
          className="layout-title"
          value={group[lang] ?? ''}
          maxLength={MAX_TITLE}
          aria-label={t(lang === 'zh' ? 'layout.titleZh' : 'layout.titleEn')}
          placeholder={t(lang === 'zh' ? 'layout.titleZh' : 'layout.titleEn')}
          onChange={({ target }) => set(changeGroup(layout, at, { [lang]: target.value }))}
        />
      ))}
    </>
  )
}

function GroupActs({ at, name, layout, set }: Change & { name: string }) {
  const { t } = useWords()
  return (
    <span className="column-acts">
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={at === 0}
        aria-label={t('columns.up', { label: name })}
        onClick={() => set(moveGroup(layout, at, at - 1))}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={at === layout.groups.length - 1}
        aria-label={t('columns.down', { label: name })}
        onClick={() => set(moveGroup(layout, at, at + 1))}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        disabled={layout.groups.length < 2}
        aria-label={t('layout.removeGroup', { name })}
        title={t('layout.removeGroup', { name })}
        onClick={() => set(removeGroup(layout, at))}
      />
    </span>
  )
}
