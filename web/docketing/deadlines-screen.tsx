import type { StandIn } from '../../model/organisation/absence-actions.ts'
import { bucketIql, type DueKind, ownerIql, UNPROVED } from '../../model/docketing/buckets.ts'
import { type BucketCount, countDeadlines } from '../../model/docketing/deadline-actions.ts'
import { CalendarOutlined, HistoryOutlined, InboxOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented, Select } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { act, useGroups, useSchema } from '../api/api.ts'
import { useStandIns } from '../api/stand-ins.ts'
import { findCases, useFind } from '../cases/find-cases.ts'
import { FilterChip } from '../records/filter/filter-chip.tsx'
import { quoted } from '../api/iql.ts'
import { ChartWaits } from '../cases/charts/chart-waits.tsx'
import { useAddress } from '../cases/worklist/address.ts'
import { BucketTabs } from '../cases/worklist/bucket-tabs.tsx'
import { CaseChips } from '../cases/worklist/case-chips.tsx'
import { caseIql } from '../cases/worklist/case-filters.ts'
import { KeyHints } from '../cases/worklist/key-hints.tsx'
import { OpenedDrawer } from '../cases/worklist/opened-drawer.tsx'
import { dayText } from '../fields/moments.ts'
import { useKeys } from '../ui/keys.ts'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Failed } from '../ui/faults/failed.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { bucketOf, dueOf, inOrder, KINDS, kindsIn, narrowing, onDay, UNPROVED_TAB } from './query.ts'
import { DeadlineTable, hasInternal } from './deadline-table.tsx'
import { dialogOnRequest, partOnRequest } from '../ui/on-request.tsx'
import './deadlines.css'

const NewDeadline = dialogOnRequest(async () => (await import('../cases/dates/new-deadline.tsx')).NewDeadline)
const DeadlineDrawer = partOnRequest(async () => (await import('./drawer.tsx')).DeadlineDrawer)
const MonthView = partOnRequest(async () => (await import('./month-view.tsx')).MonthView)
const ALARMING = new Set(['losing', 'overdue'])
/** The most settled deadlines that are counted. */
const COUNTED = 10_000
/** Shown only when not empty. */
const RARE = new Set(['losing', 'restorable', 'missed', 'awaited', 'undated'])

/** The open deadlines, by due date. */
export function DeadlinesScreen() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const schema = useSchema('deadline').data
  const shown = useShown(schema)
  useKeys({ n: () => schema && allows(schema, 'create') && put({ new: 1 }, true) })
  if (schema && !allows(schema, 'search')) return <NotAllowed />
  if (!schema) return <PageSkeleton />
  const name = t('deadlineList.title')
  return (
    <div className="page list worklist">
      <PageHead title={name} name={name} acts={<Acts schema={schema} />} />
      <Filters schema={schema} shown={shown} />
      {shown.failed && <QueryFault fault={shown.failed.error} onRetry={() => void shown.failed?.refetch()} />}
      {!shown.isUnknown && (shown.isCalendar ? <Month shown={shown} /> : <Rows schema={schema} shown={shown} />)}
      {read('new') && allows(schema, 'create') && <NewDeadline schema={schema} onClose={() => put({ new: null }, true)} />}
      <OpenedDrawer title={t('deadlines.why')} size={540}>
        {(sid) => <DeadlineDrawer sid={sid} />}
      </OpenedDrawer>
    </div>
  )
}

/**
 * The query of the address, and the number of deadlines in each bucket.
 * `failed`: queries to repeat; `isUnknown`: no new row is shown before the answer, while rows already shown stay.
 */
