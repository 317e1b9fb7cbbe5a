// The inputs of the law forms.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { DatePicker } from '../ui/date-picker.tsx'
import type { Bilingual } from '../../model/docketing/rules/rule.ts'
import { useWords } from '../words/language.ts'
import type { PeriodPart } from './rules/rule-draft.ts'
import { periodParts, periodText } from './rules/rule-draft.ts'

type LineProps = { label: string; hint?: string; isWide?: boolean; isRequired?: boolean; children: ReactNode }

/** A label with its input below. */
export const Line = ({ label, hint, isWide = false, isRequired = false, children }: LineProps) => (
  <div className={isWide ? 'law-line wide' : 'law-line'}>
    <span className="law-label" aria-hidden>
      {label}
      {isRequired && <span className="required"> *</span>}
    </span>
    {children}
    {hint && <span className="law-hint">{hint}</span>}
  </div>
)

/** A section of the form with its heading. */
export const Part = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <fieldset className="group law-part">
    <legend>{title}</legend>
    {hint && <p className="quiet">{hint}</p>}
    <div className="law-lines">{children}</div>
  </fieldset>
)

/** The same text in both languages, side by side. */
export function BothLanguages({ label, value, onChange, isLong = false, isRequired = false }: BothProps) {
  const { t } = useWords()
  const box = (lang: 'zh' | 'en') => {
    const facts = {
      'aria-label': `${label} ${t(`law.edit.${lang}`)}`,
      placeholder: t(`law.edit.${lang}`),
      value: value?.[lang] ?? '',
      onChange: (event: { target: { value: string } }) => onChange({ zh: value?.zh ?? '', en: value?.en ?? '', [lang]: event.target.value }),
    }
    return isLong ? <Input.TextArea {...facts} autoSize={{ minRows: 1, maxRows: 6 }} /> : <Input {...facts} />
  }
  return (
    <Line label={label} isWide isRequired={isRequired}>
      <div className="law-both">
        {box('zh')}
        {box('en')}
      </div>
    </Line>
  )
}

type BothProps = { label: string; value: Bilingual | undefined; onChange: (value: Bilingual) => void; isLong?: boolean; isRequired?: boolean }

/** Both languages or none: a text in only one of them cannot be shown. */
export const orNothing = (value: Bilingual): Bilingual | undefined => (value.zh || value.en ? value : undefined)

const UNITS = ['d', 'm', 'y'] as const

/** A period, part by part: 2 months, then 15 days. */
export function Period({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const known = periodParts(value)
  const parts: readonly (PeriodPart | { count: null; unit: 'm' })[] = known.length > 0 ? known : [{ count: null, unit: 'm' }]
  const put = (at: number, part: Partial<PeriodPart>) =>
    onChange(periodText(parts.map((one, index) => ({ ...one, count: one.count ?? 0, ...(index === at && part) }))))
  return (
    <span className="law-period" role="group" aria-label={label}>
      {parts.map((part, at) => (
        // eslint-disable-next-line react/no-array-index-key -- the parts are known by their order alone
        <span key={at} className="law-period-part">
          {at > 0 && <span className="quiet">{t('law.edit.then')}</span>}
          <InputNumber
            aria-label={t('law.edit.count')}
            value={part.count}
            precision={0}
            onChange={(count) => count !== null && put(at, { count })}
            style={{ width: 72 }}
          />
          <Select
            aria-label={t('law.edit.unit')}
            value={part.unit}
            onChange={(unit) => put(at, { unit })}
            options={UNITS.map((unit) => ({ value: unit, label: t(`law.unit.${unit}`) }))}
            style={{ width: 104 }}
          />
          {parts.length > 1 && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('law.edit.remove')}
              onClick={() => onChange(periodText(known.filter((_, index) => index !== at)))}
            />
          )}
        </span>
      ))}
      {known.length > 0 && known.length < 4 && (
        <Button type="text" icon={<PlusOutlined />} aria-label={t('law.edit.addPart')} onClick={() => onChange(`${periodText(known)},15d`)} />
      )}
    </span>
  )
}

type DayProps = { label: string; value: string | null | undefined; onChange: (value: string | undefined) => void }

export const Day = ({ label, value, onChange }: DayProps) => (
  <DatePicker
    aria-label={label}
    value={value ? dayjs(value) : null}
    onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : undefined)}
    style={{ width: '100%' }}
  />
)

type ChoiceProps<T extends string> = {
  label: string
  value: T | undefined
  options: readonly { value: T; label: string }[]
  onChange: (value: T | undefined) => void
  /** The label of no choice; absent: a choice is required. */
  none?: string
}

export const Choice = <const T extends string>({ label, value, options, onChange, none }: ChoiceProps<T>) => (
  <Select<T | null, { value: T; label: string }>
    aria-label={label}
    value={value ?? null}
    options={[...options]}
    onChange={(picked) => onChange(picked ?? undefined)}
    {...(none !== undefined && { placeholder: none, allowClear: true })}
    showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
    style={{ width: '100%' }}
  />
)

/** One of a few options, all visible. */
export const OneOf = <const T extends string>({
  label,
  value,
  options,
  onChange,
}: Omit<ChoiceProps<T>, 'none' | 'onChange'> & { onChange: (value: T) => void }) => (
  <Radio.Group
    aria-label={label}
    value={value}
    onChange={({ target }) => options.find((one) => one.value === target.value && (onChange(one.value), true))}
  >
    {options.map((one) => (
      <Radio key={one.value} value={one.value}>
        {one.label}
      </Radio>
    ))}
  </Radio.Group>
)

type ManyProps = {
  label: string
  value: readonly string[] | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string[]) => void
  none: string
}

export const Many = ({ label, value, options, onChange, none }: ManyProps) => (
  <Select
    mode="multiple"
    aria-label={label}
    value={[...(value ?? [])]}
    options={[...options]}
    onChange={onChange}
    placeholder={none}
    showSearch={{ optionFilterProp: 'label' }}
    style={{ width: '100%' }}
  />
)

type ListProps<T> = {
  label: string
  items: readonly T[]
  fresh: T
  onChange: (items: T[]) => void
  draw: (item: T, set: (item: T) => void) => ReactNode
}

/** Several items of a kind, each edited and removed separately. */
export function Several<T>({ label, items, fresh, onChange, draw }: ListProps<T>) {
  const { t } = useWords()
  return (
    <div className="law-several">
      {items.map((item, at) => (
        // eslint-disable-next-line react/no-array-index-key -- they are known by their order alone
        <div key={at} className="law-one">
          <div className="law-one-body">{draw(item, (next) => onChange(items.map((one, index) => (index === at ? next : one))))}</div>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`${t('law.edit.remove')} ${label} ${at + 1}`}
            onClick={() => onChange(items.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...items, fresh])}>
        {label}
      </Button>
    </div>
  )
}
