import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberWords } from './number-words.ts'

for (const [text, words, official] of [
  ['关于 IN-P-2024-001 的审查意见', ['IN-P-2024-001'], []],
  ['案号：P2023001US，请查收', ['P2023001US'], []],
  ['申请号：202310123456.6 第一次审查意见', ['202310123456.6'], ['202310123456.6']],
  ['ZL 202310123456.6', ['ZL 202310123456.6', '202310123456.6'], ['ZL 202310123456.6', '202310123456.6']],
  ['Re: US 11,987,654 B2 – annuity', ['US 11,987,654 B2'], ['US 11,987,654 B2']],
  ['PCT/CN2023/123456 进入国家阶段', ['PCT/CN2023/123456'], ['PCT/CN2023/123456']],
  ['IN-P-001_审查意见.pdf', ['IN-P-001'], []],
  ['IN-P-001_OA1.pdf', ['IN-P-001_OA1.pdf', 'IN-P-001', 'OA1'], []],
  ['电话 87654321', ['87654321'], []],
  ['Application No. 18/123,456', ['18/123', '123', '456'], []],
] as const)
  test(`numbers in “${text}”`, () => {
    const found = numberWords(text)
    for (const word of words.filter((one) => one.length > 3))
      assert.ok(
        found.some((one) => one.word === word),
        `${word} of ${found.map((one) => one.word).join(' | ')}`,
      )
    assert.deepEqual(
      found
        .filter((one) => one.official)
        .map((one) => one.word)
        .sort(),
      [...official].sort(),
    )
  })

test('a very long text gives a bounded number of words in a short time', () => {
  const start = Date.now()
  const found = numberWords(`${'A1-'.repeat(300_000)} ${Array.from({ length: 50_000 }, (_, at) => `X-${at}-1`).join(' ')}`)
  assert.ok(found.length <= 400)
  assert.ok(Date.now() - start < 2000, `${Date.now() - start} ms`)
})
