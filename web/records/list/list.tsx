import { pluralOf } from '../../../model/kit/plural.ts'
import { DeleteOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Pagination } from 'antd'
import { type RefObject, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSchema } from '../../api/api.ts'
import { useKeys } from '../../ui/keys.ts'
import { NotAllowed, Notice } from '../../ui/faults/notice.tsx'
import { PageHead, useMenuTitle } from '../../ui/page/page-head.tsx'
import { pageOf } from '../../api/page-of.ts'
import { inSentence } from '../../words/in-sentence.ts'
import { useWords } from '../../words/language.ts'
import { BatchBar } from '../batch/batch-bar.tsx'
import type { Whole } from '../batch/update-results.tsx'
import { SelectResults, WholeBar } from '../batch/whole.tsx'
import { ListBar } from './list-bar.tsx'
import { ListTable } from './list-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { GroupTable } from './group-table.tsx'
import { PAGE_SIZES, splitOrder } from './list-address.ts'
import type { ListOwn } from './list-own.ts'
import type { List } from './use-list.ts'
import { reachable, totalText } from './total-text.ts'
import { useList } from './use-list.ts'
import { allows, allowsOn, isBuiltIn } from '../../api/allows.ts'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { MAX_SELECTED } from './list-settings.ts'
import { dialogOnRequest } from '../../ui/on-request.tsx'
import { usePageItem } from '../../ui/page/page-item.tsx'

const Preview = dialogOnRequest(async () => (await import('./preview.tsx')).Preview)

const ExportDialog = dialogOnRequest(async () => (await import('../export/export-dialog.tsx')).ExportDialog)

export function ListScreen() {
  const { model = '' } = useParams()
  const { t } = useWords()
  const { data: schema, isPending } = useSchema(model)
  if (isPending) return <PageSkeleton />
  if (!schema) return <Notice isPage={false} title={t('list.noModel')} extra={<Link to="/home">{t('notice.home')}</Link>} />
  return <ModelList key={model} schema={schema} />
}

type ModelListProps = { schema: WireSchema; own?: ListOwn }

export function ModelList({ schema, own = {} }: ModelListProps) {
  const search = schema.actions.find(({ verb }) => verb === 'search')
  return search?.allowed === false ? <NotAllowed /> : <Records schema={schema} own={own} />
}

function Records({ schema, own }: Required<ModelListProps>) {
  const { lang } = useWords()
  const list = useList(schema, own)
  const root = useRef<HTMLDivElement>(null)
  const chosen = useRows(list, root)
  const { selected, select, marked, setMarked, wayTo } = chosen
  const [isExporting, setExporting] = useState(false)
  const { address, change, found } = list
  return (
    <div className="page list" ref={root}>
      <Head list={list} own={own} onExport={() => setExporting(true)} />
      <ListBar list={list} own={own} />
      <div className="list-body">
        {address.group ? (
          <GroupTable list={list} wayTo={wayTo} cells={own.cells} />
        ) : (
          <ListTable
            list={list}
            marked={marked}
            selected={selected}
            onMark={setMarked}
            onSelect={select}
            onOpen={(record) => change({ open: record.sid }, true)}
            wayTo={wayTo}
            cells={own.cells}
            widths={own.widths}
            empty={found.isError ? null : <EmptyList list={list} />}
          />
        )}
        {address.open && (
          <Preview
            schema={schema}
            sid={address.open}
            onClose={() => change({ open: '' }, true)}
            wayTo={wayTo}
            records={found.data?.record ?? []}
            Own={own.Preview}
            ownFields={own.ownFields}
          />
        )}
      </div>
      {isExporting && <ExportDialog list={list} total={totalText(found.data ?? {}, lang)} onClose={() => setExporting(false)} />}
      {!address.group && <Foot list={list} own={own} chosen={chosen} />}
    </div>
  )
}

/** The actions on the selected rows, or on all results, and the pages. */
function Foot({ list, own, chosen }: { list: List; own: ListOwn; chosen: ReturnType<typeof useRows> }) {
  const { schema, found, fl } = list
  const { selected, hasBuiltIn, select, setMarked } = chosen
  const [whole, setWhole] = useState<Whole | null>(null)
  const onPage = found.data?.record ?? []
  const isWholePage = onPage.length > 0 && onPage.length < (found.data?.total ?? 0) && onPage.every(({ sid }) => selected.includes(sid))
  const done = () => {
    setWhole(null)
    select([])
  }
  // Another condition is another selection.
  const isOn = whole !== null && selected.length > 0 && whole.iql === splitOrder(list.iql).condition
  return (
    <footer className="list-foot">
      {isOn ? (
        <WholeBar schema={schema} whole={whole} fl={fl} onDone={done} Own={own.Batch} />
      ) : (
        <span className="batch-ways">
          <BatchBar schema={schema} selected={selected} hasBuiltIn={hasBuiltIn} fl={fl} onDone={() => select([])} Own={own.Batch} />
          {isWholePage && allows(schema, 'update') && !schema.system && <SelectResults list={list} onWhole={setWhole} />}
        </span>
      )}
      <Pages list={list} onTurn={() => setMarked(-1)} />
    </footer>
  )
}

