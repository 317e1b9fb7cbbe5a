// Worked by hand from the text of the law: each with the first day of the period, the day before rolling and the due date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfTerm } from '../../../model/rights/trademarks/term.ts'
import { trademarkKind } from '../../../model/rights/trademarks/case-kind.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import { explain } from '../../../model/docketing/wording/explain.ts'
import { factsOfCase } from '../../../model/docketing/facts-of-case.ts'
import { NOTHING_RELATED } from '../../../model/docketing/kind.ts'
import { seenOn } from '../../../tests/harness/today.ts'
import { readLaw } from './read.ts'

const law = readLaw()
type Row = Record<string, unknown>
const MARK: Row = { sid: 'c', country: 'CN', route: 'DIRECT', tm_kind: 'GOODS_SERVICE', mark_type: 'WORD', status: 'TM_ACCEPTED' }
const notice = (code: string, event_date: string, more: Row = {}) => ({ sid: 'e', code, event_date, delivery_way: 'ELECTRONIC', ...more })

type Example = { today?: string; row?: Row; event?: Row; claim?: Row; is: readonly [raw: string, due: string, more?: Row] }

function made(key: string, { today = '2026-01-05', row = {}, event, claim }: Omit<Example, 'is'>) {
  const related = { ...NOTHING_RELATED, events: event ? [event] : [], priorities: claim ? [claim] : [] }
  const all = computeDeadlines(
    factsOfCase(trademarkKind, { ...MARK, ...row }, related),
    law,
    seenOn([{ date: String(event?.event_date ?? today) }], today),
  )
  const found = all.find((one) => one.key === key)
  assert.ok(found, `${key} is not among ${all.map((one) => one.key).join(' ')}`)
  return found
}

const REGISTERED = { status: 'TM_REGISTERED' }
const DESIGNATED = { route: 'MADRID_DESIGNATION', status: 'DES_PENDING' }
const PRIORITY = { priority_date: '2025-08-31', priority_country: 'KR', priority_no: '1' }

