import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { todayIn, ZONE } from '../../../model/kit/days/clock.ts'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

// The days of these cases are fixed.
startOn('2026-11-21')

const { app, call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]

const { make } = casesOf(call, as)
let made = 0
const patent = (more: Record<string, unknown>) => make('patent', { title: `案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', ...more })
const granted = (more: Record<string, unknown> = {}) =>
  patent({ filing_date: '2020-04-15', grant_date: '2023-08-04', grant_no: `CN11${String(7_000_000 + made)}B`, status: 'GRANTED', ...more })
const event = ({ sid: case_sid }: Row, code: string, event_date: string, more = {}) =>
  make('official_event', { case_sid, code, event_date, delivery_way: 'ELECTRONIC', ...more })
const list = async (model: string, { sid }: Row, fl: string, where: string) => {
  const { data } = await call<{ record: Row[] }>(`${model}/do/search`, { iql: `case_sid = '${sid}' AND ${where}`, fl, rows: 100 }, { as })
  return data.record
}
const fees = (one: Row, where = "fee_class = 'OFFICIAL'") =>
  list('fee', one, 'fee_type,annuity_year,amount_full,amount,due_date,grace_end,status,certainty', `${where} ORDER BY fee_type`)
const dockets = (one: Row, where: string) =>
  list('deadline', one, 'rule_id,annuity_year,official_due,extended_due,restoration_end,status,certainty,done_by', `${where} ORDER BY official_due`)
const take = (model: string, sid: string, transition: string, fields = {}) =>
  call<Row>(`${model}/do/transition`, { sid, transition, ...fields }, { as })
const ago = (span: Temporal.DurationLike) => Temporal.PlainDate.from(todayIn(ZONE)).subtract(span).toString()
const amountsOf = (rows: Row[]) => rows.map(({ fee_type, amount, status }) => [fee_type, amount, status])

test('a Chinese national phase in its last two months owes the fees not waived, and the late-entry fee', async () => {
  const one = await patent({
    route: 'PCT_NATIONAL', filing_date: '2025-03-10', pct_filing_date: '2025-03-10', pct_no: 'PCT/CN2025/098765', status: 'ENTRY_PREPARING', claims_count: 12, pages: 20, ro: 'CN', isa: 'CN',
  }) // oxfmt-ignore
  await make('priority', { case_sid: one.sid, priority_no: 'US18/123456', priority_date: '2024-04-16', priority_country: 'US' })
  assert.deepEqual(amountsOf(await fees(one, "fee_type != 'CN.SE'")), [
    ['CN.APP', '0.00', 'CANCELLED'],
    ['CN.CLAIM', '0.00', 'CANCELLED'],
    ['CN.LATEENTRY', '1000.00', 'OVERDUE'],
    ['CN.PRIO', '80.00', 'OVERDUE'],
    ['CN.PUB', '50.00', 'OVERDUE'],
  ])
})

test('filing fees are paid when the last of them is paid, not the first', async () => {
  const one = await patent({ filing_date: '2026-10-20', status: 'FILED', claims_count: 18, pages: 42 })
  const rows = await fees(one, "status = 'PLANNED'")
  const app = rows.find(({ fee_type }) => fee_type === 'CN.APP')
  await take('fee', app?.sid ?? '', 'pay', { pay_date: '2026-11-02' })
  const left = await fees(one, "status = 'PLANNED'")
  assert.deepEqual(
    left.map(({ fee_type }) => fee_type).filter((code) => code !== 'CN.SE'),
    ['CN.CLAIM', 'CN.PAGE', 'CN.PUB'],
  )
  assert.equal((await dockets(one, "rule_id = 'CNP01'"))[0]?.status, 'OPEN')
  for (const { sid, fee_type } of left) if (fee_type !== 'CN.SE') await take('fee', sid, 'pay', { pay_date: '2026-11-03' })
  assert.equal((await dockets(one, "rule_id = 'CNP01'"))[0]?.status, 'DONE')
})

test('an examination that was requested still owes its fee until examination begins', async () => {
  const one = await patent({ filing_date: '2026-02-10', status: 'FILED', sub_exam_requested: true, sub_exam_date: '2026-02-10' })
  assert.deepEqual(amountsOf(await fees(one, "fee_type = 'CN.SE'")), [['CN.SE', '2500.00', 'PLANNED']])
  await call('patent/do/update', { sid: one.sid, se_entered_date: '2026-09-01' }, { as })
  assert.equal((await fees(one, "fee_type = 'CN.SE'"))[0]?.status, 'PRESUMED')
})

test('an extension has its price: by the month in China, for all months together in the United States', async () => {
  const cn = await patent({ filing_date: '2024-02-01', status: 'SE', se_entered_date: '2025-01-01' })
  await event(cn, 'CN14', '2026-10-12')
  const [reply] = await dockets(cn, "rule_id = 'CNP19'")
  await call('deadline/do/extend', { sid: reply?.sid, period: '2m' }, { as })
  await confirmLaterDates(call, second)
  const [paid] = await fees(cn, "fee_type LIKE 'CN.EXT%'")
  assert.deepEqual([paid?.fee_type, paid?.amount, paid?.due_date], ['CN.EXT1', '600.00', reply?.official_due])

  const us = await patent({ country: 'US', application_no: '18/123,456', filing_date: '2024-01-10', status: 'US_EXAM', fee_reduction: 'SMALL' })
  await event(us, 'US4', '2026-08-31')
  const [answer] = await dockets(us, "rule_id = 'US08'")
  for (const period of ['1m', '2m']) {
    await call('deadline/do/extend', { sid: answer?.sid, period }, { as })
    await confirmLaterDates(call, second)
  }
  const extended = (await fees(us, "fee_type LIKE 'US.EXT%' AND status != 'CANCELLED'"))[0]
  assert.deepEqual([extended?.fee_type, extended?.amount, extended?.due_date], ['US.EXT3', '636.00', '2027-03-01'])
})

for (const [country, code, fee, amount, due] of [
  ['JP', 'JP2', 'JP.ANN', '23700', '2026-12-04'],
  ['KR', 'KR2', 'KR.ANN', '471000', '2027-02-04'],
] as const) {
  test(`${country}: the first three years are one payment, due with the registration`, async () => {
    const one = await patent({ country, filing_date: '2023-03-20', status: 'JP_EXAM', sub_exam_date: '2024-01-01', claims_count: 12 })
    await event(one, code, '2026-11-04')
    const [first] = await fees(one)
    assert.deepEqual([first?.fee_type, first?.annuity_year, Number(first?.amount), first?.due_date], [fee, 1, Number(amount), due])
  })
}

test('the years of a term compensation are one payment, and its amount is known', async () => {
  const one = await granted({ filing_date: '2006-12-20', grant_date: '2012-03-07', pta_days: 930 })
  const [paid] = await fees(one)
  assert.deepEqual([paid?.fee_type, paid?.amount, paid?.status, paid?.certainty], ['CN.PTAANN', '16000.00', 'PLANNED', 'CHECK'])
})

test('an open unpaid annuity is missed when its grace is over; an old one is presumed paid', async () => {
  const one = await granted()
  const [last] = await dockets(one, "rule_id = 'CNP38' AND annuity_year = 7")
  assert.equal(last?.status, 'PRESUMED')
  await tenant.db
    .updateTable('deadline')
    .set({ status: 'OPEN', created_at: '2026-05-01T00:00:00Z' })
    .where('sid', '=', last?.sid ?? '')
    .execute()
  await call('patent/do/update', { sid: one.sid, claims_count: 9 }, { as })
  const [missed] = await dockets(one, "rule_id = 'CNP38' AND annuity_year = 7")
  assert.deepEqual([missed?.status, missed?.restoration_end], ['MISSED', '2026-12-15'])
  const [expired] = await fees(one, 'annuity_year = 7')
  assert.equal(expired?.status, 'EXPIRED')
  assert.equal((await take('fee', expired?.sid ?? '', 'pay', { pay_date: '2026-10-16' })).status, 400)
  assert.equal((await take('fee', expired?.sid ?? '', 'pay', { pay_date: '2026-04-15' })).data.status, 'PAID')
  assert.equal((await dockets(one, "rule_id = 'CNP38' AND annuity_year = 7"))[0]?.status, 'DONE')
})

test('a restored right has no restoration deadline', async () => {
  const one = await granted()
  await take('patent', one.sid, 'terminate', { close_date: '2026-10-15' })
  await event(one, 'CN29', '2026-11-05')
  assert.deepEqual(
    (await dockets(one, "status IN ('OPEN', 'MISSED')")).map(({ rule_id, annuity_year, official_due }) => [rule_id, annuity_year, official_due]),
    [
      ['CNP38', 7, '2026-04-15'],
      ['CNP40', null, '2027-01-05'],
    ],
  )
  await take('patent', one.sid, 'restore_right')
  assert.deepEqual(
    (await dockets(one, "(rule_id = 'CNP40' OR annuity_year IN (7, 8))"))
      .filter(({ done_by }) => done_by !== 'FACTS')
      .map(({ rule_id, status }) => [rule_id, status]),
    [
      ['CNP38', 'RESTORED'],
      ['CNP40', 'DONE'],
      ['CNP38', 'OPEN'],
    ],
  )
})

test('if the announcement falls into the year after that of the notice, that year is owed and must be checked', async () => {
  const one = await patent({ filing_date: '2022-10-10', status: 'SE', se_entered_date: '2023-12-01' })
  await event(one, 'CN18', '2026-10-08')
  const [first] = await fees(one, "fee_type = 'CN.ANN'")
  assert.deepEqual([first?.annuity_year, first?.due_date, first?.certainty], [5, '2026-12-08', 'CHECK'])
  assert.equal((await call('fee/do/update', { sid: first?.sid, annuity_year: 4 }, { as })).code, 0)
  await call('patent/do/update', { sid: one.sid, grant_no: 'CN117999999B', grant_date: '2026-11-13' }, { as })
  const [year5] = await dockets(one, 'annuity_year = 5')
  assert.deepEqual([year5?.official_due, year5?.status, year5?.certainty], ['2026-10-10', 'OPEN', 'CHECK'])
})

test('every official fee explains its amount', async () => {
  const one = await patent({ filing_date: '2026-10-20', status: 'FILED', claims_count: 18, fee_reduction: '85' })
  const why = async (code: string) => {
    const [row] = await fees(one, `fee_type = '${code}'`)
    return (await call<{ why: string[] }>(`fee/${row?.sid}`, undefined, { as, lang: 'en' })).data.why.join(' ')
  }
  assert.match(await why('CN.CLAIM'), /8 .* × 150\.00 = CNY 1,200\.00/)
  assert.match(await why('CN.APP'), /−85 %: CNY 900\.00 → 135\.00/)
})

test('a date corrected on a document moves its deadline; a date that a person set on the event stays', async () => {
  const one = await patent({ filing_date: '2022-01-10', status: 'SE', se_entered_date: '2022-12-01' })
  const fields = { case_sid: one.sid, doc_type: 'CN14', issue_date: '2026-06-01', direction: 'IN', delivery_way: 'ELECTRONIC' }
  const { data: paper } = await sendFile(app, { path: 'document/do/create', token: as.token, file: '%PDF-1.7 letter', name: 'oa.pdf', fields })
  const due = async () => (await dockets(one, "rule_id = 'CNP19'")).map(({ official_due }) => official_due)
  assert.deepEqual(await due(), ['2026-10-08'])
  const change = async (fields: Record<string, unknown>) => {
    const answer = await call('document/do/update', { sid: paper.sid, ...fields }, { as })
    assert.equal(answer.code, 0, answer.text)
  }
  await change({ issue_date: '2026-06-18' })
  await change({ issue_date: '2026-06-15' })
  assert.deepEqual(await due(), ['2026-10-08'])
  assert.equal(await confirmLaterDates(call, second), 1, 'the first correction no longer waits')
  assert.deepEqual(await due(), ['2026-10-15'])
  await change({ delivery_way: 'PAPER' })
  await confirmLaterDates(call, second)
  assert.deepEqual(await due(), ['2026-10-30'])
  const [event] = await list('official_event', one, 'sid', "code = 'CN14'")
  await call('official_event/do/update', { sid: event?.sid, event_date: '2026-06-20' }, { as })
  await confirmLaterDates(call, second)
  await change({ issue_date: '2026-06-01' })
  assert.deepEqual(await due(), ['2026-11-05'])
})

test('a year marked as unpaid by a person is missed, not presumed paid', async () => {
  const one = await granted()
  const [fee] = await fees(one, 'annuity_year = 7')
  assert.equal(fee?.status, 'PRESUMED')
  await take('fee', fee?.sid ?? '', 'not_paid', { handled_reason: '对账后发现未缴' })
  assert.equal((await dockets(one, "rule_id = 'CNP38' AND annuity_year = 7"))[0]?.status, 'MISSED')
  assert.equal((await fees(one, 'annuity_year = 7'))[0]?.status, 'EXPIRED')
})

test('the term of an American continuation runs from the filing of its parent', async () => {
  const us = (application_no: string, filing_date: string, more = {}) =>
    patent({ country: 'US', application_no, filing_date, status: 'US_EXAM', ...more })
  const parent = await us('17/123,456', '2021-02-08')
  const child = await us('18/765,432', '2023-06-20', { status: 'US_GRANTED', grant_date: '2025-08-05', grant_no: 'US 12,345,678 B2' })
  const expiry = async () => (await call<Row>(`patent/${child.sid}`, undefined, { as })).data.expiry_date
  assert.equal(await expiry(), '2043-06-20')
  await make('related_case', { earlier_sid: parent.sid, later_sid: child.sid, relation_type: 'CA' })
  assert.equal(await expiry(), '2041-02-08')
})

test('neither projected nor entered days announce a year: that takes its publication', async () => {
  const one = await patent({ country: 'JP', filing_date: '2023-03-20', status: 'JP_EXAM', sub_exam_date: '2024-01-01' })
  await event(one, 'JP1', '2026-10-31')
  const reply = async () => (await list('deadline', one, 'official_due,provisional', "rule_id = 'JP05'"))[0]
  assert.deepEqual([(await reply())?.official_due, (await reply())?.provisional], ['2027-01-04', true])
  const admin = await enrol('system_admin')
  assert.equal((await call('office_calendar/do/create', { office: 'JP', day: '2027-01-04', kind: 'OFF', name: '公告の休日' }, { as: admin })).code, 0)
  await call('patent/do/update', { sid: one.sid, claims_count: 9 }, { as })
  assert.deepEqual([(await reply())?.official_due, (await reply())?.provisional], ['2027-01-05', true])
  const year = { office: 'JP', year: 2027 }
  assert.equal((await call('calendar_year/do/create', year, { as: admin })).errors[0]?.field, 'source')
  assert.equal((await call('calendar_year/do/create', { ...year, source: '特許庁 2027年の休日' }, { as: admin })).code, 0)
  await call('patent/do/update', { sid: one.sid, claims_count: 10 }, { as })
  assert.deepEqual([(await reply())?.official_due, (await reply())?.provisional], ['2027-01-05', false])
})

test('the fee of an examination requested with the filing is asked for once', async () => {
  const one = await patent({ filing_date: ago({ days: 30 }), status: 'FILED', sub_exam_requested: true, sub_exam_date: ago({ days: 30 }) })
  const asked = amountsOf(await fees(one)).filter(([code]) => code === 'CN.SE')
  assert.deepEqual(asked, [['CN.SE', '2500.00', 'PLANNED']])
})

test('an unpaid fee is shown with its amount while the right may be restored', async () => {
  const one = await patent({ filing_date: ago({ days: 80 }), status: 'FILED', patent_type: 'UTILITY', claims_count: 12, pages: 20 })
  assert.equal((await dockets(one, "rule_id = 'CNP01'"))[0]?.status, 'MISSED')
  assert.deepEqual(amountsOf(await fees(one)), [
    ['CN.APP', '500.00', 'EXPIRED'],
    ['CN.CLAIM', '300.00', 'EXPIRED'],
    ['CN.REST', '1000.00', 'PLANNED'],
  ])
  const old = await patent({ filing_date: '2021-09-08', status: 'FILED', patent_type: 'UTILITY', claims_count: 12, pages: 20 })
  assert.deepEqual(amountsOf(await fees(old)), [], 'nobody can restore it any more')
})

test('a right lost for its annuity is restored with the annuity and the whole surcharge', async () => {
  const filing_date = ago({ years: 6, months: 4 })
  const grant_date = ago({ years: 3, months: 8 })
  const one = await patent({ filing_date, grant_date, grant_no: 'CN114123457B', status: 'GRANTED', fee_reduction: '85' })
  await take('patent', one.sid, 'terminate', { close_date: ago({ months: 4 }) })
  const rows = await list('fee', one, 'fee_type,annuity_year,amount,surcharge,status', "status IN ('EXPIRED', 'PLANNED') ORDER BY fee_type")
  assert.deepEqual(
    rows.map(({ fee_type, annuity_year, amount, surcharge, status }) => [fee_type, annuity_year, amount, surcharge, status]),
    [
      ['CN.ANN', 7, '300.00', '500.00', 'EXPIRED'],
      ['CN.REST', null, '1000.00', null, 'PLANNED'],
    ],
  )
})

test('after the entry the priority fee has its own deadline of two months', async () => {
  const filing_date = ago({ months: 20 })
  const one = await patent({
    route: 'PCT_NATIONAL', filing_date, pct_filing_date: filing_date, pct_no: `PCT/CN${filing_date.slice(0, 4)}/098766`, status: 'ENTRY_PREPARING', claims_count: 9, pages: 20,
  }) // oxfmt-ignore
  await make('priority', { case_sid: one.sid, priority_no: 'US18/123457', priority_date: ago({ months: 31 }), priority_country: 'US' })
  await call('patent/do/update', { sid: one.sid, entry_date: ago({ days: 10 }) }, { as })
  const own = (await dockets(one, "rule_id = 'CNP53'"))[0]?.official_due
  assert.ok(own)
  const [fee] = await list('fee', one, 'due_date,status', "fee_type = 'CN.PRIO'")
  assert.deepEqual([fee?.due_date, fee?.status], [own, 'PLANNED'])
})

test('the annuity of a right under restoration is paid after its grace, with the whole surcharge', async () => {
  const one = await patent({
    filing_date: ago({ years: 6, months: 8 }),
    grant_date: ago({ years: 3, months: 8 }),
    grant_no: 'CN114123458B',
    status: 'GRANTED',
  })
  const unpaid = async () => (await list('fee', one, 'amount,surcharge,paid_amount,status', 'annuity_year = 7'))[0]
  const late = await take('fee', (await unpaid())?.sid ?? '', 'pay', { pay_date: ago({ days: 3 }) })
  assert.equal(late.code, 500001, 'nobody asked for a restoration')
  await take('patent', one.sid, 'terminate', { close_date: ago({ months: 8 }) })
  const paid = await take('fee', (await unpaid())?.sid ?? '', 'pay', { pay_date: ago({ days: 3 }) })
  assert.equal(paid.code, 0, paid.text)
  const row = await unpaid()
  assert.deepEqual([row?.amount, row?.surcharge, row?.paid_amount, row?.status], ['2000.00', '500.00', '2500.00', 'PAID'])
})

test('a fee for an optional act waits for a decision', async () => {
  const one = await granted({ filing_date: ago({ years: 5 }), grant_date: ago({ days: 20 }) })
  const [fee] = await list('fee', one, 'amount,decision,status', "fee_type = 'CN.PTA'")
  assert.deepEqual([fee?.amount, fee?.decision, fee?.status], ['200.00', 'ASK', 'PLANNED'])
})

test('the examination and designation fees of a regional phase before the European Patent Office have deadlines of their own', async () => {
  const one = await patent({ country: 'EP', route: 'PCT_NATIONAL', status: 'EP_FILED', filing_date: ago({ months: 29 }), pct_no: 'PCT/CN2024/100001', pct_filing_date: ago({ months: 29 }), entry_date: ago({ days: 5 }) }) // oxfmt-ignore
  const owed = await list('fee', one, 'fee_type,deadline_key', "fee_class = 'OFFICIAL'")
  const keyOf = (code: string) => owed.find(({ fee_type }) => fee_type === code)?.deadline_key
  assert.deepEqual([keyOf('EP.EXAM') ?? keyOf('EP.EXAM_PCT'), keyOf('EP.DESIG')], ['EP29', 'EP30'])
})