/** The marked row, the selected rows, and the keys for both. */
function useRows(list: List, root: RefObject<HTMLDivElement | null>) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [selected, setSelected] = useState<string[]>([])
  const [marked, setMarked] = useState(-1)
  const [builtIn, setBuiltIn] = useState<readonly string[]>([])
  const { schema, address, change, found, rows } = list
  const records = found.data?.record ?? []
  const wayTo = (record: Rec, at: number) => ({
    to: pageOf(schema.model, `/${record.sid}`),
    state: { list: { path: pathname + search, iql: list.iql, at: (address.page - 1) * rows + at } },
  })
  const open = (at: number, rest = '') => {
    const record = records[at]
    if (!record) return
    const { to, state } = wayTo(record, at)
    navigate(to + rest, { state })
  }
  const mark = (at: number) => {
    const record = records[at]
    if (!record) return
    setMarked(at)
    if (address.open) change({ open: record.sid }, true)
  }
  const select = (sids: string[]) => {
    if (sids.length > MAX_SELECTED) message.warning(t('list.tooMany', { max: MAX_SELECTED }))
    setSelected(sids.slice(0, MAX_SELECTED))
    // A selection spans pages, so the built-in records in it are remembered too.
    setBuiltIn((known) => [...new Set([...known, ...records.flatMap((one) => (isBuiltIn(schema, one) ? one.sid : []))])])
  }
  const toggle = (record: Rec | undefined) => {
    if (record) select(selected.includes(record.sid) ? selected.filter((sid) => sid !== record.sid) : [...selected, record.sid])
  }
  useKeys({
    '/': () => root.current?.querySelector<HTMLInputElement>('.list-search input')?.focus(),
    j: () => mark(Math.min(marked + 1, records.length - 1)),
    k: () => mark(Math.max(marked - 1, 0)),
    x: () => toggle(records[marked]),
    p: () => records[marked] && change({ open: records[marked].sid }, true),
    e: () => records[marked] && allowsOn(schema, records[marked], 'update') && open(marked, '/edit'),
    n: () => allows(schema, 'create') && navigate(pageOf(schema.model, '/new')),
    Enter: () => open(marked),
    Escape: () => (address.open ? change({ open: '' }, true) : setSelected([])),
  })
  return { selected, hasBuiltIn: selected.some((sid) => builtIn.includes(sid)), select, marked, setMarked, wayTo }
}

function Head({ list: { schema, found }, own, onExport }: { list: List; own: ListOwn; onExport: () => void }) {
  const { t, lang } = useWords()
  const navigate = useNavigate()
  const total = found.data?.total ?? 0
  const name = useMenuTitle() || (lang === 'en' ? pluralOf(schema.en) : schema[lang])
  const acts = (
    <>
      {own.acts}
      {allows(schema, 'create') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => navigate(pageOf(schema.model, '/new'))}>
          {t('list.new')}
        </Button>
      )}
      <MoreOfList schema={schema} isEmpty={total === 0} onExport={onExport} />
    </>
  )
  const count = (
    <span className="count number" aria-live="polite">
      {found.data ? t('list.total', { total: totalText(found.data, lang) }) : ''}
    </span>
  )
  return <PageHead title={name} name={name} beside={count} acts={acts} />
}

function Pages({ list, onTurn }: { list: List; onTurn: () => void }) {
  const { t, lang } = useWords()
  const pageItem = usePageItem()
  const { address, change, found, rows } = list
  return (
    <Pagination
      itemRender={pageItem}
      size="small"
      current={address.page}
      pageSize={rows}
      total={reachable(found.data ?? {}, address.page, rows)}
      showSizeChanger
      pageSizeOptions={[...PAGE_SIZES]}
      showTotal={(_, [from, to]) => {
        if (!found.data) return ''
        const total = totalText(found.data, lang)
        return to === 0 ? t('list.total', { total }) : t('list.range', { from: from.toLocaleString(lang), to: to.toLocaleString(lang), total })
      }}
      onChange={(page, size) => {
        onTurn()
        if (size === rows) return change({ page })
        // The size is a setting of this person and a part of the address.
        list.set({ rows: size })
        change({ rows: PAGE_SIZES.find((one) => one === size) ?? 20 })
      }}
    />
  )
}

type MoreOfListProps = { schema: WireSchema; isEmpty: boolean; onExport: () => void }

/** Actions on the whole list; only permitted ones are offered. */
function MoreOfList({ schema, isEmpty, onExport }: MoreOfListProps) {
  const { t } = useWords()
  const items = [
    // A list of cases has a button of its own.
    ...(allows(schema, 'import') && !schema.case
      ? [{ key: 'import', label: <Link to={`/import?model=${schema.model}`}>{t('import.open')}</Link> }]
      : []),
    ...(allows(schema, 'export') ? [{ key: 'export', label: t('list.exportAll'), disabled: isEmpty }] : []),
    ...(allows(schema, 'delete')
      ? [{ key: 'bin', label: <Link to={`/m/${schema.model}/bin`}>{t('bin.title')}</Link>, icon: <DeleteOutlined /> }]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => key === 'export' && onExport() }}>
      <Button icon={<MoreOutlined />} aria-label={t('more')} />
    </Dropdown>
  )
}

function EmptyList({ list: { schema, isNarrowed, change } }: { list: List }) {
  const { t, lang } = useWords()
  const navigate = useNavigate()
  const name = inSentence(schema[lang], lang)
  if (isNarrowed) {
    return (
      <Nothing text={t('list.noMatch')} hint={t('list.noMatchHint')}>
        <Button onClick={() => change({ text: '', iql: '', filters: {}, view: '' })}>{t('list.clear')}</Button>
      </Nothing>
    )
  }
  return (
    <Nothing
      text={t('list.none', { name })}
      hint={t(!allows(schema, 'create') ? 'list.noneYet' : allows(schema, 'import') ? 'list.noneHint' : 'list.noneCreate')}
    >
      {allows(schema, 'create') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => navigate(pageOf(schema.model, '/new'))}>
          {t('list.first', { name })}
        </Button>
      )}
      {allows(schema, 'import') && !schema.case && <Button onClick={() => navigate(`/import?model=${schema.model}`)}>{t('import.open')}</Button>}
    </Nothing>
  )
}
