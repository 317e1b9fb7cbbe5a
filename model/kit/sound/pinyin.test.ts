import assert from 'node:assert/strict'
import { test } from 'node:test'
import { syllableOf, syllablesInOrder } from './pinyin.ts'

test('each syllable is in one place of the pinyin order: a known character is read as the order of this ICU has it', () => {
  const order = syllablesInOrder()
  assert.equal(order.length, new Set(order).size)
})

for (const [name, sound] of [
  ['红牛', 'hong niu'],
  ['加多宝', 'jia duo bao'],
  ['宁德时代', 'ning de shi dai'],
  ['长城', 'chang cheng'],
  ['女娲绿洲', 'nv wa lv zhou'],
  ['阿里巴巴', 'a li ba ba'],
  ['云南作协', 'yun nan zuo xie'],
] as const)
  test(`${name} sounds ${sound}`, () => assert.equal([...name].map(syllableOf).join(' '), sound))
