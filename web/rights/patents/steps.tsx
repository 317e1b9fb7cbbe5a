import { CheckOutlined } from '@ant-design/icons'
import type { WireSchema } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { useWords } from '../../words/language.ts'
import { lifeOf } from './tabs/life.ts'

/** The milestones of this case at its office, with its progress. */
export function LifeSteps({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, tag } = useWords()
  const { steps, isOver } = lifeOf(record)
  const status = schema.fields.find(({ code }) => code === 'status')
  const label = status ? optionLabel(status, record['status']) : ''
  const closed = typeof record['close_date'] === 'string' ? record['close_date'] : null
  return (
    <ol className="life" aria-label={t('life.label')}>
      {steps.map(({ word, mark, date }) => (
        <li key={word} className={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <span className="life-name">
            {mark === 'past' && <CheckOutlined aria-hidden />}
            {mark === 'now' ? label : t(word)}
          </span>
          <small>{date ? <time dateTime={date}>{dayText(date, tag)}</time> : mark === 'never' ? t('life.never') : ' '}</small>
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
