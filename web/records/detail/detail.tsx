import { DeleteOutlined, EditOutlined, EyeOutlined, LeftOutlined, MoreOutlined, RightOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import type { TabsProps } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { FIRST_TAB } from '../../../model/settings/layouts/list-layout.ts'
import type { Rec } from '../../api/api.ts'
import { useRemove, useSearch } from '../../api/api.ts'
import { displayName } from '../../fields/names.ts'
import { useKeys } from '../../ui/keys.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { explainPage, pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { Changes } from './changes.tsx'
import { totalText } from '../list/total-text.ts'
import { ListedRecords } from './listed-records.tsx'
import { Overview } from './overview.tsx'
import { inLayout } from './tab-order.ts'
import { StateSteps, StateTag } from './state-tag.tsx'
import { PublicationActs, PublicationFault } from './publication.tsx'
import { Transitions } from './transitions.tsx'
import { allowsOn } from '../../api/allows.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useApprovalParts } from '../approval/approval-parts.tsx'
import { HeldAs, useHold } from '../approval/held.ts'
import { useTellWarnings } from '../warnings.ts'

type RecordPageProps = {
  schema: WireSchema
  record: Rec
  /** A module's own tabs, between the overview and the changes. */
  tabs?: NonNullable<TabsProps['items']>
  /** The tab that is open where the address names none; otherwise the overview. */
  opensAt?: string
  /** Shown above the tabs: the next deadline, the next fee. */
  above?: ReactNode
  acts?: ReactNode
  overview?: ReactNode
  /** The overview holds unsaved changes, and a publication would not contain them. */
  isUnsaved?: boolean
}

/** One record: its name and state, its available actions, and all its visible data. */
export function RecordPage({ schema, record, tabs = [], opensAt = FIRST_TAB, above, acts, overview, isUnsaved = false }: RecordPageProps) {
  const { t, lang } = useWords()
  const navigate = useNavigate()
  const { state } = useLocation()
  const name = displayName(record, schema, lang)
  const stateValue = schema.states ? record[schema.states.field] : null
  const list = listOf(state)
  const { hold, button: edit } = useEdit(schema, record)
  useKeys({ Escape: () => navigate(list?.path ?? pageOf(schema.model)) })
  const approval = useApprovalParts(schema, record.sid)
  const listed = (schema.lists ?? []).map((one) => ({
    key: `${one.model}.${one.field}`,
    label: one.label,
    children: <ListedRecords sid={record.sid} {...one} />,
  }))
  const hasLog = !schema.actions.some(({ verb, allowed }) => verb === 'get' && !allowed)
  const items = inLayout(
    [
      { key: FIRST_TAB, label: t('detail.overview'), children: overview ?? <Overview schema={schema} record={record} /> },
      ...tabs,
      ...listed,
      ...approval.tabs,
      ...(hasLog ? [{ key: 'changes', label: t('detail.changes'), children: <Changes schema={schema} sid={record.sid} /> }] : []),
    ],
    schema.tabs,
  )
  return (
    <div className="page detail">
      <PageHead
        title={name}
        name={name}
        crumbs={[{ label: schema[lang], to: list?.path ?? pageOf(schema.model) }]}
        beside={schema.states && <StateTag schema={schema} state={stateValue} />}
        acts={
          <>
            {acts}
            <Transitions schema={schema} record={record} held={approval.held} />
            <PublicationActs schema={schema} record={record} isUnsaved={isUnsaved} />
            {edit}
            <More schema={schema} record={record} name={name} back={list?.path} held={approval.held} />
            {list && <Neighbours schema={schema} sid={record.sid} list={list} />}
          </>
        }
      />
      {schema.states && !schema.case && <StateSteps schema={schema} state={stateValue} />}
      <PublicationFault record={record} />
      {approval.bar}
      {above}
      <HeldAs value={hold}>
        <PageTabs items={items} placed={schema.tabs} opensAt={opensAt} state={state} />
      </HeldAs>
    </div>
  )
}

/** By button or key; while an approval holds all of the record, the reason is shown instead. */
function useEdit(schema: WireSchema, record: Rec) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { message } = App.useApp()
  const hold = useHold(schema, record.sid)
  const why = hold?.edits.length === 0 ? hold.why : undefined
  const isOffered = allowsOn(schema, record, 'update')
  const edit = () => navigate(pageOf(schema.model, `/${record.sid}/edit`), { state })
  useKeys({ e: () => isOffered && (why ? message.info(why) : edit()) })
  const button = isOffered && (
    <Button type="primary" icon={<EditOutlined />} disabled={why !== undefined} title={why} onClick={edit}>
      {t('detail.edit')}
    </Button>
  )
  return { hold, button }
}

