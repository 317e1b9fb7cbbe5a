// The calendar component is large, and most screens open without it: it is loaded when a date is first edited.
import { CalendarOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import type { DatePickerProps } from 'antd'
import type { RangePickerProps } from 'antd/es/date-picker'
import type { Dayjs } from 'dayjs'
import type { ComponentType } from 'react'
import { lazy, Suspense } from 'react'

type DayProps = DatePickerProps<Dayjs, false>

const Day: ComponentType<DayProps> = lazy(async () => ({ default: (await import('antd/es/date-picker')).default<Dayjs, false> }))
const Range: ComponentType<RangePickerProps> = lazy(async () => ({ default: (await import('antd/es/date-picker')).default.RangePicker }))

export const DatePicker = (props: DayProps) => (
  <Suspense fallback={<Loading {...props} />}>
    <Day {...props} />
  </Suspense>
)

export const RangePicker = (props: RangePickerProps) => (
  <Suspense fallback={<Loading {...props} />}>
    <Range {...props} />
  </Suspense>
)

/** Has the size of the picker, so that the layout does not shift when it loads. */
const Loading = ({ size, style }: Pick<DayProps, 'size' | 'style'>) => (
  <Input readOnly aria-hidden tabIndex={-1} {...(size && { size })} {...(style && { style })} suffix={<CalendarOutlined />} />
)