function useShown(schema: WireSchema | undefined) {
  const { read } = useAddress()
  const due = schema && hasInternal(schema) ? dueOf(read('due')) : 'official'
  const day = /^\d{4}-\d\d-\d\d$/.test(read('day')) ? read('day') : ''
  const cases = useFoundCases(read('q'))
  const found = cases.iql
  const narrowed = (without = '') => {
    const chosen = caseIql((key) => (key === 'owner_sid' || key === without ? '' : read(key)))
    return [narrowing(read('kind'), read('office'), without === 'of' ? '' : read('of')), chosen, found].filter(Boolean).join(' AND ')
  }
  const iql = narrowed()
  // A person with own deadlines sees those first, others see all visible ones, as on the home page.
  const mine = useBuckets({ owner: 'me', due: 'official', iql: '' }, !read('owner') && schema !== undefined && allows(schema, 'search'))
  const owner = read('owner') || (mine.data?.buckets.every(({ total }) => total === 0) ? 'all' : 'me')
  const counts = useBuckets({ owner, due, iql }, schema !== undefined && allows(schema, 'search'))
  const buckets = counts.data?.buckets ?? []
  const bucket = bucketOf(read('bucket'), buckets)
  const isUnproved = read('bucket') === UNPROVED_TAB && !day
  const rowsOf = isUnproved ? UNPROVED : bucketIql(day ? 'all' : bucket, due)
  const unprovedIql = [UNPROVED, ownerIql(owner), iql && `(${iql})`].filter(Boolean).join(' AND ')
  const unproved = useGroups('deadline', { iql: unprovedIql, most: COUNTED }, buckets.length > 0)
  const iqlWithout = (code: string) => {
    const whole = [rowsOf, code === 'owner_sid' ? '' : ownerIql(owner), narrowed(code)].filter(Boolean).join(' AND ')
    return day ? onDay(whole, day, due) : whole
  }
  const [counted] = unproved.data?.record ?? []
  const settled = { iql: unprovedIql, total: counted?.count ?? 0, isCapped: unproved.data?.capped === true, isChosen: isUnproved }
  const failed = [mine, cases.query, counts].filter(({ isError }) => isError)
  const isUnknown = failed.some(({ data }) => data === undefined)
  return {
    failed: failed[0],
    isUnknown,
    unproved,
    due,
    day,
    iql,
    iqlWithout,
    owner,
    buckets,
    bucket,
    settled,
    isCalendar: read('view') === 'calendar',
  }
}

type Shown = ReturnType<typeof useShown>

/** The deadlines of the cases that a number or words of the title find, or else those of that name. */
function useFoundCases(text: string) {
  const query = useFind(findCases, text.trim())
  if (!text.trim() || !query.data) return { query, iql: '' }
  const sids = query.data.map(({ sid }) => quoted(sid))
  const named = `(name CONTAINS ${quoted(text.trim())} OR name_en CONTAINS ${quoted(text.trim())})`
  return { query, iql: sids.length > 0 ? `case_sid IN (${sids.join(', ')})` : named }
}

const useBuckets = ({ owner, due, iql }: { owner: string; due: DueKind; iql: string }, enabled: boolean) =>
  useQuery({
    queryKey: ['deadline', 'counts', owner, due, iql],
    queryFn: () => act(countDeadlines, { owner, due, ...(iql && { iql }) }),
    placeholderData: keepPreviousData,
    enabled,
    meta: { faults: 'own' },
  })

