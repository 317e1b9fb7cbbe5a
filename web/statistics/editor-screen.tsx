import { App, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { type Rec, useRecord, useSave } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { ChartWaits } from '../cases/charts/chart-waits.tsx'
import { useFigures } from '../cases/statistics/figures.ts'
import { StatisticView } from '../cases/statistics/statistic-view.tsx'
import { useEscape, useLeaveGuard } from '../records/form/leave-guard.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { PageFault, QueryFault } from '../ui/query-fault.tsx'
import { useSettled } from '../ui/settled.ts'
import { useWords } from '../words/language.ts'
import { askedOf, type Draft, draftOf, EMPTY, storedOf } from './draft.ts'
import { EditorForm } from './editor-form.tsx'
import './editor.css'

const MODEL = 'statistic'

/** A new statistic, or a copy of another one. */
export function NewStatistic() {
  const [query] = useSearchParams()
  const from = query.get('from') ?? undefined
  return from ? <OfRecord sid={from} isCopy /> : <Editor first={EMPTY} record={undefined} />
}

export function EditStatistic() {
  const { sid = '' } = useParams()
  return <OfRecord sid={sid} />
}

function OfRecord({ sid, isCopy = false }: { sid: string; isCopy?: boolean }) {
  const { t } = useWords()
  const query = useRecord(MODEL, sid, { meta: { faults: 'own' } })
  const { data } = query
  if (!data) return query.isError ? <PageFault fault={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />
  const draft = draftOf(data)
  const copy = { ...draft, name: t('statistic.copyOf', { name: draft.name }).slice(0, MOST_NAME), name_en: '' }
  return isCopy ? <Editor first={copy} record={undefined} isNew /> : <Editor key={data.version} first={draft} record={data} />
}

const MOST_NAME = 60
const PAUSE = 400

type EditorProps = { first: Draft; record: Rec | undefined; isNew?: boolean }

/** What is chosen on one side, its figures on the other. */
function Editor({ first, record, isNew = false }: EditorProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(first)
  const save = useSave(MODEL, {})
  const guard = useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(first))
  const leave = () => void navigate(pageOf(MODEL, record ? `/${record.sid}` : ''))
  useEscape(leave)
  const keep = async () => {
    const saved = await save.mutateAsync({ ...(record && { sid: record.sid, version: record.version }), ...storedOf(draft) })
    guard.allow()
    message.success(t('saved'))
    await navigate(pageOf(MODEL, `/${saved.sid}`))
  }
  const title = record || isNew ? draft.name || t('statistic.new') : t('statistic.new')
  const mayKeep = draft.name.trim() !== '' && askedOf(draft) !== undefined
  return (
    <div className="page">
      <PageHead
        title={title}
        name={title}
        crumbs={[{ label: t('statistic.title'), to: pageOf(MODEL) }]}
        acts={
          <>
            <Button onClick={leave}>{t('cancel')}</Button>
            <Button type="primary" disabled={!mayKeep} loading={save.isPending} onClick={() => void keep().catch(() => undefined)}>
              {t('save')}
            </Button>
          </>
        }
      />
      <div className="statistic-editor">
        <EditorForm draft={draft} onChange={(changes) => setDraft((now) => ({ ...now, ...changes }))} />
        <Preview draft={draft} />
      </div>
    </div>
  )
}

function Preview({ draft }: { draft: Draft }) {
  const { t } = useWords()
  const asked = askedOf(useSettled(draft, PAUSE))
  const figures = useFigures(asked)
  return (
    <section className="statistic-preview" aria-label={t('statistic.preview')} aria-busy={figures.isFetching}>
      {!asked && <p className="quiet">{t('statistic.choose')}</p>}
      {figures.isError && <QueryFault fault={figures.error} onRetry={() => void figures.refetch()} />}
      {asked && figures.isPending && <ChartWaits />}
      {figures.data && <StatisticView figures={figures.data} drawing={draft.drawing} name={draft.name} hasTable />}
    </section>
  )
}
