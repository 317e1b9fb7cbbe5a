import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { Link } from 'react-router'
import type { BatchWays } from '../../../model/kit/batch-modes.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { transitionResults, updateResults } from '../../../model/settings/setting-routes.ts'
import { ask } from '../../api/call.ts'
import { report } from '../../ui/faults/report.ts'
import { type Say, useWords } from '../../words/language.ts'
import { followJob } from '../export/follow-job.ts'
import { JobProgress } from '../export/job-progress.tsx'

/** All results of a list, as one selection. `total` is the number that the person confirms; `changeable` is how many they may change. */
export type Whole = { iql: string; total: number; changeable: number }

/** Shows the progress of a change of all results in a corner, then its outcome; it continues when the page is left. */
function useFollow({ model, en, zh }: WireSchema) {
  const { t, lang } = useWords()
  const { notification } = App.useApp()
  const client = useQueryClient()
  const name = lang === 'en' ? en : zh
  const follow = async (job_sid: string) => {
    const at = { key: job_sid, placement: 'bottomLeft' as const, duration: 0 }
    const title = t('batch.changing', { name })
    const job = await followJob(job_sid, (step) =>
      notification.open({
        ...at,
        title,
        description: <JobProgress job={step} label={title} />,
      }),
    )
    await client.invalidateQueries()
    if (job['state'] !== 'DONE')
      return notification.error({ ...at, title: t('batch.changeFailed', { name }), description: String(job['message'] ?? '') })
    const errors = (job['errors'] ?? []) as { record: string; reason: string }[] // as the job keeps them
    return notification[errors.length > 0 ? 'warning' : 'success']({
      ...at,
      title: changedText(t, {
        name,
        count: Number(job['ok'] ?? 0),
        same: Number(job['done'] ?? 0) - Number(job['ok'] ?? 0) - Number(job['failed'] ?? 0),
      }),
      description: (
        <>
          <ul className="why">
            {errors.slice(0, SHOWN).map(({ record, reason }) => (
              <li key={record + reason}>{t('batch.notChanged', { record, reason })}</li>
            ))}
          </ul>
          {errors.length > SHOWN && <p className="quiet">{t('batch.moreNotChanged', { count: errors.length - SHOWN })}</p>}
          <Link to={`/batch-edit/history?model=${model}`}>{t('batch.history')}</Link>
        </>
      ),
    })
  }
  return (job_sid: string) => void follow(job_sid).catch((fault: unknown) => report(fault, {}))
}

/** Records that already had the values are not changed; the batch edit history counts the same ones. */
const changedText = (t: Say, { name, count, same }: { name: string; count: number; same: number }) =>
  same > 0 ? t('batch.changedSome', { name, count, same }) : t('batch.changed', { name, count })

/** Starts the change of all results. Refused before it starts, it throws. */
export function useUpdateResults(schema: WireSchema) {
  const follow = useFollow(schema)
  return async ({ iql, total }: Pick<Whole, 'iql' | 'total'>, changes: Record<string, unknown>, modes: BatchWays = {}) => {
    const { job_sid } = await ask(updateResults, { iql, total, changes, modes }, { path: { model: schema.model } })
    follow(job_sid)
  }
}

/** Starts one transition of all results. Refused before it starts, it throws. */
export function useTransitionResults(schema: WireSchema) {
  const follow = useFollow(schema)
  return async ({ iql, total }: Pick<Whole, 'iql' | 'total'>, transition: string, fields: Record<string, unknown>) => {
    const { job_sid } = await ask(transitionResults, { iql, total, transition, fields }, { path: { model: schema.model } })
    follow(job_sid)
  }
}

const SHOWN = 5
