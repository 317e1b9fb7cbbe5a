// Each reduction is tested at its limits, with prices written for the test.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeeFacts } from '../../../fees/facts.ts'
import { type FeeRow, schedulesOf } from '../../../fees/schedule/schedule.ts'
import { patentReduction } from './reduction.ts'

const ROW: FeeRow = {
  fee_code: '', office: 'CN', right_type: 'ALL', zh: '减', en: 'Reduction', from_date: '2018-08-01', to_date: null, currency: '%', base: '85', per_unit: '0', unit: '', free_units: 0,
  unit_to: null, year_from: 1, year_to: 10, entity: '', reducible: false, source: 'test', legal_basis: 'test', certainty: 'SURE', version: '1',
} // oxfmt-ignore
const price = (fee_code: string, base: string, more: Partial<FeeRow> = {}): FeeRow => ({ ...ROW, fee_code, base, ...more })
const schedules = schedulesOf([
  price('CN.REDUCTION', '85'),
  price('CN.REDUCTION_JOINT', '70'),
  price('CN.OPEN_LICENCE', '15', { from_date: '2024-07-26', year_from: null, year_to: null }),
  price('DE.OPEN_LICENCE', '50', { from_date: '2002-01-01' }),
  price('GB.OPEN_LICENCE', '50', { from_date: '1978-06-01', certainty: 'CHECK' }),
  price('EP.MICRO', '30', { from_date: '2024-04-01', entity: 'MICRO' }),
])
const cn: FeeFacts = { country: 'CN', subtype: 'INVENTION', filing_date: '2018-03-10', grant_date: '2020-06-02', fee_reduction: '85' }

/** Percent, reason, certainty and what is said besides. */
const reduced = (code: string, facts: FeeFacts, day = '2026-03-10', year?: number) => {
  const { minor, why, certainty, over, joint } = patentReduction(schedules, { code, facts, day, ...(year !== undefined && { year }) })
  return [Number(minor) / 100, why, certainty, over ?? false, joint ?? false]
}
const NOTHING = [0, undefined, 'SURE', false, false]

for (const [recorded, percent] of [
  ['85', 85],
  ['70', 70],
  ['5', 5],
  ['90', 85],
  ['0', 0],
  ['100', 0],
  ['x85', 0],
  ['85x', 0],
  ['', 0],
  [null, 0],
  ['SMALL', 0],
] as const)
  test(`in China a recorded reduction of ${recorded === null ? 'nothing' : `“${recorded}”`} is ${percent} %`, () =>
    assert.deepEqual(reduced('CN.FILING', { ...cn, fee_reduction: recorded }), percent ? [percent, 'recorded', 'SURE', false, false] : NOTHING))

test('a percentage on record counts in China only', () => assert.deepEqual(reduced('US.FILING', { ...cn, country: 'US' }), NOTHING))

for (const [applicants_count, recorded, percent, joint] of [
  [1, '85', 85, false],
  [null, '85', 85, false],
  [2, '85', 70, true],
  [2, '70', 70, false],
  [2, '60', 60, false],
] as const)
  test(`${applicants_count ?? 'an unknown number of'} applicants with ${recorded} % on record pay ${percent} % less`, () =>
    assert.deepEqual(reduced('CN.FILING', { ...cn, applicants_count, fee_reduction: recorded }), [percent, 'recorded', 'SURE', false, joint]))

// Granted in patent year 3.
for (const [code, year, grant_date, is] of [
  ['CN.ANN', 3, '2020-06-02', true],
  ['CN.ANN', 12, '2020-06-02', true],
  ['CN.ANN', 13, '2020-06-02', false],
  ['CN.ANN', 1, '2020-06-02', true],
  ['CN.ANN', undefined, '2020-06-02', true],
  ['CN.ANN', 13, null, true],
  ['CN.FILING', 13, '2020-06-02', true],
] as const)
  test(`${code} of year ${year ?? 'unknown'}, ${grant_date ? 'granted in year 3' : 'not granted'}, is ${is ? '' : 'no longer '}reduced`, () =>
    assert.deepEqual(
      reduced(code, { ...cn, grant_date }, '2026-03-10', year),
      is ? [85, 'recorded', 'SURE', false, false] : [0, undefined, 'SURE', true, false],
    ))

test('a reduction on a day before the schedule is an estimate', () =>
  assert.deepEqual(reduced('CN.FILING', cn, '2018-07-31'), [85, 'recorded', 'CHECK', false, false]))

test('a reduction that is in no schedule does not apply', () =>
  assert.equal(patentReduction(schedulesOf([]), { code: 'CN.FILING', facts: cn, day: '2026-03-10' }).over, true))

for (const [code, country, open_license, day, found] of [
  ['CN.ANN', 'CN', true, '2026-03-10', [15, 'open_license', 'SURE', false, false]],
  ['CN.ANN', 'CN', true, '2024-07-26', [15, 'open_license', 'SURE', false, false]],
  ['CN.ANN', 'CN', true, '2024-07-25', NOTHING],
  ['CN.ANN', 'CN', false, '2026-03-10', NOTHING],
  ['CN.ANN', 'CN', null, '2026-03-10', NOTHING],
  ['CN.FILING', 'CN', true, '2026-03-10', NOTHING],
  ['DE.ANN', 'DE', true, '2026-03-10', [50, 'open_license', 'SURE', false, false]],
  ['GB.ANN', 'GB', true, '2026-03-10', [50, 'open_license', 'CHECK', false, false]],
  ['JP.ANN', 'JP', true, '2026-03-10', NOTHING],
] as const)
  test(`${code} on ${day} ${open_license ? 'with' : 'without'} an open licence is reduced by ${found[0]} %`, () =>
    assert.deepEqual(reduced(code, { country, open_license, subtype: 'INVENTION' }, day), found))

for (const [recorded, percent, why] of [
  ['85', 85, 'recorded'],
  ['15', 15, 'recorded'],
  ['14', 15, 'open_license'],
] as const)
  test(`of ${recorded} % on record and 15 % for an open licence, the better one counts: ${why}`, () =>
    assert.deepEqual(reduced('CN.ANN', { ...cn, fee_reduction: recorded, open_license: true }, '2026-03-10', 5).slice(0, 2), [percent, why]))

for (const [country, fee_reduction, day, found] of [
  ['EP', 'MICRO', '2024-04-01', [30, 'recorded', 'SURE', false, false]],
  ['EP', 'MICRO', '2024-03-31', NOTHING],
  ['EP', 'SMALL', '2026-03-10', NOTHING],
  ['EP', '85', '2026-03-10', NOTHING],
  ['US', 'MICRO', '2026-03-10', NOTHING],
] as const)
  test(`${country}: ${fee_reduction} pays ${found[0]} % less on ${day}`, () =>
    assert.deepEqual(reduced(`${country}.EXAM`, { country, fee_reduction }, day), found))
