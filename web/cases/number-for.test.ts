import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberFor } from './number-for.ts'

const found = {
  sid: '1',
  case_no: 'P202600180USI',
  title: 'Station 0160235',
  application_no: '14/096,192',
  publication_no: 'US 2014/0160235 A1',
  agency_ref: 'H-7',
  grant_no: null,
}

for (const [typed, number] of [
  ['14096192', '14/096,192'],
  ['20140160235', 'US 2014/0160235 A1'],
  ['01602', 'US 2014/0160235 A1'],
  ['H-7', 'H-7'],
  ['P202600180', '14/096,192'],
  ['station', '14/096,192'],
] as const)
  test(`“${typed}” shows ${number} beside the case`, () => assert.equal(numberFor(found, typed), number))

test('a case without any other number shows none', () => assert.equal(numberFor({ sid: '1', case_no: 'P1' }, 'P1'), undefined))
