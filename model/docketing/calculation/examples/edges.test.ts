import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines, checkCompleteness } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { roll } from '../../calendar/calendar.ts'
import type { CaseFacts } from '../facts.ts'
import { explain } from '../../wording/explain.ts'

const law = readLaw()
const TODAY = '2026-11-21'
const owed = (facts: Partial<CaseFacts>) =>
  computeDeadlines({ sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', filing_date: '2022-01-10', ...facts }, law, TODAY)
const annuities = (facts: Partial<CaseFacts>) => owed(facts).filter(({ kind }) => kind === 'ANNUITY')
const found = (key: string, facts: Partial<CaseFacts>) => owed(facts).find((one) => one.key.startsWith(key))

test('a validated European patent pays British renewal fees from the year after its grant', () => {
  const validated = { country: 'GB', route: 'EP_VALIDATION', filing_date: '2019-05-10', grant_date: '2025-08-22', status: 'GRANTED' }
  assert.deepEqual(
    annuities(validated).map(({ annuity_year, official_due }) => [annuity_year, official_due]),
    [
      [8, '2026-06-01'],
      [9, '2027-06-01'],
      [10, '2028-05-31'],
    ],
  )
})

test('renewal fees of years before a late British grant fall due after the grant', () => {
  const late = { country: 'GB', filing_date: '2018-10-01', grant_date: '2026-08-04', status: 'GRANTED' }
  const backlog = annuities(late).filter(({ official_due }) => official_due === '2026-11-30')
  assert.deepEqual(
    backlog.map(({ annuity_year }) => annuity_year),
    [5, 6, 7, 8, 9],
  )
})

test('a renewal fee deferred to the European phase is due within exactly six months', () => {
  const entered = { country: 'EP', route: 'PCT_NATIONAL', filing_date: '2024-03-20', entry_date: '2026-10-15', status: 'EP_EXAM' }
  assert.deepEqual(
    annuities(entered)
      .slice(0, 2)
      .map(({ annuity_year, official_due, grace_end }) => [annuity_year, official_due, grace_end]),
    [
      [3, '2026-10-20', '2027-04-20'],
      [4, '2027-03-31', '2027-09-30'],
    ],
  )
})

const terminated = { filing_date: '2020-04-15', grant_date: '2023-08-04', status: 'TERMINATED' }
for (const close_date of ['2026-04-15', '2026-10-15', '2026-10-16', '2026-11-05']) {
  test(`terminated as of ${close_date}: the fee of year 7 was missed, the earlier fees were paid`, () => {
    const series = annuities({ ...terminated, close_date })
    assert.deepEqual(
      series.filter(({ status }) => status === 'MISSED').map(({ annuity_year }) => annuity_year),
      [7],
    )
    assert.equal(series.find(({ annuity_year }) => annuity_year === 6)?.status, 'PRESUMED')
  })
}

test('a restoration deadline is not estimated before the end of the grace period', () => {
  const missed = found('CNP38:7', { ...terminated, close_date: '2026-10-16' })
  assert.deepEqual([missed?.grace_end, missed?.restoration_end], ['2026-10-15', '2026-12-15'])
})

for (const [name, facts, key, status] of [
  ['a refused Korean case may still appeal', { country: 'KR', status: 'JP_REFUSED', events: [event('KR3', '2026-10-30')] }, 'KR05', 'OPEN'],
  [
    'a revoked European patent may still appeal',
    { country: 'EP', grant_date: '2025-01-08', status: 'EP_REVOKED', events: [event('OPPOSITION_DECISION', '2026-10-10')] },
    'EP23',
    'OPEN',
  ],
  ['a revoked European patent waits for nothing else', { country: 'EP', grant_date: '2025-01-08', status: 'EP_REVOKED' }, 'EPT', 'CANCELLED'],
  ['a refused application had paid its filing fees', { status: 'REFUSED', events: [event('CN21', '2026-09-30')] }, 'CNP01', 'DONE'],
  ['what is examined has been published', { status: 'SE' }, 'CNP16', 'DONE'],
] as const) {
  test(name, () => assert.equal(found(key, facts)?.status, status))
}

test('a Japanese translation is due 16 months after a priority of 29 February, not a day earlier', () => {
  const facts = { country: 'JP', filing_date: '2025-02-20', priorities: [{ priority_date: '2024-02-29', priority_country: 'CN' }] }
  assert.equal(found('JP04', { ...facts, events: [event('FOREIGN_LANGUAGE_FILING', '2025-02-20')] })?.raw_due, '2025-06-29')
})

test('a foreign priority requires its copy even with an additional Chinese priority', () => {
  const cn = { priority_date: '2025-10-05', priority_country: 'CN' }
  const us = { priority_date: '2025-09-05', priority_country: 'US' }
  const facts = { filing_date: '2026-09-01', status: 'FILED' }
  assert.equal(found('CNP08', { ...facts, priorities: [us, cn] })?.official_due, '2027-01-05')
  assert.equal(found('CNP08', { ...facts, priorities: [cn] }), undefined)
})

test('an extension into a year without a calendar is provisional, the period itself is not', () => {
  const facts = { status: 'OA', events: [event('CN14', '2026-08-20')], extensions: [{ key: 'CNP19:CN14', period: '1m' }] }
  const reply = found('CNP19', facts)
  assert.deepEqual([reply?.official_due, reply?.extended_due, reply?.provisional], ['2026-12-21', '2027-01-20', true])
})

test('a period counted from another document names the deemed receipt of that document', () => {
  const receipt = { ...event('CN01', '2026-10-28'), delivery_way: 'PAPER', name: { zh: '受理通知书', en: 'Filing receipt' } }
  const pay = found('CNP01', { filing_date: '2026-09-01', status: 'FILED', events: [receipt] })
  assert.ok(pay)
  assert.equal(pay.official_due, '2026-11-27')
  assert.match(
    explain(pay.explanation, 'en').join(' '),
    /By post: presumed received 15 days .* “Filing receipt”, 12 Nov 2026: 15 days to 27 Nov 2026/,
  )
  assert.match(explain(pay.explanation, 'zh').join(''), /满15日推定收到.*自“受理通知书” 2026-11-12 起/)
})

test('a last day on a make-up working Saturday stays, with the reason', () => {
  const reply = found('CNP19', { status: 'OA', events: [event('CN14', '2025-10-31')] })
  assert.equal(reply?.official_due, '2026-02-28')
  assert.match(explain(reply.explanation, 'en').join(' '), /28 Feb 2026 is a Saturday, but by the calendar of China a make-up working day/)
  assert.match(explain(reply.explanation, 'zh').join(''), /2026-02-28 虽为星期六，但按中国的工作日历是调休上班日，不顺延/)
})

test('closing a case cancels future deadlines and keeps past ones', () => {
  const closed = { filing_date: '2006-11-21', grant_date: '2010-03-03', status: 'EXPIRED', close_date: '2026-11-21' }
  const status = (key: string, more = {}) => found(key, { ...closed, ...more })?.status
  assert.deepEqual([status('PAR01'), status('CNP38:19'), status('CNP71')], ['NO_RECORD', 'PRESUMED', 'DONE'])
  const abandoned = { status: 'ABANDONED', close_date: '2025-03-01' }
  assert.deepEqual([status('CNP38:18', abandoned), status('CNP38:20', abandoned), status('CNP71', abandoned)], ['PRESUMED', 'CANCELLED', 'CANCELLED'])
})

for (const [way, received, due, certainty] of [
  ['ELECTRONIC', undefined, '2026-11-05', 'SURE'],
  ['ELECTRONIC', '2026-09-09', '2026-11-09', 'CHECK'],
  ['ELECTRONIC', '2026-10-20', '2026-11-19', 'CHECK'],
  ['PAPER', '2026-09-25', '2026-11-25', 'CHECK'],
] as const) {
  test(`a Korean notice of 5 September 2026, ${way.toLowerCase()}, received ${received ?? 'on a day not recorded'}: reply by ${due}`, () => {
    const notice = { ...event('KR1', '2026-09-05'), delivery_way: way, ...(received && { receive_date: received }) }
    const reply = found('KR04', { country: 'KR', status: 'JP_OA', events: [notice] })
    assert.deepEqual([reply?.official_due, reply?.certainty], [due, certainty])
  })
}

test('the extensions of a Korean reply total at most four months (Examination Guidelines II-1-6)', () => {
  const reply = (taken: number) => {
    const extensions = ['1m', '4m', '4m'].slice(0, taken).map((period) => ({ key: first?.key ?? '', period }))
    return found('KR04', { country: 'KR', status: 'JP_OA', events: [event('KR1', '2026-10-12')], extensions })
  }
  const first = found('KR04', { country: 'KR', status: 'JP_OA', events: [event('KR1', '2026-10-12')] })
  assert.deepEqual([reply(0)?.official_due, reply(1)?.extended_due, reply(2)?.extended_due, reply(3)?.extended_due], ['2026-12-14', '2027-01-12', '2027-04-12', '2027-04-12']) // oxfmt-ignore
})

for (const country of ['JP', 'KR']) {
  test(`${country}: design annuities must be checked; patent annuities are certain`, () => {
    const facts = { country, filing_date: '2022-01-20', grant_date: '2023-03-20', register_date: '2023-03-20', status: 'JP_GRANTED' }
    const certainties = (patent_type: string) => [...new Set(annuities({ ...facts, patent_type }).map(({ certainty }) => certainty))]
    assert.deepEqual([certainties('DESIGN'), certainties('INVENTION')], [['CHECK'], ['SURE']])
  })
}

test('the one-month period for unitary effect has an internal date within it', () => {
  const unitary = found('EP27', { country: 'EP', filing_date: '2024-02-12', grant_date: '2026-10-28', status: 'EP_GRANTED' })
  assert.deepEqual([unitary?.official_due, unitary?.internal_due], ['2026-11-30', '2026-11-16'])
})

test('the deadlines of a lost right are computed as of the day of the loss, but remedies stay open', () => {
  const lost = { filing_date: '2019-06-10', status: 'DEEMED_WITHDRAWN', close_date: '2020-01-15' }
  const notice = event('CN22', '2020-01-15')
  const statuses = ['PAR01', 'CNP15', 'CNP40'].map((key) => found(key, { ...lost, events: [notice] })?.status)
  assert.deepEqual(statuses, ['NO_RECORD', 'CANCELLED', 'MISSED'])
})

test('a reply not filed by the day of the loss was missed', () => {
  const facts = { status: 'DEEMED_WITHDRAWN', close_date: '2026-07-31', events: [event('CN14', '2026-03-31')] }
  assert.deepEqual([found('CNP19', facts)?.status, found('CNP19', facts)?.restoration_end], ['MISSED', '2026-09-30'])
})

for (const [office, day, opens] of [
  ['JP', '2027-01-01', '2027-01-04'],
  ['JP', '2027-03-20', '2027-03-23'],
  ['KR', '2027-02-08', '2027-02-10'],
  ['KR', '2027-09-14', '2027-09-17'],
  ['HK', '2027-02-08', '2027-02-10'],
] as const) {
  test(`${office}: ${day} moves to ${opens} by projected holidays, and stays provisional`, () => {
    const moved = roll(Temporal.PlainDate.from(day), office, law.calendars)
    assert.deepEqual([`${moved.date}`, moved.provisional], [opens, true])
  })
}

test('Chinese annuities are owed while a decision of invalidity can be challenged in court (Patent Law art. 46(2), 47), and no longer when it is final', () => {
  const events = [{ sid: 'd', code: 'CN37', date: '2026-10-16', delivery_way: 'ELECTRONIC' }]
  const attacked = { filing_date: '2021-05-17', grant_date: '2025-03-05', events }
  const fees = (more: Partial<CaseFacts>) => annuities({ ...attacked, ...more }).filter(({ status }) => status === 'OPEN').map(({ key }) => key) // oxfmt-ignore
  assert.deepEqual(fees({ status: 'INVALIDATED' }), fees({ status: 'GRANTED' }))
  assert.ok(fees({ status: 'INVALIDATED' }).length > 0)
  assert.equal(found('CNP37:d', { ...attacked, status: 'INVALIDATED' })?.official_due, '2027-01-18') // three months; 16 January 2027 is a Saturday
  assert.deepEqual(fees({ status: 'INVALID', close_date: '2026-11-02' }), [])
})

test('renewal fees of a unitary patent are owed while its revocation is open to appeal (EPC Article 106(1)), and no longer when it is final', () => {
  const events = [{ sid: 'd', code: 'OPPOSITION_DECISION', date: '2026-10-16' }]
  const opposed = { country: 'EP', route: 'UNITARY', filing_date: '2021-05-17', grant_date: '2025-03-05', events }
  const fees = (status: string) => annuities({ ...opposed, status, ...(status === 'EP_REVOKED' && { close_date: '2026-10-20' }) }).filter((one) => one.status === 'OPEN').length // oxfmt-ignore
  assert.ok(fees('EP_OPPOSED') > 1)
  assert.equal(found('EP23:d', { ...opposed, status: 'EP_OPPOSED' })?.status, 'OPEN')
  assert.equal(fees('EP_REVOKED'), 0)
})

test('a unitary patent is renewed at the EPO from the year after its grant and is not validated again', () => {
  const unitary = { country: 'EP', route: 'UNITARY', filing_date: '2021-05-17', grant_date: '2025-03-05', status: 'EP_GRANTED' }
  assert.deepEqual(
    annuities(unitary).map(({ annuity_year, official_due, certainty }) => [annuity_year, official_due, certainty]),
    [
      [5, '2025-06-02', 'CHECK'],
      [6, '2026-06-01', 'CHECK'],
      [7, '2027-05-31', 'CHECK'],
      [8, '2028-05-31', 'CHECK'],
    ],
  )
  assert.equal(found('EP26', unitary), undefined)
})

for (const [name, facts, isReported] of [
  ['a German utility model', { country: 'DE', patent_type: 'UTILITY' }, false],
  ['a Hong Kong patent', { country: 'HK', route: 'HK_RECORD' }, false],
  ['a Chinese invention in its compensation term', { filing_date: '2005-05-17', pta_days: 1200 }, false],
  ['an American design', { country: 'US', patent_type: 'DESIGN' }, false],
  ['a European patent, which pays in its states', { country: 'EP' }, false],
] as const) {
  test(`${name} ${isReported ? 'reports fees without a rule' : 'reports no fee without a rule'}`, () => {
    const codes = checkCompleteness(
      { sid: 'c', patent_type: 'INVENTION', country: 'CN', filing_date: '2021-05-17', grant_date: '2022-09-05', status: 'GRANTED', ...facts },
      law,
      TODAY,
    )
    assert.equal(
      codes.some(({ code }) => code === 'NO_ANNUITY_RULE'),
      isReported,
    )
  })
}

test('an office whose rules state no annuity is reported', () => {
  const without = { ...law, rules: law.rules.filter(({ kind }) => kind !== 'ANNUITY') }
  const granted = {
    sid: 'c',
    patent_type: 'INVENTION',
    country: 'HK',
    route: 'HK_RECORD',
    filing_date: '2021-05-17',
    grant_date: '2022-09-05',
    status: 'GRANTED',
  }
  const found = (rules: typeof law) => checkCompleteness(granted, rules, TODAY).map(({ code }) => code) // oxfmt-ignore
  assert.deepEqual([found(law).includes('NO_ANNUITY_RULE'), found(without).includes('NO_ANNUITY_RULE')], [false, true])
})

for (const [what, date, status] of [
  ['an earlier day', '2026-05-29', 'MISSED'],
  ['the same day', '2026-06-01', 'MISSED'],
  ['a later day', '2026-08-03', 'DONE'],
] as const)
  test(`a second office action of ${what} ${status === 'DONE' ? 'proves' : 'does not prove'} that the first was answered`, () => {
    const events = [event('CN15', date), event('CN14', '2026-06-01')].toSorted((a, b) => (a.date < b.date ? -1 : 1))
    const facts = { sid: 'c', country: 'CN', patent_type: 'INVENTION', status: 'OA', filing_date: '2024-01-02', events }
    const first = computeDeadlines(facts, law, '2026-10-12').find(({ rule_id }) => rule_id === 'CNP19')
    assert.equal(first?.status, status)
  })

test('the check reports a document dated after today or before the filing', () => {
  const codes = (events: NonNullable<CaseFacts['events']>) =>
    checkCompleteness({ sid: 'c', country: 'CN', patent_type: 'INVENTION', status: 'SE', filing_date: '2022-01-10', events }, law, TODAY).map(
      ({ code }) => code,
    )
  assert.ok(codes([event('CN14', '2027-05-01')]).includes('EVENT_IN_FUTURE'))
  assert.ok(codes([event('CN14', '2020-05-01')]).includes('EVENT_BEFORE_FILING'))
  assert.ok(!codes([event('CN14', '2026-05-01')]).some((code) => code.startsWith('EVENT_')))
})

function event(code: string, date: string) {
  return { sid: code, code, date, delivery_way: 'ELECTRONIC' }
}
