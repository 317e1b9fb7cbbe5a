import { amongIql } from '../records/list/list-address.ts'
import type { Bucket, DueKind } from '../../model/docketing/buckets.ts'
import { BUCKETS, BY_FINAL_DUE, byUrgency } from '../../model/docketing/buckets.ts'
import type { BucketCount } from '../../model/docketing/deadline-actions.ts'

export const KINDS = ['ACTION', 'ANNUITY', 'MONITOR', 'TERM'] as const

/** The nearest bucket that is not empty, unless the address names one; never the missed ones. */
export function bucketOf(text: string, buckets: readonly Pick<BucketCount, 'code' | 'total'>[]): Bucket {
  const named = BUCKETS.find((one) => one === text)
  return named ?? NEAREST.find((code) => buckets.some((one) => one.code === code && one.total > 0)) ?? 'week'
}

const NEAREST: readonly Bucket[] = ['losing', 'overdue', 'today', 'tomorrow', 'week', 'month', 'year']
export const dueOf = (text: string): DueKind => (text === 'internal' ? 'internal' : 'official')

/** The kinds of case that an address names. */
export const kindsIn = (text: string): string[] => text.split(',').filter((one) => /^[a-z]+(_[a-z]+)*$/.test(one))

/** Limits every bucket alike. `of`: the kinds of their cases. */
export function narrowing(kind: string, office: string, of = ''): string {
  const parts = [
    KINDS.some((one) => one === kind) ? `kind = '${kind}'` : '',
    /^[A-Z]{2}$/.test(office) ? `case_sid.country = '${office}'` : '',
    kindsIn(of).length > 0 ? amongIql('case_sid.kind', kindsIn(of)) : '',
  ]
  return parts.filter(Boolean).join(' AND ')
}

/** The rows of one day, in any bucket. */
export function onDay(iql: string, day: string, due: DueKind): string {
  return due === 'internal'
    ? `${iql} AND internal_due = '${day}'`
    : `${iql} AND (extended_due = '${day}' OR extended_due IS EMPTY AND official_due = '${day}')`
}

/** Only these buckets have deadlines of the past that lose no right. */
const MIXED: ReadonlySet<Bucket> = new Set(['overdue', 'all'])

/** The tab beside the buckets: deadlines of which it is unknown whether they were met. */
export const UNPROVED_TAB = 'unproved'

/** The rows of a bucket, the most urgent first; missed and unproved deadlines have the latest first. */
export function inOrder(iql: string, bucket: Bucket | typeof UNPROVED_TAB, due: DueKind): { iql: string; first?: string } {
  if (bucket === UNPROVED_TAB) return { iql: `${iql} ORDER BY official_due DESC` }
  if (bucket === 'missed') return { iql: `${iql} ORDER BY final_due DESC, official_due DESC` }
  if (due === 'internal') return { iql: `${iql} ORDER BY internal_due ASC` }
  return MIXED.has(bucket) ? byUrgency(iql) : { iql: `${iql} ${BY_FINAL_DUE}` }
}