// Electronic service in trademark matters: fifteen days after the notice, which are not rolled (Regulations, art. 10). China, closed
// days of 2026: 1–3 January, 15–23 February, 4–6 April, 1–5 May, 19–21 June, 25–27 September, 1–7 October; work on 28 February.
const EXAMPLES: Readonly<Record<string, Example>> = {
  CNT01: { row: { status: 'TM_PREPARING' }, claim: PRIORITY, is: ['2026-02-28', '2026-02-28'] },
  CNT02: { row: { filing_date: '2025-11-15' }, claim: PRIORITY, is: ['2026-02-15', '2026-02-24'] },
  CNT03: { row: { status: 'TM_PREPARING', exhibition_date: '2025-10-04' }, is: ['2026-04-04', '2026-04-07'] },
  CNT03D: { row: { exhibition_date: '2025-10-04', filing_date: '2026-01-02' }, is: ['2026-04-02', '2026-04-02'] },
  'CNT04:e': { row: { status: 'TM_CORRECT' }, event: notice('TM03', '2026-05-06'), is: ['2026-06-20', '2026-06-22'] },
  'CNT05:e': { row: { status: 'TM_EXAM' }, event: notice('TM04', '2026-06-04'), is: ['2026-07-04', '2026-07-06'] },
  'CNT06:e': { event: notice('TM17', '2026-03-02'), is: ['2026-04-16', '2026-04-16'] },
  'CNT07:e': { event: notice('TM18', '2026-03-02'), is: ['2026-04-16', '2026-04-16'] },
  'CNT08:e': { row: { status: 'TM_PART_REFUSED' }, event: notice('TM05P', '2026-06-04'), is: ['2026-07-04', '2026-07-06'] },
  'CNT09:e': { row: { status: 'TM_REFUSED' }, event: notice('TM05', '2026-06-04'), is: ['2026-07-04', '2026-07-06'] },
  'CNT10:e': { row: { status: 'TM_REFUSED_2' }, event: notice('TM13U', '2026-08-12'), is: ['2026-09-26', '2026-09-28'] },
  CNT11: { row: { status: 'TM_PRELIM_PUB', prelim_pub_date: '2025-11-27' }, is: ['2026-02-27', '2026-02-27'] },
  'CNT12:e': { row: { status: 'TM_OPPOSED' }, event: notice('TM07', '2026-03-20'), is: ['2026-05-04', '2026-05-06'] },
  'CNT13:e': { row: { status: 'TM_OPPOSED' }, event: notice('TM_OPP_ANSWER', '2026-07-01'), is: ['2026-10-01', '2026-10-08'] },
  'CNT14:e': { row: { status: 'TM_NOT_REG' }, event: notice('TM08N', '2026-06-04'), is: ['2026-07-04', '2026-07-06'] },
  'CNT15:e': { row: { status: 'TM_NOT_REG_REVIEW' }, event: notice('TM13N', '2026-08-12'), is: ['2026-09-26', '2026-09-28'] },
  'CNT16:e': { row: REGISTERED, event: notice('TM12', '2026-03-20'), is: ['2026-05-04', '2026-05-06'] },
  'CNT17:e': { row: { status: 'TM_REVIEW' }, event: notice('TM_REVIEW_REQUEST', '2026-07-01'), is: ['2026-10-01', '2026-10-08'] },
  'CNT18:e': { row: { status: 'TM_REVIEW' }, event: notice('TM19', '2026-05-06'), is: ['2026-06-20', '2026-06-22'] },
  'CNT19:e': { row: REGISTERED, event: notice('TM20', '2026-06-04'), is: ['2026-07-04', '2026-07-06'] },
  'CNT20:e': { row: { status: 'TM_INVALID_PENDING' }, event: notice('TM13I', '2026-08-12'), is: ['2026-09-26', '2026-09-28'] },
  CNT21: { row: { ...REGISTERED, reg_date: '2024-02-29' }, is: ['2029-02-28', '2029-02-28'] },
  'CNT22:e': { row: { status: 'TM_CANCEL_PENDING' }, event: notice('TM10', '2026-07-16'), is: ['2026-09-30', '2026-09-30'] },
  'CNT23:e': { row: { status: 'TM_CANCEL_PENDING' }, event: notice('TM21', '2026-07-17'), is: ['2026-10-01', '2026-10-08'] },
  'CNT24:e': { row: { status: 'TM_CANCEL_REVIEW' }, event: notice('TM11C', '2026-06-04'), is: ['2026-07-04', '2026-07-06'] },
  'CNT25:e': { row: { status: 'TM_CANCEL_REVIEW' }, event: notice('TM13C', '2026-08-12'), is: ['2026-09-26', '2026-09-28'] },
  CNT26: { row: { ...REGISTERED, reg_date: '2023-06-10', last_use_date: '2024-02-29' }, is: ['2027-02-28', '2027-02-28'] },
  'CNT27:11': {
    row: { ...REGISTERED, reg_date: '2016-11-22', valid_from: '2016-11-22' },
    is: ['2026-11-21', '2026-11-23', { window_from: '2025-11-21', grace_end: '2027-05-21' }],
  },
  CNT29: { row: { status: 'TM_LAPSED', close_date: '2025-07-04', reg_date: '2015-01-07' }, is: ['2026-07-04', '2026-07-04'] },
  'CNT30:e': { row: REGISTERED, event: notice('TM_LICENCE_SIGNED', '2026-01-01', { set_due: '2028-12-31' }), is: ['2028-12-31', '2028-12-31'] },
  'CNT31:e': { row: REGISTERED, event: notice('TM22', '2026-05-06'), is: ['2026-06-20', '2026-06-22'] },
  'CNT32:e': {
    row: { country: 'WO', route: 'MADRID_INTL', status: 'MAD_ORIGIN' },
    event: notice('TM23', '2026-05-06'),
    is: ['2026-06-20', '2026-06-22'],
  },
  'CNT32F:e': {
    row: { country: 'WO', route: 'MADRID_INTL', status: 'MAD_ORIGIN' },
    event: notice('TM23F', '2026-06-04'),
    is: ['2026-07-04', '2026-07-06'],
  },
  CNT33: { row: { ...DESIGNATED, gazette_date: '2026-06-18' }, is: ['2026-10-01', '2026-10-08'] },
  'CNT34:e': { row: { ...DESIGNATED, status: 'DES_REFUSED' }, event: notice('TM16R', '2026-03-02'), is: ['2026-04-01', '2026-04-01'] },
  CNT35: { row: { ...DESIGNATED, mark_type: 'SOUND', intl_reg_date: '2026-01-04' }, is: ['2026-04-04', '2026-04-07'] },
  'CNT36:e': { row: { status: 'TM_FILED' }, event: notice('TM24', '2026-06-04'), is: ['2026-07-04', '2026-07-06'] },
  MAD09: {
    row: { ...DESIGNATED, country: 'JP', status: 'DES_PROTECTED', reg_date: '2017-05-01', intl_reg_date: '2016-05-10', valid_to: '2026-05-10' },
    is: ['2026-05-10', '2026-05-10'],
  },
  TMP01: { row: { filing_date: '2025-11-27' }, is: ['2026-05-27', '2026-05-27'] },
  MAD01: { row: { country: 'WO', route: 'MADRID_INTL', status: 'TM_PREPARING' }, claim: PRIORITY, is: ['2026-02-28', '2026-03-02'] },
  MAD02: { row: { country: 'WO', route: 'MADRID_INTL', status: 'MAD_ORIGIN', filing_date: '2025-12-31' }, is: ['2026-02-28', '2026-02-28'] },
  'MAD03:e': {
    row: { country: 'WO', route: 'MADRID_INTL', status: 'MAD_IRREGULAR' },
    event: notice('TM16I', '2026-01-29'),
    is: ['2026-04-29', '2026-04-29', { restoration_end: undefined }],
  },
  MAD04: { row: { ...DESIGNATED, country: 'JP', notified_date: '2025-03-31' }, is: ['2026-09-30', '2026-09-30'] },
  MAD05: { row: { country: 'WO', route: 'MADRID_INTL', status: 'MAD_REGISTERED', reg_date: '2021-03-02' }, is: ['2026-03-02', '2026-03-02'] },
  'MAD06:e': {
    row: { country: 'WO', route: 'MADRID_INTL', status: 'MAD_CANCELLED', close_date: '2026-01-15' },
    event: notice('TM16B', '2026-01-15'),
    is: ['2026-04-15', '2026-04-15'],
  },
  MAD06: { row: { country: 'WO', route: 'MADRID_INTL', status: 'MAD_CANCELLED', close_date: '2026-01-15' }, is: ['2026-04-15', '2026-04-15'] }, // the step alone
  'MAD07:11': {
    row: { country: 'WO', route: 'MADRID_INTL', status: 'MAD_REGISTERED', reg_date: '2016-01-31', valid_from: '2016-01-31' },
    is: ['2026-01-31', '2026-02-02', { window_from: '2025-07-31', grace_end: '2026-07-31' }],
  },
  'UST01:e': { row: { country: 'US', status: 'TM_EXAM' }, event: notice('UST1', '2025-11-30'), is: ['2026-02-28', '2026-03-02'] },
  'UST02:e': {
    row: { country: 'US', route: 'MADRID_DESIGNATION', status: 'DES_REFUSED' },
    event: notice('UST1', '2025-11-30'),
    is: ['2026-05-30', '2026-06-01'],
  },
  UST03: { row: { country: 'US', status: 'TM_PRELIM_PUB', prelim_pub_date: '2026-01-06' }, is: ['2026-02-05', '2026-02-05'] },
  UST04: { row: { country: 'US', status: 'US_TM_ALLOWED' }, event: notice('UST3', '2025-08-31'), is: ['2026-02-28', '2026-03-02'] },
  'UST05:6': {
    row: { country: 'US', ...REGISTERED, reg_date: '2020-02-29', valid_from: '2020-02-29' },
    is: ['2026-02-28', '2026-03-02', { window_from: '2025-02-28', grace_end: '2026-08-28' }],
  },
  'UST06:11': {
    row: { country: 'US', ...REGISTERED, reg_date: '2016-07-05', valid_from: '2016-07-05' },
    is: ['2026-07-05', '2026-07-06', { window_from: '2025-07-05', grace_end: '2027-01-05' }],
  },
  'UST07:6': {
    row: { country: 'US', route: 'MADRID_DESIGNATION', status: 'DES_PROTECTED', reg_date: '2020-05-12' },
    is: ['2026-05-12', '2026-05-12'],
  },
  'UST08:11': {
    row: { country: 'US', route: 'MADRID_DESIGNATION', status: 'DES_PROTECTED', reg_date: '2016-05-10' },
    is: ['2026-05-10', '2026-05-11'],
  },
  UST09: { row: { country: 'US', ...REGISTERED, reg_date: '2022-03-01', valid_from: '2022-03-01' }, is: ['2027-03-01', '2027-03-01'] },
  EUT01: { row: { country: 'EM', route: 'EUTM', status: 'TM_PRELIM_PUB', prelim_pub_date: '2025-11-28' }, is: ['2026-02-28', '2026-03-02'] },
  'EUT02:e': { row: { country: 'EM', route: 'EUTM', status: 'TM_EXAM' }, event: notice('EUT1', '2026-01-14'), is: ['2026-03-14', '2026-03-16'] },
  'EUT03:11': {
    row: { country: 'EM', route: 'EUTM', ...REGISTERED, filing_date: '2016-12-02', valid_from: '2016-12-02', reg_date: '2017-05-02' },
    is: ['2026-12-02', '2026-12-02', { window_from: '2026-06-02', grace_end: '2027-06-02' }],
  },
  EUT05: { row: { country: 'EM', route: 'EUTM', ...REGISTERED, reg_date: '2023-05-02', valid_from: '2022-12-02' }, is: ['2028-05-02', '2028-05-02'] },
  'EUT06:e': {
    row: { country: 'EM', route: 'EUTM', status: 'TM_OPPOSED' },
    event: notice('EUT2', '2026-01-14'),
    is: ['2026-03-14', '2026-03-16'],
  },
  'EUT07:e': {
    row: { country: 'EM', route: 'EUTM', status: 'TM_OPPOSED' },
    event: notice('EUT2', '2026-01-14'),
    is: ['2026-07-14', '2026-07-14'],
  },
  GBM01: { row: { country: 'GB', status: 'TM_PRELIM_PUB', prelim_pub_date: '2026-01-30' }, is: ['2026-03-30', '2026-03-30'] },
  GBM02: {
    row: { country: 'GB', status: 'TM_PRELIM_PUB', prelim_pub_date: '2026-01-30' },
    event: notice('GBT3', '2026-03-20'),
    is: ['2026-04-30', '2026-04-30'],
  },
  'GBM03:e': { row: { country: 'GB', status: 'TM_EXAM' }, event: notice('GBT1', '2026-01-14'), is: ['2026-03-14', '2026-03-16'] },
  'GBM04:e': { row: { country: 'GB', status: 'TM_OPPOSED' }, event: notice('GBT2', '2026-01-30'), is: ['2026-03-30', '2026-03-30'] },
  'GBM05:11': {
    row: { country: 'GB', ...REGISTERED, filing_date: '2016-12-02', valid_from: '2016-12-02', reg_date: '2017-03-10' },
    is: ['2026-12-02', '2026-12-02', { window_from: '2026-06-02', grace_end: '2027-06-02' }],
  },
  GBM06: { row: { country: 'GB', ...REGISTERED, reg_date: '2023-05-02', valid_from: '2022-12-02' }, is: ['2028-05-02', '2028-05-02'] },
  'JP13:e': { row: { country: 'JP', status: 'TM_EXAM' }, event: notice('JPT1', '2026-01-20'), is: ['2026-03-01', '2026-03-02'] },
  JP14: { row: { country: 'JP', ...REGISTERED, reg_date: '2026-01-09', valid_from: '2026-01-09' }, is: ['2026-03-09', '2026-03-09'] },
  'JP15:11': {
    row: { country: 'JP', ...REGISTERED, reg_date: '2016-03-20', valid_from: '2016-03-20' },
    is: ['2026-03-20', '2026-03-23', { window_from: '2025-09-20' }],
  },
  KR11: { row: { country: 'KR', status: 'TM_PRELIM_PUB', prelim_pub_date: '2026-01-14' }, is: ['2026-02-13', '2026-02-13'] },
  'KR12:11': { row: { country: 'KR', ...REGISTERED, reg_date: '2016-02-16', valid_from: '2016-02-16' }, is: ['2026-02-16', '2026-02-19'] },
  'TMR01:11': { row: { country: 'BR', ...REGISTERED, reg_date: '2016-06-01', valid_from: '2016-06-01' }, is: ['2026-06-01', '2026-06-01'] },
}

