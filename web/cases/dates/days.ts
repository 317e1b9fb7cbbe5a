/** Today in the tenant's zone, regardless of the browser's. */
export const todayIn = (zone: string, now = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** Plain dates have no zone: they are counted, not converted. */
export function daysUntil(date: string, now: Date, zone: string): number {
  return Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${todayIn(zone, now)}T00:00:00Z`)) / 86_400_000)
}

/** Counted from now. */
export const daysFromNow = (date: string, zone: string) => daysUntil(date, new Date(), zone)
