import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likenessOf, markKeys } from './mark-likeness.ts'
import { withRelated } from './related-classes.ts'

for (const [one, other, how] of [
  ['红 牛', '红牛', 'SAME'],
  ['ＮＩＫＥ', 'nike', 'SAME'],
  ['红牛', '洪牛', 'SAME_SOUND'],
  ['红牛', 'HONGNIU', 'SAME_SOUND'],
  ['陈山', '城三', 'NEAR_SOUND'],
  ['红牛', '红牛王', 'PART'],
  ['NIKE', 'NIKEE', 'PART'],
  ['NIKON', 'NIKAN', 'NEAR_TEXT'],
  ['农夫山泉', '农夫甘泉', 'NEAR_TEXT'],
  ['农夫山泉', '浓夫山全', 'SAME_SOUND'],
  ['K红牛', 'k洪妞', 'SAME_SOUND'],
  ['华为', '腾讯', undefined],
  ['AB', 'ABSOLUT', undefined],
  ['', '红牛', undefined],
] as const)
  test(`${one || 'nothing'} and ${other}: ${how ?? 'not alike'}`, () => {
    assert.equal(likenessOf(one, other)?.how, how)
    if (how) assert.ok(markKeys(one).some((key) => markKeys(other).includes(key)), 'a key finds it') // oxfmt-ignore
  })

test('a mark has so many keys at most, and a picture without words none', () => {
  assert.equal(markKeys('a'.repeat(200)).length <= 40, true)
  assert.deepEqual(markKeys('', null), [])
})

test('related classes are those of every group with one of the classes', () => {
  assert.deepEqual(withRelated(['25']).toSorted(), ['14', '18', '22', '23', '24', '25', '26', '35'])
  assert.deepEqual(withRelated(['13']), ['13'])
})
