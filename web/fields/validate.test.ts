import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireField } from '../../model/kit/wire/wire.ts'
import { faultOf } from './validate.ts'

const field = (type: WireField['type'], more: Partial<WireField> = {}): WireField => ({
  ...{ code: 'c', label: 'C', zh: 'C', en: 'C', type, required: false, searchable: true, sortable: true, editable: true, settable: true },
  ...{ list: true, unique: false, importable: true, exportable: true },
  ...more,
})
const say = (word: string, facts?: object) => (facts ? `${word} ${JSON.stringify(facts)}` : word)
const shares = field('rows', { rows: [{ ...field('decimal', { digits: 2 }), code: 'ratio', label: 'Ratio' }], total: { of: 'ratio', is: 100 } })

for (const [name, of, value, expected] of [
  ['a required field is filled', field('string', { required: true }), '', 'must.fill'],
  ['an unticked box is an answer', field('boolean', { required: true }), null, null],
  ['an optional field may stay empty', field('string', { min: 3 }), null, null],
  ['characters are counted as people count them', field('string', { max: 2 }), '𠮷𠮷', null],
  ['text too long', field('string', { max: 2 }), 'abc', 'must.short {"max":2,"length":3}'],
  ['text of the wrong form', field('string', { pattern: '^1\\d{10}$', pattern_says: '11 digits' }), '123', '11 digits'],
  [
    'a mobile typed with blanks and the code of the country',
    field('string', { max: 11, pattern: '^1\\d{10}$', mobile: true }),
    '+86 138 0000 0000',
    null,
  ],
  ['an ID number typed in groups', field('string', { max: 18, plain: true }), '9144 0300 1922 0382 16', null],
  ['a number too small', field('integer', { min: 10 }), 9, 'must.atLeast {"min":10}'],
  ['an amount too large for a float', field('money', { max: 100 }), '100.00000001', 'must.atMost {"max":100}'],
  ['[5.20] ratios that total 100', shares, [{ ratio: '33.33' }, { ratio: '33.33' }, { ratio: '33.34' }], null],
  ['[5.20] ratios that do not', shares, [{ ratio: '50' }, { ratio: '49.99' }], 'must.total {"label":"Ratio","is":100,"sum":"99.99"}'],
  ['[5.20] a ratio left out', shares, [{ ratio: '100' }, { ratio: null }], 'must.allOrNone {"label":"Ratio"}'],
  ['too many choices', field('options', { max: 1 }), ['a', 'b'], 'must.few {"max":1}'],
] as const) {
  test(name, () => assert.equal(faultOf(of, value, say), expected))
}
