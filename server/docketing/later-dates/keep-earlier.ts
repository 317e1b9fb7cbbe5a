// The facts put a deadline later: until a second person confirms the later day, its earlier day stays, and its fees with it.
import { isDeepStrictEqual } from 'node:util'
import type { ComputedDeadline, Explanation } from '../../../model/docketing/calculation/computed-deadline.ts'
import { WAITING_KINDS, WAITING_STATES } from '../../../model/docketing/calculation/postponed.ts'
import { deadline } from '../../../model/docketing/deadline.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { contextSlot } from '../../records/slots.ts'
import { isAsBefore } from '../../records/write/batch/as-before.ts'
import { deferred } from '../deferred.ts'
import { ruleOf } from '../fees-of-deadline.ts'
import type { Case } from '../read-cases.ts'
import { isWhole } from '../whole-explanation.ts'
import { endings } from './endings.ts'
import { carryingOut } from './proposals.ts'
import { watched } from './watch.ts'

/** Deadlines that keep their earlier day: present ones, closed ones, and some of those that this write makes later. */
export type Keeping = {
  starts: 'WAITING' | 'RETURNING' | 'NONE'
  /** Closed ones that open again, also in a watched write, which reports later days of open ones alone. */
  reopens: boolean
  /** By a second person, who was shown the open ones alone: of the closed ones, only those that were closed before keep their day. */
  isConfirmed?: boolean
  /** Those that end in this write stay, too. */
  ends: boolean
  released: ReadonlySet<string> | 'ALL'
  /** Cases of this very write or import: their first days were computed before all of their facts were written. */
  fresh?: ReadonlySet<string> | undefined
}

/** A deadline of the database that stays, and the later last day of the facts: null while it is closed, and of one that would end. */
export type Kept = { row: RowValues; later: string | null; isEnd?: boolean }

/** The deadlines whose later day a second person has confirmed. */
export const released = contextSlot<ReadonlySet<string>>()

/** Earlier days that are already kept stay kept; no new ones are. */
export const AS_KEPT: Keeping = { starts: 'NONE', reopens: false, ends: false, released: new Set() }

/** Every deadline follows the facts. */
export const NOTHING_KEPT: Keeping = { starts: 'NONE', reopens: false, ends: false, released: 'ALL' }

/**
 * Only what a person writes is kept, not what the law or the calendar moves. An undo may return a deadline to the day that it had before,
 * not to another. A watched write reports its later dates instead.
 */
export function keepingOf(ctx: Context): Keeping {
  const isConfirmed = carryingOut.of(ctx) === true
  const reopens = ctx.actor.sid !== null && !isConfirmed
  const isPersons = reopens && !watched.of(ctx)
  return {
    isConfirmed,
    reopens,
    starts: !isPersons ? 'NONE' : isAsBefore(ctx) ? 'RETURNING' : 'WAITING',
    ends: isPersons && (endings.of(ctx) === true || deferred.of(ctx)?.ends === true),
    released: released.of(ctx) ?? AS_KEPT.released,
    fresh: freshIn(ctx),
  }
}

function freshIn(ctx: Context): ReadonlySet<string> | undefined {
  const own = deferred.of(ctx)
  return own?.fresh ? new Set([...own.foreseen, ...own.fresh]) : own?.foreseen
}

/** The columns of a deadline that hold its days and the reasons for them. */
const DAYS = [
  'name', 'name_en', 'rule_version', 'trigger', 'trigger_event_sid', 'basis_date', 'period', 'raw_due', 'official_due', 'internal_due', 'window_from', 'grace_end', 'extended_due', 'free_to',
  'final_due', 'live_until', 'restoration_end', 'certainty', 'provisional', 'explanation',
] as const // oxfmt-ignore

/** While it is closed, a deadline keeps its day without a question, and is compared with it when it is reopened. */
const CLOSED: ReadonlySet<unknown> = new Set(deadline.states?.closed)

