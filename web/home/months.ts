import { todayIn } from '../../model/kit/days/clock.ts'

/** The month, as YYYY-MM, so many months before this one. */
export function monthsBefore(zone: string, months: number): string {
  const [year = 0, month = 1] = todayIn(zone).split('-').map(Number)
  const count = year * 12 + month - 1 - months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}
