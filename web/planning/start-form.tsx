import { Form, Input, InputNumber, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { CasePicker } from '../cases/case-picker.tsx'
import { useKinds } from '../cases/kinds.ts'
import { useOptions } from '../fields/use-options.ts'
import { searchedByWords } from '../fields/search-options.ts'
import { DatePicker } from '../ui/date-picker.tsx'
import { useWords } from '../words/language.ts'
import { type Draft, yearsIn } from './plan.ts'

type Change = (changes: Partial<Draft>) => void
type StartProps = { draft: Draft; kind: string | undefined; caseNo: string | undefined; onChange: Change }

/** The start of a plan, its horizon, and the facts on which its amounts depend. */
export function StartForm({ draft, kind, caseNo, onChange }: StartProps) {
  const { t } = useWords()
  const kinds = useKinds()?.filter((schema) => schema.case?.planned) ?? []
  const isSupposed = !draft.case_sid && Boolean(draft.case_kind ?? draft.country ?? draft.filing_date)
  const supposed = draft.case_kind ?? kinds[0]?.model
  const shown = kinds.find(({ model }) => model === (isSupposed ? supposed : kind))
  const start = (how: 'case' | 'supposed') =>
    onChange(
      how === 'case'
        ? { case_kind: undefined, subtype: undefined, route: undefined, country: undefined, filing_date: undefined, legs: [] }
        : { case_sid: undefined, case_kind: kinds[0]?.model, legs: [] },
    )
  return (
    <Form layout="vertical" requiredMark={false} component="div" className="plan-start">
      <Form.Item label={t('plan.name')} htmlFor="plan-name">
        <Input id="plan-name" maxLength={60} value={draft.name} onChange={({ target }) => onChange({ name: target.value })} />
      </Form.Item>
      <Form.Item label={t('plan.start')}>
        <Segmented
          value={isSupposed ? 'supposed' : 'case'}
          options={[
            { value: 'case', label: t('plan.fromCase') },
            { value: 'supposed', label: t('plan.supposed') },
          ]}
          onChange={(how) => start(how === 'case' ? 'case' : 'supposed')}
        />
      </Form.Item>
      {isSupposed ? (
        <Supposed draft={{ ...draft, case_kind: supposed }} kinds={kinds} onChange={onChange} />
      ) : (
        <Form.Item label={t('plan.from')} htmlFor="plan-case" className="plan-wide">
          <CasePicker
            id="plan-case"
            known={caseNo ?? '…'}
            {...(draft.case_sid && { value: draft.case_sid })}
            onChange={(case_sid) => onChange({ case_sid, legs: [] })}
          />
        </Form.Item>
      )}
      <Form.Item label={t('plan.years')} htmlFor="plan-years">
        <InputNumber
          id="plan-years"
          min={1}
          max={20}
          precision={0}
          value={draft.years ?? null}
          onChange={(years) => onChange({ years: yearsIn(years) })}
        />
      </Form.Item>
      {shown && <Counts schema={shown} draft={draft} onChange={onChange} />}
    </Form>
  )
}

function Supposed({ draft, kinds, onChange }: { draft: Draft; kinds: readonly WireSchema[]; onChange: Change }) {
  const { t, lang } = useWords()
  const schema = kinds.find(({ model }) => model === draft.case_kind)
  const roles = schema?.case?.roles
  const subtype = schema?.fields.find(({ code }) => code === roles?.subtype)?.label ?? t('plan.subtype')
  const optionsOf = (code: string | undefined) =>
    (schema?.fields.find((field) => field.code === code)?.options ?? []).map((one) => ({ value: one.code, label: one.label }))
  const countries = useOptions('case', 'country')
  return (
    <>
      <Form.Item label={t('plan.kind')}>
        <Select
          aria-label={t('plan.kind')}
          value={draft.case_kind ?? null}
          options={kinds.map((one) => ({ value: one.model, label: one[lang] }))}
          onChange={(case_kind) => onChange({ case_kind, subtype: undefined, route: undefined, legs: [], facts: [] })}
        />
      </Form.Item>
      <Form.Item label={subtype}>
        <Select
          aria-label={subtype}
          value={draft.subtype ?? null}
          options={optionsOf(roles?.subtype)}
          onChange={(subtype) => onChange({ subtype, legs: [] })}
        />
      </Form.Item>
      <Form.Item label={t('plan.country')}>
        <Select
          aria-label={t('plan.country')}
          showSearch={searchedByWords}
          value={draft.country ?? null}
          options={countries}
          onChange={(country) => onChange({ country: country as Draft['country'], legs: [] }) /* an office of the list */}
        />
      </Form.Item>
      <Form.Item label={t('plan.route')}>
        <Select
          aria-label={t('plan.route')}
          allowClear
          value={draft.route ?? null}
          options={optionsOf(roles?.route)}
          onChange={(route: string | undefined) => onChange({ route, legs: [] })}
        />
      </Form.Item>
      <Form.Item label={t('plan.filed')}>
        <DatePicker
          aria-label={t('plan.filed')}
          value={draft.filing_date ? dayjs(draft.filing_date) : null}
          onChange={(day) => onChange({ filing_date: day ? day.format('YYYY-MM-DD') : undefined })}
        />
      </Form.Item>
    </>
  )
}

/** Amounts depend on them; empty, they are those of the case. */
function Counts({ schema, draft, onChange }: { schema: WireSchema; draft: Draft; onChange: Change }) {
  const { t } = useWords()
  const own = (schema.case?.planned ?? []).flatMap((code) => schema.fields.find((field) => field.code === code) ?? [])
  const fields = [...own, ...(schema.case?.counts ?? [])]
  const valueOf = (code: string) => draft.facts?.find((fact) => fact.field === code)?.value
  const set = (code: string, value: string | undefined) => {
    const others = (draft.facts ?? []).filter((fact) => fact.field !== code)
    onChange({ facts: value === undefined ? others : [...others, { field: code, value }] })
  }
  if (fields.length === 0) return null
  return (
    <fieldset className="plan-counts">
      <legend title={t('plan.countsHint')}>{t('plan.counts')}</legend>
      {fields.map((field) => (
        <Form.Item key={field.code} label={field.label} htmlFor={`plan-${field.code}`}>
          {field.options ? (
            <Select
              id={`plan-${field.code}`}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={valueOf(field.code) ?? null}
              options={field.options.map((one) => ({ value: one.code, label: one.label }))}
              onChange={(value: string | undefined) => set(field.code, value)}
            />
          ) : (
            <InputNumber
              id={`plan-${field.code}`}
              min={0}
              max={100_000}
              precision={0}
              value={valueOf(field.code) === undefined ? null : Number(valueOf(field.code))}
              onChange={(value) => set(field.code, value === null ? undefined : `${value}`)}
            />
          )}
        </Form.Item>
      ))}
    </fieldset>
  )
}