function Acts({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  return (
    <>
      <Segmented
        aria-label={t('deadlineList.view')}
        value={read('view') === 'calendar' ? 'calendar' : 'table'}
        onChange={(view) => put({ view: view === 'calendar' ? view : null, day: null })}
        options={[
          { value: 'table', label: t('deadlineList.table'), icon: <UnorderedListOutlined aria-hidden /> },
          { value: 'calendar', label: t('deadlineList.calendar'), icon: <CalendarOutlined aria-hidden /> },
        ]}
      />
      <Link to="/deadlines/day">
        <Button icon={<HistoryOutlined />}>{t('day.asOf')}</Button>
      </Link>
      <Link to="/deadlines/day?view=docketed">
        <Button icon={<InboxOutlined />}>{t('day.docketed')}</Button>
      </Link>
      {allows(schema, 'create') && (
        <Button type="primary" icon={<PlusOutlined />} title={t('deadlineList.newHint')} onClick={() => put({ new: 1 }, true)}>
          {t('deadlineList.new')}
        </Button>
      )}
    </>
  )
}

type WhoseProps = { owner: string; standIns: readonly StandIn[]; onChoose: (owner: string) => void }

/** The caller's own deadlines, those of an absent person whose deputy they are, all, or those without an owner. */
function Whose({ owner, standIns, onChoose }: WhoseProps) {
  const { t, lang } = useWords()
  return (
    <Segmented
      aria-label={t('deadlineList.whose')}
      value={owner}
      onChange={onChoose}
      options={[
        { value: 'me', label: t('deadlineList.mine') },
        ...standIns.map(({ sid, name, name_en }) => ({ value: sid, label: t('absence.for', { name: lang === 'zh' ? name : name_en }) })),
        { value: 'all', label: t('deadlineList.everyone') },
        { value: 'nobody', label: t('deadlineList.nobody') },
      ]}
    />
  )
}

function Filters({ schema, shown: { owner, due, day, isCalendar, iqlWithout } }: { schema: WireSchema; shown: Shown }) {
  const { t, tag } = useWords()
  const { read, put } = useAddress()
  const standIns = useStandIns().data ?? []
  const kinds = schema.fields.find(({ code }) => code === 'kind')?.options ?? []
  const person = schema.fields.find(({ code }) => code === 'owner_sid')
  return (
    <div className="tab-bar">
      <Whose owner={owner} standIns={standIns} onChoose={(value) => put({ owner: value })} />
      {hasInternal(schema) && (
        <Segmented
          aria-label={t('deadlineList.whichDate')}
          value={due}
          onChange={(value) => put({ due: value === 'internal' ? value : null })}
          options={[
            { value: 'official', label: t('deadlineList.byOfficial') },
            { value: 'internal', label: t('deadlineList.byInternal') },
          ]}
        />
      )}
      <Select
        aria-label={t('deadlineList.kind')}
        className="deadline-kind"
        value={KINDS.find((one) => one === read('kind')) ?? ''}
        onChange={(kind) => put({ kind: kind || null })}
        options={[{ value: '', label: t('deadlineList.anyKind') }, ...kinds.map(({ code, label }) => ({ value: code, label }))]}
      />
      {person && (
        <FilterChip
          field={person}
          values={['me', 'all', 'nobody', ...standIns.map(({ sid }) => sid)].includes(owner) ? [] : [owner]}
          within={{ model: 'deadline', iql: iqlWithout('owner_sid'), path: 'owner_sid' }}
          onChange={(values) => put({ owner: values.at(-1) === 'me()' ? 'me' : values.at(-1) === 'empty' ? 'nobody' : (values.at(-1) ?? 'all') })}
        />
      )}
      <KindOfCase iql={iqlWithout('of')} />
      <CaseChips codes={['country', 'applicant_sids']} model="deadline" iqlWithout={iqlWithout} />
      <Input.Search
        key={read('q')}
        className="deadline-search"
        defaultValue={read('q')}
        placeholder={t('deadlineList.search')}
        aria-label={t('deadlineList.search')}
        allowClear
        onSearch={(text) => put({ q: text.trim() || null })}
      />
      {day && (
        <Button type="link" onClick={() => put({ day: null })}>
          {t('deadlineList.onDay', { day: dayText(day, tag) })} · {t('deadlineList.allDays')}
        </Button>
      )}
      {!isCalendar && <Hints />}
    </div>
  )
}

function KindOfCase({ iql }: { iql: string }) {
  const { read, put } = useAddress()
  const field = useSchema('case').data?.fields.find(({ code }) => code === 'kind')
  if (!field) return null
  const within = { model: 'deadline', iql, path: 'case_sid.kind' }
  return <FilterChip field={field} values={kindsIn(read('of'))} within={within} onChange={(values) => put({ of: values.join(',') || null })} />
}

function Hints() {
  const { t } = useWords()
  return (
    <KeyHints
      keys={[
        ['j k', t('keys.upAndDown')],
        ['Enter', t('deadlineList.why')],
        ['d', t('deadlineList.complete')],
        ['r', t('deadlineList.reassign')],
        ['o', t('deadlineList.case')],
      ]}
    />
  )
}

function Month({ shown: { buckets, due } }: { shown: Shown }) {
  const { read, put } = useAddress()
  return (
    <Suspense fallback={<ChartWaits />}>
      <MonthView
        iql={buckets.find(({ code }) => code === 'all')?.iql}
        due={due}
        month={read('month')}
        onMonth={(month) => put({ month }, true)}
        onDay={(one) => put({ view: null, day: one })}
      />
    </Suspense>
  )
}

function Rows({ schema, shown: { owner, due, day, iql, buckets, bucket, settled, unproved: settling } }: { schema: WireSchema; shown: Shown }) {
  const { t } = useWords()
  const { put } = useAddress()
  const chosen = settled.isChosen ? undefined : buckets.find(({ code }) => code === (day ? 'all' : bucket))
  const every = settled.isChosen ? settled.iql : chosen && (day ? onDay(chosen.iql, day, due) : chosen.iql)
  const tab = ({ code, total }: BucketCount) => ({ code, total, label: t(`deadlineList.${code}`), isAlarming: total > 0 && ALARMING.has(code) })
  const tabs = buckets.filter(({ code, total }) => total > 0 || !RARE.has(code) || (code === bucket && !settled.isChosen)).map(tab)
  const unproved = { code: UNPROVED_TAB, label: t('deadlineList.unproved'), total: settled.total, isCapped: settled.isCapped }
  const shown = settled.isChosen ? UNPROVED_TAB : bucket
  return (
    <>
      <Failed query={settling} words="deadlineList.unprovedFailed" />
      {!day && buckets.length > 0 && (
        <BucketTabs
          buckets={settled.total > 0 || settled.isChosen ? [...tabs, unproved] : tabs}
          chosen={shown}
          onChange={(code) => put({ bucket: code })}
        />
      )}
      <DeadlineTable
        key={`${owner} ${due} ${shown} ${day} ${iql}`}
        schema={schema}
        rows={every === undefined ? undefined : inOrder(every, settled.isChosen ? UNPROVED_TAB : (chosen?.code ?? 'all'), due)}
        every={every}
        isMine={owner === 'me'}
        isUnproved={settled.isChosen}
      />
    </>
  )
}