// Cap. 559 s. 49 and Taiwan Trademark Act art. 33: ten years; Industrial Property Code of Macao, arts. 197–232: seven. The last day is the one
// before the anniversary, and the act moves to the next working day.
for (const [country, key, valid_from, raw, due] of [
  ['HK', 'TMR01:11', '2017-02-06', '2027-02-05', '2027-02-05'],
  ['TW', 'TMR01:11', '2017-03-01', '2027-02-28', '2027-03-01'],
  ['MO', 'TMR01:8', '2020-02-01', '2027-01-31', '2027-02-01'],
  ['MO', 'TMR01:15', '2016-06-30', '2030-06-29', '2030-07-01'],
] as const)
  test(`the renewal of a mark in ${country} of ${valid_from} is due on ${due}`, () => {
    const one = made(key, { row: { country, ...REGISTERED, reg_date: valid_from, valid_from } })
    assert.deepEqual([one.raw_due, one.official_due, one.certainty], [raw, due, 'CHECK'])
  })

for (const [
  key,
  {
    is: [raw, due, more = {}],
    ...asked
  },
] of Object.entries(EXAMPLES))
  // oxfmt-ignore
  test(`${key}: ${raw}, due on ${due}`, () => {
    const one = made(key, asked)
    assert.deepEqual([one.raw_due, one.official_due, one.status], [raw, due, 'OPEN'])
    for (const [code, value] of Object.entries(more)) if (value !== undefined) assert.equal((one as unknown as Row)[code], value, code)
  })

