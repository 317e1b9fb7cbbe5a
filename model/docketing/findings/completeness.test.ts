import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCompleteness } from '../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from '../calculation/facts.ts'
import { checkCompleteness as findingsOf } from './completeness.ts'

const law = readLaw()
const granted: CaseFacts = {
  sid: 'c',
  country: 'CN',
  route: 'DIRECT',
  patent_type: 'INVENTION',
  status: 'GRANTED',
  legal_status: 'GRANTED',
  filing_date: '2018-05-10',
  grant_date: '2021-06-11',
}
/** Under examination, with nothing due. */
const examined = {
  status: 'OA',
  legal_status: 'PENDING',
  grant_date: '',
  filing_date: '2023-05-10',
  sub_exam_date: '2023-06-01',
  se_entered_date: '2025-01-10',
}
const codes = (more: Partial<CaseFacts>) => checkCompleteness({ ...granted, ...more }, law, '2026-03-02').map(({ code }) => code)

for (const [name, more, expected] of [
  ['a sound case has none', {}, []],
  ['granted before it was filed', { grant_date: '2018-05-01' }, ['GRANT_DATE_BEFORE_FILING_DATE']],
  ['published before it was filed', { publication_date: '2017-01-01' }, ['PUBLICATION_DATE_BEFORE_FILING_DATE']],
  ['priority after filing', { earliest_priority_date: '2018-06-01' }, ['FILING_DATE_BEFORE_EARLIEST_PRIORITY_DATE']],
  ['no filing date', { filing_date: '' }, ['MISSING_FILING_DATE']],
  ['no grant date', { grant_date: '' }, ['MISSING_GRANT_DATE']],
  [
    'no grant date, while the patent is opposed',
    { country: 'EP', status: 'EP_OPPOSED', legal_status: 'PENDING', grant_date: '' },
    ['MISSING_GRANT_DATE'],
  ],
  [
    'the decision to grant a European patent, which names the day of its mention',
    {
      country: 'EP',
      status: 'EP_INTENT',
      legal_status: 'PENDING',
      grant_date: '',
      events: [{ sid: 'e', code: 'EP5', date: '2026-02-02', direction: 'IN' }],
    },
    ['MISSING_GRANT_DATE', 'MISSING_NOTICE'],
  ],
  [
    'a filing receipt of a case that is still in preparation',
    { status: 'READY', legal_status: '', filing_date: '', grant_date: '', events: [{ sid: 'e', code: 'CN01', date: '2026-02-02', direction: 'IN' }] },
    ['NOTICE_IN_PREPARATION'],
  ],
  [
    'a notice of entry of a national phase that is still in preparation',
    {
      status: 'ENTRY_PREPARING',
      route: 'PCT_NATIONAL',
      legal_status: '',
      grant_date: '',
      events: [{ sid: 'e', code: 'CN40', date: '2026-02-02', direction: 'IN' }],
    },
    ['NOTICE_IN_PREPARATION'],
  ],
  [
    'a submission of ours while the case is in preparation',
    {
      status: 'READY',
      legal_status: '',
      filing_date: '',
      grant_date: '',
      events: [{ sid: 'e', code: 'CO01', date: '2026-02-02', direction: 'OUT' }],
    },
    [],
  ],
  [
    'an American national stage that was missed two months ago, though entry is possible elsewhere',
    {
      country: 'WO',
      route: 'PCT_INTL',
      status: 'INTL_PUBLISHED',
      legal_status: '',
      grant_date: '',
      filing_date: '2023-07-02',
      designated: ['US', 'CN'],
    },
    ['MISS_NOT_RECORDED'],
  ],
  [
    'an international application for which no country was chosen in time',
    { country: 'WO', route: 'PCT_INTL', status: 'INTL_PUBLISHED', legal_status: '', grant_date: '', filing_date: '2023-07-02' },
    ['MISS_NOT_RECORDED'],
  ],
  [
    'an American application of which nothing is on record for more than three years',
    { country: 'US', status: 'US_EXAM', legal_status: 'PENDING', grant_date: '', filing_date: '2022-05-10' },
    ['OFFICE_SILENT'],
  ],
  [
    'its division, submitted later',
    { country: 'US', status: 'US_EXAM', legal_status: 'PENDING', grant_date: '', filing_date: '2022-05-10', submission_date: '2024-02-10' },
    ['WAITING_FOR_OFFICE'],
  ],
  [
    'an application whose examination was never requested does not wait for the office',
    { country: 'JP', status: 'PUBLISHED', legal_status: 'PENDING', grant_date: '', filing_date: '2022-12-01' },
    ['MISS_NOT_RECORDED'],
  ],
  ['filed in the future', { filing_date: '2027-01-01', grant_date: '2027-06-01' }, ['FILING_DATE_IN_FUTURE']],
  ['claimed on the day after the 12 months', { priorities: [{ priority_date: '2017-05-09' }] }, ['PRIORITY_PERIOD_EXCEEDED', 'MISSED_LONG_AGO']],
  ['claimed on their last day', { priorities: [{ priority_date: '2017-05-10' }] }, []],
  ['claimed late, and restored', { priorities: [{ priority_date: '2017-05-09', restored: true }] }, []],
  ['claimed late by the parent of a division', { continues: true, priorities: [{ priority_date: '2017-05-09' }] }, []],
  ['entered in the future', { entry_date: '2027-01-01' }, ['ENTRY_DATE_IN_FUTURE']],
  ['the term is over', { filing_date: '2003-01-06', grant_date: '2006-01-06', expiry_date: '2023-01-06' }, ['TERM_OVER']],
  ['two states that contradict each other', { legal_status: 'LAPSED' }, ['STATUS_CONFLICT']],
  ['an office without rules', { country: 'FR' }, ['NO_RULES_FOR_OFFICE', 'NO_CALENDAR']],
  ['Japan counts from registration', { country: 'JP', status: 'JP_GRANTED' }, ['MISSING_REGISTER_DATE']],
  ['Korea grants on the day of registration', { country: 'KR', status: 'JP_GRANTED', register_date: '2021-06-04' }, ['GRANT_NOT_REGISTRATION']],
  ['a date in a notice', { events: [{ sid: 'e', code: 'CN07', date: '2026-02-02' }] }, ['NEEDS_SET_DUE']],
  ['a reply that is due', { ...examined, events: [{ sid: 'e', code: 'CN14', date: '2025-11-03', direction: 'IN' }] }, []],
  [
    'a reply whose last day has passed without a record',
    { ...examined, events: [{ sid: 'e', code: 'CN14', date: '2025-10-03', direction: 'IN' }] },
    ['MISS_NOT_RECORDED'],
  ],
  [
    'a reply that is recorded after its last day',
    {
      ...examined,
      events: [
        { sid: 'e', code: 'CN14', date: '2025-10-03', direction: 'IN' },
        { sid: 'f', code: 'CO05', date: '2026-02-20', direction: 'OUT' },
      ],
    },
    ['DONE_LATE'],
  ],
  [
    'a miss that a person has stated',
    {
      ...examined,
      events: [{ sid: 'e', code: 'CN14', date: '2025-10-03', direction: 'IN' }],
      handled: [{ key: 'CNP19:e', status: 'MISSED', date: '' }],
    },
    [],
  ],
  [
    'a refusal that has become final without a record',
    { ...examined, status: 'REFUSED', events: [{ sid: 'e', code: 'CN21', date: '2025-10-03', direction: 'IN' }] },
    ['MISS_NOT_RECORDED'],
  ],
  [
    'an application that is recorded as lost after the miss',
    { ...examined, status: 'DEEMED_WITHDRAWN', events: [{ sid: 'e', code: 'CN14', date: '2025-10-03', direction: 'IN' }] },
    [],
  ],
  [
    'an application that waits',
    { country: 'US', status: 'US_FILED', legal_status: 'PENDING', filing_date: '2025-03-03', grant_date: '', earliest_priority_date: '2024-03-05' },
    ['WAITING_FOR_OFFICE'],
  ],
  [
    'an application with a miss, which does not wait for the office',
    {
      ...{
        country: 'US',
        status: 'US_FILED',
        legal_status: 'PENDING',
        filing_date: '2025-03-03',
        grant_date: '',
        earliest_priority_date: '2024-03-05',
      },
      events: [{ sid: 'e', code: 'US2', date: '2025-07-01', direction: 'IN' }],
    },
    ['MISS_NOT_RECORDED'],
  ],
  ...(
    [
      ['', false, ['DESIGNATED_UNKNOWN']],
      [' related to it', true, []],
    ] as const
  ).map(
    ([how, continues, found]) =>
      [
        `a record in Hong Kong that awaits the grant of the designated patent${how}`,
        {
          country: 'HK',
          route: 'HK_RECORD',
          status: 'PUBLISHED',
          legal_status: 'PENDING',
          grant_date: '',
          publication_date: '2025-01-10',
          continues,
        },
        found,
      ] as const,
  ),
  [
    'a lost case is not in force, even if it could be revived',
    { country: 'US', status: 'US_ABANDONED', legal_status: 'WITHDRAWN', filing_date: '2015-03-03', grant_date: '' },
    [],
  ],
  ...(
    [
      ['that may still be renewed', {}, ['HAGUE_CLOSED']],
      ['on the last day of its fifteen years', { filing_date: '2010-01-05', register_date: '2011-03-02' }, ['HAGUE_CLOSED']],
      ['after its fifteen years', { filing_date: '2010-01-05', register_date: '2011-03-01' }, []],
      ['that has lapsed', { status: 'LAPSED' }, []],
      ['which is an application under the PCT', { route: 'PCT_INTL', patent_type: 'INVENTION' }, []],
    ] as const
  ).map(
    ([how, more, found]) =>
      [
        `an international registration closed as “International phase over” ${how}`,
        { country: 'WO', route: 'HAGUE_INTL', patent_type: 'DESIGN', status: 'INTL_CLOSED', legal_status: 'LAPSED', grant_date: '', ...more },
        found,
      ] as const,
  ),
  ['a closed case is silent', { status: 'ABANDONED', legal_status: 'LAPSED' }, []],
] as const) {
  test(`completeness check: ${name}`, () => assert.deepEqual(codes(more), expected))
}

