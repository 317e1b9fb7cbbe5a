import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excludeEachOther, type Granted } from './overlap.ts'

const licence = (text: string): Granted => {
  const [licence_type = '', where = '', from = '', to = '', direction = 'OUT'] = text.split(' ')
  return { licence_type, direction, territories: where === '*' ? null : where.split('+'), start_date: from || null, end_date: to || null }
}

for (const [one, other, expected] of [
  ['EXCLUSIVE * 2026-01-01 2030-12-31', 'NON_EXCLUSIVE CN 2027-01-01 2028-12-31', true],
  ['EXCLUSIVE CN 2026-01-01 2030-12-31', 'EXCLUSIVE US 2026-01-01 2030-12-31', false],
  ['EXCLUSIVE CN+US 2026-01-01 2030-12-31', 'OPEN US 2030-12-31 2031-12-31', true],
  ['EXCLUSIVE CN 2026-01-01 2030-12-31', 'NON_EXCLUSIVE CN 2031-01-01 2032-12-31', false],
  ['SOLE CN 2026-01-01', 'NON_EXCLUSIVE CN 2035-01-01 2036-12-31', true],
  ['NON_EXCLUSIVE * 2026-01-01', 'OPEN * 2026-01-01', false],
  ['EXCLUSIVE * 2026-01-01', 'SUB CN 2026-01-01', false],
  ['EXCLUSIVE * 2026-01-01', 'NON_EXCLUSIVE CN 2026-01-01 2027-01-01 IN', false],
] as const)
  test(`[1.09] a licence ${one} and another ${other} ${expected ? 'exclude each other' : 'stand together'}`, () => {
    assert.equal(excludeEachOther(licence(one), licence(other)), expected)
    assert.equal(excludeEachOther(licence(other), licence(one)), expected)
  })