test('every rule of trademarks has a worked example or is the grace of one', () => {
  const shown = new Set(Object.keys(EXAMPLES).map((key) => key.split(':')[0]))
  const rest = law.rules.filter(({ case_kind, id, grace_of }) => case_kind === 'trademark' && !grace_of && !shown.has(id)).map(({ id }) => id)
  assert.deepEqual(rest, ['TMP02'])
})

test('an American office action before December 2022 had six months', () => {
  const one = made('UST01:e', { today: '2022-07-01', row: { country: 'US', status: 'TM_EXAM' }, event: notice('UST1', '2022-06-15') })
  assert.equal(one.official_due, '2022-12-15')
})

test('a Korean publication before 22 July 2025 is open to opposition for two months', () => {
  const one = made('KR11', { today: '2025-07-22', row: { country: 'KR', status: 'TM_PRELIM_PUB', prelim_pub_date: '2025-07-21' } })
  assert.equal(one.raw_due, '2025-09-21')
})

for (const [country, begin, key, last, grace] of [
  ['CN', '2016-02-29', 'CNT27:11', '2026-02-28', '2026-08-28'], // the month has no such day (Trademark Regulations, art. 12)
  // The grace is no term: it begins when the term ends, and its last day is the corresponding one (art. 12), not the end of August.
  ['CN', '2016-03-01', 'CNT27:11', '2026-02-28', '2026-08-28'],
  ['CN', '2016-03-31', 'CNT27:11', '2026-03-30', '2026-09-30'],
  ['TW', '2016-02-29', 'TMR01:11', '2026-02-28', '2026-08-28'],
  ['MO', '2020-02-29', 'TMR01:8', '2027-02-28', '2027-08-30'], // 28 August 2027 is a Saturday
] as const)
  test(`the renewal of a mark of ${country} registered on ${begin} is due on the last day of its term, ${last}`, () => {
    const row = { ...REGISTERED, country, reg_date: begin, valid_from: begin }
    assert.equal(endOfTerm(begin, row), last)
    const one = made(key, { row })
    assert.deepEqual([one.raw_due, one.grace_end], [last, grace])
  })

