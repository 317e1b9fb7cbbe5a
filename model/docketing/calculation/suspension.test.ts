// Extensions, grace periods and windows; each date is counted by hand from the provision named in its title.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import { type Law, ordinaryLeads } from '../rules/law.ts'
import type { Rule } from '../rules/rule.ts'
import type { Due } from './due-date.ts'
import type { CaseFacts } from './facts.ts'
import { freeze, graceFor, opening } from './suspension.ts'

const law = readLaw()
const TODAY = '2026-11-22'
const computed = (key: string, facts: Partial<CaseFacts>) => {
  const all = computeDeadlines({ sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', status: 'GRANTED', ...facts }, law, TODAY)
  const found = all.find((one) => one.key === key)
  assert.ok(found, all.map((one) => one.key).join(' '))
  return found
}

const american = { country: 'US', filing_date: '2020-03-02', grant_date: '2022-08-30' }
const european = { country: 'EP', status: 'EP_EXAM' }
const divided = { ...european, divisional: true, filing_date: '2021-05-17', submission_date: '2026-02-11' }

for (const [provision, key, facts, due, end] of [
  [
    'Implementing Rules r. 115: six months from the unrolled due date',
    'CNP38:6',
    { filing_date: '2021-05-24', grant_date: '2024-01-05' },
    '2026-05-25',
    '2026-11-24',
  ],
  ['35 USC 41(b): four years from the grant, not six months from the end of the period', 'US15:4', american, '2026-03-02', '2026-08-31'],
  [
    'Implementing Rules r. 120: 32 months from the priority',
    'CNP50',
    { route: 'PCT_NATIONAL', status: 'FILED', filing_date: '2025-03-04', priorities: [{ priority_date: '2024-03-05' }] },
    '2026-09-07',
    '2026-11-05',
  ],
  ['EPC R. 51(2): from the end of one month to the end of another', 'EP18:4', { ...european, filing_date: '2023-02-14' }, '2026-03-02', '2026-08-31'],
  ['EPC R. 51(3): a fee that had fallen due before the division, six months from the division', 'EP18:5', divided, '2026-06-11', '2026-08-11'],
  [
    'EPC R. 51(3): a fee that falls due within four months of the division, six months from its own day',
    'EP18:6',
    divided,
    '2026-06-11',
    '2026-11-30',
  ],
  ['EPC R. 51(3): a fee of a later year is not concerned by the division', 'EP18:7', divided, '2027-05-31', '2027-11-30'],
  [
    'EPC R. 51(3): six months from its own day run from month end to month end',
    'EP18:6',
    { ...divided, filing_date: '2021-02-17', submission_date: '2025-12-11' },
    '2026-04-13',
    '2026-08-31',
  ],
  [
    'EPC R. 51(3): due on the day of the division, the earlier of the two',
    'EP18:6',
    { ...divided, filing_date: '2021-04-17', submission_date: '2026-04-30' },
    '2026-08-31',
    '2026-10-30',
  ],
  [
    'PatG 39(2): the earlier fees of a division, three months from the declaration',
    'DE02:5',
    { ...divided, country: 'DE', status: 'GRANTED' },
    '2026-05-11',
    '2026-05-11',
  ],
  [
    'PatG 39(2): a fee that falls due within these months has its own six months',
    'DE02:6',
    { ...divided, country: 'DE', status: 'GRANTED', submission_date: '2026-03-11' },
    '2026-06-11',
    '2026-11-30',
  ],
] satisfies [string, string, Partial<CaseFacts>, string, string][])
  // oxfmt-ignore
  test(`${provision}: due on ${due}, with a surcharge until ${end}`, () => {
    const found = computed(key, facts)
    assert.deepEqual([found.official_due, found.grace_end ?? found.official_due], [due, end])
  })

test('every step of a grace period is rolled by itself, with its surcharge and its fee', () => {
  const { explanation, grace_end } = computed('CNP38:6', { filing_date: '2021-05-24', grant_date: '2024-01-05' })
  assert.deepEqual(explanation.grace, {
    rule: 'CNP39', period: '6m', end: grace_end,
    steps: [
      { until: '2026-06-24', surcharge: '0%' }, { until: '2026-07-24', surcharge: '5%', fee: 'CN.LATE' }, { until: '2026-08-24', surcharge: '10%', fee: 'CN.LATE' },
      { until: '2026-09-24', surcharge: '15%', fee: 'CN.LATE' }, { until: '2026-10-26', surcharge: '20%', fee: 'CN.LATE' }, { until: '2026-11-24', surcharge: '25%', fee: 'CN.LATE' },
    ],
  }) // oxfmt-ignore
  const entry = computed('CNP50', {
    route: 'PCT_NATIONAL',
    status: 'FILED',
    filing_date: '2025-03-04',
    priorities: [{ priority_date: '2024-03-05' }],
  })
  assert.deepEqual(entry.explanation.grace?.steps, [
    { until: '2026-11-05', fee: 'CN.LATEENTRY', text: { zh: '缴纳宽限费', en: 'with the late-entry surcharge' } },
  ])
})

test('a grace period that ends in a year without a calendar is provisional', () => {
  const ends = (filing_date: string) => computed('CNP38:7', { filing_date, grant_date: '2023-01-05' }).explanation.grace
  assert.deepEqual([ends('2020-05-20')?.provisional, ends('2020-09-10')?.provisional], [undefined, true])
  assert.equal(ends('2020-09-10')?.end, '2027-03-10')
})

const opinion = { ...european, filing_date: '2023-02-14', events: [{ sid: 'e', code: 'EP3', date: '2025-10-31' }] }
const opposed = { country: 'EP', status: 'EP_GRANTED', filing_date: '2019-02-14', grant_date: '2025-01-08' }

for (const [provision, key, facts, end, due, isFromStart] of [
  ['EPO Guidelines E-VIII, 1.6: six months from the communication', 'EP12:e', opinion, '2026-04-30', '2026-04-30', true],
  [
    'EPC R. 127(2): four days beyond seven are added to the whole',
    'EP22:e',
    { ...opposed, events: [{ sid: 'e', code: 'EP7', date: '2025-10-27', receive_date: '2025-11-07' }] },
    '2026-05-01',
    '2026-05-04',
    true,
  ],
  [
    'a date named in the communication is extended from that date',
    'EP12:e',
    { ...opinion, events: [{ sid: 'e', code: 'EP3', date: '2025-10-31', set_due: '2026-02-27' }] },
    '2026-04-27',
    '2026-04-27',
    undefined,
  ],
] satisfies [string, string, Partial<CaseFacts>, string, string, true | undefined][])
  // oxfmt-ignore
  test(`${provision}: extended by two months to ${due}`, () => {
    const found = computed(key, { ...facts, extensions: [{ key, period: '2m' }] })
    assert.deepEqual(found.explanation.extension, { periods: ['2m'], raw: end, due, ...(isFromStart && { from_start: true }) })
    assert.equal(found.extended_due, due)
  })

test('an extension concerns its own deadline alone', () => {
  assert.equal(computed('EP12:e', { ...opinion, extensions: [{ key: 'EP12:other', period: '2m' }] }).extended_due, undefined)
  assert.equal(computed('EP12:e', { ...opinion, extensions: [] }).extended_due, undefined)
})

for (const [provision, key, facts, from] of [
  ['37 CFR 1.362(d): from three years after the grant', 'US15:4', american, '2025-08-30'],
  [
    'Hague Common Regulations r. 24(1): three months before the unrolled day',
    'HAG05:6',
    { country: 'WO', route: 'HAGUE_INTL', patent_type: 'DESIGN', filing_date: '2021-05-31' },
    '2026-02-28',
  ],
] satisfies [string, string, Partial<CaseFacts>, string][])
  // oxfmt-ignore
  test(`${provision}: the fee may be paid from ${from}`, () => assert.equal(computed(key, facts).window_from, from))

// What no rule of the law has, but a rule of one's own may have.

const words = { zh: '规则', en: 'Rule' }
const RULE = {
  ...words, id: 'R', version: 1, kind: 'ANNUITY', office: 'CN', trigger: { field: 'filing_date' }, terms: [{ from: 'filing_date', period: '2m' }],
  roll: 'W', legal_basis: words, certainty: 'SURE', source: 'test',
} satisfies Rule // oxfmt-ignore
const day = (iso: string) => Temporal.PlainDate.from(iso)
/** Due on Saturday 10 January 2026, and so on Monday 12 January. */
const DUE: Due = {
  basis: '2025-11-10', period: '2m', raw: day('2026-01-10'), date: day('2026-01-12'), rolled: undefined, provisional: false, isMonthEnd: false,
  candidates: [{ from: 'filing_date', basis: '2025-11-10', date: '2026-01-10', wins: true, steps: [] }],
} // oxfmt-ignore
const FACTS: CaseFacts = { sid: 'c', country: 'CN', filing_date: '2025-11-10', entry_date: '2026-02-10' }

function grace(rule: Partial<Rule>, due: Partial<Due> = {}) {
  const own: Law = { rules: [{ ...RULE, id: 'G', grace_of: 'R', ...rule }], calendars: new Map(), services: [], leads: ordinaryLeads }
  return graceFor(RULE, { ...DUE, ...due }, DUE.raw, 'CN', FACTS, own)
}
const after = (period: string, more = {}) => ({ terms: [{ from: 'deadline:R', period, ...more }] })

for (const [what, rule, due, end] of [
  ['of two days, unrolled, ends on the due day and gives nothing more', { ...after('2d'), roll: 'N' }, {}, undefined],
  ['of three days ends a day after it', { ...after('3d'), roll: 'N' }, {}, '2026-01-13'],
  ['is not rolled unless its rule says so', { ...after('1m'), roll: 'N' }, { raw: day('2026-01-10') }, '2026-02-10'],
  ['that ends on a Sunday is rolled where its rule says so', { ...after('29d'), roll: 'W' }, {}, '2026-02-09'],
  ['that ends on a Sunday stays there otherwise', { ...after('29d'), roll: 'N' }, {}, '2026-02-08'],
  ['to the month end keeps the day of a period that ends on its own day', after('6m', { month_end: true }), {}, '2026-07-10'],
  ['to the month end follows a period to the month end', after('6m', { month_end: true }), { isMonthEnd: true }, '2026-07-31'],
  [
    'to the month end from another day of the case ends with that month',
    { terms: [{ from: 'entry_date', period: '5m', month_end: true }] },
    {},
    '2026-07-31',
  ],
  ['from another day of the case', { terms: [{ from: 'entry_date', period: '5m' }] }, {}, '2026-07-10'],
  ['from a day that the case does not have counts from the end', { terms: [{ from: 'grant_date', period: '5m' }] }, {}, '2026-06-10'],
  ['from the basis adds up both periods', { ...after('1m,1d'), from_basis: true }, {}, '2026-02-11'],
  [
    'of the second term, where that day decided',
    {
      terms: [
        { from: 'deadline:R', period: '6m' },
        { from: 'filing_date', period: '4m' },
      ],
    },
    {
      candidates: [
        { from: 'grant_date', basis: '2025-10-10', date: '2025-11-10', wins: false, steps: [] },
        { from: 'filing_date', basis: '2025-11-10', date: '2026-01-10', wins: true, steps: [] },
      ],
    },
    '2026-03-10',
  ],
  [
    'of the second term, where the first day is not known',
    {
      terms: [
        { from: 'deadline:R', period: '6m' },
        { from: 'filing_date', period: '4m' },
      ],
    },
    {
      candidates: [
        { from: 'grant_date', basis: '', wins: false, steps: [] },
        { from: 'filing_date', basis: '2025-11-10', date: '2026-01-10', wins: true, steps: [] },
      ],
    },
    '2026-03-10',
  ],
  [
    'of the first term, where the notice named the date',
    {
      terms: [
        { from: 'deadline:R', period: '6m' },
        { from: 'filing_date', period: '4m' },
      ],
    },
    { candidates: [] },
    '2026-07-10',
  ],
] satisfies [string, Partial<Rule>, Partial<Due>, string | undefined][])
  // oxfmt-ignore
  test(`a grace period ${what}`, () => assert.equal(grace(rule, due)?.end, end))

test('a deadline without a grace period has none', () => assert.equal(grace({ grace_of: 'OTHER' }), undefined))

test('an unrolled grace period is not provisional, and a step without both languages has no text', () => {
  const steps = [{ period: '1m', zh: '仅中文' }, { period: '2m', en: 'English only' }] // oxfmt-ignore
  const explained = grace({ ...after('3m'), roll: 'N', steps })?.explained
  assert.deepEqual(explained, { rule: 'G', period: '3m', end: '2026-04-10', steps: [{ until: '2026-02-10' }, { until: '2026-03-10' }] })
})

test('a grace period is counted anew for each day, office and rule', () => {
  const own: Law = { rules: [{ ...RULE, id: 'G', grace_of: 'R', ...after('6m') }], calendars: new Map(), services: [], leads: ordinaryLeads }
  const end = (raw: string) => graceFor(RULE, { ...DUE, raw: day(raw) }, day(raw), 'CN', FACTS, own)?.end
  assert.deepEqual(['2026-01-12', '2026-02-12', '2026-01-12'].map(end), ['2026-07-13', '2026-08-12', '2026-07-13'])
})

test('a rule without a window opens on no day', () => {
  assert.equal(opening(RULE, DUE, DUE.raw), undefined)
  assert.equal(opening({ ...RULE, opens: '-1m' }, DUE, DUE.raw), '2025-12-10')
  assert.equal(opening({ ...RULE, opens: '-1m,1d', from_basis: true }, DUE, DUE.raw), '2025-12-11')
})

test('a deadline that does not freeze is not suspended, whatever the suspensions', () => {
  const facts: CaseFacts = { ...FACTS, suspensions: [{ from: '2025-12-01' }] }
  assert.deepEqual(freeze({ ...RULE, kind: 'MONITOR' }, DUE, facts, '2026-06-01'), { raw: DUE.raw, intervals: [], running: false })
  assert.deepEqual(freeze({ ...RULE, kind: 'ACTION' }, DUE, FACTS, '2026-06-01'), { raw: DUE.raw, intervals: [], running: false })
})

test('each suspension is listed with its days; one that began before the period stops it from the basis', () => {
  const facts: CaseFacts = { ...FACTS, suspensions: [{ from: '2026-01-15' }, { from: '2025-11-01', to: '2025-11-20' }] }
  const frozen = freeze({ ...RULE, kind: 'ACTION' }, DUE, facts, '2026-01-25')
  assert.deepEqual(frozen.intervals, [
    { from: '2025-11-01', to: '2025-11-20', days: 10 },
    { from: '2026-01-15', days: 10 },
  ])
  assert.deepEqual([`${frozen.raw}`, frozen.running], ['2026-01-30', true])
})
