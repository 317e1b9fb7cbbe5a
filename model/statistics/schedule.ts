// The next time at which a statistic is sent.
export type Schedule = { frequency: 'WEEKLY' | 'MONTHLY'; weekday: number; month_day: number; hour: number }

/**
 * The first moment after another one, as an instant; the hour is that of the zone. `weekday`: 1 is Monday. In a month without the day, its last
 * day takes its place.
 */
export function nextMoment({ frequency, weekday, month_day, hour }: Schedule, after: string, zone: string): string {
  const now = Temporal.Instant.from(after)
  const today = now.toZonedDateTimeISO(zone).toPlainDate()
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour }) }).toInstant()
  const days =
    frequency === 'WEEKLY'
      ? [0, 7].map((more) => today.add({ days: ((weekday - today.dayOfWeek + 7) % 7) + more }))
      : [0, 1].map((more) => today.with({ day: 1 }).add({ months: more }).with({ day: month_day }, { overflow: 'constrain' }))
  const moments = days.map(at)
  return (moments.find((moment) => Temporal.Instant.compare(moment, now) > 0) ?? now.add({ hours: 24 })).toString()
}