// Both readings of a grace after a term that ends with its month are told; the earlier day is kept.
for (const [begin, later] of [
  ['2016-03-01', '2026-08-31'],
  ['2016-05-01', '2026-11-02'], // 31 October 2026 is a Saturday
  ['2016-09-01', undefined], // 28 February is the end of the month by either reading
  ['2016-03-31', undefined],
] as const)
  test(`the grace of a mark of CN whose term began on ${begin} ${later ? `is to be checked against ${later}` : 'has one reading'}`, () => {
    const one = made('CNT27:11', { row: { ...REGISTERED, reg_date: begin, valid_from: begin } })
    assert.deepEqual([one.explanation.grace?.doubt?.later, one.certainty], [later, later ? 'CHECK' : 'SURE'])
    const said = explain(one.explanation, 'en').join(' ')
    assert.equal(said.includes('31 Aug 2026 the other reading') || said.includes('02 Nov 2026 the other reading'), Boolean(later), said)
  })

test('the renewals before the end of the current term are settled, the next one is open', () => {
  const row = { ...REGISTERED, reg_date: '1996-11-22', valid_from: '1996-11-22', valid_to: '2026-11-21' }
  assert.equal(made('CNT27:31', { row }).status, 'OPEN')
  const renewed = { ...row, valid_to: '2036-11-21' }
  const event = notice('TM14', '2026-03-02', { sid: 'r' })
  const one = made('CNT27:31', { row: renewed, event })
  assert.deepEqual([one.status, one.done_date], ['DONE', '2026-03-02'])
})

