import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { completeIql } from './complete.ts'

/** `|` is the cursor. */
const at = (text: string) => completeIql(text.replace('|', ''), text.indexOf('|'))

for (const [text, kinds, words] of [
  ['|', ['keyword', 'field'], ['ORDER BY', 'NOT', '(']],
  ['ti|', ['keyword', 'field'], []],
  ['a |', ['operator'], ['=', '!=', '>', '>=', '<', '<=', 'IS', 'NOT', 'IN', 'BETWEEN', 'LIKE', 'CONTAINS', 'WITHIN']],
  ['a co|', ['operator'], ['CONTAINS']],
  ['a not |', ['operator'], ['IN', 'BETWEEN', 'LIKE', 'CONTAINS', 'WITHIN']],
  ['a = |', ['value'], ['TRUE', 'FALSE', 'NULL', 'today()', 'me()', 'my_department()', 'my_company()', 'my_companies()']],
  ['a = my|', ['value'], ['my_department()', 'my_company()', 'my_companies()']],
  ['a is |', ['keyword'], ['NOT', 'EMPTY']],
  ['a in |', ['keyword'], ['(']],
  ['a in ("x"|', ['keyword'], [',', ')']],
  ['a between 1 |', ['keyword'], ['AND']],
  ['a within |', ['value'], []],
  ['a = 1 |', ['keyword'], ['AND', 'OR', 'ORDER BY']],
  ['a = 1 o|', ['keyword'], ['OR', 'ORDER BY']],
  ['(a = 1 |', ['keyword'], ['AND', 'OR', ')']],
  ['a = 1 and |', ['keyword', 'field'], ['NOT', '(']],
  ['a = 1 order by |', ['field'], []],
  ['a = 1 order by b |', ['keyword'], ['DESC', 'ASC', ',']],
  ['a = = |', [], []],
  ['a ; |', [], []],
] as const) {
  test(`${text} suggests ${words.join(' ') || kinds.join(' ') || 'nothing'}`, () => {
    const completion = at(text)
    assert.deepEqual(completion.kinds, kinds)
    assert.deepEqual(
      completion.words.map((word) => word.text),
      words,
    )
  })
}

test('a completion replaces the whole word under the cursor', () => {
  assert.deepEqual(pick(at('a = 1 and applicant.na|me = 2')), { from: 10, to: 24, word: 'applicant.na' })
  assert.deepEqual(pick(at('a = "北|京" and b = 1')), { from: 4, to: 8, word: '"北' })
  assert.deepEqual(pick(at('a = "北|')), { from: 4, to: 6, word: '"北' })
})

test('a value is completed by its field and operator', () => {
  const { path, op, isQuoted, kinds } = at('x = 1 and status.kind in ("a", "b|')
  assert.deepEqual({ path, op, isQuoted, kinds }, { path: ['status', 'kind'], op: 'IN', isQuoted: true, kinds: ['value'] })
  assert.equal(at('x = 1 and |').path, undefined)
})

test('completion never fails, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, cursor) => {
      const { from, to } = completeIql(text, Math.min(cursor, text.length))
      assert.ok(from >= 0 && from <= to && to <= text.length)
    }),
    { numRuns: 1000 },
  )
})

const pick = ({ from, to, word }: { from: number; to: number; word: string }) => ({ from, to, word })
