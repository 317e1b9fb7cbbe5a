// Notices, deadlines, fees, relations and findings of trademarks, from end to end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { runMonitor } from '../../docketing/findings/monitor.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
type Row = Record<string, unknown> & { sid: string }

async function ok<T = Row>(path: string, body?: unknown): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as: admin })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const make = async (model: string, values: object) => (await ok(`${model}/do/create`, values)).sid
const ago = (span: Temporal.DurationLike) => `${Temporal.Now.plainDateISO(ZONE).subtract(span)}`
const goods = (count: number) => Array.from({ length: count }, (_, at) => `商品${at + 1}`).join('；')
const owner = await make('applicant', { name: '虚构商贸有限公司', applicant_kind: 'COMPANY', country: 'CN' })
let made = 0
const mark = (more: object = {}) =>
  make('trademark', {
    title: '虚构之星', country: 'CN', classes: [{ class_no: '9', goods: goods(10) }, { class_no: '42', goods: goods(14) }],
    application_no: String(60_000_000 + ++made), applicants: [{ applicant_sid: owner }], filing_date: ago({ months: 2 }), status: 'TM_FILED', ...more,
  }) // oxfmt-ignore
const notice = (case_sid: string, code: string, event_date: string) =>
  make('official_event', { case_sid, code, event_date, delivery_way: 'ELECTRONIC' })
const listed = async (model: string, case_sid: string, fl: string, more = '') =>
  (await ok<{ record: Row[] }>(`${model}/do/search`, { iql: `case_sid = '${case_sid}'${more}`, fl: fl.split(','), rows: 100 })).record
const deadline = async (sid: string, rule: string) => (await listed('deadline', sid, 'rule_id,status,annuity_year,official_due')).find(({ rule_id }) => rule_id === rule) // oxfmt-ignore

test('a fee notice opens the payment of each class and of the goods beyond ten, and the payments close it', async () => {
  const sid = await mark()
  await notice(sid, 'TM24', ago({ days: 3 }))
  assert.equal((await deadline(sid, 'CNT36'))?.status, 'OPEN')
  const fees = await listed('fee', sid, 'fee_type,amount')
  assert.deepEqual(fees.map(({ fee_type, amount }) => [fee_type, amount]).toSorted(), [['TM.APP', '540.00'], ['TM.ITEM', '108.00']]) // oxfmt-ignore
  for (const fee of fees) await ok('fee/do/transition', { sid: fee.sid, transition: 'pay', pay_date: ago({ days: 1 }) })
  assert.equal((await deadline(sid, 'CNT36'))?.status, 'DONE')
})

test('a refusal moves the mark and opens the review, and the request for review closes it', async () => {
  const sid = await mark({ status: 'TM_ACCEPTED' })
  await notice(sid, 'TM05', ago({ days: 4 }))
  assert.equal((await ok(`trademark/${sid}`)).status, 'TM_REFUSED')
  assert.equal((await deadline(sid, 'CNT09'))?.status, 'OPEN')
  await ok('trademark/do/transition', { sid, transition: 'request_review' })
  assert.equal((await deadline(sid, 'CNT09'))?.status, 'DONE')
  assert.equal((await ok(`trademark/${sid}`)).status, 'TM_REVIEW')
})

