import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { type FormLayout, MAX_GROUPS } from '../../../model/settings/layouts/form-layout.ts'
import type { PlacedTab } from '../../../model/settings/layouts/list-layout.ts'
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

type DesignerProps = { record: Rec; schema: WireSchema; onChanged: (isChanged: boolean) => void }

const LAST = { zh: '记录信息', en: 'Record' }

/** The draft of the groups and fields. Saving stores the draft; a publication shows it to others. */
export function Designer({ record, schema, onChanged }: DesignerProps) {
  const { t } = useWords()
  const [isPreview, setPreview] = useState(false)
  const design = useDraft(record, schema)
  const { layout, set, more, setMore, isChanged, isSaving, keep } = design
  useEffect(() => {
    onChanged(isChanged)
    return () => onChanged(false)
  }, [isChanged, onChanged])
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
              disabled={layout.groups.length >= MAX_GROUPS}
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

type Stored = { layout: FormLayout; more: More }

function storedIn(record: Rec, schema: WireSchema): Stored {
  const layout = draftOf((record['form'] ?? null) as FormLayout | null, schema, LAST) // as the server checked it
  const more = { tabs: (record['tabs'] ?? null) as PlacedTab[] | null, columns: (record['columns'] ?? null) as string[] | null } // likewise
  return { layout, more }
}

const isSame = (one: Stored, other: Stored) => JSON.stringify([one.layout, one.more]) === JSON.stringify([other.layout, other.more])

function useDraft(record: Rec, schema: WireSchema) {
  const { t } = useWords()
  const { message } = App.useApp()
  const stored = storedIn(record, schema)
  const [base, setBase] = useState({ ...stored, version: record.version })
  const [draft, setDraft] = useState<Stored>(stored)
  const save = useSave('page_layout')
  const isChanged = !isSame(draft, base)
  // Another version is taken over unless it would replace unsaved changes; to save these is then a conflict.
  if (record.version > base.version && (!isChanged || isSame(stored, base) || isSame(stored, draft))) {
    setBase({ ...stored, version: record.version })
    if (!isChanged) setDraft(stored)
  }
  useLeaveGuard(isChanged, { ofTab: true })
  const keep = async (): Promise<boolean> => {
    try {
      const saved = await save.mutateAsync({ sid: record.sid, version: base.version, form: draft.layout, ...draft.more })
      const kept = storedIn(saved, schema)
      setBase({ ...kept, version: saved.version })
      setDraft((now) => (now === draft ? kept : now))
      message.success(t('layout.saved'))
      return true
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      message.error(fault.errors.map(({ reason }) => reason).join(t('semicolon')) || fault.message)
      return false
    }
  }
  const start = () => setDraft({ layout: startOf(schema, LAST), more: { tabs: null, columns: null } })
  return {
    ...{ ...draft, isChanged, isSaving: save.isPending, keep, start, undo: () => setDraft(stored) },
    set: (layout: FormLayout) => setDraft((now) => ({ ...now, layout })),
    setMore: (more: More) => setDraft((now) => ({ ...now, more })),
  }
}
