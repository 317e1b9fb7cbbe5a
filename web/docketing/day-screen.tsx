import { deadlinesAsOf } from '../../model/docketing/as-of-actions.ts'
import { docketedOn } from '../../model/docketing/events/official-event-actions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TableColumnType } from 'antd'
import { Alert, Button, Grid, Segmented, Skeleton } from 'antd'
import dayjs from 'dayjs'
import { Link } from 'react-router'
import type { AnswerOf } from '../../model/kit/action.ts'
import { act, useSchema } from '../api/api.ts'
import { todayIn } from '../../model/kit/days/clock.ts'
import { useAddress } from '../cases/worklist/address.ts'
import { DayCell } from '../cases/worklist/cells.tsx'
import { dayText, useZone } from '../fields/moments.ts'
import { DatePicker } from '../ui/date-picker.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { Table } from '../ui/table.tsx'
import { EntityPage } from '../records/entity-page.tsx'
import { useWords } from '../words/language.ts'
import { CaseOfDay } from './case-of-day.tsx'
import { CaseLink, Lines, SAYS_OF_DAY, useDeadlineColumns } from './day-columns.tsx'
import './deadlines.css'

const VIEWS = ['asOf', 'docketed'] as const
type View = (typeof VIEWS)[number]

/** Deadlines as of a day, and the official documents entered on a day with the deadlines that they docketed. */
export const DayScreen = () => <EntityPage entity="deadline" content={Day} />

function Day() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const today = todayIn(useZone())
  const ofCase = read('case')
  const view: View = !ofCase && read('view') === 'docketed' ? 'docketed' : 'asOf'
  const day = /^\d{4}-\d\d-\d\d$/.test(read('day')) ? read('day') : today
  const name = t(view === 'docketed' ? 'day.docketed' : 'day.asOf')
  const go = (days: number) => put({ day: dayjs(day).add(days, 'day').format('YYYY-MM-DD') })
  return (
    <div className="page">
      <PageHead title={name} name={name} acts={<Link to="/deadlines">{t('deadlineList.title')}</Link>} />
      <div className="tab-bar">
        {!ofCase && (
          <Segmented<View>
            aria-label={t('day.what')}
            value={view}
            onChange={(next) => put({ view: next === 'docketed' ? next : null })}
            options={VIEWS.map((value) => ({ value, label: t(`day.${value}`) }))}
          />
        )}
        <Button size="small" onClick={() => go(-1)} aria-label={t('day.before')}>
          ‹
        </Button>
        <DatePicker
          value={dayjs(day)}
          allowClear={false}
          aria-label={t('day.day')}
          {...(view === 'docketed' && { maxDate: dayjs(today) })}
          onChange={(next) => put({ day: next ? next.format('YYYY-MM-DD') : null })}
        />
        <Button size="small" onClick={() => go(1)} disabled={view === 'docketed' && day >= today} aria-label={t('day.after')}>
          ›
        </Button>
        {day !== today && (
          <Button size="small" type="link" onClick={() => put({ day: null })}>
            {t('deadlineList.today')}
          </Button>
        )}
      </div>
      {ofCase ? (
        <CaseOfDay day={day} sid={ofCase} />
      ) : view === 'docketed' ? (
        <Docketed day={day} />
      ) : (
        <AsOf day={day} owner={read('owner') === 'all' ? 'all' : 'me'} />
      )}
    </div>
  )
}

/** Older deadlines were missed long ago and would hide the others. */
const yearBefore = (day: string) => dayjs(day).subtract(1, 'year').format('YYYY-MM-DD')

