import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFurtherOnly, modelOf } from './word-rows.ts'

for (const [key, model, only] of [
  ['menu:patents', 'menus', true],
  ['view:patent.live', 'views', true],
  ['statistic:s_workload', 'statistics', true],
  ['refusal:bad_sid', 'refusals', true],
  ['statistic.name', 'statistic', false],
  ['help:statistic.most', 'statistic', false],
  ['statistic', 'statistic', false],
  ['patent:review', 'patent', false],
] as const)
  test(`${key} is a word of ${model}, ${only ? 'in further languages alone' : 'in all languages'}`, () => {
    assert.deepEqual([modelOf(key), isFurtherOnly({ model: modelOf(key) })], [model, only])
  })
