import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRow } from '../../model/import/read-row.ts'
import { patent } from '../../model/rights/patents/patent.ts'
import { speltIn, speltOf } from './spelt.ts'

const words = speltOf(patent, [{ 'patent.patent_type.INVENTION': 'Utility model', 'patent.title': 'Name' }, { 'patent.patent_type.DESIGN': 'Look' }])
const columns = [{ heading: 'Type', field: 'patent_type', confidence: 1 }]
const setting = { source: undefined, orders: new Map(), date1904: false, today: '2026-06-01', file: 'cases.csv', row: 2 }

for (const [cell, type, notes] of [
  ['Utility model', 'INVENTION', 1],
  ['实用新型', 'UTILITY', 0],
  ['Look', 'DESIGN', 0],
  ['Design', 'DESIGN', 0],
] as const)
  test(`“${cell}” is ${type} by the words that are kept with the plan of the file, with ${notes} remarks`, () => {
    const kept = JSON.parse(JSON.stringify(words)) as typeof words // as a job that is resumed reads them
    const { values, notes: remarks } = readRow({ model: speltIn(patent, kept) }, columns, [cell], setting)
    assert.deepEqual([values.patent_type, remarks.length], [type, notes], JSON.stringify(remarks))
  })

test('without words of the tenant the model is the one of the product', () => {
  assert.equal(speltOf(patent, [{}, { 'patent.title': 'Name' }]), undefined)
  assert.equal(speltIn(patent, undefined), patent)
})
