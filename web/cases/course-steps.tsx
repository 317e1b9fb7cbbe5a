import { CheckOutlined } from '@ant-design/icons'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { dayText } from '../fields/moments.ts'
import { optionLabel, withoutQualifier } from '../fields/option-label.ts'
import { useWords } from '../words/language.ts'
import { progressOf } from '../../model/kit/milestones.ts'

/** The milestones of this case at its office, with its progress. */
export function CourseSteps({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, tag } = useWords()
  const status = schema.fields.find(({ code }) => code === schema.states?.field)
  const state = status && record[status.code]
  const { steps, isOver } = progressOf(schema.case?.milestones ?? NONE, record, state)
  const label = status ? withoutQualifier(optionLabel(status, state)) : ''
  const closedOn = record[schema.case?.roles.close_date ?? '']
  const closed = typeof closedOn === 'string' ? closedOn : null
  if (steps.length === 0) return null
  return (
    <ol className="life" aria-label={t('life.label')}>
      {steps.map(({ label: step, mark, date }) => (
        <li key={step} className={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <span className="life-name">
            {mark === 'past' && <CheckOutlined aria-hidden />}
            {mark === 'now' ? label : step}
          </span>
          <small>
            {/* The day on which the step began, which may be long before that of its present state. */}
            {date && mark === 'now' && label !== step && `${step} `}
            {date ? <time dateTime={date}>{dayText(date, tag)}</time> : mark === 'never' ? t('life.never') : ' '}
          </small>
        </li>
      ))}
      {isOver && (
        <li className="over" aria-current="step">
          <span className="life-name">{label}</span>
          <small>{closed ? <time dateTime={closed}>{dayText(closed, tag)}</time> : ' '}</small>
        </li>
      )}
    </ol>
  )
}

const NONE = { courses: [], ended: [] }
