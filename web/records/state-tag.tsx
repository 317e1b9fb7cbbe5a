import { CheckOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import type { WireSchema } from '../../model/kit/wire.ts'
import { optionLabel } from '../fields/option.tsx'
import { isBlank } from '../fields/view.ts'

/** Work that goes on, work that ended well, work that ended otherwise: told by a mark, not by colour alone. */
export function StateTag({ schema, state }: { schema: WireSchema; state: unknown }) {
  const field = schema.fields.find(({ code }) => code === schema.states?.field)
  if (!field || isBlank(state)) return null
  const code = String(state)
  const isClosed = schema.states?.closed.includes(code) ?? false
  const isLost = isClosed && /(reject|refus|lapse|abandon|withdraw|invalid|expire|fail|cancel|void|terminat|lost)/i.test(code)
  const look = isLost
    ? (['default', <StopOutlined key="i" aria-hidden />] as const)
    : isClosed
      ? (['success', <CheckOutlined key="i" aria-hidden />] as const)
      : (['processing', <ClockCircleOutlined key="i" aria-hidden />] as const)
  return (
    <Tag color={look[0]} icon={look[1]} className="state">
      {optionLabel(field, code)}
    </Tag>
  )
}

/** The way a record goes, and how far it has come. Ends that were not reached are left out. */
export function StateSteps({ schema, state }: { schema: WireSchema; state: unknown }) {
  const field = schema.fields.find(({ code }) => code === schema.states?.field)
  const closed = schema.states?.closed ?? []
  const steps = (field?.options ?? []).filter(({ code }) => code === state || !closed.includes(code))
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
