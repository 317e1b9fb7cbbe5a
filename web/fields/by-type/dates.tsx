import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import { DatePicker } from '../../ui/date-picker.tsx'
import { useWords } from '../../words/language.ts'
import { FilterDates } from '../filters.tsx'
import { dayText, timeText, useZone } from '../moments.ts'
import type { CellProps, EditorProps, FieldView } from '../view.ts'
import { inputFacts, isBlank } from '../view.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

const DateCell = ({ value }: CellProps) => {
  const { tag } = useWords()
  return isBlank(value) ? null : <time dateTime={String(value)}>{dayText(String(value), tag)}</time>
}

const DateEditor = (props: EditorProps) => (
  <DatePicker
    {...inputFacts(props)}
    value={isBlank(props.value) ? null : dayjs(String(props.value))}
    onChange={(day) => props.onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    style={{ width: '100%' }}
  />
)

const TimeCell = ({ value }: CellProps) => {
  const { tag } = useWords()
  const zone = useZone()
  return isBlank(value) ? null : <time dateTime={String(value)}>{timeText(String(value), tag, zone)}</time>
}

/** The picked time is in the tenant's zone, regardless of the browser's. */
const TimeEditor = (props: EditorProps) => {
  const zone = useZone()
  return (
    <DatePicker
      {...inputFacts(props)}
      showTime={{ format: 'HH:mm' }}
      value={isBlank(props.value) ? null : dayjs(String(props.value)).tz(zone)}
      onChange={(moment) => props.onChange?.(moment ? dayjs.tz(moment.format('YYYY-MM-DDTHH:mm'), zone).toISOString() : null)}
      style={{ width: '100%' }}
    />
  )
}

export const date: FieldView = { Cell: DateCell, Editor: DateEditor, Filter: FilterDates, width: 112 }
export const datetime: FieldView = { Cell: TimeCell, Editor: TimeEditor, Filter: FilterDates, width: 160 }
