import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patentKind as kind } from '../rights/patents/case-kind.ts'
import { factsOfCase } from './facts-of-case.ts'
import { NOTHING_RELATED } from './kind.ts'

const row = { sid: 'c', country: 'CN', patent_type: 'INVENTION', status: 'GRANTED' }
const waived = (updated_at: string) => ({ key: 'CNP38:6', kind: 'ANNUITY', status: 'WAIVED', handled: true, done_date: null, updated_at })

for (const [moment, day] of [
  ['2026-11-22T15:59:59.000Z', '2026-11-22'],
  ['2026-11-22T16:00:00.000Z', '2026-11-23'],
  ['2026-11-22T18:30:00+00:00', '2026-11-23'],
] as const)
  test(`a deadline waived at ${moment} was waived on ${day} in the zone of the product`, () => {
    const { handled } = factsOfCase(kind, row, { ...NOTHING_RELATED, deadlines: [waived(moment)] })
    assert.deepEqual(handled?.map(({ date }) => date), [day]) // oxfmt-ignore
  })
