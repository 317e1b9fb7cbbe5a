import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { readXlsx } from 'hucre/xlsx'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { app, call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')

const today = Temporal.Now.plainDateISO(ZONE)
const { ask, make } = casesOf(call, as, 'en')
let made = 0
/** A granted patent whose next annuity falls due in two months. */
const patent = async (more: Record<string, unknown> = {}) => {
  const one = await make('patent', {
    title: `付费案件 ${++made}`,
    patent_type: 'INVENTION',
    country: 'CN',
    status: 'GRANTED',
    filing_date: `${today.subtract({ years: 6 }).add({ months: 2 })}`,
    grant_date: `${today.subtract({ years: 3 })}`,
    grant_no: `CN11${7_000_000 + made}B`,
    ...more,
  })
  const { data } = await ask<{ record: Row[] }>('fee/do/search', {
    iql: `case_sid = '${one.sid}' AND fee_class = 'ANNUITY' AND annuity_year = 7`,
    fl: 'fee_no,amount,currency,certainty',
    rows: 1,
  })
  return { sid: one.sid, fee: data.record[0] }
}
const other = (case_sid: string, more: Record<string, unknown>) =>
  make('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'X', due_date: `${today.add({ months: 1 })}`, amount: '10', ...more })
const file = (sid: string, lang = 'en') =>
  app.inject({
    url: `/innoe-webapi/model/payment/do/export/${sid}`,
    headers: { host: 'localhost', authorization: `Bearer ${as.token}`, 'accept-language': lang },
  })
const list = async (fee_sids: unknown[]) => {
  const answer = await ask('payment/do/from_fees', { fee_sids })
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}
const unsure = (sid: unknown) => tenant.db.updateTable('fee').set({ certainty: 'CHECK' }).where('sid', '=', String(sid)).execute()

test('the payment file is refused if a case has no application number, and the refusal names the case', async () => {
  const { fee } = await patent({ case_no: 'BARE-1' })
  const answer = await file((await list([fee?.sid])).sid)
  assert.notEqual(answer.statusCode, 200)
  assert.match(answer.payload, /no application number.*BARE-1/)
})

test('the payment file refuses a list of several currencies', async () => {
  const { sid, fee } = await patent()
  await tenant.db.updateTable('patent').set({ application_no: 'CN202010000001.1' }).where('sid', '=', sid).execute()
  const dollars = await other(sid, { currency: 'USD' })
  const { sid: paying } = await list([fee?.sid, dollars.sid])
  const answer = await file(paying)
  assert.notEqual(answer.statusCode, 200)
  assert.match(answer.payload, /CNY, USD/)
  await tenant.db.updateTable('patent').set({ application_no: null }).where('sid', '=', sid).execute()
  assert.match((await file(paying)).payload, /These cases have no application number: [^;]+; the list mixes/)
})

test('the payment file refuses a fee without an amount by its number, until the amount is recorded', async () => {
  const { sid, fee } = await patent()
  await tenant.db.updateTable('patent').set({ application_no: 'CN202010000003.3' }).where('sid', '=', sid).execute()
  const bare = await other(sid, { currency: 'CNY', amount: null })
  const { sid: paying } = await list([fee?.sid, bare.sid])
  for (const [lang, words] of [
    ['en', /These fees have no amount: (\S+?)[";]/],
    ['zh', /下列费用没有金额：(\S+?)[";；]/],
  ] as const) {
    const answer = await file(paying, lang)
    assert.notEqual(answer.statusCode, 200)
    assert.equal(words.exec(answer.payload)?.[1], bare.fee_no, answer.payload)
  }
  assert.equal((await ask('fee/do/update', { sid: bare.sid, amount: '10' })).code, 0)
  assert.equal((await ask('payment/do/update', { sid: paying, amounts_confirmed: true })).code, 0)
  assert.equal((await file(paying)).statusCode, 200)
})

test('a list with amounts to be checked requires a recorded confirmation by a person; a changed list requires it again', async () => {
  const { sid, fee } = await patent()
  await tenant.db.updateTable('patent').set({ application_no: 'CN202010000002.2' }).where('sid', '=', sid).execute()
  await unsure(fee?.sid)
  const paying = await list([fee?.sid])
  assert.equal(paying.unsure_count, 1)
  assert.match((await file(paying.sid)).payload, /to be checked/)
  const body = { sid: paying.sid, pay_date: `${today}` }
  const refused = await ask('payment/do/pay', body)
  assert.equal(refused.errors[0]?.field, 'amounts_confirmed')
  assert.equal((await ask('payment/do/transition', { sid: paying.sid, transition: 'approve' })).errors[0]?.field, 'amounts_confirmed')
  assert.equal((await ask('payment/do/update', { sid: paying.sid, amounts_confirmed: true })).code, 0)
  const { data: confirmed } = await call<Row>(`payment/${paying.sid}`, undefined, { as })
  assert.deepEqual([(confirmed.confirmed_by as Row).sid, confirmed.confirmed_on], [as.sid, `${today}`])
  assert.equal((await file(paying.sid)).statusCode, 200)
  const more = await other(sid, { currency: 'CNY' })
  assert.equal((await ask('fee/do/transition', { sid: more.sid, transition: 'put_in_batch', payment_sid: paying.sid })).code, 0)
  const { data: changed } = await call<Row>(`payment/${paying.sid}`, undefined, { as })
  assert.deepEqual([changed.amounts_confirmed, changed.confirmed_by], [false, null])
  // The price of the day of payment takes the place of an earlier one, and the word of the person stands.
  await tenant.db.updateTable('fee').set({ amount: '1' }).where('sid', '=', String(fee?.sid)).execute()
  const { data: owed } = await ask<{ record: Row[] }>('payment/do/owed', body)
  const paid = await ask('payment/do/pay', { ...body, amounts_confirmed: true, totals: owed.record })
  assert.equal(paid.code, 0, paid.text)
  const { data: settled } = await call<Row>(`payment/${paying.sid}`, undefined, { as })
  assert.deepEqual([settled.status, settled.amounts_confirmed, (settled.confirmed_by as Row).sid], ['PAID', true, as.sid])
})

test('the confirmation of a list ends when the surcharge of one of its fees changes, and is none until it is given', async () => {
  const { fee } = await patent({ filing_date: `${today.subtract({ years: 6, months: 2 })}` })
  const { sid } = await list([fee?.sid])
  const set = (values: { certainty: 'CHECK' } | { surcharge: null }) => tenant.db.updateTable('fee').set(values).where('sid', '=', String(fee?.sid)).execute() // oxfmt-ignore
  await set({ certainty: 'CHECK' })
  await set({ surcharge: null })
  await tenant.db.updateTable('payment').set({ unsure_count: 1 }).where('sid', '=', String(sid)).execute()
  assert.equal((await ask('payment/do/update', { sid, amounts_confirmed: true })).code, 0)
  const short = await ask('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: `${today}`, paid_amount: '1' })
  assert.equal(short.code, 0, short.text)
  const { data } = await call<Row>(`payment/${sid}`, undefined, { as })
  assert.deepEqual([data.amounts_confirmed, data.confirmed_by, data.confirmed_on], [false, null, null])
  assert.equal((await ask('payment/do/update', { sid, amounts_confirmed: null })).code, 0)
  const refused = await ask('payment/do/transition', { sid, transition: 'approve' })
  assert.equal(refused.errors[0]?.field, 'amounts_confirmed', refused.text)
})

for (const [office, more, number] of [
  ['EP', { status: 'EP_EXAM', grant_date: null, grant_no: null }, 'EP21000001.5'],
  ['GB', {}, 'GB2100001.7'],
] as const)
  test(`the shipped renewal price of ${office} since April 2026 is not proven: without a person's word its list is not approved, filed or paid`, async () => {
    const { sid, fee } = await patent({ country: office, ...more })
    await tenant.db.updateTable('patent').set({ application_no: number }).where('sid', '=', sid).execute()
    assert.equal(fee?.certainty, 'CHECK')
    const paying = await list([fee?.sid])
    assert.equal(paying.unsure_count, 1)
    assert.match((await file(paying.sid)).payload, /to be checked/)
    for (const refused of [
      await ask('payment/do/transition', { sid: paying.sid, transition: 'approve' }),
      await ask('payment/do/pay', { sid: paying.sid, pay_date: `${today}` }),
    ])
      assert.equal(refused.errors[0]?.field, 'amounts_confirmed', refused.text)
    assert.equal((await ask('payment/do/pay', { sid: paying.sid, pay_date: `${today}`, amounts_confirmed: true })).code, 0)
  })

test('the payment file is in the language of the person, or in the requested language', async () => {
  const { sid, fee } = await patent()
  await tenant.db.updateTable('patent').set({ application_no: 'CN202010000004.5' }).where('sid', '=', sid).execute()
  await tenant.db.updateTable('fee').set({ surcharge: '30' }).where('sid', '=', String(fee?.sid)).execute()
  const paying = await list([fee?.sid])
  await ask('payment/do/update', { sid: paying.sid, amounts_confirmed: true })
  const rowsOf = async (lang: string, language = '') => {
    const { statusCode, rawPayload, payload } = await file(`${paying.sid}${language && `?language=${language}`}`, lang)
    assert.equal(statusCode, 200, payload)
    const [sheet] = (await readXlsx(rawPayload)).sheets
    return sheet?.rows.map((row) => `${row[1]} ${row[2]}`)
  }
  const english = ['Application/patent no. Fee', 'CN202010000004.5 Annual fee, year 7', 'CN202010000004.5 Annual fee, year 7, late surcharge']
  const chinese = ['申请号/专利号 费用名称', 'CN202010000004.5 第7年年费', 'CN202010000004.5 第7年年费滞纳金']
  assert.deepEqual([await rowsOf('en'), await rowsOf('zh')], [english, chinese])
  assert.deepEqual([await rowsOf('en', 'zh'), await rowsOf('zh', 'en')], [chinese, english])
  assert.equal((await file(`${paying.sid}?language=fr`)).statusCode, 400)
})

test('a payment that was none leaves its fee with the reason: to be paid again, without a day, an amount or a list, whose total is less', async () => {
  const cases = [await patent(), await patent()]
  const sids = cases.map(({ fee }) => String(fee?.sid))
  const list = (await ask<Row>('payment/do/from_fees', { fee_sids: sids })).data
  const whole = (list.totals as Row[])[0]?.amount
  assert.equal((await ask('payment/do/pay', { sid: list.sid, pay_date: `${today}`, amounts_confirmed: true })).code, 0)
  const [sid = '', kept = ''] = sids
  assert.equal((await ask('fee/do/update', { sid, voucher_no: 'V-2026-1' })).code, 0)
  const take = (more: object) => ask<Row>('fee/do/transition', { sid, transition: 'not_paid', ...more })
  assert.deepEqual((await take({})).errors.map(({ field }) => field), ['handled_reason']) // oxfmt-ignore
  const { data } = await take({ handled_reason: 'another list was meant' })
  assert.deepEqual([data.status, data.pay_date, data.paid_amount, data.payment_sid, data.voucher_no], ['TO_PAY', null, null, null, null])
  const after = (await ask<Row>(`payment/${list.sid}`, undefined)).data
  const left = (await ask<Row>(`fee/${kept}`, undefined)).data
  assert.deepEqual([after.fee_count, (after.totals as Row[])[0]?.amount], [1, left.paid_amount])
  assert.notEqual(whole, left.paid_amount)
  const again = (await ask<Row>('payment/do/from_fees', { fee_sids: [sid] })).data
  assert.equal(again.fee_count, 1)
})

test('the reason why a payment was none may be the one on record; a fee that is paid keeps no reason of before', async () => {
  const { fee } = await patent()
  const sid = String(fee?.sid)
  const step = (transition: string, more: object = {}) => ask<Row>('fee/do/transition', { sid, transition, ...more })
  assert.equal((await step('decide_abandon', { handled_reason: 'not used' })).code, 0)
  assert.equal((await step('decide_pay')).code, 0)
  assert.equal((await step('pay', { pay_date: `${today}` })).data.handled_reason, null)
  assert.deepEqual((await step('not_paid')).errors.map(({ field }) => field), ['handled_reason']) // oxfmt-ignore
  assert.equal((await ask('fee/do/update', { sid, handled_reason: 'the bank returned it' })).code, 0)
  const denied = await step('not_paid', { handled_reason: 'the bank returned it' })
  assert.equal(denied.code, 0, denied.text)
})

test('a list that is paid keeps the word of the person who confirmed its amounts when one of its fees is denied', async () => {
  const cases = [await patent(), await patent()]
  for (const { fee } of cases) await unsure(fee?.sid)
  const paying = await list(cases.map(({ fee }) => fee?.sid))
  assert.equal((await ask('payment/do/pay', { sid: paying.sid, pay_date: `${today}`, amounts_confirmed: true })).code, 0)
  const denied = await ask('fee/do/transition', { sid: cases[0]?.fee?.sid, transition: 'not_paid', handled_reason: 'another list was meant' })
  assert.equal(denied.code, 0, denied.text)
  const { data } = await call<Row>(`payment/${paying.sid}`, undefined, { as })
  assert.deepEqual([data.status, data.fee_count, data.amounts_confirmed, (data.confirmed_by as Row | null)?.sid, data.confirmed_on], ['PAID', 1, true, as.sid, `${today}`]) // oxfmt-ignore
})

test('finance files the receipts of a paid list for colleagues, but cannot file an official document of a case', async () => {
  const [one, other] = [await enrol('finance'), await enrol('finance')]
  const { sid, fee } = await patent()
  const paying = await list([fee?.sid])
  await ask('payment/do/pay', { sid: paying.sid, pay_date: `${today}`, amounts_confirmed: true })
  const send = (fields: Record<string, string>) =>
    sendFile(app, { path: 'document/do/upload', token: one.token, file: '%PDF-1.4\nreceipt\n%%EOF', name: 'receipt.pdf', fields })
  const sent = await send({ attach_to: 'payment.receipts' })
  assert.equal(sent.status, 200, sent.message)
  const receipts = [{ sid: sent.data.sid, name: sent.data.file_name, size: sent.data.size }]
  const kept = await call('payment/do/update', { sid: paying.sid, receipts }, { as: one })
  assert.equal(kept.code, 0, kept.text)
  for (const person of [one, other, as]) {
    const { data } = await call<Row>(`payment/${paying.sid}`, undefined, { as: person })
    assert.deepEqual((data.receipts as Row[]).map(({ sid: file }) => file), [sent.data.sid]) // oxfmt-ignore
    const { status, data: document } = await call<Row>(`document/${sent.data.sid}`, undefined, { as: person })
    assert.deepEqual([status, document.visibility], [200, 'V4'])
  }
  const filed = () => tenant.db.selectFrom('document').select('sid').where('case_sid', '=', sid).execute()
  assert.notEqual((await send({ case_sid: sid, doc_type: 'CN14', visibility: 'V4' })).status, 200)
  assert.deepEqual(await filed(), [])
})

test('210 annuities selected by office and owner are summed, listed and paid in one step each', async () => {
  const owner = await enrol('ip_engineer')
  const fees: Row[] = []
  for (let at = 0; at < 210; at++) {
    const { fee } = await patent({ owner_sid: owner.sid })
    if (fee) fees.push(fee)
  }
  assert.equal(fees.length, 210)
  const iql = `fee_class = 'ANNUITY' AND annuity_year = 7 AND case_sid.country = 'CN' AND case_sid.owner_sid = '${owner.sid}'`
  const { data: sums } = await ask<{ record: Record<string, unknown>[] }>('fee/do/sum', { iql })
  const [cny] = sums.record
  assert.deepEqual([sums.record.length, cny?.currency, cny?.count, cny?.total], [1, 'CNY', 210, `${210 * Number(fees[0]?.amount)}.00`])
  const paying = await ask('payment/do/from_fees', { iql })
  assert.equal(paying.code, 0, paying.text)
  assert.equal(paying.data.fee_count, 210)
  const taken = (await ask<{ record: Row[] }>('fee/do/search', { iql: `payment_sid = '${paying.data.sid}'`, fl: 'sid', rows: 1 })).data.record[0]
  const one = { sid: taken?.sid, transition: 'take_back' }
  assert.equal((await ask('fee/do/transition', one)).code, 0) // meanwhile, by another person
  const confirmed = { ...(Number(paying.data.unsure_count) > 0 && { amounts_confirmed: true }), sid: paying.data.sid, pay_date: `${today}` }
  const stale = await ask('payment/do/pay', { ...confirmed, total: 210 })
  assert.match(stale.message, /fees to be paid: 210; now: 209/)
  assert.equal((await ask<{ total: number }>('fee/do/search', { iql: `${iql} AND status = 'PAID'`, fl: 'status', rows: 1 })).data.total, 0)
  assert.equal((await ask('fee/do/transition', { sid: taken?.sid, transition: 'put_in_batch', payment_sid: paying.data.sid })).code, 0)
  const paid = await ask('payment/do/pay', {
    total: 210,
    sid: paying.data.sid,
    pay_date: `${today}`,
    ...(Number(paying.data.unsure_count) > 0 && { amounts_confirmed: true }),
  })
  assert.equal(paid.code, 0, paid.text)
  const { data } = await ask<{ total: number }>('fee/do/search', {
    iql: `${iql} AND status = 'PAID' AND pay_date = '${today}'`,
    fl: 'status',
    rows: 1,
  })
  assert.equal(data.total, 210)
})
