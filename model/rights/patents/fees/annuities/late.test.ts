import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRows, schedulesOf, type FeeRow } from '../../../../fees/schedule/schedule.ts'
import { annuityRuleFor } from './annuity-rules.ts'
import type { AnnuityDates } from './annuity-dates.ts'
import { freeTo, lateRow, monthsLate, nextBand, rateIn, surchargeIn } from './late.ts'

const ROW: FeeRow = {
  fee_code: 'X.LATE', office: 'X', right_type: 'ALL', zh: '滞纳金', en: 'Surcharge', from_date: '2024-01-01', to_date: '2025-12-31', currency: '%', base: '10', per_unit: '5',
  unit: 'MONTH', free_units: 1, unit_to: null, year_from: null, year_to: null, entity: '', reducible: false, source: 'test', legal_basis: 'test', certainty: 'SURE', version: '1',
} // oxfmt-ignore

const [row] = schedulesOf([ROW]).get('X.LATE') ?? []

for (const [month, rate] of [
  [0, 0n],
  [1, 0n],
  [2, 1500n],
  [3, 2000n],
] as const)
  test(`a surcharge of 10 % and 5 % a month after the first is ${rate / 100n} % in month ${month}`, () => assert.equal(rateIn(row, month), rate))

const flat = schedulesOf([{ ...ROW, unit: '', currency: 'EUR', base: '50', per_unit: '9', free_units: 0 }]).get('X.LATE')?.[0]
const immediate = schedulesOf([{ ...ROW, free_units: 0 }]).get('X.LATE')?.[0]
const even = schedulesOf([{ ...ROW, per_unit: '0' }]).get('X.LATE')?.[0]

/** Due on 10 March; each month ends on the 10th of the next. */
const dates: AnnuityDates = {
  due: '2026-03-10',
  graceEnd: '2026-09-10',
  monthEnds: (month) => `${Temporal.PlainDate.from('2026-03-10').add({ months: month })}`,
  isProvisional: () => false,
  explanation: [],
}

for (const [what, price, free, bands] of [
  [
    'by months, the first free',
    row,
    '2026-04-10',
    [
      [0, '2026-04-11', 1500n],
      [1, '2026-04-11', 1500n],
      [2, '2026-05-11', 2000n],
      [5, '2026-08-11', 3500n],
      [6, undefined, undefined],
    ],
  ],
  [
    'by months from the first',
    immediate,
    '2026-03-10',
    [
      [0, '2026-03-11', 1500n],
      [1, '2026-04-11', 2000n],
      [6, undefined, undefined],
    ],
  ],
  [
    'one rate after a free month',
    even,
    '2026-04-10',
    [
      [0, '2026-04-11', 1000n],
      [1, '2026-04-11', 1000n],
      [2, undefined, undefined],
    ],
  ],
  [
    'flat',
    flat,
    '2026-03-10',
    [
      [0, '2026-03-11', 5000n],
      [6, undefined, undefined],
    ],
  ],
  [
    'none',
    undefined,
    '2026-03-10',
    [
      [0, undefined, undefined],
      [6, undefined, undefined],
    ],
  ],
] as const)
  // oxfmt-ignore
  test(`a surcharge ${what} is free until ${free}, and its next band begins on the day after the last of the present one`, () => {
    assert.equal(freeTo(price, dates), free)
    for (const [month, from, surcharge] of bands)
      assert.deepEqual(nextBand(price, dates, month, 10_000n), from && { from, surcharge }, `month ${month}`)
  })

for (const [day, byMonth, once] of [
  ['2026-03-09', 0, 0],
  ['2026-03-10', 0, 0],
  ['2026-03-11', 1, 6],
  ['2026-04-10', 1, 6],
  ['2026-04-11', 2, 6],
  ['2026-08-10', 5, 6],
  ['2026-08-11', 6, 6],
  ['2027-01-01', 6, 6],
] as const)
  test(`${day} lies in month ${byMonth} after 10 March, and in month ${once} of a flat surcharge`, () =>
    assert.deepEqual([monthsLate(row, dates, day), monthsLate(flat, dates, day), monthsLate(undefined, dates, day)], [byMonth, once, once]))

test('a surcharge is a rounded percentage of the full fee or a fixed amount; without a price there is none', () => {
  assert.deepEqual([surchargeIn(row, 2, 12_345n), surchargeIn(row, 2, 10n), surchargeIn(row, 0, 10_000n)], [1852n, 2n, 0n])
  assert.deepEqual([surchargeIn(flat, 6, 12_345n), surchargeIn(flat, 0, 12_345n), surchargeIn(undefined, 6, 12_345n)], [5000n, 0n, 0n])
})

test('a surcharge whose price is missing or estimated must be checked', () => {
  const asked = (code: string, day: string) => {
    const { row: found, certainty } = lateRow(schedulesOf([ROW]), code, { country: 'X' }, day)
    return [found?.version, certainty]
  }
  assert.deepEqual([asked('X.LATE', '2025-01-01'), asked('X.LATE', '2026-01-01'), asked('Y.LATE', '2025-01-01')], [['1', 'SURE'], ['1', 'CHECK'], [undefined, 'CHECK']]) // oxfmt-ignore
})

for (const [day, version, estimated] of [
  ['2023-12-31', '1', true],
  ['2024-01-01', '1', false],
  ['2025-12-31', '1', false],
  ['2026-01-01', '2', false],
  ['2027-01-01', '2', true],
] as const)
  test(`on ${day} version ${version} of a price is in force${estimated ? ' as an estimate' : ''}`, () => {
    const next = { ...ROW, from_date: '2026-01-01', to_date: '2026-12-31', version: '2' }
    const chosen = chooseRows(schedulesOf([ROW, next]), 'X.LATE', { facts: { country: 'X' }, day })
    assert.deepEqual([chosen.rows.map((one) => one.version), chosen.estimated], [[version], estimated])
  })

for (const [register_date, last] of [
  ['2010-02-28', 17],
  ['2010-03-01', 16],
  ['2010-03-02', 16],
  ['2009-03-01', 17],
] as const)
  test(`a Japanese patent filed on 2006-03-01 and registered on ${register_date} ends within its year ${last}`, () => {
    const facts = { country: 'JP', subtype: 'INVENTION', filing_date: '2006-03-01', register_date }
    assert.equal(annuityRuleFor(facts)?.years(facts).last, last)
  })
