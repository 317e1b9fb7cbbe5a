import { readdirSync, readFileSync } from 'node:fs'
import { officeDays } from '../../../model/docketing/rules/law-pack.ts'
import { schedulesOf } from '../../../model/fees/schedule/schedule.ts'
import { readFeePack } from './read.ts'
import type { CalendarRow } from '../../../model/docketing/calendar/calendar-pack.ts'
import type { FeeLaw } from '../../../model/fees/fee-law.ts'

/** The schedules and calendars as they are delivered, without a tenant's changes. */
export function deliveredFeeLaw(): FeeLaw {
  const folder = `${import.meta.dirname}/../calendars`
  const calendars = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    // The calendars of the pack are checked by their own tests.
    .map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as CalendarRow)
  return { schedules: schedulesOf(readFeePack()), calendars: new Map(calendars.map((row) => [row.office, officeDays(row)])) }
}