test('a renewal in grace costs the surcharge, and the recorded renewal settles it and opens the next term', async () => {
  const reg_date = ago({ years: 10, months: 2 })
  const sid = await mark({ status: 'TM_REGISTERED', filing_date: ago({ years: 11 }), reg_date, classes: [{ class_no: '3' }, { class_no: '5' }, { class_no: '30' }] }) // oxfmt-ignore
  const due = (await listed('fee', sid, 'fee_type,annuity_year,amount,surcharge,status')).filter(({ annuity_year }) => annuity_year === 11)
  assert.deepEqual(due.map(({ annuity_year, amount, surcharge }) => [annuity_year, amount, surcharge]), [[11, '1350.00', '675.00']]) // oxfmt-ignore
  const withoutDay = await call('trademark/do/transition', { sid, transition: 'renew' }, { as: admin })
  assert.deepEqual(withoutDay.errors.map(({ field }) => field), ['renewed_on']) // oxfmt-ignore
  const renewed_on = ago({ days: 4 })
  await ok('trademark/do/transition', { sid, transition: 'renew', renewed_on })
  const rows = (await listed('deadline', sid, 'rule_id,status,annuity_year,done_date')).filter(({ rule_id }) => rule_id === 'CNT27')
  assert.deepEqual(rows.map(({ annuity_year, status, done_date }) => [annuity_year, status, done_date]).toSorted(), [[11, 'DONE', renewed_on], [21, 'OPEN', null]]) // oxfmt-ignore
  assert.deepEqual(await listed('finding', sid, 'code', " AND status = 'OPEN'"), [])
  await ok('trademark/do/undo_transition', { sid, reason: '误操作' })
  const after = (await listed('deadline', sid, 'rule_id,status,annuity_year')).filter(({ rule_id }) => rule_id === 'CNT27')
  assert.deepEqual(after.map(({ annuity_year, status }) => [annuity_year, status]).toSorted(), [[11, 'OPEN'], [21, 'OPEN']]) // oxfmt-ignore
})

test('an American notice of allowance moves the application and opens the statement of use', async () => {
  const sid = await mark({ country: 'US', filing_basis: 'INTENT', status: 'TM_PRELIM_PUB', application_no: '98000777', filing_date: ago({ months: 14 }), prelim_pub_date: ago({ months: 3 }) }) // oxfmt-ignore
  await notice(sid, 'UST3', ago({ days: 20 }))
  assert.equal((await ok(`trademark/${sid}`)).status, 'US_TM_ALLOWED')
  assert.equal((await deadline(sid, 'UST04'))?.status, 'OPEN')
})

const relation = (earlier_sid: string, later_sid: string, relation_type: string) => call('related_case/do/create', { earlier_sid, later_sid, relation_type }, { as: admin, lang: 'en' }) // oxfmt-ignore
const WO = { country: 'WO', route: 'MADRID_INTL', application_no: null, classes: [{ class_no: '9' }] }

test('[5.22] an international registration takes the numbers of its base, a designation those of the registration', async () => {
  const base = await mark({ filing_date: '2021-01-04', status: 'TM_REGISTERED', reg_date: '2021-10-07' })
  const intl = await mark({
    ...WO,
    status: 'MAD_REGISTERED',
    filing_date: '2021-03-01',
    reg_no: '1600001',
    reg_date: '2021-03-02',
    designated: ['JP'],
  })
  const japan = await mark({ ...WO, country: 'JP', route: 'MADRID_DESIGNATION', status: 'TM_PREPARING', filing_date: null })
  assert.equal((await relation(base, intl, 'MADRID')).status, 200)
  assert.equal((await relation(intl, japan, 'DESIGNATION')).status, 200)
  const [first, then] = [await ok(`trademark/${intl}`), await ok(`trademark/${japan}`)]
  assert.equal(first.base_app_no, (await ok(`trademark/${base}`)).application_no)
  assert.deepEqual([then.intl_reg_no, then.intl_reg_date], ['1600001', '2021-03-02'])
  await ok('trademark/do/transition', { sid: base, transition: 'surrender', close_date: '2024-05-06' })
  await runMonitor(tenant)
  const found = await listed('finding', intl, 'code,words')
  assert.match(JSON.stringify(found.filter(({ code }) => code === 'MADRID_BASE_CEASED')), /2024/)
})

test('a designation is renewed with its international registration', async () => {
  const intl = await mark({ ...WO, status: 'MAD_REGISTERED', filing_date: '2016-03-01', reg_no: '1300001', reg_date: '2016-03-02', designated: ['JP'] }) // oxfmt-ignore
  const japan = await mark({ ...WO, country: 'JP', route: 'MADRID_DESIGNATION', status: 'DES_PROTECTED', filing_date: null, reg_date: '2017-05-08' })
  assert.equal((await relation(intl, japan, 'DESIGNATION')).status, 200)
  assert.deepEqual(await listed('finding', japan, 'code', " AND code = 'MISSING_FILING_DATE' AND status = 'OPEN'"), [])
  const end = async (sid: string) => (await ok(`trademark/${sid}`)).valid_to
  assert.deepEqual([await end(intl), await end(japan)], ['2026-03-02', '2026-03-02'])
  const owed = (await listed('fee', intl, 'fee_type,certainty')).filter(({ fee_type }) => fee_type === 'MADRID.RENEW')
  assert.ok(owed.length > 0 && owed.every(({ certainty }) => certainty === 'CHECK'), 'the basic fee is not all that the renewal costs')
  await ok('trademark/do/transition', { sid: intl, transition: 'renew_international', renewed_on: '2026-02-02' })
  assert.deepEqual([await end(intl), await end(japan)], ['2036-03-02', '2036-03-02'])
  assert.equal((await deadline(japan, 'MAD09'))?.official_due, '2036-03-02')
})