test('[1.05] no further evidence is filed once the review or the opposition is decided', () => {
  const keys = (status: string, code: string) => {
    const facts = factsOfCase(trademarkKind, { ...MARK, status }, { ...NOTHING_RELATED, events: [notice(code, '2026-07-01')] })
    return computeDeadlines(facts, law, '2026-07-02').map(({ key }) => key)
  }
  for (const status of ['TM_PUB_WAIT', 'TM_PRELIM_PUB', 'TM_REGISTERED']) assert.ok(!keys(status, 'TM_REVIEW_REQUEST').includes('CNT17:e'), status)
  assert.ok(!keys('TM_REGISTERED', 'TM_OPP_ANSWER').includes('CNT13:e'))
  for (const code of ['TM_ANSWER', 'TM_CANCEL_REVIEW']) assert.ok(keys('TM_REGISTERED', code).includes('CNT17:e'), 'a registered mark is defended')
})

// Madrid Protocol, art. 5(5): without a refusal within the period, the mark is protected.
for (const [what, row, today, status] of [
  ['runs', {}, '2024-07-10', 'OPEN'],
  ['has passed without a word of the office', {}, '2024-07-11', 'DONE'],
  ['has passed, and the mark was protected and cancelled since', { status: 'TM_INVALID', reg_date: '2024-09-02', close_date: '2026-01-15' }, '2026-11-28', 'DONE'],
] as const)
  test(`the period of refusal that ${what} is ${status}`, () => {
    const found = made('MAD04', { today, row: { ...DESIGNATED, country: 'JP', notified_date: '2023-01-10', ...row } })
    assert.deepEqual([found.official_due, found.status, found.overdue], ['2024-07-10', status, false])
  }) // oxfmt-ignore

for (const [code, event_date, settled] of [
  ['TM14', '2026-08-20', ['DONE', '2026-08-20']],
  ['TM14', '2026-09-20', ['DONE', '']], // the certificate comes after the renewal, of which it does not tell the day
  ['TM_RENEWED', '2026-09-20', ['MISSED', '2026-09-20']],
] as const)
  test(`a renewal known by ${code} of ${event_date} is ${settled.join(' ')}`, () => {
    const row = { status: 'TM_REGISTERED', valid_from: '2016-03-02', valid_to: '2036-03-01', reg_date: '2016-03-02' }
    const { status, explanation } = made('CNT27:11', { today: '2026-11-28', row, event: { sid: 'e', code, event_date } })
    assert.deepEqual([status, explanation.settled?.date], settled)
  })
