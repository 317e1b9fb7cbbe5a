import { cancelJob } from '../../model/settings/setting-actions.ts'
import { DownloadOutlined, StopOutlined } from '@ant-design/icons'
import type { TablePaginationConfig } from 'antd'
import { Button, Progress } from 'antd'
import { Link } from 'react-router'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import { download } from '../api/call.ts'
import { useSaveFile } from '../fields/documents/save-file.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { optionLabel } from '../fields/option-label.ts'
import { StateTag } from '../records/detail/state-tag.tsx'
import { hasEnded, percentOf } from '../records/export/use-job.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import type { Say } from '../words/language.ts'
import { useWords } from '../words/language.ts'
import { rejectedName } from './job-facts.ts'
import { Table } from '../ui/table.tsx'

type JobTableProps = { schema: WireSchema; jobs: readonly Rec[]; pagination: TablePaginationConfig | false }

/** Each job with its progress, its result and its actions. */
export function JobTable({ schema, jobs, pagination }: JobTableProps) {
  const { t, tag } = useWords()
  const zone = useZone()
  return (
    <Table<Rec>
      rowKey="sid"
      size="small"
      dataSource={jobs}
      scroll={{ x: 980 }}
      pagination={pagination}
      columns={[
        { title: t('jobs.kind'), width: 110, render: (_, job) => labelOf(schema, 'kind', job['kind']) },
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
  )
}

/** The label of an option of a job's field; empty until the schema is there. */
export function labelOf(schema: WireSchema | undefined, code: string, value: unknown): string {
  const field = schema?.fields.find((one) => one.code === code)
  return field ? optionLabel(field, value) : ''
}

/** Counted here if possible, since a job's own message keeps the language in which it ran. */
function resultOf(job: Rec, t: Say, tag: string): string {
  const count = (code: string) => Number(job[code] ?? 0).toLocaleString(tag)
  if (job['state'] === 'DONE' && job['kind'] === 'IMPORT') return t('jobs.imported', { ok: count('ok'), failed: count('failed') })
  if (job['state'] === 'DONE' && job['kind'] === 'EXPORT') return t('jobs.exported', { done: count('done') })
  return String(job['message'] ?? '')
}

function JobState({ schema, job }: { schema: WireSchema; job: Rec }) {
  const { t } = useWords()
  if (!hasEnded(job)) return <Progress percent={percentOf(job)} size="small" status="active" aria-label={t('import.running')} />
  const isDone = job['state'] === 'DONE'
  return schema.states ? (
    <StateTag schema={schema} state={job['state']} />
  ) : (
    <span className={isDone ? 'done' : 'bad'}>{labelOf(schema, 'state', job['state'])}</span>
  )
}

function Acts({ job }: { job: Rec }) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const cancel = useWrite('job', () => act(cancelJob, { sid: job.sid }))
  const url = job['result_url']
  const title = String(job['title'] ?? '')
  const isImport = job['kind'] === 'IMPORT'
  const exported = ({ type }: Blob) =>
    title.replace(/\.(xlsx|csv)$/i, '') + (/csv/.test(type) ? '.csv' : type.startsWith('application/zip') ? '.zip' : '.xlsx')
  const fetchFile = () => saveFile(() => download(String(url)), isImport ? rejectedName(title, t('import.rejectedFile')) : exported)
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
