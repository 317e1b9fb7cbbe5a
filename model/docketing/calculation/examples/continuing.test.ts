// Periods of cases that continue an earlier application: divisions, continuations and entries from the international phase.
// Each date was calculated by hand from the provision in its row; closed days come from the shipped calendars.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines, checkCompleteness } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { explain } from '../../wording/explain.ts'
import type { CaseEvent, CaseFacts } from '../facts.ts'
import { seenOn } from '../../../../tests/harness/today.ts'

const law = readLaw()
const none = undefined

// A parent filed on 15 March 2023 with the priority of 16 March 2022, divided on Monday 14 September 2026.
const parent = { filing_date: '2023-03-15', priorities: [{ priority_date: '2022-03-16', priority_country: 'CN' }] }
const divided = { ...parent, divisional: true, continues: true, submission_date: '2026-09-14' }
const on = (code: string, date: string): { events: CaseEvent[] } => ({ events: [{ sid: 'e', code, date }] })
const [EP, JP, KR, DE, GB, CN] = [
  { ...divided, country: 'EP', route: 'EP_DIRECT', status: 'EP_FILED' },
  { ...divided, country: 'JP', status: 'FILED' },
  { ...divided, country: 'KR', status: 'FILED' },
  { ...divided, country: 'DE', status: 'FILED' },
  { ...divided, country: 'GB', status: 'FILED' },
  { ...divided, country: 'CN', status: 'FILED' },
]
const entered = { ...parent, continues: true, country: 'EP', route: 'PCT_NATIONAL', status: 'EP_FILED', entry_date: '2024-10-01' }
const direct = { ...parent, country: 'EP', route: 'EP_DIRECT', status: 'EP_FILED' }

type Row = readonly [provision: string, facts: Partial<CaseFacts>, key: string, due: string | undefined, grace?: string | undefined]

