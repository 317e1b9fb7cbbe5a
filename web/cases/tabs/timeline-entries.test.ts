import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aroundToday, KINDS, lineOf } from './timeline-entries.ts'

const sources = {
  event: [{ sid: 'e', event_date: '2026-01-05' }],
  document: [
    { sid: 'd', issue_date: '2026-01-05' },
    { sid: 'draft', issue_date: null, created_at: '2025-12-01T03:00:00Z' },
  ],
  deadline: [
    { sid: 'open', official_due: '2026-05-20', done_date: null },
    { sid: 'done', official_due: '2026-02-01', done_date: '2026-01-20' },
  ],
  fee: [{ sid: 'f', due_date: '2026-05-20' }],
  note: [],
  change: [{ sid: 'c', created_at: '2026-01-06T01:00:00Z' }],
}
const sids = (line: readonly { sid: string }[]) => line.map(({ sid }) => sid).join(' ')

test('all entries are in one timeline, the latest first', () => assert.equal(sids(lineOf(sources, KINDS)), 'open f done c e d draft'))
test('deselected kinds are left out', () => assert.equal(sids(lineOf(sources, ['deadline'])), 'open done'))
test('future entries are separated from past ones', () => {
  const { ahead, behind } = aroundToday(lineOf(sources, KINDS), '2026-01-20')
  assert.deepEqual([sids(ahead), sids(behind)], ['open f', 'done c e d draft'])
})
