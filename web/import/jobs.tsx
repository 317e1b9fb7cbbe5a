import { useQueryClient } from '@tanstack/react-query'
import { Segmented, Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { useSchema, useSearch } from '../api/api.ts'
import { RECONNECTED, useEvents } from '../api/events.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { useWords } from '../words/language.ts'
import { JobTable, labelOf } from './job-table.tsx'
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

/** Long jobs, running or done: progress, result and files. */
export function JobsScreen() {
  const { t } = useWords()
  const client = useQueryClient()
  const [query, setQuery] = useSearchParams()
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'all'
  const page = Math.max(1, Number(query.get('page')) || 1)
  const schema = useSchema('job').data
  const iql = `${kind === 'all' ? '' : `kind = '${kind}' `}ORDER BY created_at DESC`
  const { data, isPending } = useSearch('job', { fl: FL, iql, rows: ROWS, start: (page - 1) * ROWS })
  useEvents(({ event }) => {
    if (event === 'job' || event === RECONNECTED) void client.invalidateQueries({ queryKey: ['job', 'search'] })
  })
  const total = data?.total ?? 0
  const pagination = total > ROWS && {
    current: page,
    pageSize: ROWS,
    total,
    size: 'small' as const,
    showSizeChanger: false,
    onChange: (next: number) => setQuery({ ...(kind !== 'all' && { kind }), page: String(next) }),
  }
  return (
    <div className="page jobs">
      <PageHead title={t('jobs.title')} name={t('jobs.title')} />
      <div className="tab-bar">
        <Segmented
          value={kind}
          options={KINDS.map((one) => ({ value: one, label: one === 'all' ? t('jobs.all') : labelOf(schema, 'kind', one) || one }))}
          onChange={(one) => setQuery(one === 'all' ? {} : { kind: one }, { replace: true })}
        />
      </div>
      {isPending || !schema ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <JobTable schema={schema} jobs={data?.record ?? []} pagination={pagination} />
      )}
    </div>
  )
}
