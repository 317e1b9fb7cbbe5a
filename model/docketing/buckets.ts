/** Buckets by nearness of the due date; each includes the nearer future ones. */
export const BUCKETS = ['missed', 'overdue', 'today', 'tomorrow', 'week', 'month', 'year', 'awaited', 'undated', 'all'] as const
export type Bucket = (typeof BUCKETS)[number]
export type DueKind = 'official' | 'internal'

const DAYS: Readonly<Record<Exclude<Bucket, 'missed' | 'awaited' | 'undated' | 'all'>, (field: string) => string>> = {
  overdue: (field) => `${field} < today()`,
  today: (field) => `${field} = today()`,
  tomorrow: (field) => `${field} = today("1d")`,
  week: (field) => `${field} BETWEEN today() AND today("7d")`,
  month: (field) => `${field} BETWEEN today() AND today("30d")`,
  year: (field) => `${field} BETWEEN today() AND today("12m")`,
}

/** The rows of a bucket as a query, so that its count and the list behind it are the same. */
export function bucketIql(bucket: Bucket, due: DueKind): string {
  // No office restores an older miss; the nightly check asks about the case instead.
  if (bucket === 'missed') return `status = 'MISSED' AND official_due >= today("-2y")`
  if (bucket === 'all') return "status = 'OPEN'"
  if (bucket === 'undated') return "status = 'OPEN' AND official_due IS EMPTY"
  // An expected office action is not a deadline of the user, so it is not overdue when it does not come.
  if (bucket === 'awaited') return `status = 'OPEN' AND kind = 'MONITOR' AND ${onDue(DAYS.overdue, due)}`
  return `status = 'OPEN' AND ${bucket === 'overdue' ? "kind != 'MONITOR' AND " : ''}${onDue(DAYS[bucket], due)}`
}

/** An extended deadline ends on the day to which it was extended. */
function onDue(within: (field: string) => string, due: DueKind) {
  if (due === 'internal') return within('internal_due')
  return `(${within('extended_due')} OR extended_due IS EMPTY AND ${within('official_due')})`
}
