import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWellFormed, placeholdersIn, strangeIn } from './placeholders.ts'

for (const [text, names, wellFormed] of [
  ['No facts', [], true],
  ['{{done}} of {{total}}, {{done}}', ['done', 'total'], true],
  ['{{count}} {{count|row|rows}}', ['count'], true],
  ['{{count', [], false],
  ['count}}', [], false],
  ['{{ count }}', [], false],
  ['{{count|row}}', [], false],
  ['{one}', [], true],
] as const)
  test(`the facts of “${text}”`, () => assert.deepEqual([placeholdersIn(text), isWellFormed(text)], [names, wellFormed]))

test('a text may leave a fact out and may name no other', () => {
  assert.deepEqual(strangeIn('{{done}}', '{{done}} of {{total}}'), [])
  assert.deepEqual(strangeIn('{{done}} {{left}} {{all}}', '{{done}} of {{total}}'), ['all', 'left'])
})
