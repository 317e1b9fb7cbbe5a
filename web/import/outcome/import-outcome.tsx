import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Result } from 'antd'
import { Link } from 'react-router'
import { docketedByImport } from '../../../model/import/import-actions.ts'
import type { Rec } from '../../api/api.ts'
import { act, useSchema } from '../../api/api.ts'
import { download } from '../../api/call.ts'
import { pageOf } from '../../api/page-of.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { useFindingGroups } from '../../cases/finding-group.ts'
import { FindingGroups } from '../../cases/finding-groups.tsx'
import { useWords } from '../../words/language.ts'
import { SkippedRows, TakeBack, WaitingRows } from './after-import.tsx'
import { UnlinkedInventors } from '../link-inventors.tsx'
import { countsOf, failuresOf, isDryRun, rejectedName } from '../job-facts.ts'
import { OutcomeCounts } from './outcome-counts.tsx'
import { Table } from '../../ui/table.tsx'

/** The result of an import job that has ended. */
export function ImportOutcome({ job, model, onAgain }: { job: Rec; model: string; onAgain: () => void }) {
  const { t } = useWords()
  const counts = countsOf(job)
  const isOfCases = useSchema(model).data?.case !== undefined
  const isDone = job['state'] === 'DONE'
  const isDry = isDryRun(job)
  const word = isDone ? (isDry ? 'import.tried' : 'import.done') : job['state'] === 'CANCELLED' ? 'import.cancelled' : 'import.failed'
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
            {!isDry && counts.created + counts.updated + counts.waiting > 0 && <TakeBack job={job} />}
          </>
        }
      />
      <OutcomeCounts counts={counts} />
      {isOfCases && isDone && !isDry && counts.created + counts.updated + counts.waiting > 0 && <Docketed job={job} />}
      {isOfCases && isDone && !isDry && <UnlinkedInventors job={job} />}
      {isDone && !isDry && <Findings job={job} />}
      {!isDry && counts.waiting > 0 && <WaitingRows job={job} model={model} />}
      {isDone && !isDry && <SkippedRows job={job} model={model} />}
      {counts.rejected > 0 && <Rejected job={job} count={counts.rejected} />}
    </section>
  )
}

/** The findings on the cases of the import, one line for each kind, office and kind of right. */
function Findings({ job }: { job: Rec }) {
  const { t } = useWords()
  const groups = useFindingGroups(job.sid).data?.groups ?? []
  if (groups.length === 0) return null
  return (
    <section>
      <h2>{t('findings.ofImport')}</h2>
      <FindingGroups groups={groups} />
    </section>
  )
}

/** The deadlines and fees that were computed for the cases of the import. */
function Docketed({ job }: { job: Rec }) {
  const { t, tag } = useWords()
  const { data } = useQuery({
    queryKey: ['job', 'docketed', job.sid],
    queryFn: () => act(docketedByImport, { sid: job.sid }),
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
        <span className="import-links">
          <Link to="/deadlines">{t('import.toDeadlines')}</Link>
          <Link to="/annuities">{t('import.toFees')}</Link>
        </span>
      }
    />
  )
}

/** The rejected rows: the first of them with their reasons, and all of them as a file. */
function Rejected({ job, count }: { job: Rec; count: number }) {
  const { t, tag } = useWords()
  const saveFile = useSaveFile()
  const failures = failuresOf(job)
  const name = rejectedName(String(job['title'] ?? ''), t('import.rejectedFile'))
  const fetchFile = () => saveFile(() => download(String(job['result_url'])), name)
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="spaced"
        title={t('import.rejectedText', { count: count.toLocaleString(tag) })}
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
  )
}
