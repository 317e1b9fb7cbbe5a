import { InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Condition } from '../../../model/docketing/rules/rule.ts'
import { useWords } from '../../words/language.ts'
import { CodePicker } from '../code-picker.tsx'
import { Day, Many, Several } from '../inputs.tsx'
import { type KindWords, useWordsOfKind } from '../kind-words.ts'
import { choicesOf, factsIn, kindOfFact, nameOfFact } from './rule-lists.ts'

type ConditionsProps = { label: string; value: readonly Condition[] | undefined; onChange: (value: Condition[]) => void }

/** The conditions, one clause per line. */
export const Conditions = ({ label, value, onChange }: ConditionsProps) => (
  <Several
    label={label}
    items={value ?? []}
    fresh={{ fact: 'has_priority', is: 'present' }}
    onChange={onChange}
    draw={(one, set) => <OneCondition condition={one} onChange={set} />}
  />
)

type OneProps = { condition: Condition; onChange: (condition: Condition) => void }

function OneCondition({ condition, onChange }: OneProps) {
  const { t, lang } = useWords()
  const words = useWordsOfKind()
  const known = factsIn(lang, words)
  const chosen = keyOf(condition, words)
  // An unknown fact stays unchanged.
  const options = known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: nameOfFact(condition.fact, lang, words) }]
  return (
    <div className="law-condition">
      <Select
        aria-label={t('law.edit.fact')}
        value={chosen}
        options={options}
        onChange={(key) => onChange(conditionOf(key, words))}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        style={{ minWidth: 220, flex: 1 }}
      />
      <Rest condition={condition} onChange={onChange} />
    </div>
  )
}

/** The test and the value, where the fact alone is not complete. */
function Rest(props: OneProps) {
  const Own = REST[kindOfFact(props.condition.fact, useWordsOfKind())]
  return Own && <Own {...props} />
}

// A new kind of fact does not compile until it has a test.
const REST: Record<ReturnType<typeof kindOfFact>, ((props: OneProps) => ReactNode) | null> = {
  yesNo: null,
  side: null,
  event: EventTest,
  number: NumberTest,
  choice: ChoiceTest,
  date: DateTest,
}

function Test({ condition, onChange, tests }: OneProps & { tests: readonly Condition['is'][] }) {
  const { t } = useWords()
  const words = useWordsOfKind()
  return (
    <Select
      aria-label={t('law.edit.test')}
      value={condition.is}
      options={tests.map((one) => ({ value: one, label: t(`law.test.${one}`) }))}
      onChange={(next) => onChange(withTest(condition, next, words))}
      style={{ width: 130 }}
    />
  )
}

function EventTest({ condition, onChange }: OneProps) {
  const { t } = useWords()
  return (
    <>
      <Test condition={condition} onChange={onChange} tests={['present', 'absent']} />
      <div style={{ flex: 2, minWidth: 220 }}>
        <CodePicker
          label={t('law.edit.events')}
          kinds={['event']}
          value={condition.fact.slice(6).split('|').filter(Boolean)}
          onChange={(codes) => onChange({ ...condition, fact: `event:${codes.join('|')}` })}
        />
      </div>
    </>
  )
}

function NumberTest({ condition, onChange }: OneProps) {
  const { t } = useWords()
  const { value } = condition
  return (
    <>
      <Test condition={condition} onChange={onChange} tests={['gt', 'gte', 'lt', 'lte', 'eq']} />
      <InputNumber
        aria-label={t('law.edit.value')}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange({ ...condition, value: next ?? 0 })}
      />
    </>
  )
}

function ChoiceTest({ condition, onChange }: OneProps) {
  const { t, lang } = useWords()
  const words = useWordsOfKind()
  const { fact, is, value } = condition
  const isNone = is === 'not_in' || is === 'ne'
  return (
    <>
      <Test condition={{ ...condition, is: isNone ? 'not_in' : 'in' }} onChange={onChange} tests={['in', 'not_in']} />
      <div style={{ flex: 1, minWidth: 180 }}>
        <Many
          label={t('law.edit.value')}
          value={listOf(value)}
          options={choicesOf(fact, lang, words)}
          none=""
          onChange={(next) => onChange({ fact, is: isNone ? 'not_in' : 'in', value: next })}
        />
      </div>
    </>
  )
}

function DateTest({ condition, onChange }: OneProps) {
  const { t } = useWords()
  const { is, value } = condition
  return (
    <>
      <Test condition={condition} onChange={onChange} tests={['present', 'absent', 'lt', 'lte', 'gt', 'gte']} />
      {is !== 'present' && is !== 'absent' && (
        <div style={{ width: 150 }}>
          <Day label={t('law.edit.value')} value={String(value ?? '')} onChange={(day) => onChange({ ...condition, value: day ?? '' })} />
        </div>
      )}
    </>
  )
}

const listOf = (value: Condition['value']): string[] => (Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)])

function withTest(condition: Condition, is: Condition['is'], words: KindWords): Condition {
  const { fact, value } = condition
  if (is === 'present' || is === 'absent') return { fact, is }
  const kind = kindOfFact(fact, words)
  return { fact, is, value: value ?? (kind === 'date' ? '' : kind === 'number' ? 0 : []) }
}

/** The list entry of a condition. */
function keyOf({ fact, is, value }: Condition, words: KindWords): string {
  const kind = kindOfFact(fact, words)
  if (kind === 'yesNo')
    return `${fact} ${is === 'absent' || (is === 'ne' && value === true) || (is === 'eq' && value === false) ? 'absent' : 'present'}`
  if (kind === 'side') return `${fact} ${is} ${String(value)}`
  return kind === 'event' ? 'event:' : fact
}

function conditionOf(key: string, words: KindWords): Condition {
  const [fact = '', is, value] = key.split(' ')
  if (fact === 'event.side') return { fact, is: is === 'ne' ? 'ne' : 'eq', value: value ?? '' }
  if (is) return { fact, is: is === 'absent' ? 'absent' : 'present' }
  const kind = kindOfFact(fact, words)
  if (kind === 'choice') return { fact, is: 'in', value: [] }
  return kind === 'number' ? { fact, is: 'gt', value: 0 } : { fact, is: 'present' }
}
