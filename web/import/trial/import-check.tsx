import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Radio } from 'antd'
import { type ImportForecast, type ImportPreview, importRecords } from '../../../model/import/import-routes.ts'
import type { SentTo } from '../../../model/kit/wire/route.ts'
import { ask } from '../../api/call.ts'
import { useJob } from '../../records/export/use-job.ts'
import { useWords } from '../../words/language.ts'
import { CountStatistic } from '../outcome/count-statistic.tsx'
import { countsOf } from '../job-facts.ts'
import { OutcomeCounts } from '../outcome/outcome-counts.tsx'
import { WholeTrial } from './whole-trial.tsx'
import { ImportFindings } from '../outcome/import-findings.tsx'
import type { Go, Wizard } from '../wizard.ts'
import { MODES } from '../wizard.ts'

/** `isOld`: the preview of another choice, shown while the file is tried again. */
type Mapping = Record<string, string | null>
type CheckProps = { preview: ImportPreview; mapping: Mapping; corrected: Mapping; wizard: Wizard; isOld: boolean; go: Go }

/** The third step: the result of the import, row by row, before the first write. */
export function ImportCheck({ preview, mapping, corrected, wizard, isOld, go }: CheckProps) {
  const isPart = preview.tried < preview.total
  const trial = useJob(isPart ? wizard.trial : '').data
  const whole = trial?.['state'] === 'DONE' ? countsOf(trial) : undefined
  const body = bodyOf(wizard, corrected)
  return (
    <section className="group">
      {isPart && !isOld && (
        <WholeTrial model={wizard.model} body={body} job={wizard.trial ? trial : null} onBegun={(sid) => go({ trial: sid }, true)} />
      )}
      {whole ? <OutcomeCounts counts={whole} /> : <Counts preview={preview} />}
      <LeftOut notes={preview.file_notes} />
      <ImportFindings model={wizard.model} preview={preview} mapping={mapping} />
      <ModeChoice mode={wizard.mode} go={go} />
      <Start
        preview={preview}
        count={isPart ? whole && takenOf(whole) : takenOf(preview.forecast)}
        model={wizard.model}
        body={body}
        isOld={isOld}
        go={go}
      />
    </section>
  )
}

/** Parts of a database that no list takes. */
function LeftOut({ notes }: { notes: readonly string[] }) {
  const { t } = useWords()
  if (notes.length === 0) return null
  const list = notes.map((note) => <li key={note}>{note}</li>)
  return <Alert type="info" showIcon className="spaced" title={t('import.leftOut')} description={<ul className="import-notes">{list}</ul>} />
}

function Counts({ preview }: { preview: ImportPreview }) {
  const { t } = useWords()
  return (
    <>
      <div className="import-sums">
        <CountStatistic title={t('import.rows')} value={preview.total} />
        <CountStatistic title={t('import.ready')} value={preview.ok} colour="done" />
        <CountStatistic title={t('import.faulty')} value={preview.faulty} colour={preview.faulty > 0 ? 'bad' : ''} />
        <CountStatistic title={t('import.noted')} value={preview.with_notes} />
        <CountStatistic title={t('import.there')} value={preview.there} />
        {preview.completing > 0 && <CountStatistic title={t('import.completing')} value={preview.completing} />}
        {preview.forecast.waiting > 0 && <CountStatistic title={t('import.waits')} value={preview.forecast.waiting} />}
        {preview.again > 0 && <CountStatistic title={t('import.twice')} value={preview.again} />}
      </div>
      {preview.faulty > 0 && <Alert type="warning" showIcon className="spaced" title={t('import.faultyText', { count: preview.faulty })} />}
      {preview.hidden_rows > 0 && <Alert type="info" showIcon className="spaced" title={t('import.hiddenRows', { count: preview.hidden_rows })} />}
    </>
  )
}

/** The treatment of a row whose record exists. */
function ModeChoice({ mode, go }: { mode: Wizard['mode']; go: Go }) {
  const { t } = useWords()
  return (
    <fieldset className="import-mode">
      <legend>{t('import.mode')}</legend>
      <Radio.Group
        value={mode}
        onChange={(event) => go({ mode: event.target.value }, true)}
        options={MODES.map((one) => ({
          value: one,
          label: (
            <>
              {t(`import.mode.${one}`)} <span className="quiet">{t(`import.modeText.${one}`)}</span>
            </>
          ),
        }))}
      />
    </fieldset>
  )
}

/** The rows that the import will take. */
const takenOf = ({ created, updated, completed, waiting }: ImportForecast) => created + updated + completed + waiting

type Body = SentTo<typeof importRecords>

const bodyOf = ({ file, sheet, headerRow, dayOrder, mode }: Wizard, mapping: Mapping): Body => ({
  file_sid: file,
  mode,
  ...(sheet && { sheet }),
  ...(headerRow && { header_row: headerRow }),
  ...(dayOrder && { day_order: dayOrder }),
  ...(Object.keys(mapping).length > 0 && { mapping, corrects: true }),
})

type StartProps = Pick<CheckProps, 'preview' | 'isOld' | 'go'> & { model: string; body: Body; count: number | undefined }

/** Starts the job, for real or as a dry run. `count` is not known until all rows were tried. */
function Start({ preview, count, model, body, isOld, go }: StartProps) {
  const { t, tag } = useWords()
  const start = useMutation({
    mutationFn: (dry: boolean) => ask(importRecords, { ...body, ...(dry && { dry_run: true }) }, { path: { model } }),
    onSuccess: ({ job_sid }) => go({ job: job_sid }),
  })
  return (
    <footer className="import-foot">
      <Button
        type="primary"
        loading={isOld || (start.isPending && !start.variables)}
        disabled={preview.total === 0 || isOld}
        onClick={() => start.mutate(false)}
      >
        {count === undefined ? t('import.startUntried') : t('import.start', { count: count.toLocaleString(tag) })}
      </Button>
      <Button loading={start.isPending && start.variables} onClick={() => start.mutate(true)}>
        {t('import.try')}
      </Button>
      <Button onClick={() => go({ step: 'columns' })}>{t('import.back')}</Button>
      <span className="quiet">{t('import.goesOn')}</span>
    </footer>
  )
}
