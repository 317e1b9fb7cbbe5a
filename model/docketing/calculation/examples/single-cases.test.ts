// Single cases at month ends, on leap days and around closed days. Each date was calculated by hand from the provision in its row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import type { ComputedDeadline } from '../computed-deadline.ts'
import type { CaseFacts } from '../facts.ts'
import { seenOn } from '../../../../tests/harness/today.ts'

const law = readLaw()
const notice = (code: string, date: string, more = {}) => ({ events: [{ sid: 'e', code, date, delivery_way: 'ELECTRONIC', ...more }] })
const post = { delivery_way: 'PAPER' }
const from = (priority_date: string, priority_country = 'CN') => ({ priorities: [{ priority_date, priority_country }] })
const ext = (key: string, period: string) => ({ extensions: [{ key, period }] })

const cn = { country: 'CN', status: 'SE', filing_date: '2024-03-01' }
const model = { ...cn, patent_type: 'UTILITY', status: 'GRANTED' }
const design = { ...cn, patent_type: 'DESIGN', status: 'GRANTED' }
const hague = { patent_type: 'DESIGN', country: 'WO', route: 'HAGUE_INTL', status: 'INTL_FILED' }
const us = { country: 'US', status: 'US_EXAM', filing_date: '2025-01-06' }
const jp = { country: 'JP', status: 'JP_EXAM', filing_date: '2024-01-09' }
const kr = { country: 'KR', status: 'JP_EXAM', filing_date: '2024-01-09' }
const de = { country: 'DE', status: 'SE', filing_date: '2024-02-29' }
const gb = { country: 'GB', status: 'GRANTED' }
const hk = { country: 'HK', route: 'HK_RECORD', status: 'PUBLISHED', filing_date: '2024-12-02', publication_date: '2026-06-11' }
const ep = { country: 'EP', route: 'EP_DIRECT', status: 'EP_EXAM', filing_date: '2024-01-09' }
const wo = { country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', ro: 'CN', filing_date: '2025-05-30', ...from('2024-05-31') }

type Dates = Partial<Pick<ComputedDeadline, 'grace_end' | 'window_from' | 'extended_due' | 'cure_until' | 'restoration_end'>>
type Row = readonly [provision: string, facts: Partial<CaseFacts>, key: string, due: string, more?: Dates, today?: string]

const rows: readonly Row[] = [
  ['CN Rule 115, utility model filed on a leap day: 28 February', { ...model, filing_date: '2024-02-29', grant_date: '2024-09-10' }, 'CNP38:2', '2025-02-28', { grace_end: '2025-08-28' }, '2025-01-06'], // oxfmt-ignore
  ['CN Law art. 42: ten years, not moved', { ...model, filing_date: '2016-02-29', grant_date: '2016-10-12' }, 'CNP72', '2026-02-28'],
  ['CN Law art. 42 before June 2021: ten years', { ...design, filing_date: '2021-05-31', grant_date: '2021-12-10' }, 'CNP73', '2031-05-31'],
  ['CN Law art. 42 since June 2021: fifteen years', { ...design, filing_date: '2021-06-01', grant_date: '2021-12-10' }, 'CNP73', '2036-06-01'],
  ['CN Law art. 30, design: three months end on the National Day', { ...design, status: 'FILED', filing_date: '2026-07-01', ...from('2026-01-05', 'JP') }, 'CNP09', '2026-10-08'], // oxfmt-ignore
  [
    'CN Rule 139, design from the Hague system: Mid-Autumn',
    { ...design, status: 'FILED', route: 'HAGUE_NATIONAL', filing_date: '2025-12-01', hague_pub_date: '2026-06-26', ...from('2025-08-01', 'EM') },
    'CNP62',
    '2026-09-28',
  ], // 25 to 27 September are closed; oxfmt-ignore
  [
    'CN Rule 6(2): two months from the notice of loss',
    { ...cn, status: 'DEEMED_WITHDRAWN', ...notice('CN22', '2026-12-31') },
    'CNP40:e',
    '2027-03-01',
  ], // 28 February is a Sunday
  [
    'CN Rule 6(4): two months more from the unrolled end',
    { ...cn, status: 'OA', ...notice('CN14', '2026-08-31'), ...ext('CNP19:e', '2m') },
    'CNP19:e',
    '2026-12-31',
    { extended_due: '2027-03-01' },
  ], // 28 February is a Sunday; oxfmt-ignore
  ['CN Law art. 41: refusal on 30 November', { ...cn, status: 'REFUSED', ...notice('CN21', '2026-11-30') }, 'CNP29:e', '2027-03-01'], // 28 February is a Sunday

  ['Hague art. 17: five years', { ...hague, filing_date: '2021-08-31', register_date: '2021-08-31' }, 'HAG05:6', '2026-08-31', { grace_end: '2027-03-01', window_from: '2026-05-31' }, '2026-07-01'], // oxfmt-ignore
  ['PCT Rule 16bis: one month ends on a Saturday on which China works', { ...wo, ...notice('PC03', '2026-01-30') }, 'PCT06:e', '2026-02-28'],
  ['PCT Rule 45bis.1: 22 months', wo, 'PCT16', '2026-03-31'],
  ['PCT Rule 91.2: 26 months', wo, 'PCT21', '2026-07-31'],
  [
    'PCT Rule 80.6: eleven days late, four days more',
    { ...wo, ...notice('PC03', '2026-03-02', { receive_date: '2026-03-13' }) },
    'PCT06:e',
    '2026-04-07',
  ], // 2 April and four days: the 6th is Tomb-Sweeping Day

  [
    '35 USC 111(b)(5): twelve months',
    { ...us, patent_type: 'PROVISIONAL', status: 'US_PROV_FILED', filing_date: '2025-02-28' },
    'US01P',
    '2026-03-02',
  ], // 28 February is a Saturday
  ['35 USC 133: final action of 31 December', { ...us, ...notice('US5', '2025-12-31') }, 'US09:e', '2026-03-31', { cure_until: '2026-06-30' }],
  [
    'MPEP 710.01(a): an extension counts from the last calendar day',
    { ...us, ...notice('US4', '2025-11-30'), ...ext('US08:e', '1m') },
    'US08:e',
    '2026-03-02',
    { extended_due: '2026-03-30' },
  ], // 28 February and 28 March are Saturdays; oxfmt-ignore
  ['37 CFR 1.311: notice of allowance of 30 November', { ...us, ...notice('US6', '2026-11-30') }, 'US13:e', '2027-03-01'], // 28 February is a Sunday
  ['35 USC 41(b): the third maintenance fee', { ...us, status: 'US_GRANTED', filing_date: '2012-06-01', grant_date: '2015-02-24' }, 'US15:12', '2026-08-24', { window_from: '2026-02-24', grace_end: '2027-02-24' }, '2026-07-01'], // oxfmt-ignore

  ['JPA art. 50, applicant abroad: three months', { ...jp, abroad: true, ...notice('JP1', '2026-11-30') }, 'JP05:e', '2027-03-01'], // 28 February is a Sunday
  ['JPA art. 50: sixty days end on New Year', { ...jp, ...notice('JP1', '2026-11-02') }, 'JP05:e', '2027-01-04'], // closed 29 December to 3 January
  ['JPA art. 108: thirty days', { ...jp, ...notice('JP2', '2026-12-04') }, 'JP08:e', '2027-01-04'],
  [
    'JPA art. 108(2): registered on a leap day',
    { ...jp, status: 'JP_GRANTED', register_date: '2024-02-29' },
    'JP09:4',
    '2027-03-01',
    { grace_end: '2027-08-30' },
  ], // 28 February is a Sunday, 28 August a Saturday; oxfmt-ignore
  ['KPA 63: two months end before a holiday', { ...kr, ...notice('KR1', '2026-12-31') }, 'KR04:e', '2027-03-02'], // 28 February is a Sunday, 1 March a holiday
  ['KPA 52(1)3: a divisional after the decision to grant', { ...kr, ...notice('KR2', '2026-11-09') }, 'KR14G:e', '2027-02-10'], // New Year, 6 to 8 February, is made up for on Tuesday the 9th
  ['KPA 52(1)2: a divisional after refusal', { ...kr, ...notice('KR3', '2026-11-30') }, 'KR14:e', '2027-03-02'],
  ['KPA 79: Liberation Day', { ...kr, status: 'KR_GRANTED', register_date: '2023-08-15' }, 'KR07:4', '2026-08-18', {}, '2026-07-01'], // 15 August is a Saturday, made up for on Monday

  [
    'PatG 73(2), VwZG 4(2): posted on 28 January 2026, served on 1 February',
    { ...de, ...notice('DE_REFUSAL', '2026-01-28', post) },
    'DE06:e',
    '2026-03-02',
  ], // 1 March is a Sunday
  [
    'PatG 73(2), VwZG 4(2) before 2025: posted on 30 December, served on 2 January',
    { ...de, ...notice('DE_REFUSAL', '2024-12-30', post) },
    'DE06:e',
    '2025-02-03',
  ], // 2 February is a Sunday; oxfmt-ignore
  ['PatKostG 7: filed on a leap day', de, 'DE02:3', '2026-03-02', { grace_end: '2026-08-31' }, '2026-01-05'], // 28 February is a Saturday
  ['PatG 44: seven years from a leap day', de, 'DE01', '2031-02-28'],
  [
    'Patents Rules r. 37: the end of the month',
    { ...gb, filing_date: '2021-11-15', grant_date: '2025-01-20' },
    'GB03:5',
    '2025-12-01',
    { grace_end: '2026-06-01' },
    '2025-10-01',
  ], // 30 November and 31 May are Sundays; oxfmt-ignore
  [
    'Patents Rules r. 37(4): granted late, three months and the end of the month',
    { ...gb, filing_date: '2021-03-10', grant_date: '2026-10-05' },
    'GB03:6',
    '2027-02-01',
  ], // 31 January is a Sunday; oxfmt-ignore

  [
    'EPO Guidelines E-VIII, 1.6: two months more count from the start, six months from 31 October',
    { ...ep, status: 'EP_OA', ...notice('EP3', '2025-10-31'), ...ext('EP12:e', '2m') },
    'EP12:e',
    '2026-03-02',
    { extended_due: '2026-04-30' },
  ], // 28 February is a Saturday; two months from it would end on 28 April; oxfmt-ignore
  ['EPC Rule 135: further processing', { ...ep, status: 'EP_LOST', ...notice('EP6', '2026-12-31') }, 'EP14:e', '2027-03-01'], // 28 February is a Sunday
  ['EPC Rule 51(1): the last day of February', { ...ep, filing_date: '2024-02-29' }, 'EP18:4', '2027-03-01', { grace_end: '2027-08-31' }], // 28 February is a Sunday
  [
    'EPC Rule 127(2): ten days late, three days more',
    { ...ep, ...notice('EP3', '2026-10-12', { receive_date: '2026-10-22' }) },
    'EP12:e',
    '2027-02-15',
  ], // 12 February and three days
  ['Cap. 514 s. 15: six months from publication', { ...ep, status: 'EP_PUBLISHED', publication_date: '2026-08-26' }, 'HKP01', '2027-02-26'],
  ['Cap. 514 s. 23: six months from the grant, after the publication', { ...hk, base_grant_date: '2026-09-04' }, 'HKP02', '2027-03-04'],
  ['Cap. 514 s. 23: a recorded grant', { ...hk, ...notice('BASE_GRANT', '2026-09-04') }, 'HKP02', '2027-03-04'],
  ['Cap. 514 s. 23: six months from the publication, after the grant', { ...hk, base_grant_date: '2026-05-04' }, 'HKP02', '2026-12-11'],
]

test('Cap. 514 s. 23: nothing is due while the grant of the designated patent is not known', () => {
  const all = computeDeadlines({ sid: 'c', patent_type: 'INVENTION', ...hk }, law, '2027-11-22')
  assert.deepEqual(all.filter(({ rule_id: id }) => id === 'HKP02'), []) // oxfmt-ignore
})

for (const [provision, facts, key, due, more = {}, today = '2026-11-22'] of rows) {
  test(`${provision}: ${due}`, () => {
    const all = computeDeadlines({ sid: 'c', patent_type: 'INVENTION', route: 'DIRECT', country: '', ...facts }, law, seenOn(facts.events, today))
    const one = all.find((each) => each.key === key)
    assert.equal(one?.official_due, due, `${key} among ${all.map((each) => each.key).join(' ')}`)
    const found = Object.fromEntries(Object.keys(more).map((part) => [part, one[part as keyof Dates]])) // a part of the expectation
    assert.deepEqual(found, more)
  })
}