const rows: readonly Row[] = [
  ['EPC Rule 36(3): filing and search fee one month from the division', EP, 'EP17', '2026-10-14'],
  ['EPC Rule 38 is for first-time filings, not for a division', EP, 'EP02', none],
  ['EPC Rule 38: one month from filing', direct, 'EP02', '2023-04-17'], // 15 April is a Saturday
  ['EPC Rule 45(2): claims fees one month from the division', { ...EP, claims_count: 20 }, 'EP03', '2026-10-14'],
  ['EPC Rule 36(2): translation two months from the division', { ...EP, ...on('FOREIGN_LANGUAGE_FILING', '2026-09-14') }, 'EP04', '2026-11-16'], // 14 November is a Saturday
  ['EPC Rule 52(2): 16 months from priority', direct, 'EP05', '2023-07-17'], // 16 July is a Sunday
  ['EPC Rule 52(2): the division takes over the claims of its parent', EP, 'EP05', none],
  ['EPC Rule 53(1): 16 months from priority', direct, 'EP06', '2023-07-17'],
  ['EPC Rule 53(2): the copy filed for the parent serves', EP, 'EP06', none],
  ['EPC Rule 59: two months from the invitation in a division', { ...EP, ...on('EP_PRIORITY_INVITATION', '2026-10-09') }, 'EP06:e', '2026-12-09'],
  ['EPC Rule 163(2): two months from the invitation after entry', { ...entered, ...on('EP_PRIORITY_INVITATION', '2024-11-29') }, 'EP06:e', '2025-01-29'], // oxfmt-ignore
  ['EPC Rule 60(1): 16 months from priority', direct, 'EP07', '2023-07-17'],
  ['EPC Rule 60(2): no period runs in a division before the invitation', EP, 'EP07', none],
  ['EPC Rule 60(2): a period set by the office, of at least two months', { ...EP, ...on('EP_INVENTOR_INVITATION', '2026-10-09') }, 'EP07:e', '2026-12-09'], // oxfmt-ignore
  ['EPC Rule 163(1): two months from the invitation after entry', { ...entered, ...on('EP_INVENTOR_INVITATION', '2024-12-31') }, 'EP07:e', '2025-02-28'], // oxfmt-ignore
  ['EPC Rule 36(4), 70(1): from the report drawn up for the division', { ...EP, publication_date: '2027-03-17', ...on('SEARCH_PUBLISHED', '2027-03-17') }, 'EP08', '2027-09-17'], // oxfmt-ignore
  ['EPC Rule 51(3): the fee of year 3, within four months of the division; with 50 % within six', EP, 'EP18:3', '2027-01-14', '2027-03-15'], // 14 March is a Sunday
  ['EPC Rule 51(3): the fee of year 4 likewise', EP, 'EP18:4', '2027-01-14', '2027-03-15'],
  ['EPC Rule 51(1): the fee of year 5 by itself', EP, 'EP18:5', '2027-03-31', '2027-09-30'],
  [
    'EPC Rule 51(3): a fee due within the four months; six months from its own day',
    { ...EP, submission_date: '2026-12-10' },
    'EP18:5',
    '2027-04-12',
    '2027-09-30',
  ], // 10 April is a Saturday; oxfmt-ignore
  ['EPC Rule 51(1): no division', direct, 'EP18:4', '2026-03-31', '2026-09-30'],
  // 31 months from 16 March 2022: 16 October 2024; the third year falls due on 31 March 2025.
  ['EPC Rule 159(1)(g): the later of both', entered, 'EP18:3', '2025-03-31', '2025-09-30'],
  // 31 months from 16 March 2022 end after 31 March 2024: Wednesday 16 October 2024, and six months from then.
  ['EPC Rule 159(1)(g): the end of 31 months', { ...entered, filing_date: '2022-03-16', priorities: [] , entry_date: '2024-09-02' }, 'EP18:3', '2024-10-16', '2025-04-16'], // oxfmt-ignore

  ['JPA art. 43(2): one year and four months', { ...parent, country: 'JP', status: 'FILED' }, 'JP03', '2023-07-18'], // 16 July is a Sunday, the 17th a holiday
  ['JPA art. 44(3): three months from the division, if later', JP, 'JP03', '2026-12-14'],
  ['JPA art. 44(3): 16 months, if later', { ...JP, filing_date: '2026-02-02', priorities: [{ priority_date: '2025-09-12' }] }, 'JP03', '2027-01-12'],
  ['JPA art. 36-2(2): two months from the division, if later', { ...JP, ...on('FOREIGN_LANGUAGE_FILING', '2026-09-14') }, 'JP04', '2026-11-16'],
  ['JPA art. 48-3(2): 30 days from the division', JP, 'JP02', '2026-10-14'],
  ['JPA art. 44: the parent has claimed the priority', JP, 'JP01', none],

  ['KPA 54(5): one year and four months', { ...parent, country: 'KR', status: 'FILED' }, 'KR03', '2023-07-17'], // 16 July is a Sunday; the 17th was no holiday in 2023
  ['KPA 52(6): three months from the division, if later', KR, 'KR03', '2026-12-14'],
  ['KPA 59(3): 30 days from the division', KR, 'KR02', '2026-10-14'],
  ['KPA 59(2): three years, if later', { ...KR, filing_date: '2025-03-04' }, 'KR02', '2028-03-06'], // 4 March is a Saturday
  ['KPA 59(2): three years without a division', { ...parent, country: 'KR', status: 'FILED' }, 'KR02', '2026-03-16'], // 15 March is a Sunday

  ['PatG 39(3): three months from the declaration', DE, 'DE04', '2026-12-14'],
  ['PatG 39(3): none without a division', { ...parent, country: 'DE', status: 'FILED' }, 'DE04', none],
  ['PatG 39(1), 44: seven years, if later', DE, 'DE01', '2030-03-15'],
  ['PatG 39(1), (3): after seven years, the fee within three months', { ...DE, filing_date: '2019-03-15' }, 'DE01', '2026-12-14'],
  ['PatG 39(2): the fees of the parent within three months, without grace', DE, 'DE02:4', '2026-12-14', none],
  ['PatKostG 7: the fee of year 5 by itself', DE, 'DE02:5', '2027-03-31', '2027-09-30'],
  ['Patents Rules r. 30(3): the period of the parent', GB, 'GB04', '2026-09-16'],
  // 4 years 6 months from 16 March 2022: 16 September 2026; 12 months from 23 October 2025: 23 October 2026.
  ['Patents Rules r. 30(2)(b): twelve months from the first report, if later', { ...GB, divisional: false, ...on('GB_EXAM_FIRST', '2025-10-23') }, 'GB04', '2026-10-23'], // oxfmt-ignore
  ['Patents Rules r. 30(2)(a)', { ...GB, divisional: false, ...on('GB_EXAM_FIRST', '2025-06-23') }, 'GB04', '2026-09-16'],

  ['Patents Rules r. 28: examination two months from the division, not six from its publication', { ...GB, publication_date: '2026-10-21' }, 'GB02', '2026-11-16'], // oxfmt-ignore
  ['Patents Rules r. 28(2): six months from publication', { ...GB, divisional: false, publication_date: '2026-10-21' }, 'GB02', '2027-04-21'],
  ['Patents Rules r. 19: a divisional three months before the compliance date', { ...GB, divisional: false }, 'GB06', '2026-06-16'],

  ['PatG 41(1): sixteen months', { ...parent, country: 'DE', status: 'FILED' }, 'DE07', '2023-07-17'], // 16 July is a Sunday
  ['PatG 41(1): the parent has declared the priority', DE, 'DE07', none],
  ['PatG 37(1): fifteen months', { ...parent, country: 'DE', status: 'FILED' }, 'DE08', '2023-06-16'],
  ['Patents Rules r. 10(3): sixteen months', { ...parent, country: 'GB', status: 'FILED' }, 'GB07', '2023-07-17'],
  ['Patents Rules r. 21(1): two months from the division, if later', GB, 'GB07', '2026-11-16'],
  ['Patents Rules r. 8(1): sixteen months', { ...parent, country: 'GB', status: 'FILED' }, 'GB08', '2023-07-17'],
  ['Patents Rules r. 8(1): the copy filed for the parent serves', GB, 'GB08', none],
  ['Patents Rules r. 8(1): none for a British priority', { ...parent, priorities: [{ priority_date: '2022-03-16', priority_country: 'GB' }], country: 'GB', status: 'FILED' }, 'GB08', none], // oxfmt-ignore

  // Guidelines I-1, 5.1: periods that are over, or end within two months of the division, run to two months after it.
  ['Guidelines I-1, 5.1: the deposit of biological material', { ...CN, bio_deposit: [{ depository: 'CGMCC' }] }, 'CNP14', '2026-11-16'],
  [
    'Guidelines I-1, 5.1: the priority copy of a design',
    { ...CN, patent_type: 'DESIGN', priorities: [{ priority_date: '2022-09-16', priority_country: 'US' }] },
    'CNP09',
    '2026-11-16',
  ],
  ['Guidelines I-1, 5.1: the proof of a disclosure', { ...CN, ...on('DISCLOSURE', '2023-02-01') }, 'CNP12', '2026-11-16'],
  ['Guidelines I-1, 5.1: the amendment of a utility model', { ...CN, patent_type: 'UTILITY' }, 'CNP18', '2026-11-16'],

  ['37 CFR 1.78(d)(3): a continuation, four months from its filing', { country: 'US', status: 'US_FILED', continues: true, filing_date: '2026-09-14', priorities: [{ priority_date: '2022-03-16' }] }, 'US05', '2027-01-14'], // oxfmt-ignore
  ['35 USC 119: the parent has claimed the priority', { country: 'US', status: 'US_FILED', continues: true, filing_date: '2026-09-14', priorities: [{ priority_date: '2022-03-16' }] }, 'US01', none], // oxfmt-ignore

  // 31 months from 5 March 2024 end on Monday 5 October 2026, 33 months on Saturday 5 December 2026.
  ...([
    ['Patents Rules r. 66(1), 68(3): not entered, two months from the end of 31', {}, '2026-12-07'],
    ['Patents Rules r. 68(3): early processing on request, two months from it', { entry_date: '2026-03-02', ...on('EARLY_PROCESSING', '2026-03-02') }, '2026-05-05'], // 2 May is a Saturday, the 4th a bank holiday
    ['Patents Rules r. 68(3)(a): never before 12 months from priority', { entry_date: '2024-12-02', ...on('EARLY_PROCESSING', '2024-12-02') }, '2025-03-05'], // oxfmt-ignore
  ] as const).map(([provision, more, due]) => [provision, { country: 'GB', route: 'PCT_NATIONAL', status: 'FILED', continues: true, filing_date: '2025-03-03', priorities: [{ priority_date: '2024-03-05' }], ...more }, 'GB01', due] as const), // oxfmt-ignore
]

