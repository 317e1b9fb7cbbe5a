import { cancelJob } from '../../model/settings/setting-actions.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Progress, Result, Skeleton, Statistic, Table } from 'antd'
import { Link } from 'react-router'
import type { Rec } from '../api/api.ts'
import { act, doVerb } from '../api/api.ts'
import { download } from '../api/call.ts'
import { ApiFault } from '../api/fault.ts'
import { saveAs } from '../fields/by-type/attachment.tsx'
import { pageOf } from '../api/page-of.ts'
import { hasEnded, percentOf, useJob } from '../records/export/use-job.ts'
import { useWords } from '../words/language.ts'
import { countsOf, failuresOf, rejectedName } from './job-facts.ts'

type RunProps = { model: string; sid: string; onAgain: () => void }

/** The last step: the progress and the result. The import continues when this page is closed. */
export function ImportRun({ model, sid, onAgain }: RunProps) {
  const { t, tag } = useWords()
  const { data: job, isError } = useJob(sid)
  if (isError) return <Alert type="error" showIcon title={t('import.noJob')} action={<Link to="/jobs">{t('jobs.title')}</Link>} />
  if (!job) return <Skeleton active />
  const done = Number(job['done'] ?? 0)
  const total = Number(job['total'] ?? 0)
  if (!hasEnded(job)) {
    return (
      <section className="group import-run" aria-busy>
        <h2>{String(job['title'] ?? '')}</h2>
        <Progress percent={percentOf(job)} status="active" aria-label={t('import.running')} />
        <p role="status">
          {total > 0 ? t('import.progress', { done: done.toLocaleString(tag), total: total.toLocaleString(tag) }) : t('import.waiting')}
        </p>
        <p className="quiet">{t('import.goesOn')}</p>
        <footer className="import-foot">
          <Button danger onClick={() => void act(cancelJob, { sid })}>
            {t('import.stop')}
          </Button>
        </footer>
      </section>
    )
  }
  return <Outcome job={job} model={model} onAgain={onAgain} />
}

function Outcome({ job, model, onAgain }: { job: Rec; model: string; onAgain: () => void }) {
  const { t, tag } = useWords()
  const { notification } = App.useApp()
  const counts = countsOf(job)
  const failures = failuresOf(job)
  const isDone = job['state'] === 'DONE'
  const word = isDone ? 'import.done' : job['state'] === 'CANCELLED' ? 'import.cancelled' : 'import.failed'
  const name = rejectedName(String(job['title'] ?? ''), t('import.rejectedFile'))
  const number = (title: string, value: number, colour = '') => (
    <Statistic title={title} value={value} formatter={(one) => <span className={colour}>{Number(one).toLocaleString(tag)}</span>} />
  )
  const fetchFile = async () => {
    try {
      saveAs(await download(String(job['result_url'])), name)
    } catch (fault) {
      notification.error({ title: t('file.downloadFailed'), description: fault instanceof ApiFault ? fault.message : String(fault) })
    }
  }
  return (
    <section className="group import-run">
      <Result
        status={isDone ? 'success' : 'warning'}
        title={t(word, { name: String(job['title'] ?? '') })}
        subTitle={isDone ? undefined : String(job['message'] ?? '')}
        extra={
          <>
            <Link to={`${pageOf(model)}?sort=-created_at`}>
              <Button type="primary">{t('import.toList')}</Button>
            </Link>
            <Button onClick={onAgain}>{t('import.again')}</Button>
          </>
        }
      />
      <div className="import-sums">
        {number(t('import.created'), counts.created, 'done')}
        {number(t('import.updated'), counts.updated)}
        {number(t('import.skipped'), counts.skipped)}
        {number(t('import.rejected'), counts.rejected, counts.rejected > 0 ? 'bad' : '')}
      </div>
      {model === 'patent' && isDone && counts.created + counts.updated > 0 && <Docketed job={job} />}
      {counts.rejected > 0 && (
        <>
          <Alert
            type="warning"
            showIcon
            className="spaced"
            title={t('import.rejectedText', { count: counts.rejected.toLocaleString(tag) })}
            description={t('import.rejectedHint')}
            action={
              typeof job['result_url'] === 'string' && (
                <Button icon={<DownloadOutlined />} onClick={() => void fetchFile()}>
                  {t('import.rejectedGet')}
                </Button>
              )
            }
          />
          <Table
            size="small"
            rowKey="key"
            dataSource={failures}
            pagination={failures.length > 20 ? { pageSize: 20, size: 'small', showSizeChanger: false } : false}
            columns={[
              { title: t('import.row'), dataIndex: 'row', width: 80, align: 'right' },
              { title: t('import.reason'), dataIndex: 'reason' },
            ]}
          />
        </>
      )}
    </section>
  )
}

/** The deadlines and fees of the cases were computed during the import. */
function Docketed({ job }: { job: Rec }) {
  const { t, tag } = useWords()
  const since = String(job['started_at'] ?? job['created_at'])
  const until = String(job['finished_at'] ?? '')
  const made = `created_at >= '${since}'${until ? ` AND created_at <= '${until}'` : ''} AND created_by = me()`
  const { data } = useQuery({
    queryKey: ['job', 'docketed', job.sid],
    queryFn: async () => {
      const [deadlines, fees] = await Promise.all([
        doVerb<{ total: number }>('deadline', 'count', { iql: made }),
        doVerb<{ total: number }>('fee', 'count', { iql: made }),
      ])
      return { deadlines: deadlines.total, fees: fees.total }
    },
    meta: { faults: 'own' },
  })
  if (!data || data.deadlines + data.fees === 0) return null
  return (
    <Alert
      type="success"
      showIcon
      className="spaced"
      title={t('import.docketed', { deadlines: data.deadlines.toLocaleString(tag), fees: data.fees.toLocaleString(tag) })}
      action={
        <span className="import-desks">
          <Link to="/deadlines">{t('import.toDeadlines')}</Link>
          <Link to="/annuities">{t('import.toFees')}</Link>
        </span>
      }
    />
  )
}
