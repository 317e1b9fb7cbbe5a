import type { Bucket, DueKind } from '../../model/deadlines/buckets.ts'
import { BUCKETS } from '../../model/deadlines/buckets.ts'

export type DeskBucket = { code: Bucket; iql: string; total: number; kinds: Record<string, number> }
export type Desk = { today: string; due: DueKind; buckets: DeskBucket[] }

export const KINDS = ['ACTION', 'ANNUITY', 'MONITOR', 'TERM'] as const

export const bucketOf = (text: string): Bucket => BUCKETS.find((one) => one === text) ?? 'week'
export const dueOf = (text: string): DueKind => (text === 'internal' ? 'internal' : 'official')

/** Narrows every bucket alike. */
export function narrowing(kind: string, office: string): string {
  const parts = [KINDS.some((one) => one === kind) ? `kind = '${kind}'` : '', /^[A-Z]{2}$/.test(office) ? `case_sid.country = '${office}'` : '']
  return parts.filter(Boolean).join(' AND ')
}

/** The rows of one day, whatever their bucket. */
export function onDay(iql: string, day: string, due: DueKind): string {
  return due === 'internal'
    ? `${iql} AND internal_due = '${day}'`
    : `${iql} AND (extended_due = '${day}' OR extended_due IS EMPTY AND official_due = '${day}')`
}

export const inOrder = (iql: string, due: DueKind) => `${iql} ORDER BY ${due}_due ASC`