test('the certificate of an international renewal settles it on its day, and so does a renewal that was taken late', async () => {
  const intl = (reg_no: string) => mark({ ...WO, status: 'MAD_REGISTERED', filing_date: '2016-03-01', reg_no, reg_date: '2016-03-02' })
  const settled = async (sid: string) => {
    const known = (await listed('deadline', sid, 'rule_id,annuity_year,status,done_date')).find(({ rule_id, annuity_year }) => rule_id === 'MAD07' && annuity_year === 11) // oxfmt-ignore
    return [known?.status, known?.done_date]
  }
  const certified = await intl('1300003')
  await notice(certified, 'TM16W', '2026-02-09')
  assert.deepEqual([(await ok(`trademark/${certified}`)).valid_to, ...(await settled(certified))], ['2036-03-02', 'DONE', '2026-02-09'])
  const late = await intl('1300004')
  await ok('trademark/do/transition', { sid: late, transition: 'renew_international', renewed_on: '2026-10-12', confirm: ['renewed_late'] })
  assert.deepEqual(await settled(late), ['MISSED', '2026-10-12'], 'after the grace')
})

test('the refusal period of a designation ends when it is protected', async () => {
  const designated = {
    ...WO,
    country: 'JP',
    route: 'MADRID_DESIGNATION',
    filing_date: null,
    intl_reg_no: '1300005',
    intl_reg_date: ago({ months: 8 }),
  }
  const sid = await mark({ ...designated, status: 'DES_PENDING', notified_date: ago({ months: 6 }) })
  assert.equal((await deadline(sid, 'MAD04'))?.status, 'OPEN')
  await ok('trademark/do/transition', { sid, transition: 'protect', reg_date: ago({ days: 3 }) })
  assert.equal((await deadline(sid, 'MAD04'))?.status, 'DONE')
  const imported = await mark({
    ...designated,
    intl_reg_no: '1300006',
    status: 'DES_PROTECTED',
    reg_date: ago({ months: 8 }),
    notified_date: ago({ months: 6 }),
  })
  assert.notEqual((await deadline(imported, 'MAD04'))?.status, 'OPEN')
})

for (const [what, values, step, certificate, end] of [
  ['a national mark', { status: 'TM_REGISTERED', filing_date: '2015-01-05', reg_date: '2016-03-02' }, 'renew', 'TM14', '2036-03-01'],
  [
    'an international registration',
    { ...WO, status: 'MAD_REGISTERED', filing_date: '2016-03-01', reg_no: '1300002', reg_date: '2016-03-02' },
    'renew_international',
    'TM16W',
    '2036-03-02',
  ],
] as const)
  // oxfmt-ignore
  test(`the certificate that comes after the renewal of ${what} adds no further term`, async () => {
    const sid = await mark(values)
    const known = async () => {
      const { status, valid_to, renewed_on } = await ok(`trademark/${sid}`)
      const open = (await listed('deadline', sid, 'annuity_year,status')).filter((one) => one.status === 'OPEN')
      return [status, valid_to, renewed_on, open.map(({ annuity_year }) => annuity_year).filter((year) => year !== null)]
    }
    await ok('trademark/do/transition', { sid, transition: step, renewed_on: '2026-01-05' })
    const renewed = [values.status, end, '2026-01-05', [21]]
    assert.deepEqual(await known(), renewed)
    await notice(sid, certificate, '2026-02-09')
    assert.deepEqual(await known(), renewed)
  })