for (const [name, more, last] of [
  // 37 CFR 1.136(a): three months, and three more that can be bought afterwards.
  [
    'can be bought afterwards',
    { country: 'US', status: 'US_EXAM', events: [{ sid: 'e', code: 'US4', date: '2025-08-01', direction: 'IN' }] },
    '2026-02-02',
  ],
  [
    'was granted',
    {
      events: [{ sid: 'e', code: 'CN14', date: '2025-08-01', direction: 'IN' }],
      extensions: [{ key: 'CNP19:e', period: '2m' }],
    },
    '2026-02-02',
  ],
] as const)
  test(`a miss names the last day of an extension that ${name}`, () => {
    const found = checkCompleteness({ ...granted, ...examined, ...more }, law, '2026-03-02').find(({ code }) => code === 'MISS_NOT_RECORDED')
    assert.match(found?.en ?? '', new RegExp(`, ${last}, has passed`))
    assert.match(found?.zh ?? '', new RegExp(`已于 ${last} 届满`))
  })

test('a late act is told with its day and its last day', () => {
  const events = [
    { sid: 'e', code: 'CN14', date: '2025-10-03', direction: 'IN' },
    { sid: 'f', code: 'CO05', date: '2026-02-20', direction: 'OUT' },
  ]
  const [late] = checkCompleteness({ ...granted, ...examined, events }, law, '2026-03-02')
  assert.match(late?.en ?? '', /was done on 2026-02-20, after its last day 2026-02-\d\d .*whether the office accepted it/)
  assert.match(late?.zh ?? '', /于 2026-02-20 办理，晚于最后一日 2026-02-\d\d/)
})

