import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFeeRows } from './schedule-faults.ts'
import { chooseRows, feeRowKey, schedulesOf } from './schedule.ts'
import type { FeeRow } from './schedule.ts'

const row: FeeRow = {
  fee_code: 'CN.ANN',
  office: 'CN',
  right_type: 'INVENTION',
  zh: '年费',
  en: 'Annual fee',
  from_date: '2001-03-01',
  to_date: null,
  currency: 'CNY',
  base: '900',
  per_unit: '0',
  unit: '',
  free_units: 0,
  unit_to: null,
  year_from: 1,
  year_to: 3,
  entity: '',
  reducible: true,
  source: 'announcement 244',
  legal_basis: 'Rule 110',
  certainty: 'SURE',
  version: 'CN-2001',
}

test('[1.06] a valid row is read unchanged, and blanks are read as absent', () => {
  assert.deepEqual(readFeeRows([row]), { rows: [row], faults: [] })
  const written = {
    ...row,
    to_date: '',
    per_unit: '',
    free_units: '',
    unit_to: '',
    year_from: '1',
    year_to: '3',
    reducible: '1',
    base: 900,
  }
  assert.deepEqual(readFeeRows([written]).rows, [row])
})

for (const [field, value] of [
  ['fee_code', 'annual fee'],
  ['fee_code', ''],
  ['office', ''],
  ['right_type', 'PLANT'],
  ['entity', 'BIG'],
  ['certainty', 'MAYBE'],
  ['currency', 'yuan'],
  ['base', '9.005'],
  ['base', '-5'],
  ['base', 'free'],
  ['per_unit', '1e2'],
  ['per_unit', '20'],
  ['unit', 'DRAGON'],
  ['free_units', -1],
  ['year_to', 2.5],
  ['year_to', 0],
  ['from_date', '2001-02-30'],
  ['from_date', ''],
  ['to_date', '2000-12-31'],
  ['source', ''],
  ['version', ''],
] as const) {
  test(`[1.06] a row whose ${field} is “${value}” is refused by name`, () => {
    const { rows, faults } = readFeeRows([{ ...row, [field]: value }])
    assert.equal(rows.length, 0)
    const named = field === 'per_unit' && value === '20' ? 'unit' : field
    assert.ok(faults.some(({ zh, en }) => zh.includes(named) && en.includes(named)))
  })
}

test('[1.06] every fault of every row is listed', () => {
  const { faults } = readFeeRows([{ ...row, office: '', base: 'x' }, row, { ...row, version: '' }, 'nothing', row])
  assert.deepEqual(faults.filter(({ row: number }) => number === 1).length, 2)
  assert.deepEqual(new Set(faults.map(({ row: number }) => number)), new Set([1, 3, 4, 5]))
  assert.match(faults.at(-1)?.en ?? '', /same time as row 2/)
})

test('[1.06] two prices for one fee at one time are a fault', () => {
  const clash = (other: Partial<FeeRow>) =>
    readFeeRows([
      { ...row, to_date: '2020-12-31' },
      { ...row, ...other },
    ]).faults.length
  assert.equal(clash({ from_date: '2021-01-01' }), 0)
  assert.equal(clash({ from_date: '2020-12-31' }), 1)
  assert.equal(clash({ year_from: 4, year_to: 6 }), 0)
  assert.equal(clash({ year_from: 3, year_to: 6 }), 1)
  assert.equal(clash({ right_type: 'DESIGN' }), 0)
  assert.equal(clash({ right_type: 'ALL' }), 1)
  assert.equal(clash({ entity: 'SMALL' }), 1)
  assert.equal(clash({ fee_code: 'CN.APP' }), 0)
})

test('[1.06] bands of one unit may be adjacent but not overlap', () => {
  const pages = { ...row, base: '0', per_unit: '50', unit: 'PAGE', free_units: 30, unit_to: 300 }
  assert.equal(readFeeRows([pages, { ...pages, per_unit: '100', free_units: 300, unit_to: null }]).faults.length, 0)
  assert.equal(readFeeRows([pages, { ...pages, per_unit: '100', free_units: 299, unit_to: null }]).faults.length, 1)
})

test('[1.06] the version in force on the day of payment is chosen', () => {
  const later = { ...row, base: '1000', from_date: '2027-01-01' }
  const schedules = schedulesOf([{ ...row, to_date: '2026-12-31' }, later])
  const facts = { country: 'CN', subtype: 'INVENTION' }
  const base = (day: string) => chooseRows(schedules, 'CN.ANN', { facts, day, year: 2 }).rows[0]?.base
  assert.deepEqual([base('2026-12-31'), base('2027-01-01'), base('1999-01-01')], ['900', '1000', '900'])
  assert.notEqual(feeRowKey(row), feeRowKey(later))
})
