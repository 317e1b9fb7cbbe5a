import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticesAmong, portions } from './dropped.ts'

test('many files are uploaded in portions of at most twenty and of 60 MB; a larger one is alone', () => {
  const sized = (megabytes: number) => ({ size: megabytes << 20 })
  const rows: [number[], number[]][] = [
    [[], []],
    [[1], [1]],
    [Array<number>(45).fill(0), [20, 20, 5]],
    [
      [40, 20, 1, 90, 5, 5],
      [2, 1, 1, 2],
    ],
  ]
  for (const [sizes, counts] of rows) assert.deepEqual(portions(sizes.map(sized)).map(({ length }) => length), counts) // oxfmt-ignore
})

test('what the desktop leaves in a folder is no notice', () => {
  const files = ['a.pdf', '.DS_Store', 'Thumbs.db', 'desktop.ini', 'b.pdf'].map((name) => new File(['x'], name))
  assert.deepEqual(noticesAmong(files).map(({ name }) => name), ['a.pdf', 'b.pdf']) // oxfmt-ignore
})
