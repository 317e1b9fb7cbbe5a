import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barsOf, largest, type Part } from './bars.ts'

const iqlIn = (to: string | undefined) => new URL(to ?? '', 'http://x').searchParams.get('iql')
const part = (kind: string, name: string, values: readonly (string | null)[], count: number): Part => ({
  kind, name, values, count, code: kind === 'patent' ? 'country' : 'office', head: 'country',
}) // oxfmt-ignore

test('a bar of one kind opens the list of that kind, by its own field', () => {
  const [bar] = barsOf([part('patent', 'China', ['CN'], 3)])
  assert.equal(bar?.to.split('?')[0], '/patents')
  assert.equal(iqlIn(bar?.to), "country = 'CN'")
})

test('a bar of two kinds counts both and opens the list of all cases', () => {
  const bars = barsOf([part('patent', 'China', ['CN'], 3), part('patent', 'Japan', ['JP'], 1), part('plant_variety', 'China', ['CN'], 2)])
  assert.deepEqual(bars.map(({ name, count }) => [name, count]), [['China', 5], ['Japan', 1]]) // oxfmt-ignore
  assert.equal(bars[0]?.to.split('?')[0], '/m/case')
  assert.equal(iqlIn(bars[0]?.to), "kind = 'patent' AND (country = 'CN') OR kind = 'plant_variety' AND (country = 'CN')")
})

test('an empty value is queried as empty, also together with other values', () => {
  assert.equal(iqlIn(barsOf([part('patent', 'Not given', [null], 3)])[0]?.to), 'country IS EMPTY')
  assert.equal(iqlIn(barsOf([part('patent', 'Rest', ['CN', null, 'JP'], 3)])[0]?.to), "country IN ('CN', 'JP') OR country IS EMPTY")
})

test('the largest values have their own bars, and the others share the last bar', () => {
  const parts = [part('patent', 'Small', ['S'], 1), part('patent', 'Large', ['L'], 9), part('patent', 'Tiny', ['T'], 1)]
  assert.deepEqual(barsOf(largest(parts, 1, 'Others')).map(({ name, count }) => [name, count]), [['Large', 9], ['Others', 2]]) // oxfmt-ignore
})
