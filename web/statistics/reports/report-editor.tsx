import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select, Space } from 'antd'
import { wordIn } from '../../../model/kit/fields.ts'
import { REPORT_PARTS, REPORT_PERIODS, type ReportPartKind, type ReportPeriod } from '../../../model/statistics/report-parts.ts'
import { MAX_PARTS } from '../../../model/statistics/report.ts'
import { useSchema } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { Labelled } from '../labelled.tsx'
import { type Edited, EditSaved, MAX_NAME, NewSaved } from '../saved-editor.tsx'
import { draftOf, EMPTY, moved, newPart, type PartDraft, type ReportDraft, storedOf } from './report-draft.ts'
import { PartCard } from './part-card.tsx'
import './reports.css'

const REPORT: Edited<ReportDraft> = { model: 'report', empty: EMPTY, draftOf, storedOf, isComplete: ({ parts }) => parts.length > 0, Body }

export const NewReport = () => <NewSaved of={REPORT} />
export const EditReport = () => <EditSaved of={REPORT} />

type BodyProps = { draft: ReportDraft; onChange: (changes: Partial<ReportDraft>) => void }

/** The name, the language and the period of a report, and its parts in their order. */
function Body({ draft, onChange }: BodyProps) {
  const { t } = useWords()
  return (
    <form className="report-editor" aria-label={t('report.settings')} onSubmit={(event) => event.preventDefault()}>
      <Facts draft={draft} onChange={onChange} />
      <Parts parts={draft.parts} onChange={(parts) => onChange({ parts })} />
    </form>
  )
}

function Facts({ draft, onChange }: BodyProps) {
  const { t, lang } = useWords()
  const schema = useSchema('report').data
  const labelOf = (code: string) => schema?.fields.find((field) => field.code === code)?.label ?? ''
  const languages = schema?.fields.find(({ code }) => code === 'language')?.options ?? []
  return (
    <>
      <div className="report-facts">
        <Labelled label={t('statistic.name')}>
          {(id) => <Input id={id} maxLength={MAX_NAME} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />}
        </Labelled>
        <Labelled label={t('statistic.nameEn')}>
          {(id) => <Input id={id} maxLength={MAX_NAME} value={draft.name_en} onChange={(event) => onChange({ name_en: event.target.value })} />}
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
          <Button key={kind} icon={<PlusOutlined />} disabled={parts.length >= MAX_PARTS} onClick={() => onChange([...parts, newPart(kind)])}>
            {wordIn(REPORT_PARTS[kind], lang)}
          </Button>
        ))}
      </Space>
    </section>
  )
}