/** The row that stays where a deadline is put later. */
export function keptOf(
  { deadlines }: Pick<Case, 'deadlines'>,
  deadline: ComputedDeadline,
  { law, today }: { law: Law; today: string },
  { starts, reopens, isConfirmed, released: freed, fresh }: Keeping,
): Kept | undefined {
  const row = deadlines.find(({ key }) => key === deadline.key)
  const [from, later] = [row && lastDay(row), deadline.extended_due ?? deadline.official_due]
  if (!row || !from || !later || later <= from || !WAITING_KINDS.has(deadline.kind) || freed === 'ALL' || freed.has(String(row.sid))) return undefined
  const [wasClosed, isClosed] = [CLOSED.has(row.status), CLOSED.has(deadline.status)]
  const isWaiting = WAITING_STATES.has(deadline.status)
  const isReopened = isMissed(row, today) && deadline.status === 'OPEN' && !fresh?.has(String(row.case_sid))
  const isStarted = wasClosed ? reopens : starts === 'WAITING' || (starts === 'RETURNING' && row.recomputed_from !== deadline.official_due)
  const staysClosed = isClosed && (wasClosed || !isConfirmed)
  if (!(staysClosed || (isWaiting && (row.later_due || isStarted)))) return undefined
  if (ruleOf(deadline, law)?.optional || isByLaw(row, deadline) || (isCourse(row, deadline) && !isReopened)) return undefined
  return { row, later: isClosed ? null : later }
}

/** Its last day is over: to open it again says that no right was lost. */
const isMissed = ({ status, final_due }: RowValues, today: string) =>
  status === 'MISSED' || (status === 'OPEN' && typeof final_due === 'string' && final_due < today)

/**
 * The course of a case corrects nothing: where the rule takes the later of several days, another of them; where the day was only the safe
 * one until more is known, another trigger. What was missed is not reopened so.
 */
function isCourse({ explanation, certainty }: RowValues, deadline: ComputedDeadline): boolean {
  if (!isWhole(explanation)) return false
  const [before, after] = [explanation, deadline.explanation]
  const isSameTrigger = before.trigger.field === after.trigger.field && before.trigger.event === after.trigger.event
  return isSameTrigger ? !isDeepStrictEqual(winners(before), winners(after)) : certainty === 'CHECK'
}

const winners = ({ candidates }: Pick<Explanation, 'candidates'>) => candidates.flatMap(({ wins, from }) => (wins ? [from] : []))

/** Counted from the same facts, by another version of the rule or another calendar; extensions and suspensions wait by themselves. */
const isByLaw = (row: RowValues, { basis_date, raw_due, rule_version }: ComputedDeadline) =>
  row.basis_date === basis_date && (row.raw_due === raw_due || row.rule_version !== rule_version)

/** The deadline as its fees see it: on its earlier day, and missed as long as that day counts. */
export function deadlineKept(deadline: ComputedDeadline, { row }: Kept, today: string): ComputedDeadline {
  const { grace_end: _grace, extended_due: _extended, window_from: _window, ...rest } = deadline
  const official_due = dayOf(row.official_due) ?? null
  const [grace_end, extended_due, window_from] = [dayOf(row.grace_end), dayOf(row.extended_due), dayOf(row.window_from)]
  const status = deadline.status === 'OPEN' && row.status === 'MISSED' ? 'MISSED' : deadline.status
  return {
    ...rest,
    status,
    official_due,
    raw_due: dayOf(row.raw_due) ?? null,
    overdue: status === 'OPEN' && (extended_due ?? official_due ?? today) < today,
    ...(grace_end && { grace_end }),
    ...(extended_due && { extended_due }),
    ...(window_from && { window_from }),
  }
}

/** Keeps the restoration of a deadline that stays missed: by the new facts it was not missed, so they do not compute it. */
export function remedyKept(
  { deadlines, fees }: Pick<Case, 'deadlines' | 'fees'>,
  kept: ReadonlyMap<string, Kept>,
  computed: readonly ComputedDeadline[],
) {
  const missed = [...kept.values()].flatMap(({ row }) => (row.status === 'MISSED' ? [`:after:${row.key}`] : []))
  const rows = deadlines.filter(({ key }) => missed.some((end) => String(key).endsWith(end)) && !computed.some((one) => one.key === key))
  return { deadlines: rows, fees: fees.filter(({ deadline_key: of }) => rows.some(({ key }) => key === of)) }
}

/** The row as written: its days are kept, with the later day in a field of its own. */
export const rowKept = (wanted: RowValues, { row, later }: Kept): RowValues => ({
  ...wanted,
  ...Object.fromEntries(DAYS.map((code) => [code, row[code] ?? null])),
  later_due: later,
})

const lastDay = ({ official_due, extended_due }: RowValues) => dayOf(extended_due) ?? dayOf(official_due)
const dayOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
