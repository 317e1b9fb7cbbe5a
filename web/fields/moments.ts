// The display of dates and times. Small enough for the shell: no date library here.
import { dayIn } from '../../model/kit/days/day-text.ts'
import { useTenant } from '../api/api.ts'
import { isOurs, patternOf } from '../words/day-pattern.ts'

const OFFICE_ZONE = 'Asia/Shanghai'
export const useZone = () => useTenant()?.time_zone ?? OFFICE_ZONE

const formats = new Map<string, Intl.DateTimeFormat>()
function formatFor(tag: string, zone: string, style: Intl.DateTimeFormatOptions) {
  const key = `${tag} ${zone} ${JSON.stringify(style)}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(tag, { ...style, timeZone: zone })))
  return format
}

/** A plain date has no zone: it is never converted. */
export function dayText(iso: string, tag: string): string {
  if (isOurs(tag)) return dayIn(iso, tag === 'en' ? 'en' : 'zh')
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? []
  return day ? patternOf(tag).replace('YYYY', year).replace('MM', month).replace('DD', day) : iso
}

/** A day in words, for screen readers. */
export const spokenDay = (iso: string, tag: string): string =>
  formatFor(tag === 'en' ? 'en-GB' : tag, 'UTC', { year: 'numeric', month: 'long', day: 'numeric' }).format(new Date(`${iso}T00:00:00Z`))

/** A moment as its day and the time of day. */
export function timeText(iso: string, tag: string, zone: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return iso
  const day = formatFor('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)
  const time = formatFor('en-GB', zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment)
  return `${dayText(day, tag)}${tag === 'en' ? ',' : ''} ${time}`
}

/** The month of a day: 2026年3月, or March 2026; `short` for columns. */
export function monthText(iso: string, tag: string, length: 'long' | 'short' = 'long'): string {
  const style = { year: 'numeric', month: length } as const
  return formatFor(tag === 'en' ? 'en-GB' : tag, 'UTC', style)
    .format(new Date(`${iso.slice(0, 7)}-01T00:00:00Z`))
    .replace(/\bSept\b/, 'Sep')
}

/** A month without its year. */
export const monthName = (month: number, tag: string) => formatFor(tag, 'UTC', { month: 'long' }).format(new Date(Date.UTC(2000, month - 1, 1)))

export const weekdayText = (iso: string, tag: string) => formatFor(tag, 'UTC', { weekday: 'long' }).format(new Date(`${iso}T00:00:00Z`))
