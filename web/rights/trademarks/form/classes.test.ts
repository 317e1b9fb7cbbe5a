import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classesPicked } from './classes.ts'

const NINE = { class_no: '9', goods: '计算机' }

for (const [what, rows, picked, left] of [
  ['the first classes', [], ['42', '9'], ['9', '42']],
  ['one more, in its place', [{ class_no: '3' }, NINE], ['3', '9', '5'], ['3', '5', '9']],
  ['an empty class that is no longer picked goes', [{ class_no: '3' }, NINE], ['9'], ['9']],
  ['a class with goods stays', [{ class_no: '3' }, NINE], ['3'], ['3', '9']],
  ['a row without a class stays last', [{ goods: '待定' }], ['35'], ['35', undefined]],
] as const)
  test(what, () =>
    assert.deepEqual(
      classesPicked(rows, picked).map(({ class_no }) => class_no),
      left,
    ),
  )

test('what a row holds is kept', () => assert.deepEqual(classesPicked([NINE], ['9', '10'])[0], NINE))
