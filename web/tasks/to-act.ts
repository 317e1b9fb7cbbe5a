import type { ToDo } from '../../model/approval/approval-actions.ts'
import type { Lang } from '../../model/kit/fields.ts'
import type { Rec } from '../api/api.ts'
import { dueDayOf } from '../cases/dates/due-day.ts'
import { isRef } from '../fields/names.ts'

export const SOURCES = ['deadline', 'task', 'approval'] as const
type Source = (typeof SOURCES)[number]

/** One thing to do, from whichever list it comes; without a day it stands at the end. */
export type ToAct = { key: string; source: Source; name: string; about: string; day: string | null; to: string; kind?: unknown }

type Lists = { deadlines: readonly Rec[]; tasks: readonly Rec[]; approvals: readonly ToDo[] }

/** What this person must do by its day; what has been late for months comes after what can still be done in time. */
export function toAct({ deadlines, tasks, approvals }: Lists, { lang, today }: { lang: Lang; today: string }): ToAct[] {
  const nameOf = (value: unknown) => (isRef(value) ? value.name : '')
  const all: ToAct[] = [
    ...deadlines.map((one): ToAct => ({ key: one.sid, source: 'deadline', name: String((lang === 'en' && one['name_en']) || one['name']), about: nameOf(one['case_sid']), day: dueDayOf(one), to: `/deadlines?owner=me&bucket=all&open=${one.sid}`, kind: one['kind'] })),
    ...tasks.map((one): ToAct => ({ key: one.sid, source: 'task', name: String(one['title']), about: nameOf(one['case_sid']), day: typeof one['due_date'] === 'string' ? one['due_date'] : null, to: `/m/task/${one.sid}` })),
    ...approvals.map((one): ToAct => ({ key: one.sid, source: 'approval', name: (lang === 'en' && one.transition_name_en) || one.transition_name, about: one.record_name, day: one.due_at?.slice(0, 10) ?? null, to: `/approvals?open=${one.approval_sid}` })),
  ] // oxfmt-ignore
  const oldest = `${Temporal.PlainDate.from(today).subtract({ days: LATELY })}`
  const [old, near] = [all.filter(({ day }) => isBefore(day, oldest)), all.filter(({ day }) => !isBefore(day, oldest))]
  return [...near.toSorted(byDay), ...old.toSorted((a, b) => byDay(b, a))]
}

/** Days for which something late stands before what is not yet due. */
const LATELY = 30
const LAST = '9999-12-31'

const isBefore = (day: string | null, other: string) => day !== null && day < other
const dayOf = ({ day }: ToAct) => day ?? LAST
const byDay = (a: ToAct, b: ToAct) => Number(dayOf(a) > dayOf(b)) - Number(dayOf(a) < dayOf(b))
