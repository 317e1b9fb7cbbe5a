import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALIKE, likeness, sharedWords } from './alike.ts'

for (const [one, other, isAlike, shared] of [
  ['一种电池包的分区热管理方法', '电池包分区热管理装置及其控制方法', true, ['电池包', '分区热管理']],
  ['一种电池包的分区热管理方法', '一种可折叠机翼的锁紧装置', false, []],
  ['Zoned thermal management of a battery pack', 'Battery pack with thermal management', true, ['thermal', 'management', 'battery', 'pack']],
  ['Method', 'Device', false, []],
  ['热', '热', true, []],
] as const)
  test(`${one} and ${other}: ${isAlike ? 'alike' : 'not alike'}`, () => {
    assert.equal(likeness(one, other) >= ALIKE, isAlike, String(likeness(one, other)))
    assert.equal(likeness(one, other), likeness(other, one))
    assert.deepEqual(sharedWords(one, other), shared)
  })
