import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeSteps } from './place-steps.ts'

const flows = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }))
const drawn = (steps: string, ...pairs: string[]) => Object.fromEntries(placeSteps([...steps], flows(...pairs)).spots)
const at = (column: number, row: number) => ({ column, row })

for (const [title, found, expected] of [
  ['steps in a line follow each other', drawn('abc', 'ab', 'bc'), { a: at(0, 0), b: at(1, 0), c: at(2, 0) }],
  [
    'branches lie above and below, and meet in the middle',
    drawn('abcd', 'ab', 'ac', 'bd', 'cd'),
    { a: at(0, 0), b: at(1, -0.5), c: at(1, 0.5), d: at(2, 0) },
  ],
  [
    'a step is behind the longest way to it, and the shorter way has a row beside the steps that it passes',
    drawn('abc', 'ab', 'bc', 'ac'),
    { a: at(0, 0), b: at(1, -0.5), c: at(2, 0) },
  ],
  ['a flow that leads back moves nothing', drawn('abc', 'ab', 'bc', 'cb'), { a: at(0, 0), b: at(1, 0), c: at(2, 0) }],
  ['a flow to a step that does not exist is left out', drawn('ab', 'ab', 'bx'), { a: at(0, 0), b: at(1, 0) }],
  ['a process without steps is empty', drawn(''), {}],
] as const)
  test(title, () => assert.deepEqual(found, expected))

test('a flow that passes two steps goes beside both', () => {
  const { ways } = placeSteps([...'abcd'], flows('ab', 'bc', 'cd', 'ad'))
  assert.deepEqual(Object.fromEntries(ways), { 'a → d': [at(1, 0.5), at(2, 0.5)] })
})
