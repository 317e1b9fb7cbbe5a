import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sidsBelow, sumTree } from './map.ts'

const node = (sid: string, parent = '') => ({ sid, parent, name: sid, name_en: sid, code: sid })
const NODES = [node('a'), node('a1', 'a'), node('a2', 'a'), node('a11', 'a1'), node('b'), node('lost', 'gone')]
const cell = (of: string, key: string, count: number, kind = 'patent') => ({ node: of, kind, key, count })

test('[1.10] a node has the cases at it and below it, by column, and a node without its parent stands at the top', () => {
  const tree = sumTree(NODES, [cell('a', '2024', 1), cell('a11', '2024', 2), cell('a2', '2025', 4), cell('b', '', 8), cell('a2', '2025', 16, 'software')])
  assert.deepEqual(tree.map(({ sid, own, all }) => [sid, own, all]), [['a', 1, 23], ['b', 8, 8], ['lost', 0, 0]])
  assert.deepEqual([...(tree[0]?.byColumn ?? [])], [['2024', 3], ['2025', 20]])
  const [a] = sumTree(NODES, [cell('a2', '2025', 4), cell('a2', '2025', 16, 'software')], 'software')
  assert.equal(a?.all, 16)
  assert.deepEqual(a && sidsBelow(a), ['a', 'a1', 'a11', 'a2'])
}) // oxfmt-ignore
