// Builds the law from rows (of files or of tables). Every fault is listed; a law with a fault is not loaded.
import { checkCalendar, type CalendarRow } from '../calendar/calendar-pack.ts'
import type { OfficeDays } from '../calendar/calendar.ts'
import { isRow, type LawFault } from './law-fault.ts'
import { ordinaryLeads, type Law, type Leads } from './law.ts'
import { checkRule, checkTogether } from './rule-check.ts'
import type { Rule, Service } from './rule.ts'
import { checkService } from './deemed-receipt-check.ts'

export class BadLaw extends Error {
  readonly faults: readonly LawFault[]

  constructor(faults: readonly LawFault[]) {
    super(`The law cannot be loaded:\n${faults.map(({ where, en }) => `- ${where}: ${en}`).join('\n')}`)
    this.name = 'BadLaw'
    this.faults = faults
  }
}

export type LawRows = { rules: readonly unknown[]; services: readonly unknown[]; calendars: readonly unknown[]; leads?: Leads }

export function lawOf({ rules, services, calendars, leads = ordinaryLeads }: LawRows): Law {
  const faults = faultsOf({ rules, services, calendars })
  if (faults.length) throw new BadLaw(faults)
  // Checked just above, row by row.
  const offices = (calendars as readonly CalendarRow[]).map((row) => [row.office, officeDays(row)] as const)
  return { rules: rules as readonly Rule[], services: services as readonly Service[], calendars: new Map(offices), leads }
}

export function faultsOf({ rules, services, calendars }: Omit<LawRows, 'leads'>): LawFault[] {
  const schemes = new Set(services.flatMap((row) => (isRow(row) && typeof row.scheme === 'string' ? [row.scheme] : [])))
  const single = [
    ...rules.flatMap((row, index) => checkRule(row, index, schemes)),
    ...services.flatMap(checkService),
    ...calendars.flatMap(checkCalendar),
  ]
  // Rules are compared with each other only when each is valid.
  return single.length ? single : checkTogether(rules as readonly Rule[])
}

export function officeDays({ days, covers_from, covers_to, years = [] }: CalendarRow): OfficeDays {
  const closed = new Map<string, string>()
  const work = new Set<string>()
  for (const { date, kind, name } of days) {
    if (kind === 'OFF') closed.set(date, name)
    else work.add(date)
  }
  // Without a covered period every date is provisional.
  const published = new Set(years)
  let to = covers_to || '0000-01-01'
  while (covers_to && published.has(Number(to.slice(0, 4)) + 1)) to = `${Number(to.slice(0, 4)) + 1}-12-31`
  return { closed, work, from: covers_from || '9999-12-31', to, years: new Set(years.map(String)) }
}
