import { useQuery } from '@tanstack/react-query'
import { Button, Grid, Skeleton, Tag } from 'antd'
import { Link } from 'react-router'
import { listToDo } from '../../model/approval/approval-actions.ts'
import { bucketIql } from '../../model/docketing/buckets.ts'
import { todayIn } from '../../model/kit/days/clock.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { act, useSchema, useSearch } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { useStandIns } from '../api/stand-ins.ts'
import { pageOf } from '../api/page-of.ts'
import { DaysLeft, LeftOrLost } from '../cases/dates/days-left.tsx'
import { useAddress } from '../cases/worklist/address.ts'
import { DayCell } from '../cases/worklist/cells.tsx'
import { useZone } from '../fields/moments.ts'
import { optionLabel, withoutQualifier } from '../fields/option-label.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { Table } from '../ui/table.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { useWords } from '../words/language.ts'
import { toAct, type ToAct } from './to-act.ts'
import './tasks.css'

/** All items of this person: their due work, and the cases that they answer for, assist in, created or invented, of every right. */
export function MyItems() {
  const { t } = useWords()
  const schema = useSchema('case').data
  if (!schema) return <PageSkeleton />
  return (
    <div className="page">
      <PageHead
        title={t('mine.title')}
        name={t('mine.title')}
        acts={
          <Link to={pageOf('task', '/new')}>
            <Button>{t('mine.newTask')}</Button>
          </Link>
        }
      />
      <ToDoList />
      {allows(schema, 'search') && <Cases schema={schema} />}
    </div>
  )
}

const MAX_SHOWN = 50
// Without missed deadlines, which are listed by themselves, and without acts of an office.
const deadlinesOf = (people: string) =>
  `owner_sid IN (${people}) AND kind IN ('ACTION', 'ANNUITY') AND official_due <= today('30d') AND (${bucketIql('all', 'official')} OR ${bucketIql('restorable', 'official')}) ORDER BY final_due ASC`
const tasksOf = (people: string) =>
  `(assignee_sid IN (${people}) AND status IN ('TODO', 'DOING') OR assigner_sid IN (${people}) AND status = 'WAIT') ORDER BY due_date ASC`

function ToDoList() {
  const { t, lang } = useWords()
  const today = todayIn(useZone())
  const [deadline, task] = [useSchema('deadline').data, useSchema('task').data]
  const sees = (schema: WireSchema | undefined) => schema !== undefined && allows(schema, 'search')
  const standing = useStandIns()
  const absent = standing.data ?? []
  const people = ['me()', ...absent.map(({ sid }) => `'${sid}'`)].join(', ')
  const fl = ['sid', 'name', 'name_en', 'case_sid', 'owner_sid', 'kind', 'official_due', 'extended_due', 'final_due', 'manual', 'status']
  const ofTask = ['sid', 'title', 'case_sid', 'due_date', 'status', 'assignee_sid', 'assigner_sid']
  const deadlines = useSearch(
    'deadline',
    { fl, iql: deadlinesOf(people), rows: MAX_SHOWN, total: 'capped' },
    { enabled: sees(deadline) && !standing.isPending },
  )
  const tasks = useSearch(
    'task',
    { fl: ofTask, iql: tasksOf(people), rows: MAX_SHOWN, total: 'capped' },
    { enabled: sees(task) && !standing.isPending },
  )
  const approvals = useQuery({ queryKey: ['approval', 'todo', 'mine'], queryFn: () => act(listToDo, { start: 0, rows: MAX_SHOWN }) })
  const isPending = !deadline || !task || approvals.isPending || (sees(deadline) && deadlines.isPending) || (sees(task) && tasks.isPending)
  const fault = deadlines.error ?? tasks.error ?? approvals.error
  const rows = toAct(
    { deadlines: deadlines.data?.record ?? [], tasks: tasks.data?.record ?? [], approvals: approvals.data?.tasks ?? [] },
    { lang, today, absent: new Set(absent.map(({ sid }) => sid)) },
  )
  const left = (deadlines.data?.total ?? 0) + (tasks.data?.total ?? 0) + (approvals.data?.total ?? 0) - rows.length
  return (
    <section aria-labelledby="mine-do" className="mine-part">
      <h2 id="mine-do">
        {t('mine.toAct')} {!isPending && <span className="quiet">{rows.length}</span>}
      </h2>
      {fault && <QueryFault fault={fault} onRetry={() => void Promise.all([deadlines.refetch(), tasks.refetch(), approvals.refetch()])} />}
      {isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : <ToActTable rows={rows} />}
      {left > 0 && <p className="quiet">{t('mine.more', { count: left })}</p>}
    </section>
  )
}