function AsOf({ day, owner }: { day: string; owner: 'me' | 'all' }) {
  const { t, tag } = useWords()
  const { put } = useAddress()
  const isNarrow = Grid.useBreakpoint().sm === false
  const schema = useSchema('deadline').data
  const from = yearBefore(day)
  const iql = `official_due >= '${from}'${owner === 'me' ? ' AND owner_sid = me()' : ''}`
  const found = useQuery({
    queryKey: ['deadline', 'as_of', day, owner],
    queryFn: () => act(deadlinesAsOf, { day, iql }),
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })
  const columns = useDeadlineColumns(schema, isNarrow)
  const { data } = found
  const rows = (['OPEN', 'MISSED'] as const).flatMap((one) => (data?.record ?? []).filter((row) => row.status === one))
  return (
    <>
      <div className="tab-bar">
        <Segmented
          aria-label={t('deadlineList.whose')}
          value={owner}
          onChange={(value) => put({ owner: value === 'all' ? 'all' : null })}
          options={[
            { value: 'me', label: t('deadlineList.mine') },
            { value: 'all', label: t('deadlineList.everyone') },
          ]}
        />
        {data && (
          <span className="quiet">
            {t(SAYS_OF_DAY[data.standing])} {t('day.from', { day: dayText(from, tag) })}
          </span>
        )}
      </div>
      {found.isError && <QueryFault fault={found.error} onRetry={() => void found.refetch()} />}
      {data?.truncated && <Alert type="warning" showIcon title={t('day.truncated')} className="spaced" />}
      {found.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <Table
          rowKey={(row) => `${row.sid ?? ''} ${row.case_sid} ${row.name}`}
          size="small"
          className="day-table"
          {...(!isNarrow && { scroll: { x: 900 } })}
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
          dataSource={rows}
          locale={{ emptyText: <Nothing text={t('deadlineList.clear')} hint={t('day.nothing')} /> }}
          columns={columns}
        />
      )}
    </>
  )
}

type DocketedDocument = AnswerOf<typeof docketedOn>['record'][number]

/** On a telephone: the case with the document, and its deadlines. */
function useDocumentColumns(isNarrow: boolean): TableColumnType<DocketedDocument>[] {
  const { t } = useWords()
  const link = (row: DocketedDocument) => <CaseLink sid={row.case_sid} text={row.case_no} />
  const outcome = { title: t('day.outcome'), width: isNarrow ? 130 : 170, render: (_: unknown, row: DocketedDocument) => <Outcome of={row} /> }
  if (isNarrow) return [{ title: t('deadlineList.case'), render: (_, row) => <Lines of={[link(row), row.name]} /> }, outcome]
  return [
    { title: t('deadlineList.case'), width: 190, render: (_, row) => link(row) },
    { title: t('day.document'), dataIndex: 'name' },
    { title: t('day.dispatched'), width: 140, render: (_, row) => <DayCell value={row.event_date} /> },
    { title: t('day.opened'), width: 150, align: 'right', render: (_, row) => <Number of={row.opened} /> },
    { title: t('day.closed'), width: 150, align: 'right', render: (_, row) => <Number of={row.closed} /> },
    outcome,
  ]
}

function Outcome({ of }: { of: DocketedDocument }) {
  const { t } = useWords()
  return of.opened + of.closed === 0 ? <span className="due-over">{t('day.nothingDocketed')}</span> : <span className="done">{t('day.done')}</span>
}

/** The whole list behind one that is cut. */
const allOf = (day: string) =>
  `/m/official_event?${new URLSearchParams({ iql: `direction = 'IN' AND created_at >= '${day}' AND created_at < '${dayAfter(day)}'` })}`
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Documents received on a day. Those without a deadline come first, since they have to be checked. */
function Docketed({ day }: { day: string }) {
  const { t } = useWords()
  const isNarrow = Grid.useBreakpoint().sm === false
  const columns = useDocumentColumns(isNarrow)
  const found = useQuery({
    queryKey: ['official_event', 'docketed', day],
    queryFn: () => act(docketedOn, { day }),
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <>
      {found.data.truncated && <Alert type="warning" showIcon title={<Link to={allOf(day)}>{t('day.documentsCut')}</Link>} className="spaced" />}
      <Table
        rowKey="sid"
        size="small"
        className="day-table"
        {...(!isNarrow && { scroll: { x: 720 } })}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        dataSource={found.data.record}
        locale={{ emptyText: <Nothing text={t('day.noDocuments')} hint={t('day.noDocumentsHint')} /> }}
        columns={columns}
      />
    </>
  )
}

const Number = ({ of }: { of: number }) => <span className={of === 0 ? 'number none' : 'number'}>{of}</span>
