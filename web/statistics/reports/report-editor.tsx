import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { REPORT_PARTS, REPORT_PERIODS, type ReportPartKind, type ReportPeriod } from '../../../model/statistics/report-parts.ts'
import { MOST_PARTS } from '../../../model/statistics/report.ts'
import { type Rec, useRecord, useSave, useSchema } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useEscape, useLeaveGuard } from '../../records/form/leave-guard.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { PageFault } from '../../ui/query-fault.tsx'
import { wordIn } from '../../../model/kit/fields.ts'
import { useWords } from '../../words/language.ts'
import { Labelled } from '../labelled.tsx'
import { draftOf, EMPTY, moved, newPart, type PartDraft, type ReportDraft, storedOf } from './report-draft.ts'
import { PartCard } from './part-card.tsx'
import '../editor.css'
import './reports.css'

const MODEL = 'report'
const MOST_NAME = 60

/** A new report, or a copy of another one. */
export function NewReport() {
  const [query] = useSearchParams()
  const from = query.get('from') ?? undefined
  return from ? <OfRecord sid={from} isCopy /> : <Editor first={EMPTY} record={undefined} />
}

export function EditReport() {
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
  return isCopy ? <Editor first={copy} record={undefined} /> : <Editor key={data.version} first={draft} record={data} />
}

/** The name, the language and the period of a report, and its parts in their order. */
function Editor({ first: given, record }: { first: ReportDraft; record: Rec | undefined }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [first] = useState(given)
  const [draft, setDraft] = useState(first)
  const save = useSave(MODEL, {})
  const guard = useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(first))
  const leave = () => void navigate(pageOf(MODEL, record ? `/${record.sid}` : ''))
  useEscape(leave)
  const change = (changes: Partial<ReportDraft>) => setDraft((now) => ({ ...now, ...changes }))
  const keep = async () => {
    const saved = await save.mutateAsync({ ...(record && { sid: record.sid, version: record.version }), ...storedOf(draft) })
    guard.allow()
    message.success(t('saved'))
    await navigate(pageOf(MODEL, `/${saved.sid}`))
  }
  const title = draft.name || t('report.new')
  const mayKeep = draft.name.trim() !== '' && draft.parts.length > 0
  return (
    <div className="page">
      <PageHead
        title={title}
        name={title}
        crumbs={[{ label: t('report.title'), to: pageOf(MODEL) }]}
        acts={
          <>
            <Button onClick={leave}>{t('cancel')}</Button>
            <Button type="primary" disabled={!mayKeep} loading={save.isPending} onClick={() => void keep().catch(() => undefined)}>
              {t('save')}
            </Button>
          </>
        }
      />
      <form className="report-editor" aria-label={t('report.settings')} onSubmit={(event) => event.preventDefault()}>
        <Facts draft={draft} onChange={change} />
        <Parts parts={draft.parts} onChange={(parts) => change({ parts })} />
      </form>
    </div>
  )
}

type FactsProps = { draft: ReportDraft; onChange: (changes: Partial<ReportDraft>) => void }

function Facts({ draft, onChange }: FactsProps) {
  const { t, lang } = useWords()
  const schema = useSchema(MODEL).data
  const labelOf = (code: string) => schema?.fields.find((field) => field.code === code)?.label ?? ''
  const languages = schema?.fields.find(({ code }) => code === 'language')?.options ?? []
  return (
    <>
      <div className="report-facts">
        <Labelled label={t('statistic.name')}>
          {(id) => <Input id={id} maxLength={MOST_NAME} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />}
        </Labelled>
        <Labelled label={t('statistic.nameEn')}>
          {(id) => <Input id={id} maxLength={MOST_NAME} value={draft.name_en} onChange={(event) => onChange({ name_en: event.target.value })} />}
        </Labelled>
        <Labelled label={labelOf('language')}>
          {(id) => (
            <Select
              id={id}
              value={draft.language}
              onChange={(language: string) => onChange({ language })}
              options={[{ value: '', label: t('report.readers') }, ...languages.map(({ code, label }) => ({ value: code, label }))]}
            />
          )}
        </Labelled>
        <Labelled label={labelOf('period')}>
          {(id) => (
            <Select
              id={id}
              value={draft.period}
              onChange={(period: ReportPeriod) => onChange({ period })}
              options={Object.entries(REPORT_PERIODS).map(([value, words]) => ({ value, label: wordIn(words, lang) }))}
            />
          )}
        </Labelled>
      </div>
      <p className="quiet">{t('report.periodSays')}</p>
    </>
  )
}

const KINDS = Object.keys(REPORT_PARTS) as ReportPartKind[] // its own keys

function Parts({ parts, onChange }: { parts: readonly PartDraft[]; onChange: (parts: PartDraft[]) => void }) {
  const { t, lang } = useWords()
  return (
    <section className="report-parts" aria-label={t('report.parts')}>
      <h2 className="statistic-section">
        {t('report.parts')} <span className="quiet">{parts.length}</span>
      </h2>
      {parts.length === 0 && <p className="quiet">{t('report.noParts')}</p>}
      {parts.map((part, at) => (
        <PartCard
          key={part.id}
          part={part}
          at={at}
          count={parts.length}
          onChange={(changes) => onChange(parts.with(at, { ...part, ...changes }))}
          onMove={(by) => onChange(moved(parts, at, by))}
          onRemove={() => onChange(parts.toSpliced(at, 1))}
        />
      ))}
      <Space wrap aria-label={t('report.add')} role="group">
        {KINDS.map((kind) => (
          <Button key={kind} icon={<PlusOutlined />} disabled={parts.length >= MOST_PARTS} onClick={() => onChange([...parts, newPart(kind)])}>
            {wordIn(REPORT_PARTS[kind], lang)}
          </Button>
        ))}
      </Space>
    </section>
  )
}
