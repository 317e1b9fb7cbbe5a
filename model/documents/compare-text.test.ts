import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Change, compareTexts } from './compare-text.ts'

const written = (changes: Change[]) =>
  changes.map((one) =>
    one.is === 'changed'
      ? one.parts.map(({ is, text }) => (is === 'same' ? text : is === 'added' ? `[+${text}]` : `[-${text}]`)).join('')
      : `${{ same: ' ', added: '+', removed: '-' }[one.is]}${one.text}`,
  )

for (const [before, after, lines] of [
  ['甲\n乙\n丙', '甲\n丙', [' 甲', '-乙', ' 丙']],
  ['甲\n丙', '甲\n乙\n丙\n丁', [' 甲', '+乙', ' 丙', '+丁']],
  ['一种电池', '一种锂电池', ['一种[+锂]电池']],
  ['claim 1 of 2', 'claim 10 of 2', ['claim [-1][+10] of 2']],
  ['', '甲', ['+甲']],
  ['甲', '', ['-甲']],
  ['', '', []],
  ['甲  乙\r\n\r\n丙', '甲 乙\n丙', [' 甲 乙', ' 丙']],
] as const)
  test(`[1.07] ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`, () => assert.deepEqual(written(compareTexts(before, after)), lines))

test('[1.07] of the differences, each text can be read again', () => {
  const line = fc.constantFrom('甲', '乙', '丙 丁', 'a b', 'c')
  const read = (changes: Change[], other: 'added' | 'removed') =>
    changes.flatMap(
      (one) =>
      one.is === 'changed' ? [one.parts.filter(({ is }) => is !== other).map(({ text }) => text).join('')] : one.is === other ? [] : [one.text], // oxfmt-ignore
    )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), (before, after) => {
      const changes = compareTexts(before.join('\n'), after.join('\n'))
      assert.deepEqual([read(changes, 'added'), read(changes, 'removed')], [before, after])
    }),
  )
})

test('[1.07] two long texts without a common paragraph are compared at once', () => {
  const text = (sign: string) => Array.from({ length: 20_000 }, (_, at) => `${sign}${at}`).join('\n')
  const begun = performance.now()
  assert.equal(compareTexts(text('a'), text('b')).length, 20_000)
  assert.ok(performance.now() - begun < 10_000)
})
