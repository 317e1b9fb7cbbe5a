import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOf } from './first-of.ts'
import { kindOfProblem } from './kind-of-problem.ts'

for (const [reason, kind] of [
  ['申请号：校验位应为 6，而不是 7', '申请号：校验位应为 6，而不是 7'],
  ['申请号: 校验位错误，应为 6', '申请号: 校验位错误，应为 …'],
  ['Application no.: Wrong check digit: expected X', 'Application no.: Wrong check digit: expected …'],
  ['“Atlantis”不是已知的国家或局', '“…”不是已知的国家或局'],
  ['US 12/612,880 2009-11-05：是母案（继续、部分继续或分案），不是优先权', '…：是母案（继续、部分继续或分案），不是优先权'],
  [
    'US 13/058,230 2011-02-08: a parent (continuation, continuation-in-part or divisional), not a priority',
    '…: a parent (continuation, continuation-in-part or divisional), not a priority',
  ],
  ['第 2 项优先权：在先申请日 2010-01-31 必须早于申请日 2009-02-01', '第 … 项优先权：在先申请日 … 必须早于申请日 …'],
  ['Priority 14: filed 2012-02-20, more than 12 months after 2009-11-05', 'Priority …: filed …, more than 12 months after …'],
  ['The term ended on 05 Aug 2024, yet the case is still live', 'The term ended on …, yet the case is still live'],
  ['名称共 310 字，只录入前 254 字', '名称共 … 字，只录入前 … 字'],
  ['filed 2012-02-20, more than 12 months after 2009-11-05, and not restored', 'filed …, more than 12 months after …, and not restored'],
  ['Applicants: takes at most 50 rows; it has 54', 'Applicants: takes at most 50 rows; it has …'],
  ['not a classification symbol, not imported: G01D 21/02 -, 6 A 21 D 13/02', 'not a classification symbol, not imported: …'],
  ['不是分类号，未录入：F41F、E04B', '不是分类号，未录入：…'],
  ['申请人：最多 50 行，现有 60 行', '申请人：最多 50 行，现有 … 行'],
  ['US 2001-10-03: Priority 4: is the same as priority 3', '…: Priority …: is the same as priority …'],
  ['US 98,103,749 1998-05-01: Priority 1: filed late', '…: Priority …: filed late'],
  ['JP 特願2007-292797 2007-11-12: Priority 1: filed late', '…: Priority …: filed late'],
] as const)
  test(`the kind of “${reason}”`, () => assert.equal(kindOfProblem(reason), kind))

test('a shortened list says how many more there are; a name counts once', () => {
  const cases = Array.from({ length: 12 }, (_, n) => `TB-${n}`)
  assert.deepEqual(firstOf(cases, 10), [
    'TB-0、TB-1、TB-2、TB-3、TB-4、TB-5、TB-6、TB-7、TB-8、TB-9，另有 2 个',
    'TB-0, TB-1, TB-2, TB-3, TB-4, TB-5, TB-6, TB-7, TB-8, TB-9 and 2 more',
  ])
  assert.deepEqual(firstOf(['A', 'B', 'A'], 2), ['A、B', 'A, B'])
  assert.deepEqual(firstOf(['A', 'B'], 1, ['；', '; ']), ['A，另有 1 个', 'A and 1 more'])
})
