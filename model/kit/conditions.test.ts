import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionWords, fieldsRead, holds, saysNothing } from './conditions.ts'
import { boolean, option, options, type When } from './fields.ts'

const FIELDS = {
  route: option('途径', 'Route', { PCT: ['PCT', 'PCT'], PARIS: ['巴黎公约', 'Paris'] }),
  kind: option('类型', 'Type', { DESIGN: ['外观', 'Design'], INVENTION: ['发明', 'Invention'] }),
  places: options('国家', 'Countries', { free: true }),
  is_open: boolean('公开', 'Open'),
}

const DESIGNS: When = { kind: ['DESIGN'] }
const TECHNICAL: When = { kind: { not: ['DESIGN'] } }
const BOTH: When = { kind: ['INVENTION'], route: ['PCT', 'PARIS'] }
const EITHER: When = [{ kind: ['DESIGN'] }, { route: ['PCT'] }]

for (const [title, when, values, expected] of [
  ['no condition holds always', undefined, {}, true],
  ['a listed value holds', DESIGNS, { kind: 'DESIGN' }, true],
  ['another value does not hold', DESIGNS, { kind: 'INVENTION' }, false],
  ['an empty field has none of the listed values', DESIGNS, {}, false],
  ['an empty field has none of the excluded values', TECHNICAL, { kind: null }, true],
  ['an excluded value does not hold', TECHNICAL, { kind: 'DESIGN' }, false],
  ['all named fields must agree', BOTH, { kind: 'INVENTION', route: 'PARIS' }, true],
  ['one field that disagrees is enough to fail', BOTH, { kind: 'DESIGN', route: 'PARIS' }, false],
  ['one of several terms is enough', EITHER, { kind: 'INVENTION', route: 'PCT' }, true],
  ['none of several terms fails', EITHER, { kind: 'INVENTION', route: 'PARIS' }, false],
  ['any value of a field of many', { places: ['CN'] }, { places: ['US', 'CN'] }, true],
  ['a boolean by its name', { is_open: ['true'] }, { is_open: true }, true],
] as const)
  test(title, () => assert.equal(holds(when, values), expected))

test('a condition names its fields and has text in both languages', () => {
  assert.deepEqual(fieldsRead(EITHER), ['kind', 'route'])
  assert.equal(conditionWords(BOTH, FIELDS, 'en'), 'Type is Invention and Route is PCT or Paris')
  assert.equal(conditionWords(EITHER, FIELDS, 'zh'), '类型为外观，或途径为PCT')
  assert.equal(conditionWords(TECHNICAL, FIELDS, 'en'), 'Type is not Design')
  assert.equal(conditionWords({ is_open: ['true'] }, FIELDS, 'en'), 'Open is yes')
})

test('empty text, empty lists and false count as empty; zero does not', () => {
  assert.deepEqual([null, undefined, '', false, [], 0, '0', 'x'].map(saysNothing), [true, true, true, true, true, false, false, false])
})
