import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COMPARISONS, type Condition, type Predicate, type Query, type Text, type Value } from './ast.ts'
import { IqlError, parseIql } from './parse.ts'
import { printIql } from './print.ts'

const at = 0
const code = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/).filter((word) => !['and', 'or', 'not'].includes(word))
const path = fc.array(code, { minLength: 1, maxLength: 3 })
const negated = fc.boolean()
const duration = fc.array(fc.stringMatching(/^-?[0-9]{1,2}[dmy]$/), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','))
const text: fc.Arbitrary<Text> = fc
  .oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^["'\\ %]{0,12}$/))
  .map((value) => ({ kind: 'text', value: value.replaceAll('\0', ''), at }))
const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,6})?$/)

const value: fc.Arbitrary<Value> = fc.oneof(
  text,
  digits.map((written): Value => ({ kind: 'number', value: Number(written), text: written, at })),
  fc.boolean().map((is): Value => ({ kind: 'boolean', value: is, at })),
  fc.constant<Value>({ kind: 'null', at }),
  fc.constantFrom('today', 'me', 'my_department', 'my_company').map((name): Value => ({ kind: 'function', value: name, at }) as Value),
  duration.map((steps): Value => ({ kind: 'function', value: 'today', duration: steps, at })),
)

const predicate: fc.Arbitrary<Predicate> = fc.oneof(
  fc.record({ kind: fc.constant('compare'), path, at: fc.constant(at), op: fc.constantFrom(...COMPARISONS), value }),
  fc.record({ kind: fc.constant('in'), path, at: fc.constant(at), negated, values: fc.array(value, { minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant('between'), path, at: fc.constant(at), negated, from: value, to: value }),
  fc.record({ kind: fc.constantFrom('like', 'contains'), path, at: fc.constant(at), negated, value: text }),
  fc.record({ kind: fc.constant('empty'), path, at: fc.constant(at), negated }),
  fc.record({
    kind: fc.constant('within'),
    path,
    at: fc.constant(at),
    negated,
    value: duration.map((written) => ({ kind: 'text', value: written, at })),
  }),
  // Each alternative is one shape of Predicate; fast-check widens the constant kinds to string.
) as fc.Arbitrary<Predicate>

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    predicate,
    fc.record({ kind: fc.constantFrom('and', 'or'), of: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not'), of: tie('condition') }),
    // As above.
  ) as fc.Arbitrary<Condition>,
}))

const query: fc.Arbitrary<Query> = fc
  .record({
    where: fc.option(condition, { nil: undefined }),
    order: fc.array(fc.record({ path, at: fc.constant(at), desc: fc.boolean() }), { maxLength: 4 }),
  })
  .map(({ where, order }) => (where ? { where, order } : { order }))

/** A plain copy with positions set to 0; made with JSON's own reviver, which keeps no -0: a number's digits are compared by its text. */
const withoutPlaces = (read: unknown) => JSON.parse(JSON.stringify(read), (key, item) => (key === 'at' ? 0 : item))

test('a printed query parses to the same query', () => {
  fc.assert(
    fc.property(query, (written) => {
      const printed = printIql(written)
      if (printed.length > 20_000) return
      const read = parseIql(printed)
      assert.deepEqual(withoutPlaces(read), withoutPlaces(written))
      assert.equal(printIql(read), printed)
    }),
    { numRuns: 600 },
  )
})

const fragments = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'b.c', '=', '!=', '(', ')', ',', '"x"', "'", '"', '\\', '-1.5', 'today(', 'me()', '"7d"', '\u3000', '.', '7d'),
      fc.constantFrom('and', 'or', 'NOT', 'in', 'between', 'like', 'contains', 'is', 'empty', 'within', 'order by', 'desc', 'null'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(' '))

test('any text is parsed or refused with an IqlError at a position in the text', () => {
  fc.assert(
    fc.property(fc.oneof(fragments, fc.string({ unit: 'binary' })), (typed) => {
      try {
        const read = parseIql(typed)
        assert.deepEqual(withoutPlaces(parseIql(printIql(read))), withoutPlaces(read))
      } catch (fault) {
        assert.ok(fault instanceof IqlError, `${fault}`)
        assert.ok(fault.position >= 1 && fault.position <= typed.length + 1)
        assert.ok(fault.zh.length > 0 && fault.en.length > 0)
      }
    }),
    { numRuns: 3000 },
  )
})
