// The days of a month for a calendar page, weeks from Monday.
const at = (day: string) => new Date(`${day}T00:00:00Z`)

export function daysOfMonth(year: number, month: number): { before: number; dates: string[] } {
  const many = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const head = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
  const dates = Array.from({ length: many }, (_, index) => `${head}-${String(index + 1).padStart(2, '0')}`)
  return { before: (at(`${head}-01`).getUTCDay() + 6) % 7, dates }
}

export const isWeekend = (day: string) => [0, 6].includes(at(day).getUTCDay())

/** The shortest names, from Monday. */
export const weekdaysIn = (tag: string) =>
  Array.from({ length: 7 }, (_, index) =>
    new Intl.DateTimeFormat(tag, { weekday: tag.startsWith('zh') ? 'narrow' : 'short', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2024, 0, 1 + index)),
    ),
  )
