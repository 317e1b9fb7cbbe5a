import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The calendars mark, and offer as today, the day in this zone, whatever the browser's is. */
export const markTodayIn = (zone: string) => dayjs.tz.setDefault(zone)
