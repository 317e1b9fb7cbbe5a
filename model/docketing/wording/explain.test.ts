import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import { explain } from './explain.ts'
import type { CaseFacts } from '../calculation/facts.ts'

const law = readLaw()
const paper = { sid: 'e', code: 'CN14', date: '2026-01-16', delivery_way: 'PAPER' }
const facts: CaseFacts = {
  sid: 'c',
  country: 'CN',
  route: 'DIRECT',
  patent_type: 'INVENTION',
  status: 'OA',
  filing_date: '2024-05-01',
  sub_exam_date: '2024-05-01',
  events: [paper],
}

function explained(key: string, language: 'zh' | 'en', more: Partial<CaseFacts> = {}, today = '2026-02-21') {
  const found = computeDeadlines({ ...facts, ...more }, law, today).find((one) => one.key === key)
  assert.ok(found, key)
  return explain(found.explanation, language)
}

test('a reply to a paper notice is explained in English', () => {
  assert.deepEqual(explained('CNP19:e', 'en').slice(0, 6), [
    'Triggered by the document or event CN14 of 16 Jan 2026.',
    'By post: presumed received 15 days after its date, unless the real day is proven.',
    'Dated 16 Jan 2026; counted from 31 Jan 2026.',
    'From the starting day, 31 Jan 2026: 4 months to 31 May 2026.',
    'By the calendar of China the last day is a closed day: 31 May 2026 is closed (Sunday). It is rolled to Monday 01 Jun 2026.',
    'Internal date, 10 working days earlier: 18 May 2026.',
  ])
})

test('the same reply is explained in Chinese', () => {
  assert.deepEqual(explained('CNP19:e', 'zh').slice(0, 6), [
    '起算：文件或事件 CN14，日期 2026-01-16。',
    '邮寄：自发文日起满15日推定收到（有证据证明实际收到日的，以实际日为准）。',
    '发文日 2026-01-16，起算日 2026-01-31。',
    '自起算日 2026-01-31 起：4个月到 2026-05-31。',
    '按中国的工作日历，期满日遇休息日（2026-05-31 星期日），顺延至 2026-06-01 星期一。',
    '内部期限提前10个工作日：2026-05-18。',
  ])
})

for (const [what, key, more, sentence] of [
  ['an assumed way of delivery', 'CNP19:e', { events: [{ sid: 'e', code: 'CN14', date: '2026-01-16' }] }, /delivery method is not recorded/],
  [
    'a basis set by a person',
    'CNP19:e',
    { events: [{ ...paper, basis_date: '2026-02-03', basis_reason: 'postmark' }] },
    /set by hand to 03 Feb 2026 \(before: 31 Jan 2026\); reason: postmark/,
  ],
  [
    'a notice that came before any reply',
    'CNP19:e',
    { events: [paper, { sid: 'f', code: 'CN15', date: '2026-02-10' }] },
    /No reply is on record; the office sent a notice of 10 Feb 2026/,
  ],
  ['a date named in the notice', 'CNP19:e', { events: [{ ...paper, set_due: '2026-05-08' }] }, /The notice states the date 08 May 2026/],
  ['a date that must still be entered', 'CNP22:e', { events: [{ ...paper, code: 'CN07' }] }, /Please enter it/],
  ['an extension', 'CNP19:e', { extensions: [{ key: 'CNP19:e', period: '1m' }] }, /Extended by 1 month from the unrolled end: new date 30 Jun 2026/],
  ['a suspension', 'CNP19:e', { suspensions: [{ from: '2026-02-01', to: '2026-02-11' }] }, /suspended from 01 Feb 2026 to 11 Feb 2026: 10 days/],
  ['the later of two', 'CNP01', { events: [{ sid: 'a', code: 'CN01', date: '2024-05-08' }] }, /The later date applies: 01 Jul 2024/],
  [
    'a rule that takes the place of another',
    'CNP03',
    { priorities: [{ priority_date: '2023-05-08', priority_country: 'US' }] },
    /takes precedence over PAR01C/,
  ],
  ['a provisional calendar', 'CNP15', { filing_date: '2025-05-05', sub_exam_date: '' }, /calendar of China is not fully loaded/],
  ['a term that does not move', 'CNP16', {}, /is not rolled/],
  ['a rule to be checked', 'CNP22:e', { events: [{ ...paper, code: 'CN07' }] }, /still to be checked/],
  [
    'years presumed paid',
    'CNP38:8',
    { filing_date: '2016-05-01', grant_date: '2019-11-01', status: 'GRANTED' },
    /fees of years 5–7 are presumed paid/,
  ],
  ['a missed right and its remedy', 'CNP19:e', { events: [{ ...paper, date: '2025-05-16' }] }, /Remedy: .*this|Remedy: /],
  [
    'a window',
    'US15:4',
    { country: 'US', status: 'US_GRANTED', filing_date: '2021-01-04', grant_date: '2022-07-05' },
    /can be done from 05 Jul 2025/,
  ],
] as const) {
  test(`the explanation covers ${what}`, () => assert.match(explained(key, 'en', more).join('\n'), sentence))
}

test('every deadline of every office is explained in both languages, with its legal basis', () => {
  for (const country of ['CN', 'EP', 'US', 'JP', 'KR', 'DE', 'GB', 'WO']) {
    const all = computeDeadlines(
      {
        ...facts,
        country,
        status: 'GRANTED',
        grant_date: '2025-06-03',
        register_date: '2025-06-03',
        designated: ['CN', 'LU'],
        route: country === 'WO' ? 'PCT_INTL' : 'DIRECT',
      },
      law,
      '2026-02-21',
    )
    assert.ok(all.length > 2, country)
    for (const { explanation } of all) {
      assert.match(explain(explanation, 'zh').join(''), /依据：.*（规则“/)
      assert.match(explain(explanation, 'en').join(''), /Legal basis: .* \(rule “/)
      assert.doesNotMatch(explain(explanation, 'en').join(''), /undefined|\p{Script=Han}|\(rule [A-Z]+\d/u)
    }
  }
})
