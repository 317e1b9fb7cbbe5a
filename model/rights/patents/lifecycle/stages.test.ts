import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STAGES, stageOf } from './stages.ts'
import { STATUS } from './states.ts'

for (const [status, stage] of [
  ['DRAFTING', 'PREPARATION'],
  ['JP_GRANTED', 'GRANTED'],
  ['US_FILED', 'FILED'],
  ['EP_OA', 'EXAMINATION'],
  ['JP_REFUSED', 'REFUSED_PENDING'],
  ['US_GRACE', 'GRACE'],
  ['TERMINATED', 'LAPSED'],
] as const)
  test(`${status} is in the stage ${stage}`, () => assert.equal(stageOf(status), stage))

test('stages name no office; a state of only some offices adds their names to its label', () => {
  for (const [zh, en] of Object.values(STAGES)) assert.doesNotMatch(`${zh} ${en}`, /日韩|美国|欧洲|JP|US|EP/)
  for (const [zh, en] of Object.values(STATUS)) {
    assert.doesNotMatch(zh, /^(日韩|美国|欧洲)/)
    assert.doesNotMatch(en, /^(JP|US|EP)\b/)
  }
})
