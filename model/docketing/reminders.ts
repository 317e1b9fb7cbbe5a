import { addDuration } from '../kit/days/duration.ts'
import { dayOf } from './calendar/day.ts'
import type { ComputedDeadline } from './calculation/computed-deadline.ts'

/** Days before the date: two months, one month, two weeks, a week, three days, a day, and the day itself. */
export const ordinaryReminders = ['-60d', '-30d', '-15d', '-7d', '-3d', '-1d', '0d'] as const

/** The days on which people are reminded of an open deadline, earliest first. */
export function reminderDays({ status, official_due, extended_due }: ComputedDeadline, offsets: readonly string[] = ordinaryReminders): string[] {
  const due = extended_due ?? official_due
  if (status !== 'OPEN' || !due) return []
  return offsets.map((offset) => `${addDuration(dayOf(due), offset)}`).sort()
}

/** The same as numbers of days, largest first. */
export const reminderDaysBefore = ordinaryReminders.map((offset) => Math.abs(Number.parseInt(offset, 10)))
