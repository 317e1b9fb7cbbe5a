import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Segmented } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { type FormLayout, MOST_GROUPS } from '../../../model/settings/form-layout.ts'
import type { PlacedTab } from '../../../model/settings/list-layout.ts'
import { type Rec, useSave } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { useLeaveGuard } from '../../records/form/leave-guard.ts'
import { useWords } from '../../words/language.ts'
import { ColumnsCard } from './columns-card.tsx'
import { draftOf, startOf } from './drafting.ts'
import { GroupCard } from './group-card.tsx'
import { HiddenCard } from './hidden-card.tsx'
import { Preview } from './preview.tsx'
import type { Dragged } from './shared.ts'
import { TabsCard } from './tabs-card.tsx'

type DesignerProps = { record: Rec; schema: WireSchema }

const LAST = { zh: '记录信息', en: 'Record' }

/** The draft of the groups and fields. What is saved is the draft; a publication shows it to others. */
export function Designer({ record, schema }: DesignerProps) {
  const { t } = useWords()
  const [isPreview, setPreview] = useState(false)
  const design = useDraft(record, schema)
  const { layout, set, more, setMore, isChanged, isSaving, keep } = design
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const turn = async (to: boolean) => {
    if (!to || !isChanged || (await keep())) setPreview(to)
  }
  const shared = { schema, layout, set, dragged, setDragged }
  return (
    <section className="layout-design" aria-label={t('layout.design')}>
      <div className="layout-tools">
        <Segmented
          value={isPreview ? 'preview' : 'edit'}
          options={[
            { value: 'edit', label: t('layout.edit') },
            { value: 'preview', label: t('layout.preview') },
          ]}
          onChange={(value) => void turn(value === 'preview')}
        />
        {!isPreview && (
          <>
            <Button
              icon={<PlusOutlined />}
              disabled={layout.groups.length >= MOST_GROUPS}
              onClick={() => set({ ...layout, groups: [...layout.groups, { zh: '新分组', en: 'New group', fields: [] }] })}
            >
              {t('layout.addGroup')}
            </Button>
            <Button type="primary" disabled={!isChanged} loading={isSaving} onClick={() => void keep()}>
              {t('layout.save')}
            </Button>
            {isChanged && <Button onClick={design.undo}>{t('layout.undo')}</Button>}
            <Button type="link" onClick={design.start}>
              {t('layout.asModel')}
            </Button>
          </>
        )}
      </div>
      {isPreview ? (
        <Preview record={record} model={schema.model} />
      ) : (
        <>
          <p className="quiet">{t('layout.about')}</p>
          {layout.groups.map((group, at) => (
            <GroupCard key={`${group.code ?? ''} ${at}`} at={at} group={group} {...shared} />
          ))}
          <HiddenCard {...shared} />
          <TabsCard schema={schema} tabs={more.tabs} onChange={(tabs) => setMore({ ...more, tabs })} />
          <ColumnsCard schema={schema} columns={more.columns} onChange={(columns) => setMore({ ...more, columns })} />
        </>
      )}
    </section>
  )
}

type More = { tabs: PlacedTab[] | null; columns: string[] | null }

function useDraft(record: Rec, schema: WireSchema) {
  const { t } = useWords()
  const { message } = App.useApp()
  const stored = draftOf((record['form'] ?? null) as FormLayout | null, schema, LAST) // as the server checked it
  const storedMore = { tabs: (record['tabs'] ?? null) as PlacedTab[] | null, columns: (record['columns'] ?? null) as string[] | null } // likewise
  const [layout, set] = useState(stored)
  const [more, setMore] = useState<More>(storedMore)
  const save = useSave('page_layout')
  const isChanged = JSON.stringify([layout, more]) !== JSON.stringify([stored, storedMore])
  const leaving = useLeaveGuard(isChanged)
  const keep = async (): Promise<boolean> => {
    try {
      leaving.allow()
      await save.mutateAsync({ sid: record.sid, version: record.version, form: layout, ...more })
      message.success(t('layout.saved'))
      return true
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      message.error(fault.errors.map(({ reason }) => reason).join(t('semicolon')) || fault.message)
      return false
    }
  }
  const put = (to: FormLayout, others: More) => {
    set(to)
    setMore(others)
  }
  const start = () => put(startOf(schema, LAST), { tabs: null, columns: null })
  return { layout, set, more, setMore, isChanged, isSaving: save.isPending, keep, start, undo: () => put(stored, storedMore) }
}
