import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutIntoLines, linesOf } from './slide-lines.ts'

const ROOM = { width: 12, size: 16, most: 13 }

for (const [what, text] of [
  ['of narrow and then wide letters', `${'a'.repeat(4000)}${'长'.repeat(2000)}`],
  ['with many breaks and then none', `${'x\n'.repeat(60)}${'y'.repeat(3000)}`],
  ['of rare letters', '𠮷'.repeat(3000)],
] as const)
  test(`a text ${what} is cut into pieces that have room, and none of its letters is lost`, () => {
    const pieces = cutIntoLines(text, ROOM)
    assert.ok(pieces.every((piece) => piece.isWellFormed() && linesOf(piece, ROOM.width, ROOM.size) <= ROOM.most))
    assert.equal(pieces.join(''), text)
  })

test('a text that has room is not cut', () => assert.deepEqual(cutIntoLines('a\nb', ROOM), ['a\nb']))
