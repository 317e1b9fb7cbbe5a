// A term that counts only when an act came in time, such as a reply within two months of a final action (MPEP 706.07(f)).
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { roll, type Calendars } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/day.ts'
import { type CaseEvent, type CaseFacts, earliestEvent } from './facts.ts'
import type { Source, Term } from '../rules/rule.ts'

/** Whether the first of the acts that the term names came within its time of the notice; the last day is rolled. */
export function isAnswered({ answered }: Term, notice: CaseEvent | undefined, facts: CaseFacts, office: string, calendars: Calendars): boolean {
  if (!answered) return true
  const act = notice && earliestEvent(facts, answered.events, notice.date, notice.sid)
  if (!act) return false
  const last = roll(addDuration(dayOf(notice.date), answered.within), office, calendars).date
  return act.date <= isoOf(last)
}

/** The first answer to the notice: one after the next notice of its kind belongs to that. */
export function answerTo(from: Source, notice: CaseEvent | undefined, facts: CaseFacts): CaseEvent | undefined {
  const first = notice && earliestEvent(facts, from.replace(/^event:/, '').split('|'), notice.date, notice.sid)
  const next = notice && facts.events?.find(({ code, date, sid }) => code === notice.code && sid !== notice.sid && date > notice.date)
  return first && next && first.date > next.date ? undefined : first
}
