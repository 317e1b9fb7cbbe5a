import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OFFICES } from './offices.ts'
import { regionOf } from './regions.ts'

test('each office is in its part of the world', () => {
  const by = Object.groupBy(Object.keys(OFFICES), regionOf)
  assert.deepEqual(by.NORTH_AMERICA, ['US', 'CA'])
  assert.deepEqual(by.OFFICES?.toSorted(), ['AP', 'EA', 'EM', 'EP', 'GC', 'OA', 'WO'])
  assert.deepEqual(by.EUROPE?.toSorted(), ['AL', 'AT', 'BA', 'BE', 'BG', 'BY', 'CH', 'CS', 'CZ', 'DD', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'RU', 'SE', 'SI', 'SK', 'SU', 'UA', 'YU']) // oxfmt-ignore
})
