import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from './median.ts'

for (const [figures, middle] of [
  [[3], 3],
  [[9, 1, 5], 5],
  [[100, 20, 3, 4, 50], 20],
] as const) {
  test(`the median of ${figures.join(', ')} is ${middle}`, () => assert.equal(median(figures), middle))
}

for (const figures of [[], [1, 2], [1, 2, 3, 4]]) {
  test(`${figures.length} figures have no median`, () => assert.throws(() => median(figures), /odd number/))
}
