import { cached } from '../../kit/cached.ts'
import { isoOf } from '../../kit/days/duration.ts'

/** ISO day → name of the closure; make-up working days; first and last day for which the office has announced its days; further announced years. */
export type OfficeDays = { closed: Map<string, string>; work: Set<string>; from: string; to: string; years?: ReadonlySet<string> }
/** Keyed by ST.3 office code. */
export type Calendars = ReadonlyMap<string, OfficeDays>
export type Skipped = { date: string; why: string }
export type Rolled = { date: Temporal.PlainDate; skipped: Skipped[]; provisional: boolean }
export type WorkingDays = { date: Temporal.PlainDate; provisional: boolean }

/** Names of closed days carry both languages, Chinese first. */
export const SATURDAY = '星期六 / Saturday'
export const SUNDAY = '星期日 / Sunday'

/** Rolls to the first day the office is open, on or after `day`. */
export function roll(day: Temporal.PlainDate, office: string, calendars: Calendars): Rolled {
  return cached(keptFor(rolls, calendars, office), isoOf(day), () => walkToOpenDay(day, calendars.get(office)))
}

/** `count` working days on (or back, when negative); 0 is the day itself. The office's calendar decides every day in between. */
export function addWorkingDays(day: Temporal.PlainDate, count: number, office: string, calendars: Calendars): WorkingDays {
  return cached(keptFor(walks, calendars, `${office} ${count}`), isoOf(day), () => walkWorkingDays(day, count, calendars.get(office)))
}

function walkWorkingDays(day: Temporal.PlainDate, count: number, days: OfficeDays | undefined): WorkingDays {
  const direction = count < 0 ? -1 : 1
  let date = day
  let provisional = false
  for (let left = Math.abs(count); left > 0;) {
    date = date.add({ days: direction })
    provisional ||= !covers(days, isoOf(date))
    if (!closure(date, days)) left -= 1
  }
  return { date, provisional }
}

/** The reason why the office is closed on that day; undefined when it is open. */
export function closure(day: Temporal.PlainDate, days: OfficeDays | undefined): string | undefined {
  const iso = isoOf(day)
  if (days?.work.has(iso)) return undefined
  const name = days?.closed.get(iso)
  if (name) return name
  if (day.dayOfWeek === 6) return SATURDAY
  if (day.dayOfWeek === 7) return SUNDAY
  return undefined
}

/** Keyed by calendars and office, then by day. */
type Kept<V> = WeakMap<Calendars, Map<string, Map<string, V>>>
const rolls: Kept<Rolled> = new WeakMap()
const walks: Kept<WorkingDays> = new WeakMap()

const keptFor = <V>(kept: Kept<V>, calendars: Calendars, office: string) =>
  cached(
    cached(kept, calendars, () => new Map()),
    office,
    () => new Map(),
  )

function walkToOpenDay(day: Temporal.PlainDate, days: OfficeDays | undefined): Rolled {
  const skipped: Skipped[] = []
  let date = day
  let provisional = !covers(days, isoOf(date))
  for (let why = closure(date, days); why; why = closure(date, days)) {
    skipped.push({ date: isoOf(date), why })
    date = date.add({ days: 1 })
    provisional ||= !covers(days, isoOf(date))
  }
  return { date, skipped, provisional }
}

const covers = (days: OfficeDays | undefined, iso: string) =>
  days !== undefined && ((days.from <= iso && iso <= days.to) || days.years?.has(iso.slice(0, 4)) === true)
