// The only clock of the model. A day is always the day of a stated zone, never that of the machine.

/** The zone of the product's days. */
export const ZONE = 'Asia/Shanghai'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day in a zone, as ISO text. */
export function todayIn(zone: string, now = new Date()): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory' })
  formats.set(zone, format)
  return format.format(now)
}

/** The day of a moment in a zone. */
export const dayOfMoment = (moment: string, zone = ZONE) => todayIn(zone, new Date(moment))

/** The first moment of a day in a zone, as ISO text. */
export const startOfDay = (day: string, zone = ZONE) => Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant().toString()

/** The present moment in the product's zone. */
export const presentMoment = () => Temporal.Now.zonedDateTimeISO(ZONE)

export const yearIn = (zone: string) => Number(todayIn(zone).slice(0, 4))

/** A moment as a refusal names it, to the minute. */
export const minuteText = (moment: string) =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(ZONE).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
