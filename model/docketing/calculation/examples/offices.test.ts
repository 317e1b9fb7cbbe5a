// Due dates by office and route of the case; each row names the provision.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from '../facts.ts'

const law = readLaw()
const none = undefined

type Row = readonly [provision: string, facts: Partial<CaseFacts>, rule: string, due: string | undefined, certainty?: 'SURE' | 'CHECK']

const entered = { country: 'US', route: 'PCT_NATIONAL', status: 'US_FILED', filing_date: '2025-03-03', entry_date: '2026-09-01' }
const british = { country: 'GB', status: 'FILED' }
const entering = {
  ...british,
  route: 'PCT_NATIONAL',
  filing_date: '2025-03-03',
  priorities: [{ priority_date: '2024-03-05', priority_country: 'CN' }],
}

const rows: readonly Row[] = [
  ['37 CFR 1.97(b)(2): from national stage entry', entered, 'US06', '2026-12-01', 'SURE'],
  ['37 CFR 1.97(b)(2): no window before entry', { ...entered, entry_date: '' }, 'US06', none],
  ['37 CFR 1.97(b)(1): from the filing', { country: 'US', route: 'PARIS', status: 'US_FILED', filing_date: '2026-09-01' }, 'US06', '2026-12-01'],
  [
    '37 CFR 1.97(b)(5): from the publication of the international registration',
    { country: 'US', route: 'HAGUE_NATIONAL', patent_type: 'DESIGN', status: 'US_FILED', filing_date: '2026-01-05', hague_pub_date: '2026-09-01' },
    'US06',
    '2026-12-01',
  ],
  [
    'JPA art. 48-3(2): 30 days from the division after the three years',
    { country: 'JP', status: 'FILED', divisional: true, filing_date: '2020-02-03', submission_date: '2026-09-01' },
    'JP02',
    '2026-10-01',
    'SURE',
  ],
  [
    'JPA art. 48-3(1): a division within the three years keeps them',
    { country: 'JP', status: 'FILED', divisional: true, filing_date: '2025-03-03', submission_date: '2026-09-01' },
    'JP02',
    '2028-03-03',
  ],
  [
    'JPA art. 48-3(1): no division, three years whatever the day of submission',
    { country: 'JP', status: 'FILED', filing_date: '2025-03-03', submission_date: '2025-03-03' },
    'JP02',
    '2028-03-03',
  ],
  ['Patents Rules r. 22(7)(a): no priority', { ...british, filing_date: '2026-09-01' }, 'GB01', '2027-09-01', 'SURE'],
  [
    'Patents Rules r. 22(7)(b)(ii): two months from filing, if later',
    { ...british, route: 'PARIS', filing_date: '2026-09-01', priorities: [{ priority_date: '2025-09-02', priority_country: 'CN' }] },
    'GB01',
    '2026-11-02', // 1 November is a Sunday
    'SURE',
  ],
  [
    'Patents Rules r. 22(5): a divisional has two months from its own filing, to be checked',
    { ...british, divisional: true, filing_date: '2024-02-01', submission_date: '2026-09-07' },
    'GB01',
    '2026-11-09', // 7 November is a Saturday
    'CHECK',
  ],
  ['Patents Rules r. 68(3): search after entry', { ...entering, entry_date: '2026-10-05' }, 'GB01', '2026-12-07', 'CHECK'],
  ['Patents Rules r. 68(4): examination after entry', { ...entering, entry_date: '2026-09-30' }, 'GB02', '2026-12-07', 'SURE'], // 5 December is a Saturday
  ['Patents Rules r. 68(4): two months from a late entry', { ...entering, entry_date: '2026-12-10' }, 'GB02', '2027-02-10', 'SURE'],
  [
    'CNIPA announcement 594: before the twenty years end, not moved by a closed day',
    { country: 'CN', status: 'GRANTED', filing_date: '2006-10-01', grant_date: '2010-03-03', pta_days: 90 },
    'CNP47',
    '2026-10-01',
  ],
]

for (const [provision, facts, rule, due, certainty] of rows) {
  test(`${provision}: ${due ?? 'nothing'}`, () => {
    const all = computeDeadlines({ sid: 'c', patent_type: 'INVENTION', route: 'DIRECT', country: '', ...facts }, law, '2026-10-01')
    const found = all.filter(({ rule_id }) => rule_id === rule)
    assert.deepEqual(found.map(({ official_due }) => official_due), due === undefined ? [] : [due]) // oxfmt-ignore
    if (certainty) assert.equal(found[0]?.certainty, certainty)
  })
}

test('a British search request may be filed late within two months of its own last day, whichever term set it (r. 108(2))', () => {
  const facts: CaseFacts = { sid: 'c', patent_type: 'INVENTION', route: 'PARIS', country: 'GB', status: 'FILED', filing_date: '2026-09-01', priorities: [{ priority_date: '2025-09-02' }] } // oxfmt-ignore
  assert.equal(computeDeadlines(facts, law, '2026-10-01').find(({ rule_id }) => rule_id === 'GB01')?.cure_until, '2027-01-04')
})

test('two suspensions both stop the period', () => {
  const facts: CaseFacts = { sid: 'c', patent_type: 'INVENTION', route: 'DIRECT', country: 'CN', status: 'OA', filing_date: '2024-02-01', events: [{ sid: 'e', code: 'CN14', date: '2026-03-31', delivery_way: 'ELECTRONIC' }] } // oxfmt-ignore
  const due = (...suspensions: { from: string; to: string }[]) =>
    computeDeadlines({ ...facts, suspensions }, law, '2026-06-01').find(({ rule_id }) => rule_id === 'CNP19')?.raw_due
  assert.equal(due({ from: '2026-04-10', to: '2026-04-20' }), '2026-08-10')
  assert.equal(due({ from: '2026-04-10', to: '2026-04-20' }, { from: '2026-05-01', to: '2026-05-06' }), '2026-08-15')
})