test('the day of a renewal is recorded by its step alone, with its event', async () => {
  const sid = await mark({ status: 'TM_REGISTERED', filing_date: '2005-01-05', reg_date: '2006-03-02', valid_to: '2016-03-01', renewed_on: '2016-01-05' }) // oxfmt-ignore
  const edited = await call('trademark/do/update', { sid, renewed_on: '2016-01-06' }, { as: admin, lang: 'en' })
  assert.deepEqual(edited.errors.map(({ field, reason }) => [field, reason]), [['renewed_on', 'is recorded by the step “Renewed”; correct the day of its event']]) // oxfmt-ignore
  const events = async () => (await listed('official_event', sid, 'code,event_date')).map(({ code, event_date }) => [code, event_date])
  await ok('trademark/do/transition', { sid, transition: 'renew', renewed_on: '2016-01-05' })
  assert.deepEqual([(await ok(`trademark/${sid}`)).valid_to, await events()], ['2026-03-01', [['TM_RENEWED', '2016-01-05']]])
  const [event] = await listed('official_event', sid, 'sid')
  await ok('official_event/do/update', { sid: event?.sid, event_date: '2016-01-06' })
  assert.equal((await ok(`trademark/${sid}`)).renewed_on, '2016-01-06', 'its event and the mark state one day')
  await ok('trademark/do/undo_transition', { sid, reason: '误操作' })
  const undone = await ok(`trademark/${sid}`)
  assert.deepEqual([undone.valid_to, undone.renewed_on, await events()], ['2016-03-01', null, []])
  await ok('trademark/do/transition', { sid, transition: 'renew', renewed_on: '2016-01-07' })
  await notice(sid, 'TM14', '2026-02-09')
  const { valid_to, renewed_on } = await ok(`trademark/${sid}`)
  assert.deepEqual([valid_to, renewed_on], ['2036-03-01', null], 'the day of the earlier renewal is not that of the last')
})

test('a renewal after the period of grace is asked about', async () => {
  const sid = await mark({ status: 'TM_GRACE', filing_date: '2014-01-05', reg_date: '2015-03-02' })
  const renew = (renewed_on: string, confirm: string[] = []) =>
    call('trademark/do/transition', { sid, transition: 'renew', renewed_on, confirm }, { as: admin, lang: 'en' })
  const asked = await renew('2026-01-05')
  assert.equal(asked.status, 412)
  assert.match(asked.text, /renewed_late.*is after 01 Sep 2025/)
  assert.equal((await renew('2025-09-01')).status, 200)
})

test('a mark of which no term is known is not renewed into its first term', async () => {
  const sid = await mark({ status: 'TM_REGISTERED', filing_date: null, reg_no: '1300003', country: 'GB', classes: [{ class_no: '9' }], application_no: null }) // oxfmt-ignore
  const renew = () => call('trademark/do/transition', { sid, transition: 'renew', renewed_on: '2026-01-05' }, { as: admin })
  assert.deepEqual((await renew()).errors.map(({ field }) => field), ['valid_to']) // oxfmt-ignore
  await ok('trademark/do/update', { sid, valid_to: '2026-03-02' })
  assert.equal((await renew()).status, 200)
  assert.equal((await ok(`trademark/${sid}`)).valid_to, '2036-03-02')
  const known = await mark({ status: 'TM_REGISTERED', filing_date: null, valid_from: '2016-03-02', reg_no: '1300004', country: 'GB', application_no: null }) // oxfmt-ignore
  await ok('trademark/do/update', { sid: known, valid_to: null })
  const given = await call('trademark/do/transition', { sid: known, transition: 'renew', renewed_on: '2026-01-05' }, { as: admin })
  assert.deepEqual(given.errors.map(({ field }) => field), ['valid_to']) // oxfmt-ignore
})

test('a certificate of the present term leaves a mark in its grace, that of the next one renews it', async () => {
  const sid = await mark({ status: 'TM_GRACE', filing_date: '2005-01-05', reg_date: '2006-03-02', valid_to: '2026-03-01' })
  const known = async () => {
    const { status, valid_to } = await ok(`trademark/${sid}`)
    return [status, valid_to]
  }
  await notice(sid, 'TM14', '2016-02-05')
  assert.deepEqual(await known(), ['TM_GRACE', '2026-03-01'])
  await notice(sid, 'TM14', '2026-02-09')
  assert.deepEqual(await known(), ['TM_REGISTERED', '2036-03-01'])
})

