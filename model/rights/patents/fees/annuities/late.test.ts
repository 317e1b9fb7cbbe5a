import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRows, schedulesOf, type FeeRow } from '../../../../fees/schedule/schedule.ts'
import { annuityRuleFor } from './annuity-rules.ts'
import { rateIn } from './late.ts'

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
