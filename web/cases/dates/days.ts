/** Today by the tenant's clock, wherever the browser stands. */
export const todayIn = (zone: string, now = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** Plain days have no zone: they are counted, not converted. */
export function daysUntil(date: string, now: Date, zone: string): number {
  return Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${todayIn(zone, now)}T00:00:00Z`)) / 86_400_000)
}

/** From now. */
export const daysFromNow = (date: string, zone: string) => daysUntil(date, new Date(), zone)