type PageTabsProps = { items: NonNullable<TabsProps['items']>; placed: WireSchema['tabs']; opensAt: string; state: unknown }

/** The address names the tab; if a layout hides it, the first one is shown. */
function PageTabs({ items, placed, opensAt, state }: PageTabsProps) {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('tab') ?? opensAt
  const isHidden = placed?.some(({ key, hidden }) => key === asked && hidden)
  return (
    <Tabs
      activeKey={isHidden ? FIRST_TAB : asked}
      onChange={(tab) => setQuery(tab === opensAt ? {} : { tab }, { replace: true, state })}
      destroyOnHidden
      items={items}
    />
  )
}

type CameFrom = { path: string; iql: string; at: number }

/** The list data in the history entry, stored when the list opened this record. */
function listOf(state: unknown): CameFrom | null {
  if (typeof state !== 'object' || state === null || !('list' in state)) return null
  const { list } = state
  if (typeof list !== 'object' || list === null || !('path' in list) || !('iql' in list) || !('at' in list)) return null
  return { path: String(list.path), iql: String(list.iql), at: Number(list.at) }
}

/** The previous and next record in the list from which it was opened. */
function Neighbours({ schema, sid, list }: { schema: WireSchema; sid: string; list: CameFrom }) {
  const { t, lang } = useWords()
  const navigate = useNavigate()
  const start = Math.max(0, list.at - 1)
  const { data } = useSearch(schema.model, { fl: ['sid'], iql: list.iql, start, rows: 3, total: 'capped' }, { meta: { faults: 'own' } })
  const sids = data?.record.map((record) => record.sid) ?? []
  const here = sids.indexOf(sid)
  const go = (at: number) => {
    const to = here < 0 ? undefined : sids[here + at]
    if (to) navigate(pageOf(schema.model, `/${to}`), { state: { list: { ...list, at: list.at + at } } })
  }
  useKeys({ k: () => go(-1), j: () => go(1) })
  return (
    <span className="neighbours">
      <Button type="text" icon={<LeftOutlined />} disabled={here < 1} aria-label={t('detail.previous')} onClick={() => go(-1)} />
      <span className="quiet number">{data ? `${list.at + 1} / ${totalText(data, lang)}` : ''}</span>
      <Button
        type="text"
        icon={<RightOutlined />}
        disabled={here < 0 || here >= sids.length - 1}
        aria-label={t('detail.next')}
        onClick={() => go(1)}
      />
    </span>
  )
}

type MoreProps = { schema: WireSchema; record: Rec; name: string; back: string | undefined; held: string | undefined }

function More({ schema, record, name, back, held }: MoreProps) {
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const navigate = useNavigate()
  const remove = useRemove(schema.model, { isCase: schema.case !== undefined })
  const items = [
    ...(schema.explains ? [{ key: 'who', label: t('explain.ofRecord'), icon: <EyeOutlined /> }] : []),
    ...(allowsOn(schema, record, 'delete')
      ? [
          {
            key: 'delete',
            label: t('delete.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            disabled: held !== undefined,
            ...(held && { title: held }),
          },
        ]
      : []),
  ]
  if (items.length === 0) return null
  const showWho = () => navigate(explainPage({ entity: schema.model, record: record.sid }))
  const ask = () =>
    modal.confirm({
      title: t('delete.title', { name }),
      content: t(schema.case ? 'delete.undoCase' : 'delete.undo'),
      okText: t('delete.delete'),
      okButtonProps: { danger: true },
      onOk: () =>
        // A refusal has already been shown; the dialog closes in any case.
        remove.mutateAsync([record.sid]).then(
          ({ proposed, message: waits }) => {
            if (proposed) return tellWarnings({ warnings: [waits] })
            message.success(t('delete.done', { name }))
            navigate(back ?? pageOf(schema.model))
          },
          () => undefined,
        ),
    })
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => (key === 'who' ? showWho() : ask()) }}>
      <Button icon={<MoreOutlined />} aria-label={t('more')} />
    </Dropdown>
  )
}
