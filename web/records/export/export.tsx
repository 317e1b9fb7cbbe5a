import { App, Button } from 'antd'
import { useCallback } from 'react'
import type { WireSchema } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { exportRecords } from '../../../model/settings/setting-routes.ts'
import { ask, download } from '../../api/call.ts'
import { saveAs } from '../../fields/documents/save-file.ts'
import { report } from '../../ui/report.ts'
import { followJob } from './follow-job.ts'
import { JobProgress } from './job-progress.tsx'
import { useWords } from '../../words/language.ts'

export type ExportFormat = 'xlsx' | 'csv' | 'pdf'

/** Starts an export and shows its progress in a corner; it continues when the page is left, and is in the list of jobs. */
export function useExport(schema: WireSchema) {
  const { t, lang } = useWords()
  const { notification } = App.useApp()
  const name = schema[lang]
  const follow = useCallback(
    async (fl: readonly string[], iql: string, format: ExportFormat = 'xlsx') => {
      const codes = fl.filter((code) => schema.fields.some((field) => field.code === code && field.exportable))
      const { job_sid } = await ask(exportRecords, { fl: codes, iql, format }, { path: { model: schema.model } })
      const tell = (job: Rec | null) =>
        notification.open({
          ...at(job_sid),
          duration: 0,
          title: t('export.running', { name }),
          description: <JobProgress job={job} label={t('export.running', { name })} />,
        })
      const job = await followJob(job_sid, tell)
      if (job['state'] !== 'DONE')
        return notification.error({ ...at(job_sid), title: t('export.failed', { name }), description: String(job['message'] ?? '') })
      const fetchFile = async () => {
        saveAs(await download(String(job['result_url'])), `${name}.${format}`)
        notification.destroy(job_sid)
      }
      return notification.success({
        ...at(job_sid),
        duration: 0,
        title: t('export.done', { name, count: Number(job['done'] ?? 0) }),
        actions: (
          <Button type="primary" size="small" onClick={() => void fetchFile().catch((fault: unknown) => report(fault, {}))}>
            {t('export.download')}
          </Button>
        ),
      })
    },
    [schema, name, notification, t],
  )
  return useCallback(
    (fl: readonly string[], iql: string, format?: ExportFormat) => follow(fl, iql, format).catch((fault: unknown) => report(fault, {})),
    [follow],
  )
}

/** It stays until it is closed, so it must not cover other content. */
const at = (key: string) => ({ key, placement: 'bottomLeft' as const })
