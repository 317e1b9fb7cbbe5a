import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsIn } from './in-words.ts'

for (const [text, lang] of [
  ['Rule CNP39', 'en'],
  ['US01 · IDS', 'zh'],
  ['CN.EXT1', 'en'],
  ['Office XX', 'en'],
  ['jp_appeal', 'zh'],
  ['OVERDUE_NOW', 'en'],
  ['Theme #1f6feb', 'en'],
  ['019a1b2c-3d4e-7f00-8a9b-001122334455', 'en'],
  ['12y from filing', 'en'],
  ['extension by 2m', 'en'],
  ['第N次审查意见', 'zh'],
  ['第 0–0 条', 'zh'],
  ['还有 4037 天', 'zh'],
  ['还有 120 天', 'zh'],
  ['4037 days left', 'en'],
  ['{{count}} left', 'en'],
  ['CNY 1200.00', 'en'],
  ['CNY 1,200', 'en'],
  ['JPY 1,200.00', 'zh'],
  ['2026/03/05', 'zh'],
  ['05 Mar 2026', 'zh'],
  ['due 2026-03-05', 'en'],
  ['March 5, 2026', 'en'],
  ['Case 散热器', 'en'],
  ['依据 Patent Act section 27 paragraph one', 'zh'],
  ['deadlineList.title', 'en'],
] as const)
  test(`found: ${text}`, () => assert.equal(faultsIn(text, lang).length > 0, true))

for (const [text, lang] of [
  ['Patents of 05 Mar 2026: CNY 1,200.00, JPY 12,000', 'en'],
  ['2026-03-05 还有 30 天', 'zh'],
  ['US 10,123,456 B2 · EP3456789A1 · PCT/CN2026/000123 · CN115000000A', 'en'],
  ['P202600001CNI/1', 'en'],
  ['2 years 3 months left', 'en'],
  ['PCT 国际申请 Excel（.xlsx）', 'zh'],
] as const)
  test(`not a fault: ${text}`, () => assert.deepEqual(faultsIn(text, lang), []))

test('text entered by a person is no fault', () => assert.deepEqual(faultsIn('Owner 王工', 'en', ['王工']), []))
