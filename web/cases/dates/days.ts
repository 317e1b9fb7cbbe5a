import { todayIn } from '../../../model/kit/days/clock.ts'
import type { Lang } from '../../../model/kit/fields.ts'

/** Plain dates have no zone: they are counted, not converted. */
export function daysUntil(date: string, now: Date, zone: string): number {
  return Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${todayIn(zone, now)}T00:00:00Z`)) / 86_400_000)
}

/** Up to 99 days as days; beyond that in whole months and years. */
export function spanText(days: number, lang: Lang, today: string): string {
  const months = Math.abs(days) > MAX_DAYS ? monthsBetween(today, days) : 0
  const [years, rest] = [Math.trunc(months / 12), months % 12]
  if (months === 0) return counted(Math.abs(days), 'day', lang)
  return [years > 0 && counted(years, 'year', lang), rest > 0 && counted(rest, 'month', lang)].filter(Boolean).join(' ')
}

const MAX_DAYS = 99
const UNITS = { day: '天', month: '个月', year: '年' } as const

const counted = (count: number, unit: keyof typeof UNITS, lang: Lang) =>
  lang === 'zh' ? `${count} ${UNITS[unit]}` : `${count} ${unit}${count === 1 ? '' : 's'}`

/** Whole months by the calendar. */
function monthsBetween(today: string, days: number): number {
  const start = Date.parse(`${today}T00:00:00Z`)
  const other = start + days * 86_400_000
  const [from, to] = [new Date(Math.min(start, other)), new Date(Math.max(start, other))]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return to.getUTCDate() < from.getUTCDate() ? months - 1 : months
}

/** Counted from now. */
export const daysFromNow = (date: string, zone: string) => daysUntil(date, new Date(), zone)
