// One timeline of all past and future entries of a case.
import { dueDayOf } from '../dates/due-day.ts'

export type Kind = 'event' | 'document' | 'deadline' | 'fee' | 'note' | 'change'
export type Moment = { key: string; kind: Kind; date: string; sid: string; record: Readonly<Record<string, unknown>> }

type Records = readonly Readonly<Record<string, unknown>>[]
export type Sources = Readonly<Record<Kind, Records>>

export const KINDS: readonly Kind[] = ['event', 'document', 'deadline', 'fee', 'note', 'change']

/** The fields that the screen reads of these, where the ordinary ones are not enough: a document without a date of issue has the day it was entered. */
export const READS = {
  document: ['sid', 'file_name', 'doc_type', 'issue_date', 'created_at'],
  deadline: ['sid', 'name', 'name_en', 'kind', 'manual', 'official_due', 'extended_due', 'final_due', 'done_date', 'status'],
  note: ['sid', 'text', 'created_by', 'created_at'],
} as const satisfies Partial<Record<Kind, readonly string[]>>

/** The date of each: a settled entry has the day it was settled, an open one its due date. */
const DATES: Readonly<Record<Kind, (record: Readonly<Record<string, unknown>>) => unknown>> = {
  event: (record) => record['event_date'],
  document: (record) => record['issue_date'] ?? record['created_at'],
  deadline: (record) => record['done_date'] ?? dueDayOf(record),
  fee: (record) => record['pay_date'] ?? record['due_date'],
  note: (record) => record['created_at'],
  change: (record) => record['created_at'],
}

/** The latest first; within a day in the order of KINDS. */
export function lineOf(sources: Sources, kinds: readonly Kind[]): Moment[] {
  const moments = kinds.flatMap((kind) =>
    sources[kind].flatMap((record): Moment[] => {
      const date = DATES[kind](record)
      const sid = String(record['sid'])
      return typeof date === 'string' ? [{ key: `${kind} ${sid}`, kind, date: date.slice(0, 10), sid, record }] : []
    }),
  )
  return moments.sort((a, b) => Number(b.date > a.date) - Number(b.date < a.date) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}

/** Future and past entries, each with the latest day first. */
export function aroundToday(line: readonly Moment[], today: string): { ahead: Moment[]; behind: Moment[] } {
  return { ahead: line.filter(({ date }) => date > today), behind: line.filter(({ date }) => date <= today) }
}
