import dayjs from 'dayjs'
import { Input, InputNumber, Select } from 'antd'
import { todayIn } from '../../model/kit/days/clock.ts'
import { BETWEEN, MAX_ROWS } from '../../model/statistics/definition.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { useSchema, useSchemas } from '../api/api.ts'
import { useCountable } from '../cases/statistics/countable.ts'
import { useZone } from '../fields/moments.ts'
import { DatePicker } from '../ui/date-picker.tsx'
import { useWords } from '../words/language.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { type Choice, datesOf, dimensionsOf, measuresOf, targetsOf } from './dimensions.ts'
import type { Draft } from './draft.ts'
import { Labelled } from './labelled.tsx'
import { MAX_NAME } from './saved-editor.tsx'

type FormProps = { draft: Draft; onChange: (changes: Partial<Draft>) => void }

const NAMES = { maxLength: MAX_NAME } as const

/** The parts of a statistic in the order in which they are chosen. */
export function EditorForm({ draft, onChange }: FormProps) {
  const { t } = useWords()
  const schema = useSchema(draft.entity || undefined).data
  const own = useSchema('statistic').data
  return (
    <form className="statistic-form" aria-label={t('statistic.settings')} onSubmit={(event) => event.preventDefault()}>
      <Labelled label={t('statistic.name')}>
        {(id) => <Input id={id} {...NAMES} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />}
      </Labelled>
      <Labelled label={t('statistic.nameEn')}>
        {(id) => <Input id={id} {...NAMES} value={draft.name_en} onChange={(event) => onChange({ name_en: event.target.value })} />}
      </Labelled>
      <Labelled label={t('statistic.records')}>
        {(id) => (
          <Entity
            id={id}
            value={draft.entity}
            onChange={(entity) => onChange({ entity, iql: '', row_by: '', column_by: '', measure: 'COUNT', measure_field: '', as_of: '' })}
          />
        )}
      </Labelled>
      {schema && <Chosen schema={schema} draft={draft} onChange={onChange} />}
      {schema && own && <Drawn own={own} draft={draft} onChange={onChange} />}
      {schema && <ConditionEditor key={schema.model} schema={schema} value={draft.iql} onChange={(iql) => onChange({ iql })} />}
    </form>
  )
}

type EntityProps = { id: string; value: string; onChange: (entity: string) => void }

function Entity({ id, value, onChange }: EntityProps) {
  const { t } = useWords()
  const data = useCountable() ?? []
  const group = (is_case: boolean) => data.filter((one) => one.is_case === is_case).map(({ code, label }) => ({ value: code, label }))
  return (
    <Select
      id={id}
      value={value || null}
      onChange={(entity: string) => onChange(entity)}
      placeholder={t('filter.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        { label: t('statistic.cases'), options: group(true) },
        { label: t('statistic.others'), options: group(false) },
      ].filter(({ options }) => options.length > 0)}
    />
  )
}

type PartProps = FormProps & { schema: WireSchema }

function Chosen({ schema, draft, onChange }: PartProps) {
  const { t } = useWords()
  const targets = targetsOf(schema)
  const answers = useSchemas(targets)
  const known = new Map(targets.flatMap((name, at) => (answers[at]?.data ? [[name, answers[at].data] as const] : [])))
  const dimensions = dimensionsOf(schema, known, t)
  const searched = { optionFilterProp: 'label' }
  return (
    <>
      <Labelled label={t('statistic.rows')}>
        {(id) => (
          <Select
            id={id}
            value={draft.row_by || null}
            onChange={(row_by: string) => onChange({ row_by })}
            placeholder={t('filter.choose')}
            showSearch={searched}
            options={dimensions}
          />
        )}
      </Labelled>
      <Labelled label={t('statistic.columns')}>
        {(id) => (
          <Select
            id={id}
            value={draft.column_by || null}
            onChange={(column_by: string | undefined) => onChange({ column_by: column_by ?? '' })}
            placeholder={t('statistic.noColumns')}
            allowClear
            showSearch={searched}
            options={dimensions}
          />
        )}
      </Labelled>
      <MeasureField schema={schema} draft={draft} onChange={onChange} />
    </>
  )
}

