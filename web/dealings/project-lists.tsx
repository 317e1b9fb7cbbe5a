import { Alert, Grid, Progress, Segmented, Skeleton, Tag } from 'antd'
import { Link } from 'react-router'
import type { WireField, WireSchema } from '../../model/kit/wire/wire.ts'
import { todayIn } from '../../model/kit/days/clock.ts'
import { useSchema, useSearch } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { pageOf } from '../api/page-of.ts'
import { DaysLeft } from '../cases/dates/days-left.tsx'
import { useAddress } from '../cases/worklist/address.ts'
import { DayCell } from '../cases/worklist/cells.tsx'
import { useZone } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { Table } from '../ui/table.tsx'
import { useWords } from '../words/language.ts'
import { type ProjectRow, projectRows, ROW_STATES, textOf } from './project-rows.ts'
import './matters.css'

type Listed = {
  title: 'project.monitoring' | 'project.mining'
  none: 'project.noMonitoring' | 'project.noMining'
  hint: 'project.monitoringHint' | 'project.miningHint'
  rows: 'monitors' | 'points'
  day: string
  done: readonly string[]
  /** The parts of a row that have a column, the first with its words. */
  parts: readonly [string, ...string[]]
}

/** Monitoring in running projects: searches and warnings planned, late and done. */
export const ProjectMonitoring = () => (
  <ProjectList listed={{ title: 'project.monitoring', none: 'project.noMonitoring', hint: 'project.monitoringHint', rows: 'monitors', day: 'next_date', done: ['done_date'], parts: ['query', 'monitor_type', 'stage', 'risk_level', 'result'] }} />
) // oxfmt-ignore

/** Mining in running projects: technical points, and how each is to be protected. */
export const ProjectMining = () => (
  <ProjectList listed={{ title: 'project.mining', none: 'project.noMining', hint: 'project.miningHint', rows: 'points', day: 'due_date', done: ['done_date', 'proposal_sid'], parts: ['point', 'innovation', 'protect_way', 'user_sid', 'proposal_sid'] }} />
) // oxfmt-ignore

function ProjectList({ listed }: { listed: Listed }) {
  const { t } = useWords()
  const schema = useSchema('project').data
  if (!schema) return <PageSkeleton />
  if (!allows(schema, 'search')) return <NotAllowed />
  return (
    <div className="page">
      <PageHead title={t(listed.title)} name={t(listed.title)} />
      <Rows schema={schema} listed={listed} />
    </div>
  )
}

/** As many projects as one search returns; those that end first come first. */
const MAX_SHOWN = 100

function Rows({ schema, listed }: { schema: WireSchema; listed: Listed }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const today = todayIn(useZone())
  const fl = ['sid', 'case_no', 'title', listed.rows]
  const iql = `stage NOT IN ('CLOSED', 'STOPPED') ORDER BY end_date ASC`
  const { data, error, isPending, refetch } = useSearch('project', { fl, iql, rows: MAX_SHOWN })
  if (error) return <QueryFault fault={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  const all = projectRows(data?.record ?? [], listed.rows, { day: listed.day, done: listed.done, today })
  const state = ROW_STATES.find((one) => one === read('state'))
  const done = all.filter((row) => row.state === 'done').length
  if (all.length === 0)
    return (
      <Nothing text={t(listed.none)} hint={t(listed.hint)}>
        <Link to={pageOf('project')}>{t('project.toProjects')}</Link>
      </Nothing>
    )
  return (
    <>
      {(data?.total ?? 0) > MAX_SHOWN && <Alert type="info" showIcon title={t('project.first', { count: MAX_SHOWN })} />}
      <div className="tab-bar">
        <Segmented
          aria-label={t('project.which')}
          value={state ?? ''}
          onChange={(next) => put({ state: next || null })}
          options={[
            { value: '', label: `${t('project.every')} ${all.length}` },
            ...ROW_STATES.map((one) => ({ value: one, label: `${t(`project.${one}`)} ${all.filter((row) => row.state === one).length}` })),
          ]}
        />
        <Progress className="row-progress" percent={Math.floor((done * 100) / all.length)} size="small" aria-label={t('project.doneOf', { done, all: all.length })} />
      </div>
      <RowTable schema={schema} listed={listed} rows={state ? all.filter((row) => row.state === state) : all} />
    </>
  ) // oxfmt-ignore
}

const COLOURS = { late: 'error', open: 'processing', undated: 'default', done: 'success' } as const
const PAGE = 50

function RowTable({ schema, listed, rows }: { schema: WireSchema; listed: Listed; rows: readonly ProjectRow[] }) {
  const { t } = useWords()
  const isNarrow = Grid.useBreakpoint().md === false
  const parts: readonly WireField[] = schema.fields.find(({ code }) => code === listed.rows)?.rows ?? []
  const [first, ...others] = listed.parts
  const columnOf = (code: string) => {
    const field = parts.find((one) => one.code === code)
    return { key: code, title: field?.label ?? code, render: (_: unknown, { values }: ProjectRow) => <Value value={values[code]} field={field} /> }
  }
  return (
    <Table<ProjectRow>
      rowKey="key"
      size="small"
      dataSource={[...rows]}
      pagination={rows.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
      columns={[
        {
          title: t('project.what'),
          render: (_, { values, project, projectName }) => (
            <>
              {textOf(values[first])} <Link to={pageOf('project', `/${project}`)}>{projectName}</Link>
            </>
          ),
        },
        ...(isNarrow ? [] : others.map(columnOf)),
        { title: t('project.day'), width: 120, render: (_, { day }) => <DayCell value={day} /> },
        {
          title: t('project.state'),
          width: 150,
          render: (_, { state, day }) => (state === 'late' || state === 'open') && day ? <DaysLeft date={day} /> : <Tag color={COLOURS[state]}>{t(`project.${state}`)}</Tag>,
        },
      ]}
    />
  ) // oxfmt-ignore
}

function Value({ value, field }: { value: unknown; field: WireField | undefined }) {
  if (isRef(value) && field?.to === 'proposal') return <Link to={pageOf('proposal', `/${value.sid}`)}>{value.name}</Link>
  return <>{textOf(value, field?.options)}</>
}
