// One input of the law forms with its label above it: screen readers and users get the same words.
import { type ComponentProps, type ReactNode } from 'react'
import { InputNumber } from 'antd'
import { useWords } from '../words/language.ts'
import { Choice, Day, Line, Many, OneOf } from './inputs.tsx'

type Placed = { hint?: string; isWide?: boolean; isRequired?: boolean }

const placed = ({ hint, isWide = false, isRequired = false, ...input }: Placed & { label: string }, drawn: ReactNode) => (
  <Line label={input.label} isWide={isWide} isRequired={isRequired} {...(hint !== undefined && { hint })}>
    {drawn}
  </Line>
)

type ChoiceProps<T extends string> = Parameters<typeof Choice<T>>[0]
type OneOfProps<T extends string> = Parameters<typeof OneOf<T>>[0]

export const ChoiceLine = <const T extends string>(props: ChoiceProps<T> & Placed) => placed(props, <Choice {...props} />)
export const OneOfLine = <const T extends string>(props: OneOfProps<T> & Placed) => placed(props, <OneOf {...props} />)
export const ManyLine = (props: ComponentProps<typeof Many> & Placed) => placed(props, <Many {...props} />)
export const DayLine = (props: ComponentProps<typeof Day> & Placed) => placed(props, <Day {...props} />)

type CertaintyProps = { label?: string; value: 'SURE' | 'CHECK'; onChange: (certainty: 'SURE' | 'CHECK') => void }

/** Whether the content was confirmed with the office. */
export function CertaintyLine({ label, value, onChange }: CertaintyProps) {
  const { t } = useWords()
  return (
    <OneOfLine
      label={label ?? t('law.edit.certainty')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'SURE', label: t('law.edit.sure') },
        { value: 'CHECK', label: t('law.check') },
      ]}
    />
  )
}

type InlineNumberProps = {
  label: string
  value: number | null | undefined
  min?: number
  none?: string
  onChange: (value: number | undefined) => void
}

/** A whole number within a line of other inputs. */
export const InlineNumber = ({ label, value, min, none = '', onChange }: InlineNumberProps) => (
  <span className="law-inline">
    {label}
    <InputNumber
      aria-label={label}
      precision={0}
      {...(min !== undefined && { min })}
      value={value ?? null}
      placeholder={none}
      onChange={(next) => onChange(next ?? undefined)}
      style={{ width: 72 }}
    />
  </span>
)
