import type { LawFault } from '../rules/law-fault.ts'

export type CalendarRow = {
  office: string
  zh: string
  en: string
  /** The days for which the office has announced its calendar; both empty when it is only partly known. */
  covers_from: string
  covers_to: string
  /** Further years whose days the office has published. */
  years?: readonly number[]
  certainty: 'SURE' | 'CHECK'
  source: string
  note_zh?: string
  note_en?: string
  days: readonly { date: string; kind: 'OFF' | 'WORK'; name: string; certainty?: 'SURE' | 'CHECK'; source?: string }[]
}

export function checkCalendar(row: unknown, index: number): LawFault[] {
  const calendar = row as Partial<CalendarRow> | null // each part is checked below
  const where = `calendar ${calendar?.office ?? `no. ${index + 1}`}`
  const faults: LawFault[] = []
  const fault = (zh: string, en: string) => faults.push({ where, zh, en })
  for (const field of ['office', 'zh', 'en', 'source'] as const) {
    if (typeof calendar?.[field] !== 'string' || !calendar[field]) fault(`缺少 ${field}`, `${field} is missing`)
  }
  const { covers_from: from, covers_to: to } = calendar ?? {}
  if (from !== '' || to !== '') {
    if (!isDay(from) || !isDay(to) || from > to) fault('起止日期有误', 'covers_from and covers_to must be dates in order, or both empty')
  }
  if (calendar?.years && !(Array.isArray(calendar.years) && calendar.years.every(Number.isInteger)))
    fault('years 有误', 'years must be whole numbers')
  if (!Array.isArray(calendar?.days)) fault('缺少 days', 'days is missing')
  else {
    const seen = new Set<string>()
    for (const day of calendar.days) {
      if (!isDay(day?.date)) fault(`日期有误：${day?.date}`, `not a date: ${day?.date}`)
      else if (seen.has(day.date)) fault(`${day.date} 重复`, `${day.date} exists twice`)
      else seen.add(day.date)
      if (day?.kind !== 'OFF' && day?.kind !== 'WORK') fault(`${day?.date} 的 kind 只能是 OFF 或 WORK`, `${day?.date}: kind must be OFF or WORK`)
      if (!day?.name) fault(`${day?.date} 缺少名称`, `${day?.date}: name is missing`)
    }
  }
  return faults
}

export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}
