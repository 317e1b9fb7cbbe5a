import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from './initials.ts'

for (const [name, initials] of [
  ['虚构集团', 'XGJT'],
  ['重庆长安', 'CQCA'],
  ['厦门银行', 'XMYH'],
  ['哪吒', 'NZ'],
  ['爱噢', 'AO'],
  ['Fiktiv Europe', 'FE'],
  ['TCL科技', 'TCLKJ'],
  ['上海（中国）有限公司', 'SHZGYXGS'],
  ['—', ''],
] as const)
  test(`the initials of ${name} are ${initials || 'empty'}`, () => assert.equal(initialsOf(name), initials))
