import { Alert, Progress, Skeleton } from 'antd'
import { Link } from 'react-router'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { type Rec, useSearch } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { isRef } from '../fields/names.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { dayText } from '../fields/moments.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { EntityPage } from '../records/entity-page.tsx'
import { useWords } from '../words/language.ts'
import './matters.css'

const MAX_SHOWN = 100

/** The projects that run, by stage. */
export const ProjectBoard = () => <EntityPage entity="project" content={Board} />

function Board({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  return (
    <div className="page">
      <PageHead title={t('project.board')} name={t('project.board')} />
      <Stages schema={schema} />
    </div>
  )
}

function Stages({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const fl = ['case_no', 'title', 'stage', 'owner_sid', 'end_date', 'progress', 'points_total', 'points_filed']
  const iql = `stage NOT IN ('CLOSED', 'STOPPED') ORDER BY end_date ASC`
  const { data, error, isPending, refetch } = useSearch('project', { fl, iql, rows: MAX_SHOWN })
  if (error) return <QueryFault fault={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  const rows = data?.record ?? []
  if (rows.length === 0) return <Nothing text={t('project.none')} hint={t('project.noneHint')} />
  const byStage = Map.groupBy(rows, ({ stage }) => String(stage))
  const closed = schema.states?.closed ?? []
  const stages = schema.fields.find(({ code }) => code === 'stage')?.options ?? []
  return (
    <>
      {(data?.total ?? 0) > rows.length && <Alert type="info" showIcon title={t('project.first', { count: rows.length })} />}
      <div className="stage-board">
        {stages
          .filter(({ code }) => !closed.includes(code))
          .map(({ code, label }) => (
            <section key={code} aria-label={label}>
              <h2>
                {label} <span className="quiet">{byStage.get(code)?.length ?? 0}</span>
              </h2>
              <ul>
                {(byStage.get(code) ?? []).map((row) => (
                  <Card key={row.sid} row={row} />
                ))}
              </ul>
            </section>
          ))}
      </div>
    </>
  )
}

function Card({ row }: { row: Rec }) {
  const { t, tag } = useWords()
  const { owner_sid: owner, end_date: end, progress, points_filed: filed, points_total: all } = row
  return (
    <li className="stage-card">
      <Link to={pageOf('project', `/${row.sid}`)}>{String(row['title'])}</Link>
      <p className="quiet">
        {[row['case_no'], isRef(owner) ? owner.name : '', end ? t('project.until', { day: dayText(String(end), tag) }) : '']
          .filter(Boolean)
          .join(' · ')}
      </p>
      {typeof progress === 'number' && (
        <>
          <Progress percent={progress} size="small" showInfo={false} aria-label={t('project.mined', { filed: Number(filed), all: Number(all) })} />
          <p className="quiet">{t('project.mined', { filed: Number(filed), all: Number(all) })}</p>
        </>
      )}
    </li>
  )
}
