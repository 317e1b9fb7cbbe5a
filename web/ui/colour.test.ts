import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, inkOn, parseColour, readableOn } from './colour.ts'

const [white, night] = [parseColour('#fff'), parseColour('#16181d')]
assert.ok(white && night)

for (const colour of ['#1d4f91', '#ffe100', '#00ff88', '#000000', '#ffffff', '#c4291c', '#888888']) {
  test(`${colour} is adjusted to be readable on light and dark backgrounds`, () => {
    const wanted = parseColour(colour)
    assert.ok(wanted)
    for (const ground of [white, night]) {
      const shown = parseColour(readableOn(wanted, ground))
      assert.ok(shown && contrast(shown, ground) >= 4.45)
    }
  })
}

test('a readable colour stays unchanged', () => assert.equal(readableOn([0x1d, 0x4f, 0x91], white), '#1d4f91'))
test('text is black on yellow and white on navy', () => assert.deepEqual([inkOn([255, 225, 0]), inkOn([16, 36, 62])], ['#141414', '#ffffff']))
test('an invalid colour gives no result', () => assert.equal(parseColour('red; }'), null))
