import { cached } from '../../kit/cached.ts'
import { parseDuration } from '../../kit/days/duration.ts'

const days = new Map<string, Temporal.PlainDate>()

/** The cache pays off: the same few thousand days are read again and again. */
export const dayOf = (iso: string): Temporal.PlainDate => cached(days, iso, (text) => Temporal.PlainDate.from(text))

export const lastOfMonth = (day: Temporal.PlainDate) => day.with({ day: day.daysInMonth })
export const lastOfYear = (day: Temporal.PlainDate) => day.with({ month: 12, day: 31 })

/** Adds `3y,6m` and `4y` to `7y,6m` before counting, so that a missing day of a month between does not move the end. */
export function sumOf(durations: readonly { text: string; times: number }[]): string {
  let months = 0
  let days = 0
  for (const { text, times } of durations) {
    for (const { count, unit } of parseDuration(text)) {
      if (unit === 'd') days += count * times
      else months += count * times * (unit === 'y' ? 12 : 1)
    }
  }
  const years = Math.trunc(months / 12)
  const parts = [years && `${years}y`, months % 12 && `${months % 12}m`, days && `${days}d`].filter(Boolean)
  return parts.join(',') || '0d'
}