test('a miss that costs nothing is no finding', () => {
  const [pledge] = law.rules.filter(({ id }) => id === 'PLG01')
  assert.ok(pledge && !pledge.if_missed)
  const facts = {
    kind: 'pledge',
    sid: 'p',
    country: '',
    due_date: '2026-02-20',
    state: { phase: 'GRANTED', zh: '已登记', en: 'Registered' },
  } as const
  const found = findingsOf(facts, law, '2026-03-02').map(({ code, en }) => `${code} ${en}`)
  assert.ok(
    found.some((one) => one.startsWith('MISS_NOT_RECORDED') && one.includes('debt falls due')),
    String(found),
  )
  assert.ok(!found.some((one) => one.includes('30 days before')), String(found))
})

test('a finding of the completeness check has text in both languages', () => {
  for (const gap of checkCompleteness({ ...granted, country: 'FR', filing_date: '' }, law, '2026-03-02'))
    assert.ok(/\p{Script=Han}/u.test(gap.zh) && /^[\x20-\x7e“”]+$/.test(gap.en))
})

test('a designation that is protected since an unknown day is a finding where its term depends on that day', () => {
  const of = (more: Partial<CaseFacts>) =>
    codes({ route: 'HAGUE_NATIONAL', patent_type: 'DESIGN', status: 'HAGD_PROTECTED', hague_pub_date: '2018-12-07', grant_date: '', ...more })
  assert.ok(of({}).includes('MISSING_GRANT_DATE'))
  assert.ok(of({ country: 'US' }).includes('MISSING_GRANT_DATE'))
  assert.ok(of({ country: 'JP' }).includes('MISSING_REGISTER_DATE'))
  for (const more of [{ country: 'EM' }, { grant_date: '2019-12-07' }]) assert.ok(!of(more).includes('MISSING_GRANT_DATE'))
})
