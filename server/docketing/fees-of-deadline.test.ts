import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines, patentFacts } from '../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../seed/law/deadlines/read.ts'
import { isStillUnpaid, longAgo } from './fees-of-deadline.ts'

const law = readLaw()

for (const [today, is] of [
  ['2026-03-05', true],
  ['2026-03-06', true],
  ['2026-03-07', false],
] as const)
  test(`the examination of a filing of 2023-03-06 was requested: on ${today} its fee ${is ? 'can still be' : 'can no longer be'} unpaid`, () => {
    const facts = patentFacts({
      sid: 'c', country: 'CN', patent_type: 'INVENTION', route: 'DIRECT', status: 'FILED', filing_date: '2023-03-06', earliest_priority_date: '2023-03-06', sub_exam_requested: true, sub_exam_date: '2023-03-06',
    }) // oxfmt-ignore
    const deadline = computeDeadlines(facts, law, today).find(({ rule_id }) => rule_id === 'CNP15') ?? assert.fail('no deadline')
    assert.deepEqual([deadline.official_due, deadline.status], ['2026-03-06', 'DONE'])
    assert.equal(isStillUnpaid({ facts }, deadline, law, today), is)
  })

for (const [today, day] of [
  ['2026-03-06', '2024-03-06'],
  ['2026-02-28', '2024-02-28'],
  ['2028-02-29', '2026-02-28'],
] as const)
  test(`on ${today} what was missed on ${day} may still be restored, and nothing before it`, () => assert.equal(longAgo(today), day))
