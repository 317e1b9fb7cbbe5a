import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRow } from '../../../import/read-row.ts'
import type { Cell } from '../../../import/values/cell.ts'
import { trademark } from '../trademark.ts'
import { importProfile } from './profile.ts'

const setting = { source: undefined, orders: new Map(), date1904: false, today: '2026-06-01', file: 'marks.csv', row: 2 }

function read(cells: Readonly<Record<string, Cell>>) {
  const columns = Object.keys(cells).map((field) => ({ heading: field, field, confidence: 1 }))
  return readRow({ model: trademark, profile: importProfile }, columns, Object.values(cells), setting)
}

test('a priority has the office with whose letters its number begins', () => {
  const officeOf = (priority_no: string) =>
    read({ country: 'US', title: 'PET RUNWAY', priority_no, priority_date: '2015-04-13' }).priorities[0]?.priority_country
  assert.deepEqual(['DE-30 2015 012345', 'KR-40-2015-0012345', 'GB/UK00003103540', 'EU014461065'].map(officeOf), ['DE', 'KR', 'GB', 'EM'])
  assert.deepEqual(['UK0000310354', 'DE 302015', 'US86611800', '014461065', 'TMA123', 'TM2019012345'].map(officeOf), [
    'GB',
    'DE',
    null,
    null,
    null,
    null,
  ])
})

test('the day that programs show for an empty date is left out and said', () => {
  const { values, notes } = read({ country: 'US', title: 'PET RUNWAY', filing_date: '1900-01-01', reg_date: '2015-12-22' })
  assert.deepEqual([values.filing_date, values.reg_date], [undefined, '2015-12-22'])
  assert.match(String(notes[0]?.[1]), /Filing date: 1900-01-01 is how programs write an empty date/)
})