for (const [provision, facts, key, due, grace] of rows) {
  test(`${provision}: ${due ?? 'nothing'}`, () => {
    const all = computeDeadlines(
      { sid: 'c', patent_type: 'INVENTION', route: 'DIRECT', country: '', ...facts },
      law,
      seenOn(facts.events, '2026-09-15'),
    )
    const found = all.filter((one) => one.key === key)
    assert.deepEqual(found.map(({ official_due }) => official_due), due === undefined ? [] : [due], all.map((one) => one.key).join(' ')) // oxfmt-ignore
    if (key.includes(':') && !key.endsWith(':e')) assert.equal(found[0]?.grace_end, grace)
  })
}

for (const [what, facts, isFound] of [
  ['without its own day', { ...EP, submission_date: EP.filing_date }, true],
  ['with its own day', EP, false],
  [
    'in the United States, where it has a filing date of its own',
    { ...EP, country: 'US', status: 'US_FILED', submission_date: EP.filing_date },
    false,
  ],
  ['that is granted', { ...EP, status: 'EP_GRANTED', grant_date: '2026-10-07', submission_date: EP.filing_date }, false],
  ['that is no division', { ...direct, submission_date: direct.filing_date }, false],
] as const)
  test(`a division ${what} ${isFound ? 'is found' : 'is not found'}`, () => {
    const found = checkCompleteness({ sid: 'c', patent_type: 'INVENTION', ...facts }, law, '2026-11-22').map(({ code }) => code)
    assert.equal(found.includes('MISSING_DIVISION_DATE'), isFound, found.join(' '))
  })

