// The calendar component is large, and most screens open without it: it is loaded when a date is first edited.
import { CalendarOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import type { DatePickerProps } from 'antd'
import type { RangePickerProps } from 'antd/es/date-picker'
import type { Dayjs } from 'dayjs'
import type { ComponentType, KeyboardEvent } from 'react'
import { Suspense } from 'react'
import type { Lang } from '../../model/kit/fields.ts'
import { useZone } from '../fields/moments.ts'
import { isOurs, patternOf } from '../words/day-pattern.ts'
import { useWords } from '../words/language.ts'
import { partOnRequest } from './on-request.tsx'

type DayProps = DatePickerProps<Dayjs, false>

const Day: ComponentType<DayProps> = partOnRequest(() => inOurZone((picker) => picker<Dayjs, false>))
const Range: ComponentType<RangePickerProps> = partOnRequest(() => inOurZone((picker) => picker.RangePicker))

type Picker = typeof import('antd/es/date-picker').default

/** Its today is that of the tenant, not of the browser. */
async function inOurZone<P extends object>(partOf: (picker: Picker) => ComponentType<P>): Promise<ComponentType<P>> {
  const [{ default: picker }, { markTodayIn }] = await Promise.all([import('antd/es/date-picker'), import('./calendar-zone.ts')])
  const Part = partOf(picker)
  return function Zoned(props: P) {
    markTodayIn(useZone())
    return <Part {...props} />
  }
}

/** A date is shown as everywhere else; the other ways of writing one are understood. */
export function DatePicker(props: DayProps) {
  const words = useWords()
  return (
    <Suspense fallback={<Loading {...props} />}>
      <Day format={formatsOf(words, props.showTime !== undefined && props.showTime !== false)} onKeyDown={takeOnly} {...props} />
    </Suspense>
  )
}

export function RangePicker(props: RangePickerProps) {
  const words = useWords()
  return (
    <Suspense fallback={<Loading {...props} />}>
      <Range format={formatsOf(words)} onKeyDown={takeOnly} {...props} />
    </Suspense>
  )
}

/** Enter takes the day that was typed; it must not submit the form, whose other fields are still to be filled. */
const takeOnly = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()

const ISO = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD']
const DAYS = { zh: ISO, en: ['DD MMM YYYY', 'D MMM YYYY', ...ISO] }
/** A further language writes its days in its own order. */
function formatsOf({ lang, tag }: { lang: Lang; tag: string }, withTime = false): string[] {
  if (withTime) return isOurs(tag) ? MOMENTS[lang] : [`${patternOf(tag)} HH:mm`, ...MOMENTS.zh]
  return isOurs(tag) ? DAYS[lang] : [patternOf(tag), ...ISO]
}

const MOMENTS = { zh: ['YYYY-MM-DD HH:mm'], en: ['DD MMM YYYY, HH:mm', 'YYYY-MM-DD HH:mm'] }

/** Has the size of the picker, so that the layout does not shift when it loads. */
const Loading = ({ size, style }: Pick<DayProps, 'size' | 'style'>) => (
  <Input readOnly aria-hidden tabIndex={-1} {...(size && { size })} {...(style && { style })} suffix={<CalendarOutlined />} />
)
