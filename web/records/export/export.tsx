import { App, Button } from 'antd'
import { useCallback } from 'react'
import { exportDiligence } from '../../../model/dealings/diligence.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec } from '../../api/api.ts'
import { exportRecords } from '../../../model/settings/setting-routes.ts'
import { ask, download } from '../../api/call.ts'
import { saveAs } from '../../fields/documents/save-file.ts'
import { report } from '../../ui/faults/report.ts'
import { followJob } from './follow-job.ts'
import { JobProgress } from './job-progress.tsx'
import { useWords } from '../../words/language.ts'

export type ExportFormat = 'xlsx' | 'csv' | 'jsonl' | 'pdf'
type Export = { name: string; ext: string; start: () => Promise<{ job_sid: string }> }

/** Starts an export and shows its progress in a corner; it continues when the page is left, and is in the list of jobs. */
function useFollow() {
  const { t } = useWords()
  const { notification } = App.useApp()
  const follow = useCallback(
    async ({ name, ext, start }: Export) => {
      const { job_sid } = await start()
      const tell = (job: Rec | null) =>
        notification.open({
          ...at(job_sid),
          duration: 0,
          title: t('export.running', { name }),
          description: <JobProgress job={job} label={t('export.running', { name })} />,
        })
      const job = await followJob(job_sid, tell)
      const said = String(job['message'] ?? '')
      if (job['state'] !== 'DONE') return notification.error({ ...at(job_sid), title: t('export.failed', { name }), description: said })
      const fetchFile = async () => {
        saveAs(await download(String(job['result_url'])), `${name}.${ext}`)
        notification.destroy(job_sid)
      }
      return notification.success({
        ...at(job_sid),
        duration: 0,
        title: t('export.done', { name, count: Number(job['done'] ?? 0) }),
        ...(ext === 'zip' && { description: said }),
        actions: (
          <Button type="primary" size="small" onClick={() => void fetchFile().catch((fault: unknown) => report(fault, {}))}>
            {t('export.download')}
          </Button>
        ),
      })
    },
    [notification, t],
  )
  return useCallback((asked: Export) => void follow(asked).catch((fault: unknown) => report(fault, {})), [follow])
}

/** The grouping of the file, and its totals: within a PDF, and on a sheet of its own of a workbook. */
export type Division = { group?: string; totals?: boolean }

export function useExport(schema: WireSchema) {
  const { lang } = useWords()
  const follow = useFollow()
  return (fl: readonly string[], iql: string, format: ExportFormat = 'xlsx', division: Division = {}) => {
    const codes = fl.filter((code) => schema.fields.some((field) => field.code === code && field.exportable))
    const start = () => ask(exportRecords, { fl: codes, iql, format, ...division }, { path: { model: schema.model } })
    follow({ name: schema[lang], ext: format, start })
  }
}

/** The rights of a query with their documents, as one zip. */
export function useDiligence(model: string) {
  const { t } = useWords()
  const follow = useFollow()
  return (iql: string, documents: boolean) =>
    follow({ name: t('diligence.name'), ext: 'zip', start: () => act(exportDiligence, { model, iql, documents }) })
}

/** It stays until it is closed, so it must not cover other content. */
const at = (key: string) => ({ key, placement: 'bottomLeft' as const })
