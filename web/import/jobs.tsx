import { cancelJob } from '../../model/settings/setting-actions.ts'
import { DownloadOutlined, StopOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Progress, Segmented, Skeleton, Table } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { Rec } from '../api/api.ts'
import { act, useSchema, useSearch, useWrite } from '../api/api.ts'
import { download } from '../api/call.ts'
import { useEvents } from '../api/events.ts'
import { ApiFault } from '../api/fault.ts'
import { saveAs } from '../fields/by-type/attachment.tsx'
import { timeText, useZone } from '../fields/moments.ts'
import { optionLabel } from '../fields/option-label.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Nothing } from '../ui/nothing.tsx'
import { StateTag } from '../records/detail/state-tag.tsx'
import { hasEnded, percentOf } from '../records/export/use-job.ts'
import type { WireSchema } from '../../model/kit/wire.ts'
import type { Say } from '../words/language.ts'
import { useWords } from '../words/language.ts'
import { rejectedName } from './job-facts.ts'
import './exchange.css'

const FL = [
  'sid',
  'kind',
  'title',
  'entity',
  'state',
  'done',
  'total',
  'ok',
  'failed',
  'result_url',
  'message',
  'started_at',
  'finished_at',
  'created_at',
]
const ROWS = 20
const KINDS = ['all', 'IMPORT', 'EXPORT', 'DOCKET'] as const

/** Background jobs, running or done: their progress, results and files. */
export function JobsScreen() {
  const { t, tag } = useWords()
  const zone = useZone()
  const client = useQueryClient()
  const [query, setQuery] = useSearchParams()
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'all'
  const page = Math.max(1, Number(query.get('page')) || 1)
  const schema = useSchema('job').data
  const iql = `${kind === 'all' ? '' : `kind = '${kind}' `}ORDER BY created_at DESC`
  const { data, isPending } = useSearch('job', { fl: FL, iql, rows: ROWS, start: (page - 1) * ROWS })
  useEvents(({ event }) => {
    if (event === 'job') void client.invalidateQueries({ queryKey: ['job', 'search'] })
  })
  const label = (code: string, value: unknown) => {
    const field = schema?.fields.find((one) => one.code === code)
    return field ? optionLabel(field, value) : ''
  }
  return (
    <div className="page jobs">
      <PageHead title={t('jobs.title')} name={t('jobs.title')} />
      <div className="tab-bar">
        <Segmented
          value={kind}
          options={KINDS.map((one) => ({ value: one, label: one === 'all' ? t('jobs.all') : label('kind', one) || one }))}
          onChange={(one) => setQuery(one === 'all' ? {} : { kind: one }, { replace: true })}
        />
      </div>
      {isPending || !schema ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <Table<Rec>
          rowKey="sid"
          size="small"
          dataSource={data?.record ?? []}
          scroll={{ x: 980 }}
          pagination={
            (data?.total ?? 0) > ROWS && {
              current: page,
              pageSize: ROWS,
              total: data?.total ?? 0,
              size: 'small' as const,
              showSizeChanger: false,
              onChange: (next) => setQuery({ ...(kind !== 'all' && { kind }), page: String(next) }),
            }
          }
          columns={[
            { title: t('jobs.kind'), width: 110, render: (_, job) => label('kind', job['kind']) },
            {
              title: t('jobs.name'),
              render: (_, job) =>
                job['kind'] === 'IMPORT' ? (
                  <Link to={`/import?model=${String(job['entity'])}&job=${job.sid}`}>{String(job['title'])}</Link>
                ) : (
                  String(job['title'] ?? '')
                ),
            },
            { title: t('jobs.state'), width: 110, render: (_, job) => <JobState schema={schema} job={job} /> },
            { title: t('jobs.result'), width: 280, render: (_, job) => <span className="quiet">{resultOf(job, t, tag)}</span> },
            { title: t('jobs.started'), width: 150, render: (_, job) => timeText(String(job['created_at']), tag, zone) },
            { title: '', width: 150, align: 'right', render: (_, job) => <Acts job={job} /> },
          ]}
          locale={{ emptyText: <Nothing text={t('jobs.none')} hint={t('jobs.noneHint')} /> }}
        />
      )}
    </div>
  )
}

/** Formatted here where possible, since a job's own message stays in the language in which it ran. */
function resultOf(job: Rec, t: Say, tag: string): string {
  const count = (code: string) => Number(job[code] ?? 0).toLocaleString(tag)
  if (job['state'] === 'DONE' && job['kind'] === 'IMPORT') return t('jobs.imported', { ok: count('ok'), failed: count('failed') })
  if (job['state'] === 'DONE' && job['kind'] === 'EXPORT') return t('jobs.exported', { done: count('done') })
  return String(job['message'] ?? '')
}

function JobState({ schema, job }: { schema: WireSchema; job: Rec }) {
  const { t } = useWords()
  if (!hasEnded(job)) return <Progress percent={percentOf(job)} size="small" status="active" aria-label={t('import.running')} />
  const field = schema.fields.find(({ code }) => code === 'state')
  const isDone = job['state'] === 'DONE'
  return schema.states ? (
    <StateTag schema={schema} state={job['state']} />
  ) : (
    <span className={isDone ? 'done' : 'bad'}>{field ? optionLabel(field, job['state']) : ''}</span>
  )
}

function Acts({ job }: { job: Rec }) {
  const { t } = useWords()
  const { notification } = App.useApp()
  const cancel = useWrite('job', () => act(cancelJob, { sid: job.sid }))
  const url = job['result_url']
  const title = String(job['title'] ?? '')
  const isImport = job['kind'] === 'IMPORT'
  const fetchFile = async () => {
    try {
      const blob = await download(String(url))
      const ending = /csv/.test(blob.type) ? '.csv' : '.xlsx'
      saveAs(blob, isImport ? rejectedName(title, t('import.rejectedFile')) : title.replace(/\.(xlsx|csv)$/i, '') + ending)
    } catch (fault) {
      notification.error({ title: t('file.downloadFailed'), description: fault instanceof ApiFault ? fault.message : String(fault) })
    }
  }
  if (!hasEnded(job))
    return (
      <Button size="small" icon={<StopOutlined />} loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        {t('import.stop')}
      </Button>
    )
  return typeof url === 'string' && url ? (
    <Button size="small" icon={<DownloadOutlined />} onClick={() => void fetchFile()}>
      {t(isImport ? 'jobs.rejected' : 'export.download')}
    </Button>
  ) : null
}
