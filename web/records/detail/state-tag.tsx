import { CheckOutlined, ClockCircleOutlined, ExclamationCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { optionLabel, withoutQualifier } from '../../fields/option-label.ts'
import { isBlank } from '../../fields/view.ts'

/** A mark besides the colour: in progress, ended well, ended otherwise, in force, at risk or late. */
const MARKS = {
  open: ['processing', <ClockCircleOutlined key="mark" aria-hidden />],
  good: ['success', <CheckOutlined key="mark" aria-hidden />],
  risk: ['warning', <ExclamationCircleOutlined key="mark" aria-hidden />],
  late: ['error', <ExclamationCircleOutlined key="mark" aria-hidden />],
  over: ['default', <StopOutlined key="mark" aria-hidden />],
} as const

const WELL = /(^|_)(granted|registered|done|completed?|finished|paid|passed|succeeded|success|accepted|approved|confirmed|settled|closed)$/i
/** States in force, neither ended nor pending. */
const LIVE: readonly [RegExp, keyof typeof MARKS][] = [
  [/(^|_)(granted|registered|in_force|validated|protected|part)$/i, 'good'],
  [/(^|_)(grace|underpaid|due)$/i, 'risk'],
  [/(^|_)(overdue|missed|failed)$/i, 'late'],
]

function markOf(schema: WireSchema, state: string): keyof typeof MARKS {
  if (!schema.states?.closed.includes(state)) return LIVE.find(([pattern]) => pattern.test(state))?.[1] ?? 'open'
  return WELL.test(state) && !/(^|_)(not|un|in)_/i.test(state) ? 'good' : 'over'
}

export function StateTag({ schema, state }: { schema: WireSchema; state: unknown }) {
  const field = schema.fields.find(({ code }) => code === schema.states?.field)
  if (!field || isBlank(state)) return null
  const code = String(state)
  const [color, icon] = MARKS[markOf(schema, code)]
  return (
    <Tag color={color} icon={icon} className="state">
      {withoutQualifier(optionLabel(field, code))}
    </Tag>
  )
}

/** The steps of a record, with its progress. Ends and states beside the usual course that were not reached are left out. */
export function StateSteps({ schema, state }: { schema: WireSchema; state: unknown }) {
  const field = schema.fields.find(({ code }) => code === schema.states?.field)
  const left = [...(schema.states?.closed ?? []), ...(schema.states?.aside ?? [])]
  const steps = (field?.options ?? []).filter(({ code }) => code === state || !left.includes(code))
  const at = steps.findIndex(({ code }) => code === state)
  if (steps.length < 2 || steps.length > 8 || at < 0) return null
  return (
    <ol className="steps">
      {steps.map(({ code, label }, here) => (
        <li key={code} className={here === at ? 'now' : here < at ? 'past' : undefined} aria-current={here === at ? 'step' : undefined}>
          {label}
        </li>
      ))}
    </ol>
  )
}
