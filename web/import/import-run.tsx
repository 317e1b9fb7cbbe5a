import { cancelJob } from '../../model/settings/setting-actions.ts'
import { Alert, Button, Progress, Skeleton } from 'antd'
import { Link } from 'react-router'
import { act } from '../api/api.ts'
import { hasEnded, percentOf, useJob } from '../records/export/use-job.ts'
import { useWords } from '../words/language.ts'
import { ImportOutcome } from './outcome/import-outcome.tsx'

type RunProps = { model: string; sid: string; onAgain: () => void }

/** The last step: the progress and the result of the import. It continues when this page is closed. */
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
  return <ImportOutcome job={job} model={model} onAgain={onAgain} />
}
