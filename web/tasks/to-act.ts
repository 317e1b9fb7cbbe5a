import type { ToDo } from '../../model/approval/approval-actions.ts'
import type { Lang } from '../../model/kit/fields.ts'
import type { Rec } from '../api/api.ts'
import { dueDayOf, lossDayOf } from '../cases/dates/due-day.ts'
import { isRef } from '../fields/names.ts'

export const SOURCES = ['deadline', 'task', 'approval'] as const
type Source = (typeof SOURCES)[number]

/**
 * One due item of any list, and the absent person whose deputy the caller is; an item without a day comes last.
 * `until`: the urgent day; for a deadline that has passed, the last day on which the right can still be saved.
 */
export type ToAct = {
  key: string
  source: Source
  name: string
  about: string
  day: string | null
  until: string | null
  to: string
  absent?: string
  record?: Rec
}

type Lists = { deadlines: readonly Rec[]; tasks: readonly Rec[]; approvals: readonly ToDo[] }

/** Dated work of this person, by day; work late for over 30 days comes after everything else. */
export function toAct(
  { deadlines, tasks, approvals }: Lists,
  { lang, today, absent = new Set() }: { lang: Lang; today: string; absent?: ReadonlySet<string> },
): ToAct[] {
  const nameOf = (value: unknown) => (isRef(value) ? value.name : '')
  const forWhom = (person: unknown) => (isRef(person) && absent.has(person.sid) ? { absent: person.name } : {})
  const dated = (day: string | null) => ({ day, until: day })
  const all: ToAct[] = [
    ...deadlines.map((one): ToAct => ({ key: one.sid, source: 'deadline', name: String((lang === 'en' && one['name_en']) || one['name']), about: nameOf(one['case_sid']), day: dueDayOf(one), until: untilOf(one, today), ...forWhom(one['owner_sid']), to: `/deadlines?owner=${absent.has(sidIn(one['owner_sid'])) ? sidIn(one['owner_sid']) : 'me'}&bucket=all&open=${one.sid}`, record: one })),
    ...tasks.map((one): ToAct => ({ key: one.sid, source: 'task', name: String(one['title']), about: nameOf(one['case_sid']), ...dated(typeof one['due_date'] === 'string' ? one['due_date'] : null), ...forWhom(one[one['status'] === 'WAIT' ? 'assigner_sid' : 'assignee_sid']), to: `/m/task/${one.sid}` })),
    ...approvals.map((one): ToAct => ({ key: one.sid, source: 'approval', name: (lang === 'en' && one.transition_name_en) || one.transition_name, about: one.record_name, ...dated(one.due_at?.slice(0, 10) ?? null), ...(one.for && { absent: one.for.name }), to: `/approvals?open=${one.approval_sid}` })),
  ] // oxfmt-ignore
  const oldest = `${Temporal.PlainDate.from(today).subtract({ days: LATE_DAYS })}`
  const [old, near] = [all.filter(({ until }) => isBefore(until, oldest)), all.filter(({ until }) => !isBefore(until, oldest))]
  return [...near.toSorted(byDay), ...old.toSorted((a, b) => byDay(b, a))]
}

const sidIn = (value: unknown) => (isRef(value) ? value.sid : '')

/** The day by which a deadline is urgent: its own, and once that has passed, the last day on which the right can still be saved. */
function untilOf(record: Rec, today: string): string | null {
  const [due, loss] = [dueDayOf(record), lossDayOf(record)]
  return due !== null && due < today && loss !== null ? loss : due
}

/** Days for which late work comes before work that is not yet due. */
const LATE_DAYS = 30
const LAST = '9999-12-31'

const isBefore = (day: string | null, other: string) => day !== null && day < other
const dayOf = ({ until }: ToAct) => until ?? LAST
const byDay = (a: ToAct, b: ToAct) => Number(dayOf(a) > dayOf(b)) - Number(dayOf(a) < dayOf(b))
