import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeFamily } from './family-layout.ts'

const drawn = (sids: string, edges: string) =>
  placeFamily(
    sids.split(' '),
    edges
      .split(' ')
      .filter(Boolean)
      .map((edge) => ({ from: edge[0] ?? '', to: edge[1] ?? '' })),
  )
    .map(({ sid, column, row }) => `${sid}${column}${row}`)
    .join(' ')

for (const [what, sids, edges, places] of [
  ['a case alone', 'a', '', 'a00'],
  ['priority, PCT and two national phases', 'a b c d', 'ab bc bd', 'a00 b10 c20 d21'],
  ['a case that follows from two', 'a b c', 'ac bc', 'a00 b01 c10'],
  ['the latest parent decides the column', 'a b c', 'ab bc ac', 'a00 b10 c20'],
  ['relations to cases that are not shown are left out', 'a b', 'ax ab', 'a00 b10'],
] as const)
  test(what, () => assert.equal(drawn(sids, edges), places))

test('no two cases share a position', () => {
  const places = drawn('a b c d e f', 'ab ac ad be ce df')
    .split(' ')
    .map((one) => one.slice(1))
  assert.equal(new Set(places).size, places.length)
})

test('a circle of relations terminates', () =>
  assert.equal(
    placeFamily(
      ['a', 'b'],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    ).length,
    2,
  ))