for (const [why, type, one, other] of [
  [
    'a designation that the registration does not name',
    'DESIGNATION',
    { ...WO, status: 'MAD_REGISTERED', reg_date: '2021-03-02', filing_date: '2021-03-01', designated: ['JP'] },
    { ...WO, country: 'US', route: 'MADRID_DESIGNATION', status: 'TM_PREPARING', filing_date: null },
  ],
  ['a priority within one country', 'PARIS', { filing_date: '2024-01-03' }, { filing_date: '2024-03-04' }],
  ['a division in another country', 'DIV', { filing_date: '2024-01-03' }, { country: 'US', application_no: '97000001', filing_date: '2024-03-04' }],
  [
    'a base that is itself international',
    'MADRID',
    { ...WO, status: 'MAD_REGISTERED', reg_date: '2021-03-02', filing_date: '2021-03-01' },
    { ...WO, status: 'MAD_REGISTERED', reg_date: '2022-03-02', filing_date: '2022-03-01' },
  ],
  ['a national phase of PCT', 'PCT', { filing_date: '2024-01-03' }, { country: 'US', application_no: '97000002', filing_date: '2024-03-04' }],
  [
    'a base mark filed after the registration',
    'MADRID',
    { filing_date: '2024-01-03' },
    { ...WO, status: 'MAD_REGISTERED', reg_date: '2023-03-02', filing_date: '2023-03-01' },
  ],
] as const)
  // oxfmt-ignore
  test(`[5.23] ${why} is refused`, async () => {
    const { status, errors } = await relation(await mark(one), await mark(other), type)
    assert.equal(status, 400)
    assert.deepEqual(errors.map(({ field }) => field), ['relation_type']) // oxfmt-ignore
  })

test('[5.23] trademarks have no relation of patents, and patents none of trademarks', async () => {
  const patent = (filing_date: string) => make('patent', { title: '虚构装置', patent_type: 'INVENTION', country: 'CN', filing_date })
  assert.equal((await relation(await patent('2024-01-03'), await patent('2024-03-04'), 'MADRID')).status, 400)
})

test('the completeness check names what a mark lacks', async () => {
  const over = await mark({ status: 'TM_REGISTERED', filing_date: '2008-01-03', reg_date: '2009-03-04', valid_to: '2019-03-03', classes: null })
  const waits = await mark({ status: 'TM_PRELIM_PUB', prelim_pub_date: ago({ years: 1 }), filing_date: ago({ years: 2 }) })
  const undated = await mark({ status: 'TM_REGISTERED' })
  const certified = await mark({ status: 'TM_PRELIM_PUB', prelim_pub_date: ago({ months: 6 }), filing_date: ago({ years: 2 }) })
  await notice(waits, 'CN14', ago({ days: 3 }))
  await notice(certified, 'TM09', ago({ days: 3 }))
  await runMonitor(tenant)
  const codes = async (sid: string) => (await listed('finding', sid, 'code')).map(({ code }) => code)
  for (const [sid, code] of [
    [over, 'TERM_OVER'],
    [over, 'MISSING_CLASSES'],
    [waits, 'REGISTRATION_EXPECTED'],
    [waits, 'NOTHING_DOCKETED'],
    [undated, 'MISSING_GRANT_DATE'],
    [certified, 'MISSING_GRANT_DATE'],
  ] as const)
    // oxfmt-ignore
    assert.ok((await codes(sid)).includes(code), `${code} is not among ${(await codes(sid)).join(' ')}`)
})

test('an abandoned mark of the United States, for which no petition is open, is not reported as in force', async () => {
  const sid = await mark({
    country: 'US',
    status: 'US_TM_ABANDONED',
    application_no: '88123456',
    filing_date: ago({ years: 5 }),
    filing_basis: 'INTENT',
  })
  const open = await ok<{ record: Row[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })
  assert.deepEqual(open.record.map(({ code }) => code), []) // oxfmt-ignore
})
