import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { checkPriorities, type PriorityNotice } from '../../../model/cases/relations/priorities.ts'
import { roll } from '../../../model/docketing/calendar/calendar.ts'
import { lawFor } from '../../docketing/law/law.ts'
import type { Context, RowValues } from '../../records/context.ts'

/** The facts of a case by which its claims are judged. */
export type ClaimingCase = { kind: CaseKind; filing_date: unknown; subtype: unknown; country: unknown; international?: unknown }

/**
 * Reasons against each claim: one rule for typed, sent and imported priorities. The last day of a period that falls on a
 * closed day is rolled by the calendar of the office of filing; a national phase was filed on its international date.
 */
export async function claimNotices(
  ctx: Context,
  { kind, filing_date, subtype, country, international }: ClaimingCase,
  claims: readonly RowValues[],
): Promise<PriorityNotice[]> {
  if (claims.length === 0 || !kind.priorities) return []
  const { calendars } = (await lawFor(ctx)).law
  const priorities = claims.map((row, at) => ({
    seq: at + 1,
    priority_no: String(row.priority_key ?? row.priority_no ?? ''),
    priority_date: String(row.priority_date),
    priority_country: String(row.priority_country ?? ''),
    restored: row.restored === true,
  }))
  const filed = [filing_date, international].flatMap((day) => (day ? [String(day)] : [])).toSorted()[0]
  return checkPriorities(priorities, {
    filing_date: filed ?? null,
    months: kind.priorities.months(String(subtype ?? '')),
    keepsLate: country === 'WO' || Boolean(international),
    roll: (date) => `${roll(Temporal.PlainDate.from(date), String(country), calendars).date}`,
  }).filter(({ level }) => level === 'block')
}
