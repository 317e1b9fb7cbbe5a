import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gradeOf, meanOf, type Scores, totalOf, USUAL_SHEET } from './criteria.ts'

const scores = (...of: [number, number, number, number, number]): Scores => ({
  novelty_score: of[0], inventive_score: of[1], practical_score: of[2], market_score: of[3], detect_score: of[4],
}) // oxfmt-ignore

for (const [given, total, grade] of [
  [scores(5, 5, 5, 5, 5), 5, 'A'],
  [scores(1, 1, 1, 1, 1), 1, 'D'],
  [scores(5, 4, 4, 4, 3), 4.15, 'B'],
  [scores(4, 3, 3, 2, 1), 2.85, 'C'],
] as const)
  test(`[4.09] scores ${Object.values(given).join(' ')} give ${total}, grade ${grade}`, () => {
    assert.equal(totalOf(given, USUAL_SHEET), total)
    assert.equal(gradeOf(total, USUAL_SHEET), grade)
  })

test('[4.09] each reviewer counts the same, and nobody gives no scores', () => {
  assert.deepEqual(meanOf([scores(5, 5, 5, 5, 5), scores(2, 3, 4, 5, 1)]), scores(3.5, 4, 4.5, 5, 3))
  assert.equal(meanOf([]), undefined)
})
