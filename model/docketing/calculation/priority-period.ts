import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { type Calendars, roll } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/day.ts'
import type { CaseFacts } from './facts.ts'

/** A claim without restoration, made after the last day of its priority period. `restorable`: within the two months in which it can be restored. */
export type LateClaim = { from: string; last: string; restorable: boolean }

/** A corrected date may leave a claim outside the priority period (Paris Convention art. 4C, 4C(3)); it then needs restoration. */
export function lateClaims({ filing_date: filed, priorities = [], country, ro }: CaseFacts, months: number, calendars: Calendars): LateClaim[] {
  if (!filed) return []
  const office = typeof ro === 'string' && ro ? ro : country
  const lastAfter = (from: string, period: string) => isoOf(roll(addDuration(dayOf(from), period), office, calendars).date)
  return priorities.flatMap(({ priority_date: from, restored }) => {
    const last = lastAfter(from, `${months}m`)
    return restored || filed <= last ? [] : [{ from, last, restorable: filed <= lastAfter(from, `${months + RESTORABLE}m`) }]
  })
}

/** PCT rule 26bis.3(a); Implementing Rules of the Chinese Patent Law (2023), rules 36 and 128. */
const RESTORABLE = 2
