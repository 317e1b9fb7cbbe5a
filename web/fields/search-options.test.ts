import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSought } from './search-options.ts'

const wipo = { value: 'WO', label: '世界知识产权组织' }
const ROWS = [
  ['世界', wipo, true],
  ['WO', wipo, true],
  ['wo', wipo, true],
  ['PCT', wipo, true],
  ['CN', wipo, false],
  ['us', { value: 'US', label: '美国' }, true],
  [' EP ', { value: 'EP', label: '欧洲专利局' }, true],
  ['pct', { value: 'EP', label: '欧洲专利局' }, false],
  ['fil', { value: 'FILED', label: '已受理' }, false], // a code that nobody is shown
  ['ger', { value: 'DE', label: 'Germany' }, true],
] as const

test('an option is found by its words, an office by its code too', () => {
  for (const [typed, option, found] of ROWS) assert.equal(isSought(typed, option), found, `${typed} ${option.label}`)
})
