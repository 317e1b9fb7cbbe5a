import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from '../../model/kit/days/day-text.ts'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { ZONE } from '../../model/kit/days/clock.ts'
import { testServer } from '../../tests/harness/server.ts'
import { runMonitor } from '../docketing/findings/monitor.ts'

const { call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')

const today = Temporal.Now.plainDateISO(ZONE)
const day = (more: Temporal.DurationLike) => `${today.add(more)}`
const before = (years: number, months: number) => `${today.subtract({ years }).add({ months })}`
const { ask, make } = casesOf(call, as, 'en')
let made = 0
const patent = (more: Record<string, unknown>) => make('patent', { title: `案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', ...more })
const list = async (model: string, iql: string, fl: string) =>
  (await call<{ record: Row[] }>(`${model}/do/search`, { iql, fl, rows: 100 }, { as })).data.record
const fees = (sid: string, more = '') =>
  list(
    'fee',
    `case_sid = '${sid}' AND fee_class = 'ANNUITY'${more} ORDER BY annuity_year`,
    'annuity_year,status,pay_date,paid_amount,due_date,amount,decision',
  )
const deadlines = (sid: string, rule: string) =>
  list('deadline', `case_sid = '${sid}' AND rule_id = '${rule}' ORDER BY annuity_year`, 'annuity_year,status,official_due,raw_due,key')

/** A Chinese patent whose annuity of year 7 falls due in so many months. */
const inYear7 = (months: number) =>
  patent({
    status: 'GRANTED',
    filing_date: before(6, months),
    grant_date: before(3, months),
    grant_no: `CN11${6_000_000 + made}B`,
  })

test('a termination for an unpaid annuity marks that year as missed, even if it was open, and the right ends on its due date', async () => {
  const one = await inYear7(-5)
  const [seven] = (await deadlines(one.sid, 'CNP38')).filter((row) => row.annuity_year === 7)
  assert.equal(seven?.status, 'OPEN')
  await ask('patent/do/update', { sid: one.sid, filing_date: before(6, -8) })
  assert.equal((await ask('official_event/do/create', { case_sid: one.sid, code: 'CN29', event_date: day({ days: -3 }) })).code, 0)
  const { data: lost } = await call<Row>(`patent/${one.sid}`, undefined, { as })
  assert.equal(lost.status, 'TERMINATED')
  assert.equal(lost.close_date, `${Temporal.PlainDate.from(before(6, -8)).add({ years: 6 })}`)
  const missed = (await deadlines(one.sid, 'CNP38')).filter((row) => row.status === 'MISSED')
  assert.deepEqual(
    missed.map((row) => row.annuity_year),
    [7],
  )
})

test('completing an annuity deadline records no payment: its fee is presumed paid until the payment is recorded', async () => {
  const one = await inYear7(2)
  const [open] = (await deadlines(one.sid, 'CNP38')).filter((row) => row.annuity_year === 7)
  const future = await ask('deadline/do/transition', { sid: open?.sid, transition: 'complete', done_date: day({ days: 1 }) })
  assert.equal(future.errors[0]?.field, 'done_date')
  assert.equal((await ask('deadline/do/transition', { sid: open?.sid, transition: 'complete' })).code, 0)
  const [fee] = await fees(one.sid, ' AND annuity_year = 7')
  assert.deepEqual([fee?.status, fee?.pay_date, fee?.paid_amount], ['PRESUMED', null, null])
  const moved = await ask('deadline/do/update', { sid: open?.sid, done_date: day({ days: 1 }) })
  assert.equal(moved.errors[0]?.field, 'done_date', moved.text)
  assert.equal((await ask('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: `${today}` })).code, 0)
  const [paid] = await fees(one.sid, ' AND annuity_year = 7')
  assert.deepEqual([paid?.status, paid?.pay_date, paid?.paid_amount], ['PAID', `${today}`, paid?.amount])
})

for (const [months, owed] of [
  [2, 'TO_PAY'],
  [-3, 'OVERDUE'],
] as const)
  for (const isPaid of [false, true])
    test(`an annuity due in ${months} months whose deadline a person completed, ${isPaid ? 'paid' : 'presumed paid'}, is owed again with its deadline once that is denied`, async () => {
      const one = await inYear7(months)
      const seven = async () => (await deadlines(one.sid, 'CNP38')).find((row) => row.annuity_year === 7)
      const fee = async () => (await fees(one.sid, ' AND annuity_year = 7'))[0]
      assert.equal((await ask('deadline/do/transition', { sid: (await seven())?.sid, transition: 'complete' })).code, 0)
      const sid = String((await fee())?.sid)
      if (isPaid) assert.equal((await ask('fee/do/transition', { sid, transition: 'pay', pay_date: `${today}` })).code, 0)
      const { data: before } = await call<Row>(`fee/${sid}`, undefined, { as })
      assert.equal((before.transitions as { code: string; to: string }[]).find(({ code }) => code === 'not_paid')?.to, owed)
      const denied = await ask('fee/do/transition', { sid, transition: 'not_paid', handled_reason: 'no receipt' })
      assert.equal(denied.code, 0, denied.text)
      assert.deepEqual([(await fee())?.status, (await seven())?.status], [owed, 'OPEN'])
    })

test('a fee of an act that a person completed is not presumed paid again once its payment is denied; the act stays done', async () => {
  const one = await patent({ status: 'FILED', filing_date: before(0, -8) })
  const request = async () => (await deadlines(one.sid, 'CNP15'))[0]
  const owedFor = async () => (await list('fee', `case_sid = '${one.sid}' AND due_date = '${(await request())?.official_due}' AND fee_class = 'OFFICIAL'`, 'status'))[0] // oxfmt-ignore
  assert.equal((await ask('deadline/do/transition', { sid: (await request())?.sid, transition: 'complete' })).code, 0)
  const fee = await owedFor()
  assert.equal(fee?.status, 'PRESUMED')
  const step = (transition: string, more: object) => ask('fee/do/transition', { sid: fee?.sid, transition, ...more })
  assert.equal((await step('not_paid', { handled_reason: 'no receipt' })).code, 0)
  assert.deepEqual([(await owedFor())?.status, (await request())?.status], ['TO_PAY', 'DONE'])
  assert.equal((await step('pay', { pay_date: `${today}` })).code, 0)
})

test('a recorded payment is not corrected to less than was owed on its day, nor to a day after the grace period', async () => {
  const one = await inYear7(-5)
  const [fee] = await fees(one.sid, ' AND annuity_year = 7')
  const early = before(0, -6)
  assert.equal((await ask('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: early })).code, 0)
  for (const [field, more] of [
    ['paid_amount', { paid_amount: '3' }],
    ['paid_amount', { pay_date: day({ months: -1 }) }], // four months late: with the surcharge
    ['pay_date', { pay_date: day({ days: 1 }) }],
  ] as const)
    assert.deepEqual((await ask('fee/do/update', { sid: fee?.sid, ...more })).errors.map((fault) => fault.field), [field], JSON.stringify(more)) // oxfmt-ignore
  assert.equal((await ask('fee/do/update', { sid: fee?.sid, pay_date: before(0, -7) })).code, 0)
  const [paid] = await fees(one.sid, ' AND annuity_year = 7')
  assert.deepEqual([paid?.status, paid?.paid_amount, paid?.pay_date], ['PAID', paid?.amount, before(0, -7)])
})

test('what was paid by the reduction of its day stays enough when the day is corrected', async () => {
  const one = await inYear7(-5)
  assert.equal((await ask('patent/do/update', { sid: one.sid, fee_reduction: '85' })).code, 0)
  const [fee] = await fees(one.sid, ' AND annuity_year = 7')
  assert.equal((await ask('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: before(0, -7) })).code, 0)
  assert.equal((await ask('patent/do/update', { sid: one.sid, fee_reduction: '0' })).code, 0)
  const moved = await ask('fee/do/update', { sid: fee?.sid, pay_date: before(0, -6) })
  assert.equal(moved.code, 0, moved.text)
  const less = await ask('fee/do/update', { sid: fee?.sid, paid_amount: '3' })
  assert.equal(less.errors[0]?.field, 'paid_amount', less.text)
})

test('the payment of an annuity closes its deadline', async () => {
  const one = await inYear7(2)
  const [fee] = await fees(one.sid, ' AND annuity_year = 7')
  const seven = async () => (await deadlines(one.sid, 'CNP38')).find((row) => row.annuity_year === 7)?.status
  assert.equal(await seven(), 'OPEN')
  assert.equal((await ask('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: `${today}` })).code, 0)
  assert.equal(await seven(), 'DONE')
})

test('an annuity cannot be paid after its grace period unless the right is restored', async () => {
  const one = await inYear7(-8)
  const [seven] = await fees(one.sid, ' AND annuity_year = 7')
  const late = await ask('fee/do/transition', { sid: seven?.sid, transition: 'pay', pay_date: `${today}` })
  assert.deepEqual([late.errors[0]?.field, /after the grace period/.test(late.text)], ['pay_date', true], late.text)
})

for (const [words, given] of [
  ['no day', { status: 'PAID', paid_amount: '100' }],
  ['no amount', { status: 'PAID', pay_date: '2026-01-05' }],
  ['a day to come', { status: 'PAID', paid_amount: '100', pay_date: day({ days: 1 }) }],
  ['less than its amount', { status: 'PAID', paid_amount: '99.99', pay_date: '2026-01-05' }],
] as const) {
  test(`a fee entered as paid with ${words} is refused`, async () => {
    const one = await patent({ case_no: `PAID-${words}` })
    const { code } = await ask('fee/do/create', {
      case_sid: one.sid,
      fee_class: 'AGENCY',
      fee_type: 'DRAFT',
      due_date: '2026-02-04',
      currency: 'CNY',
      amount: '100',
      ...given,
    })
    assert.notEqual(code, 0)
  })
}

test('an annuity entered as paid without an amount is asked about if it cost more on its day, in its own currency only', async () => {
  const one = await inYear7(2)
  const enter = (paid_amount: string, more: object = {}) =>
    ask<{ warnings?: string[] }>('fee/do/create', { case_sid: one.sid, fee_class: 'ANNUITY', fee_type: 'OTHER', annuity_year: 7, due_date: day({ months: 2 }), currency: 'CNY', status: 'PAID', pay_date: `${today}`, paid_amount, ...more }) // oxfmt-ignore
  assert.match((await enter('3', { confirm: [] })).text, /less_than_price.*owed on that day/)
  for (const more of [{ paid_amount: '9999' }, { paid_amount: '3', currency: 'USD' }]) {
    const plain = await enter('', { ...more, confirm: [] })
    assert.equal(plain.code, 0, plain.text)
  }
  assert.equal((await enter('3', { confirm: ['less_than_price'] })).code, 0)
  assert.equal((await enter('3', { amount: '4' })).errors[0]?.field, 'paid_amount')
})

test('a paid fee is not corrected to less than its amount with its surcharge', async () => {
  const one = await patent({})
  const fee = await owed(one.sid, { amount: '100', status: 'PAID', pay_date: `${today}`, paid_amount: '100' })
  const correct = (more: object) => ask('fee/do/update', { sid: fee.sid, ...more })
  for (const more of [{ paid_amount: '1' }, { amount: '101' }, { amount: '50', paid_amount: '49' }])
    assert.equal((await correct(more)).errors[0]?.field, 'paid_amount', JSON.stringify(more))
  for (const more of [{ amount: '120', paid_amount: '130' }, { paid_amount: '120' }, { name: 'Other words' }, { amount: '80', paid_amount: '90' }]) {
    const done = await correct(more)
    assert.equal(done.code, 0, `${JSON.stringify(more)} ${done.text}`)
  }
  await tenant.db.updateTable('fee').set({ surcharge: '5' }).where('sid', '=', fee.sid).execute()
  assert.equal((await correct({ paid_amount: '84.99' })).errors[0]?.field, 'paid_amount')
  assert.equal((await correct({ paid_amount: '85' })).code, 0)
})

const owed = (case_sid: string, more: Record<string, unknown>) =>
  make('fee', { case_sid, fee_class: 'AGENCY', fee_type: 'DRAFT', due_date: day({ months: 1 }), currency: 'CNY', ...more })
const pay = (sid: string, more: Record<string, unknown> = {}) =>
  ask<Row & { warnings?: string[] }>('fee/do/transition', { sid, transition: 'pay', pay_date: `${today}`, ...more })

test('a fee without an amount cannot be paid without entering one, alone or on a list', async () => {
  const one = await patent({})
  const fee = await owed(one.sid, {})
  assert.deepEqual([(await pay(fee.sid)).errors[0]?.field, (await pay(fee.sid, { paid_amount: '80' })).code], ['paid_amount', 0])
  const other = await owed(one.sid, {})
  const { data } = await ask('payment/do/from_fees', { fee_sids: [other.sid] })
  const refused = await ask('payment/do/pay', { sid: data.sid, pay_date: `${today}` })
  assert.notEqual(refused.code, 0)
  assert.match(refused.text, /has no amount/)
})

test('a payment above the amount due gives a warning that a person confirms on screen; an exact payment gives none', async () => {
  const one = await patent({})
  const sids = await Promise.all([100, 100, 100].map(async (amount) => (await owed(one.sid, { amount: `${amount}` })).sid))
  const [exact, more, asked] = [await pay(sids[0] ?? '', { paid_amount: '100.00' }), await pay(sids[1] ?? '', { paid_amount: '100.01' }), await pay(sids[2] ?? '', { paid_amount: '100.01', confirm: [] })] // oxfmt-ignore
  assert.deepEqual([exact.code, exact.data.status, exact.data.warnings], [0, 'PAID', undefined])
  assert.match(String(more.data.warnings), /is more than the 100(\.00)? due/)
  assert.notEqual(asked.code, 0)
})

test('the years after an abandoned year leave the forecast, and return when the decision is reversed', async () => {
  const one = await inYear7(2)
  let months = 36
  const sum = async () => {
    const { data } = await call<{ record: { month: string; count: number }[] }>(
      'fee/do/forecast',
      { months: months--, iql: `case_sid = '${one.sid}'` }, // a slow answer may be given again for a while, whatever was written since
      { as },
    )
    return data.record.reduce((total, { count }) => total + count, 0)
  }
  const before = await sum()
  assert.ok(before >= 2)
  const [seven] = await fees(one.sid, ' AND annuity_year = 7')
  assert.equal((await ask('fee/do/decide', { sids: [seven?.sid], decision: 'ABANDON', reason: 'not used' })).code, 0)
  assert.equal(await sum(), 0)
  assert.equal((await ask('fee/do/decide', { sids: [seven?.sid], decision: 'PAY' })).code, 0)
  assert.equal(await sum(), before)
})

test('a renewal fee paid before its window is not a valid payment: its deadline stays open, with a finding', async () => {
  const filing = before(4, 8)
  const one = await patent({ country: 'EP', status: 'EP_EXAM', filing_date: filing })
  const [fee] = (await fees(one.sid)).filter((row) => row.status === 'PLANNED')
  const early = { sid: fee?.sid, transition: 'pay', pay_date: `${today}` }
  const asked = await call<Row>('fee/do/transition', { ...early, confirm: [] }, { as, lang: 'en' })
  assert.match(asked.text, /paid_too_early.*cannot be validly paid before/)
  assert.equal((await ask('fee/do/transition', { ...early, confirm: ['paid_too_early'] })).code, 0)
  const [open] = (await deadlines(one.sid, 'EP18')).filter((row) => row.annuity_year === fee?.annuity_year)
  assert.equal(open?.status, 'OPEN')
  await runMonitor(tenant)
  const [finding] = await list('finding', `case_sid = '${one.sid}' AND code = 'PAID_TOO_EARLY' AND status = 'OPEN'`, 'code,words_en')
  assert.match(String(finding?.words_en), new RegExp(dayIn(`${today}`, 'en')))
})

test('a renewal fee paid on the first day of its window is a valid payment, and closes its deadline', async () => {
  const one = await patent({ country: 'EP', status: 'EP_EXAM', filing_date: before(4, 2) })
  const [fee] = await list('fee', `case_sid = '${one.sid}' AND status = 'PLANNED' ORDER BY due_date`, 'annuity_year,window_from')
  assert.ok(String(fee?.window_from) <= `${today}`, JSON.stringify(fee))
  const paid = await call<Row>('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: fee?.window_from, confirm: [] }, { as, lang: 'en' })
  assert.equal(paid.code, 0, paid.text)
  const [closed] = (await deadlines(one.sid, 'EP18')).filter((row) => row.annuity_year === fee?.annuity_year)
  assert.equal(closed?.status, 'DONE')
})
