// A notice that the office can send before a reply does not show that there was one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines, checkCompleteness } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import type { CaseEvent, CaseFacts } from '../facts.ts'

const law = readLaw()
const facts: CaseFacts = { sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', filing_date: '2024-04-15', sub_exam_date: '2024-04-15', status: 'OA' } // oxfmt-ignore
const notice = (code: string, date: string, set_due?: string): CaseEvent => ({
  ...(set_due && { set_due }),
  sid: `${code} ${date}`,
  code,
  date,
  delivery_way: 'ELECTRONIC',
  direction: 'IN',
})
const find = (rule: string, known: CaseFacts, today: string) => computeDeadlines(known, law, today).find(({ rule_id }) => rule_id === rule)
const isReported = (known: CaseFacts, today: string) => checkCompleteness(known, law, today).some(({ code }) => code === 'REPLY_NOT_RECORDED')

for (const [rule, country, first, second, status] of [
  ['CNP19', 'CN', 'CN14', 'CN15', 'OA'],
  ['CNP19', 'CN', 'CN14', 'CN16', 'OA'],
  ['CNP19', 'CN', 'CN14', 'CN17', 'GRANT_NOTICE'],
  ['CNP20', 'CN', 'CN15', 'CN17', 'GRANT_NOTICE'],
  ['CNP21', 'CN', 'CN05', 'CN09', 'PRELIM_PASSED'],
  ['CNP31', 'CN', 'CN31', 'CN33', 'REEXAM'],
  ['EP12', 'EP', 'EP3', 'EP4', 'EP_OA'],
  ['US08', 'US', 'US4', 'US5', 'US_FINAL'],
  ['JP05', 'JP', 'JP1', 'JP2', 'JP_ALLOWED'],
  ['KR04', 'KR', 'KR1', 'KR2', 'JP_ALLOWED'],
  ['DE05', 'DE', 'DE_OA', 'DE_GRANT', 'OA'],
  ['GB05', 'GB', 'GB_EXAM_FIRST', 'GB_EXAM', 'OA'],
] as const) {
  test(`${rule}: ${second} within the period of ${first} leaves the deadline open, and is a finding`, () => {
    const known = { ...facts, country, status, events: [notice(first, '2026-09-15', '2026-12-15'), notice(second, '2026-09-25')] }
    assert.equal(find(rule, known, '2026-09-28')?.status, 'OPEN')
    assert.ok(isReported(known, '2026-09-28'))
  })
}

const twice: CaseFacts = { ...facts, events: [notice('CN14', '2026-03-02'), notice('CN15', '2026-04-20')] }

test('a reply whose last day was never entered is presumed, and a finding', () => {
  const known = { ...facts, country: 'GB', events: [notice('GB_EXAM_FIRST', '2026-09-15'), notice('GB_EXAM', '2026-09-25')] }
  assert.equal(find('GB05', known, '2026-09-28')?.status, 'DONE')
  assert.ok(isReported(known, '2026-09-28'))
})

test('on the last day of the period the reply is still open', () => assert.equal(find('CNP19', twice, '2026-07-02')?.status, 'OPEN'))

test('once the period is over, the reply is presumed, and still a finding', () => {
  const reply = find('CNP19', twice, '2026-07-03')
  assert.deepEqual([reply?.official_due, reply?.status, reply?.done_by], ['2026-07-02', 'DONE', 'OUTCOME'])
  assert.ok(isReported(twice, '2026-07-03'))
})

test('a reply on record, a decision of a person or a notice after the last day leaves no finding', () => {
  const events = twice.events ?? []
  const replied = { ...twice, events: [...events, { ...notice('CO05', '2026-04-01'), direction: 'OUT' }, { ...notice('CO05', '2026-05-01'), direction: 'OUT' }] } // oxfmt-ignore
  const said: CaseFacts = { ...twice, handled: [{ key: 'CNP19:CN14 2026-03-02', status: 'DONE', date: '2026-04-01' }] }
  const later = { ...twice, events: [...events, notice('CN17', '2026-07-03')] }
  for (const known of [replied, said, later]) {
    assert.equal(find('CNP19', known, '2026-07-03')?.status, 'DONE')
    assert.equal(find('CNP19', known, '2026-07-03')?.explanation.early_notice, undefined)
  }
})

test('a patent that was granted asks for no reply', () => {
  const granted = { ...twice, grant_date: '2026-06-01', status: 'GRANTED' }
  assert.equal(find('CNP19', granted, '2026-06-02')?.status, 'DONE')
  assert.ok(!isReported(granted, '2026-06-02'))
})

for (const [rule, known, today, after] of [
  ['CNP08', { status: 'OA', events: [notice('CN14', '2026-09-01')] }, '2026-10-01', '2027-02-01'],
  ['EP06', { country: 'EP', status: 'EP_SEARCHED', events: [notice('EP1', '2026-09-01')] }, '2026-10-01', '2027-02-01'],
  ['EP07', { country: 'EP', status: 'EP_SEARCHED' }, '2026-10-01', '2027-02-01'],
  ['JP03', { country: 'JP', status: 'JP_OA' }, '2026-10-01', '2027-02-01'],
  ['KR03', { country: 'KR', status: 'JP_OA' }, '2026-10-01', '2027-02-01'],
  ['GB07', { country: 'GB', status: 'PUBLISHED', publication_date: '2026-09-01' }, '2026-10-01', '2027-04-01'],
  ['DE08', { country: 'DE', status: 'OA' }, '2026-10-01', '2027-02-01'],
] as const) {
  test(`${rule}: a search or an examination within the period does not show that it was done`, () => {
    const priorities = [{ priority_date: '2025-09-10', priority_country: 'US' }]
    const whole = { ...facts, filing_date: '2026-08-20', earliest_priority_date: '2025-09-10', priorities, ...known }
    assert.equal(find(rule, whole, today)?.status, 'OPEN')
    assert.equal(find(rule, whole, after)?.status, 'DONE')
  })
}

test('what proves only later is among what proves', () => {
  const strange = law.rules.flatMap(({ id, proves }) => {
    const known = new Set([...(proves?.events ?? []), ...(proves?.fields ?? []), ...(proves?.states ?? [])])
    return (proves?.later ?? []).filter((name) => !known.has(name)).map((name) => `${id} ${name}`)
  })
  assert.deepEqual(strange, [])
})
