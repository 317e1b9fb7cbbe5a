// The display of dates and times. Small enough for the shell: no date library here.
import { useTenant } from '../api/api.ts'

const OFFICE_ZONE = 'Asia/Shanghai'
export const useZone = () => useTenant()?.time_zone ?? OFFICE_ZONE

const formats = new Map<string, Intl.DateTimeFormat>()
function formatFor(tag: string, zone: string, style: Intl.DateTimeFormatOptions) {
  const key = `${tag} ${zone} ${style.hour ?? ''}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, { ...style, timeZone: zone })))
  return format
}

/** A plain date has no zone: it is split, never converted. */
export function dayText(iso: string, tag: string): string {
  const [year, month, day] = iso.split('-').map(Number)
  if (!year || !month || !day) return iso
  const style = { day: '2-digit', month: tag === 'en' ? 'short' : '2-digit', year: 'numeric' } as const
  // Months of three letters align in a column.
  return formatFor(tag, 'UTC', style)
    .format(new Date(Date.UTC(year, month - 1, day)))
    .replace('Sept', 'Sep')
}

export function timeText(iso: string, tag: string, zone: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return iso
  const style = {
    year: 'numeric',
    month: tag === 'en' ? 'short' : '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  return formatFor(tag, zone, style).format(moment).replace('Sept', 'Sep')
}
