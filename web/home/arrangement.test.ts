import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrangementOf, MOST_QUICK, NEEDS, stacked, usual, WIDGETS, withWidget } from './arrangement.ts'

test('what was kept is shown as it was', () => {
  const kept = { places: [{ i: 'fees', x: 0, y: 0, w: 6, h: 5 }], quick: ['patents'] }
  assert.deepEqual(arrangementOf(kept), kept)
})

test('what cannot be read is left out, and nothing at all gives the usual', () => {
  assert.deepEqual(arrangementOf({ places: [{ i: 'gone' }, null, 7] }).places, usual())
  assert.deepEqual(arrangementOf('broken'), { places: usual(), quick: [] })
  assert.deepEqual(arrangementOf({ places: [{ i: 'fees', x: 99, y: -4, w: 99, h: 'tall' }] }).places, [{ i: 'fees', x: 0, y: 0, w: 12, h: 3 }])
})

test('a widget stands once', () => {
  const twice = { i: 'fees', x: 0, y: 0, w: 4, h: 4 }
  assert.equal(arrangementOf({ places: [twice, twice] }).places.length, 1)
  assert.equal(withWidget(usual(), 'fees').length, usual().length)
  assert.equal(withWidget(usual(), 'jobs').length, usual().length + 1)
})

test('[5.19] quick entries are at most 6', () => {
  assert.equal(arrangementOf({ quick: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] }).quick.length, MOST_QUICK)
})

test('on a narrow screen nothing overlaps', () => {
  const places = stacked(usual())
  for (const [at, place] of places.entries())
    assert.equal(
      place.y,
      places.slice(0, at).reduce((sum, { h }) => sum + h, 0),
    )
})

test('every widget says what it needs', () => assert.deepEqual(Object.keys(NEEDS).sort(), [...WIDGETS].sort()))
