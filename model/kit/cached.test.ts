import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cached } from './cached.ts'

type Named = { name: string }

function counting() {
  const made: string[] = []
  return { made, make: (name: string): Named => ({ name: String(made.push(name) && name) }) }
}

test('a value is made once for each key, and is the same object afterwards', () => {
  const { made, make } = counting()
  const cache = new Map<string, Named>()
  const first = cached(cache, 'a', make)
  assert.deepEqual(first, { name: 'a' })
  assert.equal(cached(cache, 'a', make), first)
  assert.deepEqual(cached(cache, 'b', make), { name: 'b' })
  assert.deepEqual(made, ['a', 'b'])
})

test('a full cache keeps what it has, and makes everything else each time', () => {
  const { made, make } = counting()
  const cache = new Map<string, Named>()
  for (const key of ['a', 'b', 'c', 'c', 'a']) assert.deepEqual(cached(cache, key, make, 2), { name: key })
  assert.deepEqual(
    [made, [...cache.keys()]],
    [
      ['a', 'b', 'c', 'c'],
      ['a', 'b'],
    ],
  )
})

test('a cache of objects has no size and takes every value', () => {
  const { made, make } = counting()
  const cache = new WeakMap<object, Named>()
  const [one, other] = [{}, {}]
  for (const key of [one, other])
    assert.equal(
      cached(cache, key, () => make('x'), 1),
      cached(cache, key, () => make('y'), 1),
    )
  assert.deepEqual(made, ['x', 'x'])
})