function ToActTable({ rows }: { rows: readonly ToAct[] }) {
  const { t } = useWords()
  const isNarrow = Grid.useBreakpoint().md === false
  return (
    <Table<ToAct>
      rowKey="key"
      size="small"
      pagination={rows.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
      dataSource={[...rows]}
      columns={[
        { title: t('mine.kind'), width: 96, render: (_, { source }) => <Tag>{t(`mine.${source}`)}</Tag> },
        {
          title: t('mine.what'),
          render: (_, { name, about, to, absent }) => (
            <>
              <Link to={to}>{name}</Link> {about && <span className="quiet">{about}</span>}{' '}
              {absent && <Tag>{t('absence.for', { name: absent })}</Tag>}
            </>
          ),
        },
        ...(isNarrow ? [] : [{ title: t('mine.due'), width: 120, render: (_: unknown, { day }: ToAct) => <DayCell value={day} /> }]),
        { title: t('mine.left'), width: 130, render: (_, one) => <Left of={one} /> },
      ]}
      locale={{ emptyText: <Nothing text={t('mine.nothing')} hint={t('mine.nothingHint')} /> }}
    />
  )
}

const Left = ({ of: { day, record } }: { of: ToAct }) => {
  if (day === null) return null
  return record ? <LeftOrLost record={record} due={day} /> : <DaysLeft date={day} />
}

const PAGE = 20

const PARTS = {
  owned: 'owner_sid = me()',
  assisted: 'co_owner_sids = me()',
  begun: 'created_by = me()',
  invented: 'inventor_sids.user_sid = me()',
} as const
type Part = keyof typeof PARTS

/** The parts whose fields this person may read: for an agency no inventor is one of its own people. */
function useParts(schema: WireSchema): Part[] {
  const inventor = useSchema('inventor').data
  const knows = (of: WireSchema | undefined, code: string) => of?.fields.some((field) => field.code === code) === true
  const [owned, assisted] = [knows(schema, 'owner_sid') && 'owned', knows(schema, 'co_owner_sids') && 'assisted'] as const
  return [owned, assisted, 'begun' as const, knows(inventor, 'user_sid') && ('invented' as const)].flatMap((part) => part || [])
}

function Cases({ schema }: { schema: WireSchema }) {
  const { t, lang } = useWords()
  const { read, put } = useAddress()
  const parts = useParts(schema)
  const part = parts.find((one) => one === read('part')) ?? parts[0] ?? 'begun'
  return (
    <section aria-labelledby="mine-cases" className="mine-part">
      <h2 id="mine-cases">{t('mine.cases')}</h2>
      <Tabs
        activeKey={part}
        onChange={(next) => put({ part: next === parts[0] ? null : next })}
        items={parts.map((key) => ({ key, label: <PartLabel part={key} lang={lang} /> }))}
      />
      <CaseRows key={part} schema={schema} part={part} />
    </section>
  )
}

function PartLabel({ part, lang }: { part: Part; lang: string }) {
  const { t } = useWords()
  const { data } = useSearch('case', { fl: ['sid'], iql: PARTS[part], rows: 1, total: 'capped' })
  return (
    <>
      {t(`mine.${part}`)} {data && <b className="number">{(data.total ?? 0).toLocaleString(lang)}</b>}
    </>
  )
}

function CaseRows({ schema, part }: { schema: WireSchema; part: Part }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const page = Math.max(1, Number(read('page', '1')) || 1)
  const isNarrow = Grid.useBreakpoint().md === false
  const fl = ['sid', 'kind', 'case_no', 'title', 'country', 'status', 'phase', 'next_due', 'updated_at']
  const { data, error, isPending, refetch } = useSearch('case', {
    fl: fl.filter((code) => schema.fields.some((field) => field.code === code)),
    iql: `${PARTS[part]} ORDER BY updated_at DESC`,
    start: (page - 1) * PAGE,
    rows: PAGE,
    total: 'capped',
  })
  if (error) return <QueryFault fault={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  const label = (code: string, value: unknown) => {
    const field = schema.fields.find((one) => one.code === code)
    return field && value ? withoutQualifier(optionLabel(field, value)) : ''
  }
  const wide = [
    { title: t('mine.status'), width: 150, render: (_: unknown, row: (typeof data.record)[number]) => label('status', row['status']) },
    { title: t('mine.next'), width: 120, render: (_: unknown, row: (typeof data.record)[number]) => <DayCell value={row['next_due']} /> },
  ]
  return (
    <Table
      rowKey="sid"
      size="small"
      dataSource={data.record}
      pagination={{
        current: page,
        pageSize: PAGE,
        total: data.total ?? 0,
        showSizeChanger: false,
        hideOnSinglePage: true,
        onChange: (next) => put({ page: next }),
      }}
      columns={[
        { title: t('mine.right'), width: 110, render: (_, row) => label('kind', row['kind']) },
        {
          title: t('mine.case'),
          render: (_, row) => (
            <>
              <Link to={pageOf('case', `/${row.sid}`)}>{String(row['case_no'])}</Link> {String(row['title'] ?? '')}
            </>
          ),
        },
        ...(isNarrow ? [] : wide),
      ]}
      locale={{ emptyText: <Nothing text={t('mine.none')} hint={t('mine.noneHint')} /> }}
    />
  )
}
