import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText, withoutMark } from './csv-text.ts'

for (const [text, written] of [
  ['电池', '电池'],
  ['=1+1', "'=1+1"],
  ['+86 138', "'+86 138"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['a=1-2+3@x', 'a=1-2+3@x'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
] as const)
  test(`${JSON.stringify(text)} is written as ${JSON.stringify(written)}`, () => assert.equal(csvText(text), written))

for (const [text, read] of [
  ["'=1+1", '=1+1'],
  ["'+86", '+86'],
  ["'-1", '-1'],
  ["'@x", '@x'],
  ["'电池'", "'电池'"],
  ["''=1", "''=1"],
  ['=1', '=1'],
] as const)
  test(`${text} is read as ${read}`, () => assert.equal(withoutMark(text), read))
