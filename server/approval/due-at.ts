import { ZONE } from '../../model/kit/days/clock.ts'
import { addWorkingDays } from '../../model/docketing/calendar/calendar.ts'
import { lawFor } from '../docketing/law/law.ts'
import type { Context } from '../records/context.ts'

/** The end of the last of so many working days from today, by the calendar of mainland China. */
export async function dueAt(ctx: Context, days: number | undefined): Promise<string | null> {
  if (!days) return null
  const { law } = await lawFor(ctx)
  const { date } = addWorkingDays(Temporal.PlainDate.from(ctx.today), days, 'CN', law.calendars)
  return date.toZonedDateTime({ timeZone: ZONE, plainTime: '23:59:59' }).toInstant().toString()
}
