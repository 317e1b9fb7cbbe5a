import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Select } from 'antd'
import { wordIn } from '../../../model/kit/fields.ts'
import { REPORT_PARTS } from '../../../model/statistics/report-parts.ts'
import { MAX_LISTED } from '../../../model/statistics/report.ts'
import { useSchema, useSearch } from '../../api/api.ts'
import { useCountable } from '../../cases/statistics/countable.ts'
import { useWords } from '../../words/language.ts'
import { nameOf } from '../names.ts'
import { Labelled } from '../labelled.tsx'
import type { PartDraft } from './report-draft.ts'

type PartProps = {
  part: PartDraft
  at: number
  count: number
  onChange: (changes: Partial<PartDraft>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** A part of a report: its content, its heading and its text. */
export function PartCard({ part, at, count, onChange, onMove, onRemove }: PartProps) {
  const { t, lang } = useWords()
  const name = t('report.at', { at: at + 1, kind: wordIn(REPORT_PARTS[part.kind], lang) })
  const act = (label: string) => ({ type: 'text' as const, size: 'small' as const, title: label, 'aria-label': `${label}: ${name}` })
  return (
    <section className="report-part" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <Button {...act(t('report.up'))} icon={<ArrowUpOutlined />} disabled={at === 0} onClick={() => onMove(-1)} />
        <Button {...act(t('report.down'))} icon={<ArrowDownOutlined />} disabled={at === count - 1} onClick={() => onMove(1)} />
        <Button {...act(t('report.remove'))} icon={<DeleteOutlined />} onClick={onRemove} />
      </header>
      {part.kind === 'BUDGETS' && <p className="quiet">{t('report.budgetSays')}</p>}
      {(part.kind === 'STATISTIC' || part.kind === 'LIST') && <Shown part={part} onChange={onChange} />}
      <div className="report-facts">
        {(['heading', 'heading_en'] as const).map((code) => (
          <Labelled key={code} label={t(code === 'heading' ? 'report.heading' : 'report.headingEn')}>
            {(id) => <Input id={id} maxLength={100} value={part[code]} onChange={(event) => onChange({ [code]: event.target.value })} />}
          </Labelled>
        ))}
      </div>
      {part.kind === 'TEXT' && (
        <div className="report-facts">
          {(['body', 'body_en'] as const).map((code) => (
            <Labelled key={code} label={t(code === 'body' ? 'report.body' : 'report.bodyEn')}>
              {(id) => (
                <Input.TextArea
                  id={id}
                  autoSize={{ minRows: 3, maxRows: 12 }}
                  maxLength={4000}
                  value={part[code]}
                  onChange={(event) => onChange({ [code]: event.target.value })}
                />
              )}
            </Labelled>
          ))}
        </div>
      )}
    </section>
  )
}

/** The statistics or lists that this person may see, over records that they may count. */
function useChoices({ kind, of: chosen, of_name }: PartDraft) {
  const { t, lang } = useWords()
  const model = kind === 'LIST' ? 'saved_view' : 'statistic'
  const countable = useCountable() ?? []
  const found = useSearch(model, { fl: ['sid', 'name', 'name_en', 'entity'], iql: 'ORDER BY name ASC', rows: 100, total: 'none' })
  const choices = (found.data?.record ?? []).flatMap((row) => {
    const of = countable.find(({ code }) => code === row['entity'])
    if (!of) return []
    const name = nameOf(row, lang)
    return [{ value: row.sid, label: kind === 'LIST' ? t('report.ofList', { list: of.label, name }) : name, entity: of.code }]
  })
  const isMissing = chosen !== '' && !choices.some(({ value }) => value === chosen)
  return isMissing && of_name ? [...choices, { value: chosen, label: of_name, entity: undefined }] : choices
}

type ShownProps = Pick<PartProps, 'part' | 'onChange'>

function Shown({ part, onChange }: ShownProps) {
  const { t } = useWords()
  const choices = useChoices(part)
  const entity = choices.find(({ value }) => value === part.of)?.entity
  const schema = useSchema(entity).data
  const dates = (schema?.fields ?? []).filter(({ type }) => type === 'date').map(({ code, label }) => ({ value: code, label }))
  return (
    <div className="report-facts">
      <Labelled label={t(part.kind === 'LIST' ? 'report.view' : 'report.statistic')}>
        {(id) => (
          <Select
            id={id}
            value={part.of || null}
            placeholder={t('filter.choose')}
            onChange={(of: string) => onChange({ of, date_field: '' })}
            showSearch={{ optionFilterProp: 'label' }}
            options={choices}
          />
        )}
      </Labelled>
      <Labelled label={t('report.dateField')}>
        {(id) => (
          <Select
            id={id}
            value={part.date_field}
            onChange={(date_field: string) => onChange({ date_field })}
            showSearch={{ optionFilterProp: 'label' }}
            options={[{ value: '', label: t('report.noDate') }, ...dates]}
          />
        )}
      </Labelled>
      {part.kind === 'LIST' && (
        <Labelled label={t('report.most')}>
          {(id) => (
            <InputNumber id={id} min={1} max={MAX_LISTED} precision={0} placeholder="30" value={part.most} onChange={(most) => onChange({ most })} />
          )}
        </Labelled>
      )}
    </div>
  )
}
