import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Segmented } from 'antd'
import { useState } from 'react'
import type { ShownComponent } from '../../../model/portal/portal-routes.ts'
import { keptPlaces, type Place } from '../../../model/portal/layout.ts'
import { sizeOf, usualOf } from '../../../model/portal/usual.ts'
import { HOME_KINDS, type HomeKind, WIDGETS, widgetNamed } from '../../../model/portal/widgets.ts'
import { STATISTIC_CODE } from '../../../model/statistics/definition.ts'
import { type Rec, useSave, useSearch } from '../../api/api.ts'
import { closedUp, withWidget } from '../arrangement.ts'
import { Grid } from '../grid.tsx'
import { nameOfPlace } from '../place-name.ts'
import type { Drawable } from '../portal.ts'
import { useStatistics } from '../statistics.ts'
import { useLeaveGuard } from '../../records/form/leave-guard.ts'
import { useWords } from '../../words/language.ts'
import { Preview } from './preview.tsx'
import '../home.css'

type DesignerProps = { record: Rec; mayEdit: boolean }

const FL = ['sid', 'code', 'name', 'name_en', 'widget', 'text', 'text_en', 'links', 'picture', 'picture_text', 'view_sid']

/** The draft of a layout on its grid, with live data. Saving stores the draft; a publication shows it to others. */
export function Designer({ record, mayEdit }: DesignerProps) {
  const words = useWords()
  const { t } = words
  const { message } = App.useApp()
  const stored = placesOf(record)
  const [places, setPlaces] = useState(stored)
  const [isPreview, setPreview] = useState(!mayEdit)
  const save = useSave('portal_template')
  const of = useDrawable(kindOf(record))
  const isChanged = JSON.stringify(closedUp(places)) !== JSON.stringify(stored)
  useLeaveGuard(isChanged)
  const keep = async () => {
    await save.mutateAsync({ sid: record.sid, version: record.version, layout: closedUp(places) })
    message.success(t('portal.saved'))
  }
  const turn = async (to: boolean) => {
    if (to && isChanged) await keep()
    setPreview(to)
  }
  const failed = () => {} // the fault is shown with the others
  return (
    <section className="portal-design" aria-label={t('portal.design')}>
      <div className="portal-tools">
        {mayEdit && (
          <Segmented
            value={isPreview ? 'preview' : 'edit'}
            options={[
              { value: 'edit', label: t('portal.edit') },
              { value: 'preview', label: t('portal.preview') },
            ]}
            onChange={(value) => void turn(value === 'preview').catch(failed)}
          />
        )}
        {!isPreview && (
          <>
            <Add of={of} places={places} onAdd={(code) => setPlaces(withWidget(places, code, sizeOf(code)))} />
            <Button type="primary" disabled={!isChanged} loading={save.isPending} onClick={() => void keep().catch(failed)}>
              {t('portal.save')}
            </Button>
            {isChanged && <Button onClick={() => setPlaces(stored)}>{t('portal.undo')}</Button>}
          </>
        )}
      </div>
      {isPreview ? (
        <Preview sid={record.sid} platform={String(record['platform'])} isMobile={record['mobile'] === true} />
      ) : (
        <>
          <p className="quiet">{t(places.length > 0 ? 'portal.about' : 'portal.nothing')}</p>
          <Grid of={of} arrangement={{ places, quick: [] }} isArranging onChange={(changes) => setPlaces(changes.places ?? places)} />
        </>
      )}
    </section>
  )
}

type AddProps = { of: Drawable; places: readonly Place[]; onAdd: (code: string) => void }

function Add({ of, places, onAdd }: AddProps) {
  const words = useWords()
  const { t } = words
  const left = [...of.allowed].filter((code) => !places.some(({ i }) => i === code))
  const entry = (code: string) => ({ key: code, label: nameOfPlace(code, of, words) })
  const groups = [
    { key: 'product', type: 'group' as const, label: t('portal.ofProduct'), children: left.filter((code) => widgetNamed(code)).map(entry) },
    {
      key: 'tenant',
      type: 'group' as const,
      label: t('portal.ofTenant'),
      children: left.filter((code) => !widgetNamed(code) && !STATISTIC_CODE.test(code)).map(entry),
    },
    {
      key: 'statistics',
      type: 'group' as const,
      label: t('portal.statistics'),
      children: left.filter((code) => STATISTIC_CODE.test(code)).map(entry),
    },
  ].filter(({ children }) => children.length > 0)
  return (
    <Dropdown
      trigger={['click']}
      disabled={groups.length === 0}
      menu={{ items: groups, onClick: ({ key }) => onAdd(key), className: 'portal-palette' }}
    >
      <Button icon={<PlusOutlined />}>{t('portal.add')}</Button>
    </Dropdown>
  )
}

const taskOf = (record: Rec): HomeKind | undefined => HOME_KINDS.find((kind) => kind === record['task'])
const kindOf = (record: Rec): HomeKind => taskOf(record) ?? (record['platform'] === '2' ? 'agency' : 'manager')

/** A system default without a layout of its own has that of the product. */
function placesOf(record: Rec): Place[] {
  const task = taskOf(record)
  return record['layout'] === null && task ? usualOf(task) : keptPlaces(record['layout'])
}

/** Everything that can be placed: the widgets of the product, the components of the tenant, and shared statistics. */
function useDrawable(kind: HomeKind): Drawable {
  const { data } = useSearch('portal_component', { fl: FL, iql: 'ORDER BY name ASC', rows: 100, total: 'none' })
  const views = useSearch('saved_view', { fl: ['sid', 'entity', 'iql', 'columns'], rows: 100, total: 'none' })
  const statistics = useStatistics(true).filter(({ isShared }) => isShared)
  const components = [...(data?.record ?? []).map((one) => shownOf(one, views.data?.record ?? [])), ...statistics]
  return { kind, components, allowed: new Set([...WIDGETS, ...components.map(({ code }) => code)]) }
}

function shownOf(record: Rec, views: readonly Rec[]): ShownComponent {
  const of = record['view_sid']
  const view = views.find(({ sid }) => typeof of === 'object' && of !== null && 'sid' in of && of.sid === sid)
  const shown = {
    ...record,
    view: { sid: view?.sid ?? '', entity: String(view?.['entity'] ?? ''), iql: String(view?.['iql'] ?? ''), columns: view?.['columns'] },
  }
  return shown as unknown as ShownComponent // the fields of its model, from get_config
}
