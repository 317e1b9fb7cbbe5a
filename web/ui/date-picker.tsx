// The calendar component is large, and most screens open without it: it is loaded when a date is first edited.
import { CalendarOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import type { DatePickerProps } from 'antd'
import type { RangePickerProps } from 'antd/es/date-picker'
import type { Dayjs } from 'dayjs'
import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { useWords } from '../words/language.ts'
import { partOnRequest } from './on-request.tsx'

type DayProps = DatePickerProps<Dayjs, false>

const Day: ComponentType<DayProps> = partOnRequest(async () => (await import('antd/es/date-picker')).default<Dayjs, false>)
const Range: ComponentType<RangePickerProps> = partOnRequest(async () => (await import('antd/es/date-picker')).default.RangePicker)

/** A date is shown as everywhere else; the other ways of writing one are understood. */
export function DatePicker(props: DayProps) {
  const { lang } = useWords()
  return (
    <Suspense fallback={<Loading {...props} />}>
      <Day format={props.showTime ? MOMENTS[lang] : DAYS[lang]} {...props} />
    </Suspense>
  )
}

export function RangePicker(props: RangePickerProps) {
  const { lang } = useWords()
  return (
    <Suspense fallback={<Loading {...props} />}>
      <Range format={DAYS[lang]} {...props} />
    </Suspense>
  )
}

const ISO = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD']
const DAYS = { zh: ISO, en: ['DD MMM YYYY', 'D MMM YYYY', ...ISO] }
const MOMENTS = { zh: ['YYYY-MM-DD HH:mm'], en: ['DD MMM YYYY, HH:mm', 'YYYY-MM-DD HH:mm'] }

/** Has the size of the picker, so that the layout does not shift when it loads. */
const Loading = ({ size, style }: Pick<DayProps, 'size' | 'style'>) => (
  <Input readOnly aria-hidden tabIndex={-1} {...(size && { size })} {...(style && { style })} suffix={<CalendarOutlined />} />
)
