import { ClockCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { Lang } from '../../../model/kit/fields.ts'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSchema, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { FieldMarks } from '../../fields/field-marks.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { isBlank } from '../../fields/view.ts'
import { useWords } from '../../words/language.ts'
import { useSees } from '../../api/sees.ts'

const MODEL = 'date_confirmation'

type WaitingValuesProps = { model: string; children: ReactNode }

/** Marks each field of the record in the address with the value that was proposed for it and waits for a second person. */
export function WaitingValues({ model, children }: WaitingValuesProps) {
  const { sid = '' } = useParams()
  const schema = useSchema(model).data
  const sees = useSees(MODEL)
  const asked = { fl: ['sid', 'proposed', 'proposed_by', 'proposed_on'], iql: `record_sid = '${sid}' AND status = 'PROPOSED'`, rows: 20 }
  const { data } = useSearch(MODEL, asked, { meta: { faults: 'own' }, enabled: sees === true && schema !== undefined && isOfCase(schema) })
  const marks = (data?.record ?? []).flatMap((proposal) => marksOf(proposal, schema))
  return <FieldMarks.Provider value={Object.fromEntries(marks)}>{children}</FieldMarks.Provider>
}

/** Only cases and their child records have dates of the law. */
const isOfCase = ({ case: kind, fields }: WireSchema) => kind !== undefined || fields.some(({ code }) => code === 'case_sid')

function marksOf(proposal: Rec, schema: WireSchema | undefined): [code: string, mark: ReactNode][] {
  const proposed = (proposal['proposed'] ?? {}) as Record<string, unknown> // the values of the record, by code
  const fields = schema?.fields.filter(({ code }) => code in proposed) ?? []
  return fields.map((field) => [field.code, <Waiting key={field.code} field={field} value={proposed[field.code]} proposal={proposal} />])
}

function Waiting({ field, value, proposal }: { field: WireField; value: unknown; proposal: Rec }) {
  const { t, lang } = useWords()
  const by = proposal['proposed_by']
  const facts = { by: isRef(by) ? by.name : '', on: dayIn(String(proposal['proposed_on'] ?? ''), lang) }
  const shown = textOf(field, value, lang)
  const says = shown ? t('laterDate.value', { ...facts, value: shown }) : t('laterDate.change', facts)
  return (
    <Link to={pageOf(MODEL, `/${proposal.sid}`)} className="waiting-value">
      <ClockCircleOutlined aria-hidden /> {says}
    </Link>
  )
}

/** Empty for a value that a line cannot hold, such as the rows of a table. */
function textOf(field: WireField, value: unknown, lang: Lang): string {
  if (isBlank(value)) return '—'
  if (Array.isArray(value)) return field.options ? value.map((code) => optionLabel(field, code)).join(', ') : ''
  if (field.options) return optionLabel(field, value)
  return typeof value === 'string' || typeof value === 'number' ? dayIn(`${value}`, lang) : ''
}