for (const [what, submission_date, certainty] of [
  ['without its own day', CN.filing_date, 'CHECK'],
  ['with its own day', CN.submission_date, 'SURE'],
] as const)
  test(`the periods of a division ${what} are ${certainty}, with the reason`, () => {
    const priorities = [{ priority_date: '2022-03-16', priority_country: 'JP' }]
    const all = computeDeadlines({ sid: 'c', patent_type: 'INVENTION', route: 'DIRECT', ...CN, priorities, submission_date }, law, '2026-11-22')
    for (const key of ['CNP01', 'CNP02', 'CNP08', 'CNP15']) {
      const found = all.find((one) => one.key === key) ?? assert.fail(key)
      assert.equal(found.certainty, certainty, key)
      assert.equal(/own submission date/.test(explain(found.explanation, 'en').join(' ')), certainty === 'CHECK', key)
    }
  })

// 35 U.S.C. 154(a)(2), (3): the term runs from the earliest application of which the benefit is claimed; a priority under section 119 does not count.
for (const [what, facts, expiry] of [
  ['a continuation', { term_start: '2019-06-10', priorities: [{ priority_date: '2018-06-11' }], continues: true }, '2039-06-10'],
  ['an application with a foreign priority', { priorities: [{ priority_date: '2021-03-16' }] }, '2042-03-10'],
] as const)
  test(`the term of ${what} does not count from the priority`, () => {
    const case_facts = {
      sid: 'c',
      country: 'US',
      patent_type: 'INVENTION',
      status: 'US_GRANTED',
      filing_date: '2022-03-10',
      grant_date: '2024-05-07',
    }
    const term = computeDeadlines({ ...case_facts, ...facts }, law, '2026-09-15').find(({ key }) => key === 'US25')
    assert.equal(term?.raw_due, expiry)
  })

// 37 CFR 1.55(d)(1): the foreign priority of a continuation; 1.78(d)(3): the benefit of its parent, which is later. The safe day is shown.
for (const [what, priority_date, due] of [
  ['four months from its filing', '2021-03-16', '2023-05-15'],
  ['sixteen months from a late priority', '2022-01-31', '2023-05-31'],
] as const)
  test(`US05 of a continuation: ${what}`, () => {
    const facts = { country: 'US', status: 'US_FILED', continues: true, filing_date: what.startsWith('four') ? '2023-01-13' : '2022-12-01' }
    const all = computeDeadlines(
      { sid: 'c', patent_type: 'INVENTION', route: 'DIRECT', ...facts, priorities: [{ priority_date }] },
      law,
      '2023-02-01',
    )
    assert.equal(all.find(({ key }) => key === 'US05')?.official_due, due)
  })

for (const [submission_date, due] of [
  ['2026-09-14', '2026-09-14'],
  ['2023-02-01', '2023-09-16'],
] as const)
  // oxfmt-ignore
  test(`the publication of a division is not expected before its submission on ${submission_date}`, () => {
    const all = computeDeadlines({ sid: 'c', patent_type: 'INVENTION', route: 'DIRECT', ...CN, status: 'FILED', submission_date }, law, '2026-09-15')
    assert.equal(all.find(({ key }) => key === 'CNP16')?.official_due, due)
  })
