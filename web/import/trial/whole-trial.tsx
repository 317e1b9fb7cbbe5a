import { useMutation } from '@tanstack/react-query'
import { Alert, Progress } from 'antd'
import { useEffect } from 'react'
import { importRecords } from '../../../model/import/import-routes.ts'
import type { SentTo } from '../../../model/kit/wire/route.ts'
import type { Rec } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { hasEnded, percentOf } from '../../records/export/use-job.ts'
import { useWords } from '../../words/language.ts'

type TrialProps = { model: string; body: SentTo<typeof importRecords>; job: Rec | undefined | null; onBegun: (sid: string) => void }

/** A large file is tried to its last row by a job, whose progress is shown here. `job` is null before it was begun. */
export function WholeTrial({ model, body, job, onBegun }: TrialProps) {
  const { t, tag } = useWords()
  const { mutate, isIdle, error } = useMutation({
    mutationFn: () => ask(importRecords, { ...body, dry_run: true }, { path: { model } }),
    onSuccess: ({ job_sid }) => onBegun(job_sid),
  })
  useEffect(() => {
    if (job === null && isIdle) mutate()
  }, [job, isIdle, mutate])
  if (error) return <Alert type="warning" showIcon className="spaced" title={t('import.trialFailed')} description={error.message} />
  if (job && hasEnded(job))
    return job['state'] === 'DONE' ? (
      <Alert type="success" showIcon className="spaced" title={t('import.trialDone')} />
    ) : (
      <Alert type="warning" showIcon className="spaced" title={t('import.trialFailed')} description={String(job['message'] ?? '')} />
    )
  const number = (code: string) => Number(job?.[code] ?? 0).toLocaleString(tag)
  return (
    <Alert
      type="info"
      className="spaced"
      title={t('import.trialRunning')}
      description={
        <>
          <Progress percent={percentOf(job ?? undefined)} status="active" aria-label={t('import.trialRunning')} />
          <span role="status">{t('import.progress', { done: number('done'), total: number('total') })}</span>
        </>
      }
    />
  )
}
