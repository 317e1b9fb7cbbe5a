import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Select, Skeleton, Steps } from 'antd'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { previewRecords } from '../../model/import/import-routes.ts'
import { useSchema } from '../api/api.ts'
import type { SentTo } from '../../model/kit/wire/route.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { ask, PAGE_TIMEOUT } from '../api/call.ts'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { pageOf } from '../api/page-of.ts'
import { allows } from '../api/allows.ts'
import { useKinds } from '../cases/kinds.ts'
import { inSentence } from '../words/in-sentence.ts'
import { useWords } from '../words/language.ts'
import { ImportCheck } from './trial/import-check.tsx'
import { ImportColumns } from './trial/import-columns.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportRun } from './import-run.tsx'
import type { Go, Wizard } from './wizard.ts'
import { changed, corrections, meant, readWizard, STEPS, writeWizard } from './wizard.ts'
import './exchange.css'

/** Imports an external table; without a model in the address, one of cases of the kind of the default law, or of the first that this person may import. */
export function ImportScreen() {
  const [query] = useSearchParams()
  const kinds = useKinds()?.filter((kind) => allows(kind, 'import'))
  const usual = kinds?.find((kind) => kind.case?.default_law) ?? kinds?.[0]
  const wizard = useMemo(() => readWizard(query, usual?.model ?? ''), [query, usual?.model])
  if (wizard.model) return <ImportSteps wizard={wizard} kinds={kinds ?? []} />
  return kinds ? <NotAllowed /> : <Skeleton active paragraph={{ rows: 8 }} />
}

/** The file, the fields of its columns, its faults, and the import itself. */
function ImportSteps({ wizard, kinds }: { wizard: Wizard; kinds: readonly WireSchema[] }) {
  const { t, lang } = useWords()
  const [, setQuery] = useSearchParams()
  const schema = useSchema(wizard.model).data
  const go = (changes: Partial<Wizard>, replace = false) => setQuery(writeWizard(changed(wizard, changes)), { replace })
  const name = schema ? schema[lang] : ''
  const title = t('import.title', { name: inSentence(name, lang) })
  const at = STEPS.indexOf(wizard.step)
  if (schema && !allows(schema, 'import')) return <NotAllowed />
  return (
    <div className="page import">
      <PageHead title={title} name={title} crumbs={[{ label: name, to: pageOf(wizard.model) }]} acts={<Link to="/jobs">{t('jobs.title')}</Link>} />
      <Steps
        size="small"
        current={at}
        className="import-steps"
        items={STEPS.map((step, here) => ({ title: t(`import.step.${step}`), disabled: here >= at || wizard.job !== '' }))}
        onChange={(here) => go({ step: STEPS[here] ?? 'file' })}
      />
      {wizard.step === 'file' && kinds.some(({ model }) => model === wizard.model) && (
        <label className="import-as">
          {t('import.as')}
          <Select
            value={wizard.model}
            options={kinds.map((kind) => ({ value: kind.model, label: kind[lang] }))}
            aria-label={t('import.as')}
            popupMatchSelectWidth={false}
            onChange={(model) => go({ model }, true)}
          />
        </label>
      )}
      {wizard.step === 'file' && schema && (
        <ImportFile schema={schema} onTaken={(file) => go({ file, step: 'columns', said: {}, sheet: '', headerRow: null, dayOrder: null })} />
      )}
      {(wizard.step === 'columns' || wizard.step === 'check') && <Read wizard={wizard} go={go} />}
      {wizard.step === 'run' && <ImportRun model={wizard.model} sid={wizard.job} onAgain={() => go({ file: '', job: '', step: 'file', said: {} })} />}
    </div>
  )
}

/** The current reading of the file; a correction reads it again. */
function Read({ wizard, go }: { wizard: Wizard; go: Go }) {
  const { t } = useWords()
  const { model, file, sheet, headerRow, dayOrder, said, step, mode } = wizard
  const place = { file_sid: file, ...(sheet && { sheet }), ...(headerRow && { header_row: headerRow }), ...(dayOrder && { day_order: dayOrder }) }
  const read = (body: SentTo<typeof previewRecords>, signal: AbortSignal) =>
    ask(previewRecords, body, { path: { model }, timeout: PAGE_TIMEOUT, signal })
  const first = useQuery({
    queryKey: ['import', model, place],
    queryFn: ({ signal }) => read(place, signal),
    staleTime: Infinity,
    meta: { faults: 'own' },
  })
  const mapping = first.data ? meant(first.data.columns, said) : {}
  const corrected = first.data ? corrections(first.data.columns, mapping) : {}
  const choice = { ...(Object.keys(corrected).length > 0 && { mapping: corrected, corrects: true }), ...(mode !== 'skip' && { mode }) }
  const isChosen = step === 'check' && Object.keys(choice).length > 0
  const chosen = useQuery({
    queryKey: ['import', model, place, choice],
    queryFn: ({ signal }) => read({ ...place, ...choice }, signal),
    enabled: isChosen && Boolean(first.data),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    meta: { faults: 'own' },
  })
  const used = isChosen ? chosen : first
  if (used.error)
    return (
      <Alert
        type="error"
        showIcon
        title={used.error.message || t('import.lost')}
        action={<Button onClick={() => go({ file: '', step: 'file' })}>{t('import.other')}</Button>}
      />
    )
  if (!used.data || !first.data)
    return (
      <div className="group" aria-busy>
        <p className="quiet spaced">{t('import.reading')}</p>
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    )
  return step === 'columns' ? (
    <ImportColumns preview={first.data} wizard={wizard} go={go} />
  ) : (
    <ImportCheck preview={used.data} mapping={mapping} corrected={corrected} wizard={wizard} isOld={used.isPlaceholderData} go={go} />
  )
}
