import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOf } from './level.ts'

for (const [likelihood, impact, level] of [
  [5, 3, 'HIGH'],
  [3, 5, 'HIGH'],
  [2, 7, 'MID'],
  [2, 4, 'MID'],
  [7, 1, 'LOW'],
  [1, 1, 'LOW'],
  [null, 5, undefined],
  [5, undefined, undefined],
] as const)
  test(`[1.10] a risk of likelihood ${likelihood} and impact ${impact} has the level ${level}`, () =>
    assert.equal(levelOf(likelihood, impact), level))
