import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Space } from 'antd'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { compareWithRegisters, REGISTERS } from '../../../model/rights/patents/registers.ts'
import { act, type Rec } from '../../api/api.ts'
import { quoted } from '../../api/iql.ts'
import { followJob } from '../../records/export/follow-job.ts'
import { JobProgress } from '../../records/export/job-progress.tsx'
import { report } from '../../ui/faults/report.ts'
import { useWords } from '../../words/language.ts'

const SHOWN = 15

/** Starts the comparison and shows its progress in a corner; it continues when the page is left, and is in the list of jobs. */
export function useRegisterComparison() {
  const { t } = useWords()
  const { notification } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const follow = useCallback(
    async (iql: string, sids: readonly string[]) => {
      const { job_sid } = await act(compareWithRegisters, { iql })
      const at = { key: job_sid, placement: 'bottomLeft' as const, duration: 0 }
      const tell = (job: Rec | null) =>
        notification.open({ ...at, title: t('registers.running'), description: <JobProgress job={job} label={t('registers.running')} /> })
      const job = await followJob(job_sid, tell)
      for (const model of ['official_record', 'office_report']) void client.invalidateQueries({ queryKey: [model] })
      const show = (model: string, which: string) => {
        notification.destroy(job_sid)
        void navigate(`/m/${model}?iql=${encodeURIComponent(which)}`)
      }
      const [kind, word] = endOf(job)
      notification[kind]({
        ...at,
        title: t(word),
        description: <Outcome job={job} />,
        ...(Number(job['ok'] ?? 0) > 0 && {
          actions: (
            <Space size="small" wrap>
              <Button size="small" onClick={() => show('office_report', eventsOf(sids))}>
                {t('registers.events')}
              </Button>
              <Button type="primary" size="small" onClick={() => show('official_record', officialOf(sids))}>
                {t('registers.show')}
              </Button>
            </Space>
          ),
        }),
      })
    },
    [notification, client, navigate, t],
  )
  return useCallback((iql: string, sids: readonly string[]) => void follow(iql, sids).catch((fault: unknown) => report(fault, {})), [follow])
}

/** A run may come to its end without having compared any case, or not all. */
function endOf({ state, ok, failed }: Rec) {
  if (state !== 'DONE') return ['error', 'registers.failed'] as const
  if (Number(failed ?? 0) === 0) return ['success', 'registers.done'] as const
  return Number(ok ?? 0) > 0 ? (['warning', 'registers.partly'] as const) : (['error', 'registers.none'] as const)
}

/** A longer address is refused by servers and proxies. */
const MAX_IN_ADDRESS = 30

const among = (field: string, sids: readonly string[]) =>
  sids.length > 0 && sids.length <= MAX_IN_ADDRESS ? `${field} IN (${sids.map(quoted).join(', ')})` : undefined

const SOURCES = Object.values(REGISTERS).map(({ source }) => quoted(source)).join(', ') // oxfmt-ignore

/** The register data of these cases; without a limit to few cases, all data from registers. */
const officialOf = (sids: readonly string[]) => among('patent_sid', sids) ?? `source IN (${SOURCES})`

/** Events that the register reports for these cases, not yet decided. */
const eventsOf = (sids: readonly string[]) => ["status = 'PROPOSED'", among('case_sid', sids) ?? []].flat().join(' AND ')

type Failed = { record: string; reason: string }

/** The result, and each case that was not compared, with its reason. */
function Outcome({ job }: { job: Rec }) {
  const { t } = useWords()
  const failed = Array.isArray(job['errors']) ? (job['errors'] as Failed[]) : [] // as the job keeps them
  return (
    <>
      <p>{String(job['message'] ?? '')}</p>
      {failed.length > 0 && (
        <ul className="why">
          {failed.slice(0, SHOWN).map(({ record, reason }) => (
            <li key={record}>{[record, reason].join(t('colon'))}</li>
          ))}
          {failed.length > SHOWN && <li>{t('registers.more', { count: failed.length - SHOWN })}</li>}
        </ul>
      )}
    </>
  )
}
