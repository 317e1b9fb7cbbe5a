/** Buckets by nearness of the due date; each includes the nearer future ones. Those whose last day has passed are in `missed` or `awaited` alone. */
export const BUCKETS = [
  'losing',
  'overdue',
  'today',
  'tomorrow',
  'week',
  'month',
  'year',
  'awaited',
  'undated',
  'all',
  'restorable',
  'missed',
] as const
export type Bucket = (typeof BUCKETS)[number]
export type DueKind = 'official' | 'internal'

const LIVE = "status = 'OPEN' AND live_until >= today()"

/** Deadlines without a last day in law stay open until they are settled: those entered by a person, and suspended ones. */
export const WITHOUT_END = '9999-12-31'

/** A right is lost within a week. */
const LOSING = `kind IN ('ACTION', 'ANNUITY') AND manual = false AND final_due BETWEEN today() AND today("7d")`

/** An annuity past its due date for which the office asks no surcharge yet is due, not overdue: its day is the last one without a surcharge. */
const FREE = '(official_due < today() AND free_to >= today())'

const ROWS: Readonly<Record<Bucket, (due: DueKind) => string>> = {
  losing: () => `status IN ('OPEN', 'MISSED') AND ${LOSING}`,
  // An extension only makes a day later; the official day alone lets an index find the few that are past.
  overdue: (due) => `${LIVE} AND kind != 'MONITOR'${due === 'official' ? ' AND official_due < today()' : ''} AND ${onDue(PAST, due)} AND NOT ${FREE}`,
  today: (due) => `${LIVE} AND ${coming((field) => `${field} = today()`, due)}`,
  tomorrow: (due) => `${LIVE} AND ${coming((field) => `${field} = today("1d")`, due)}`,
  week: (due) => `${LIVE} AND ${coming((field) => `${field} BETWEEN today() AND today("7d")`, due)}`,
  month: (due) => `${LIVE} AND ${coming((field) => `${field} BETWEEN today() AND today("30d")`, due)}`,
  year: (due) => `${LIVE} AND ${coming((field) => `${field} BETWEEN today() AND today("12m")`, due)}`,
  // An expected office action is not a deadline of the user: without it, the deadline is neither overdue nor missed.
  awaited: (due) => `status = 'OPEN' AND kind = 'MONITOR' AND ${onDue(PAST, due)}`,
  undated: () => "status = 'OPEN' AND official_due IS EMPTY",
  all: () => LIVE,
  restorable: () => "status = 'MISSED' AND final_due >= today()",
  // No office restores an older miss; the nightly check asks about the case instead.
  missed: () =>
    `(status = 'MISSED' AND final_due BETWEEN today("-2y") AND today("-1d") OR status = 'OPEN' AND kind != 'MONITOR' AND manual = false AND final_due < today())`,
}

/** Deadlines whose outcome is not recorded; none of them is in a bucket. */
export const UNPROVED = "status IN ('PRESUMED', 'NO_RECORD') AND kind != 'MONITOR'"

const PAST = (field: string) => `${field} < today()`

/** The rows of a bucket as a query, so that its count and the list behind it are the same. */
export const bucketIql = (bucket: Bucket, due: DueKind): string => ROWS[bucket](due)

/** The most urgent first: by the last day on which the right can still be saved. Deadlines without a day come before them. */
export const BY_FINAL_DUE = 'ORDER BY final_due ASC, official_due ASC'

/**
 * The rows of a query in the order of urgency. `first` holds only the deadlines that lose a right within a week; an overdue
 * deadline that a person entered, which has an earlier day and loses no right, follows them.
 */
export const byUrgency = (iql: string) => ({ first: `${iql} AND ${LOSING} ${BY_FINAL_DUE}`, iql: `${iql} AND NOT (${LOSING}) ${BY_FINAL_DUE}` })

/** The deadlines of `me`, of `nobody`, of a person, or of all. */
export function ownerIql(owner = 'all'): string {
  if (owner === 'all') return ''
  if (owner === 'me') return 'owner_sid = me()'
  return owner === 'nobody' ? 'owner_sid IS EMPTY' : `owner_sid = '${owner}'`
}

const coming = (within: (field: string) => string, due: DueKind) => `(${onDue(within, due)} OR official_due < today() AND ${within('free_to')})`

/** An extended deadline ends on the day to which it was extended. */
function onDue(within: (field: string) => string, due: DueKind) {
  if (due === 'internal') return within('internal_due')
  return `(${within('extended_due')} OR extended_due IS EMPTY AND ${within('official_due')})`
}