function MeasureField({ schema, draft, onChange }: PartProps) {
  const { t } = useWords()
  const measures = measuresOf(schema)
  const dates = datesOf(schema)
  const averages = measures.map(({ value, label }) => ({ value: `AVERAGE ${value}`, label: t('statistic.averageOf', { label }) }))
  const days = dates.length > 1 ? [{ value: `AVERAGE ${BETWEEN}`, label: t('statistic.days') }] : []
  const groups = [
    { label: t('statistic.sum'), options: measures.map(({ value, label }) => ({ value: `SUM ${value}`, label: t('statistic.sumOf', { label }) })) },
    { label: t('statistic.average'), options: [...averages, ...days] },
  ].filter(({ options }) => options.length > 0)
  const isDays = draft.measure_field.includes(BETWEEN)
  const measure = (chosen: string) => {
    const [kind, field = ''] = chosen.split(' ')
    onChange({ measure: kind === 'SUM' || kind === 'AVERAGE' ? kind : 'COUNT', measure_field: field })
  }
  return (
    <>
      <Labelled label={t('statistic.measure')}>
        {(id) => (
          <Select
            id={id}
            value={draft.measure === 'COUNT' ? 'COUNT' : `${draft.measure} ${isDays ? BETWEEN : draft.measure_field}`}
            onChange={measure}
            showSearch={{ optionFilterProp: 'label' }}
            options={[{ value: 'COUNT', label: t('statistic.count') }, ...groups]}
          />
        )}
      </Labelled>
      {isDays && <Days dates={dates} value={draft.measure_field} onChange={(measure_field) => onChange({ measure_field })} />}
    </>
  )
}

type DaysProps = { dates: Choice[]; value: string; onChange: (value: string) => void }

/** The two dates of the measured period. */
function Days({ dates, value, onChange }: DaysProps) {
  const { t } = useWords()
  const [from = '', to = ''] = value.split(BETWEEN)
  const ends = [
    { label: t('statistic.from'), chosen: from, write: (code: string) => onChange(`${code}${BETWEEN}${to}`) },
    { label: t('statistic.to'), chosen: to, write: (code: string) => onChange(`${from}${BETWEEN}${code}`) },
  ]
  return ends.map(({ label, chosen, write }) => (
    <Labelled key={label} label={label}>
      {(id) => (
        <Select
          id={id}
          value={chosen || null}
          onChange={write}
          placeholder={t('filter.choose')}
          showSearch={{ optionFilterProp: 'label' }}
          options={dates}
        />
      )}
    </Labelled>
  ))
}

/** Only cases are counted as of a past day. */
function AsOf({ draft, onChange }: FormProps) {
  const { t } = useWords()
  const today = todayIn(useZone())
  const isCase = useCountable()?.some(({ code, is_case }) => code === draft.entity && is_case)
  if (!isCase && !draft.as_of) return null
  return (
    <>
      <Labelled label={t('statistic.asOfDay')}>
        {(id) => (
          <DatePicker
            id={id}
            value={draft.as_of ? dayjs(draft.as_of) : null}
            maxDate={dayjs(today)}
            placeholder={t('statistic.today')}
            onChange={(day) => onChange({ as_of: day ? day.format('YYYY-MM-DD') : '' })}
            style={{ width: '100%' }}
          />
        )}
      </Labelled>
      <p className="quiet">{t('statistic.asOfDaySays')}</p>
    </>
  )
}

function Drawn({ own, draft, onChange }: FormProps & { own: WireSchema }) {
  const { t } = useWords()
  const drawings = own.fields.find(({ code }) => code === 'drawing')?.options ?? []
  return (
    <>
      <Labelled label={t('statistic.drawing')}>
        {(id) => (
          <Select
            id={id}
            value={draft.drawing}
            onChange={(drawing: Draft['drawing']) => onChange({ drawing })}
            options={drawings.map(({ code, label }) => ({ value: code, label }))}
          />
        )}
      </Labelled>
      <Labelled label={t('statistic.most')}>
        {(id) => (
          <InputNumber
            id={id}
            min={1}
            max={MAX_ROWS}
            precision={0}
            value={draft.most}
            placeholder={t('statistic.all')}
            onChange={(most) => onChange({ most })}
            style={{ width: '100%' }}
          />
        )}
      </Labelled>
      <p className="quiet">{t('statistic.mostSays')}</p>
      <AsOf draft={draft} onChange={onChange} />
    </>
  )
}
