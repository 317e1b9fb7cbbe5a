// Ten years of annuities through the API: recorded fees and those of the law, each once, and by year the sum of what is listed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { sumMoney } from '../../../model/kit/money/money.ts'
import { UNPAID } from '../../../model/fees/unpaid.ts'
import { day } from '../../../tests/harness/day.ts'
import { GRANTED_INVENTION, GRANTED_NUMBER, makerOf } from '../../../tests/harness/cases/granted-invention.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { turnsOfPeople } from '../../turns.ts'
import { pictures } from '../pictures.ts'

const { app, call, enrol, tenant } = await testServer()
const [engineer, leader, agent] = [await enrol('ip_engineer'), await enrol('dept_leader'), await enrol('agent')]
const made = makerOf(call, engineer)

type Fee = { case_sid: string; fee_sid: string | null; annuity_year: number; due_date: string; currency: string; amount: string; doubts: string[] }
type Sum = { year: number; currency: string; count: number; amount: string; unsure_count: number; unsure: string }
type Forecast = {
  rights: number
  years: number[]
  record: Sum[]
  fees: Fee[]
  whole: { total: string; apart: object[] }
  converted: object[]
  truncated: boolean
}
const ask = (body: object, as: Person = engineer) => call<Forecast>('fee/do/forecast_years', body, { as, lang: 'en' })
async function forecast(body: object = {}) {
  const answer = await ask(body)
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}

/** The fees of all years. */
async function feesOf(iql: string): Promise<Fee[]> {
  const { years } = await forecast({ iql })
  const fees: Fee[] = []
  for (const detail of years) fees.push(...(await forecast({ iql, detail })).fees)
  return fees
}

const chinese = await made('patent', { title: 'Fictitious heat sink', ...GRANTED_INVENTION, application_no: GRANTED_NUMBER, owner_sid: engineer.sid })
const european = await made('patent', {
  title: 'Fictitious valve', country: 'EP', route: 'DIRECT', patent_type: 'INVENTION', status: 'SE', filing_date: day('-P2Y6M'), owner_sid: engineer.sid,
}) // oxfmt-ignore
const American = { title: 'Fictitious pump', country: 'US', patent_type: 'INVENTION', status: 'GRANTED', owner_sid: engineer.sid }
const american = await made('patent', { ...American, filing_date: day('-P4Y'), grant_date: day('-P2Y') })

test('each year of a granted right is owed once: the recorded fee as it is, later ones by the law', async () => {
  const fees = await feesOf(`sid = '${chinese}'`)
  assert.deepEqual(
    fees.map(({ annuity_year }) => annuity_year),
    Array.from({ length: fees.length }, (_, at) => 6 + at),
  )
  assert.ok(fees.length >= 9 && fees.length <= 11, `${fees.length}`)
  const recorded = await tenant.db.selectFrom('fee').select(['sid', 'annuity_year', 'amount']).where('case_sid', '=', chinese).where('fee_class', '=', 'ANNUITY').where('status', 'in', UNPAID).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  assert.ok(recorded.length >= 2)
  for (const { sid, annuity_year, amount } of recorded)
    assert.deepEqual(
      fees.filter((fee) => fee.annuity_year === annuity_year).map((fee) => [fee.fee_sid, fee.amount]),
      [[sid, amount]],
    )
  assert.ok(fees.slice(recorded.length).every(({ fee_sid }) => fee_sid === null))
  const { data } = await call<{ record: { year: number; amount: string; due: string }[] }>(
    'patent/do/annuity_schedule',
    { sid: chinese },
    { as: engineer },
  )
  for (const fee of fees)
    assert.deepEqual(
      data.record.filter(({ year }) => year === fee.annuity_year).map(({ due, amount }) => [due, amount]),
      [[fee.due_date, fee.amount]],
    )
})

test('American rights pay in three years only, and pending European ones yearly, with the doubt of the grant', async () => {
  const dollars = await feesOf(`sid = '${american}'`)
  assert.deepEqual(
    dollars.map(({ annuity_year, currency }) => `${annuity_year} ${currency}`),
    ['3.5 USD', '7.5 USD'],
  )
  const pending = await feesOf(`sid = '${european}'`)
  assert.ok(pending.length >= 10)
  assert.ok(pending.every(({ doubts }) => doubts.includes('PENDING')))
})

test('the forecast equals the sum of its fees in each year and currency, and keeps what has no rate apart', async () => {
  const whole = await forecast({ detail: 2199 })
  assert.equal(whole.rights, 3)
  assert.deepEqual(whole.fees, [])
  for (const year of whole.years) {
    const { fees } = await forecast({ detail: year })
    const by = Map.groupBy(fees, ({ currency }) => currency)
    const sums = [...by].map(([currency, of]) => ({ year, currency, count: of.length, amount: sumMoney(of.map(({ amount }) => amount), currency) })) // oxfmt-ignore
    const told = whole.record.filter((one) => one.year === year).map(({ currency, count, amount }) => ({ year, currency, count, amount }))
    const order = (one: { currency: string }, other: { currency: string }) => (one.currency < other.currency ? -1 : 1)
    assert.deepEqual(told, sums.toSorted(order))
  }
  assert.deepEqual(new Set(whole.record.map(({ currency }) => currency)), new Set(['CNY', 'EUR', 'USD']))
  assert.equal(whole.whole.apart.length, 2)
})

test('a right that is given up owes nothing more', async () => {
  const { data } = await call<{ version: number }>(`patent/${american}`, undefined, { as: engineer })
  const kept = await call('patent/do/update', { sid: american, annuity_decision: 'ABANDON', version: data.version }, { as: engineer })
  assert.equal(kept.code, 0, kept.text)
  assert.deepEqual(await feesOf(`sid = '${american}'`), [])
})

test('only who sees fees and cases is answered, and nonsense is refused', async () => {
  for (const person of [leader, agent]) assert.equal((await ask({}, person)).status, 403)
  for (const body of [{ years: 0 }, { years: 21 }, { years: 'ten' }, { iql: 'nonsense' }, { detail: 1 }, { unknown: 1 }])
    assert.equal((await ask(body)).status, 400, JSON.stringify(body))
})

const fileOf = (query: string, as: Person) =>
  app.inject({ method: 'GET', url: `/innoe-webapi/model/fee/do/forecast_file?${query}`, headers: { authorization: `Bearer ${as.token}`, 'accept-language': 'en' } }) // oxfmt-ignore

test('the forecasts are exported with their sums, what these are converted, and each fee behind them', async () => {
  const of = `iql=${encodeURIComponent(`sid = '${chinese}'`)}`
  const whole = await forecast({ iql: `sid = '${chinese}'` })
  const answer = await fileOf(`span=YEARS&${of}`, engineer)
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300))
  const [sums = [], converted = [], fees = []] = (await readXlsx(answer.rawPayload)).sheets.map(({ rows }) => rows)
  assert.deepEqual(sums[0]?.slice(0, 4), ['Year', 'Currency', 'Count', 'Amount'])
  assert.deepEqual(sums.slice(1).map((row) => row.slice(0, 4)), whole.record.map(({ year, currency, count, amount }) => [year, currency, count, Number(amount)])) // oxfmt-ignore
  assert.deepEqual(converted.at(-1)?.slice(0, 3), ['Total', 'CNY', Number(whole.whole.total)])
  assert.equal(fees.length - 1, whole.record.reduce((count, sum) => count + sum.count, 0)) // oxfmt-ignore
  const months = await fileOf(`span=MONTHS&iql=${encodeURIComponent(`case_sid = '${chinese}'`)}`, engineer)
  assert.equal(months.statusCode, 200, months.body.slice(0, 300))
  const [ofMonths = [], , listed = []] = (await readXlsx(months.rawPayload)).sheets.map(({ rows }) => rows)
  const asked = { as: engineer, lang: 'en' } as const
  const month = (await call<{ record: { month: string; amount: string }[] }>('fee/do/forecast', { iql: `case_sid = '${chinese}'` }, asked)).data
    .record
  assert.deepEqual(ofMonths.slice(1).map((row) => [row[0], row[5]]), month.map((one) => [one.month, Number(one.amount)])) // oxfmt-ignore
  assert.ok(month.length > 0 && listed.length > 1)
  for (const query of ['', 'span=DAYS', 'span=YEARS&iql=nonsense', 'span=MONTHS&iql=nonsense'])
    assert.equal((await fileOf(query, engineer)).statusCode, 400, query)
  assert.equal((await fileOf('span=MONTHS', agent)).statusCode, 403)
})

test('the file of months lists and converts fees that are late or due without surcharge once, apart from the months', async () => {
  const case_sid = await made('patent', { title: 'Fictitious lamp', country: 'CN', patent_type: 'INVENTION', owner_sid: engineer.sid })
  const owed = { case_sid, fee_class: 'OFFICIAL', fee_type: 'OTHER', currency: 'CNY', status: 'TO_PAY', decision: 'PAY' }
  for (const [due_date, amount, status] of [
    ['2020-08-01', '100.00', 'OVERDUE'],
    [day('P0D'), '5.00', 'OVERDUE'],
    ['2020-09-01', '200.00', 'DUE'],
    [day('P2M'), '300.00', 'TO_PAY'],
  ] as const) {
    const sid = await made('fee', { ...owed, due_date, amount })
    await tenant.db.updateTable('fee').set({ status }).where('sid', '=', sid).execute()
  }
  const answer = await fileOf(`span=MONTHS&iql=${encodeURIComponent(`case_sid = '${case_sid}' AND fee_type = 'OTHER'`)}`, engineer)
  const [sums = [], converted = [], fees = []] = (await readXlsx(answer.rawPayload)).sheets.map(({ rows }) => rows)
  const month = day('P2M').slice(0, 7)
  assert.deepEqual(sums.slice(1).map((row) => [row[0], row[4], row[5]]), [[month, 1, 300], ['Late', 2, 105], ['Due without surcharge', 1, 200]]) // oxfmt-ignore
  assert.deepEqual(converted.slice(1).map((row) => [row[0], row[2]]), [[month, 300], ['Due without surcharge', 200], ['Late', 105], ['Total', 605]]) // oxfmt-ignore
  assert.deepEqual(fees.slice(1).map((row) => row[fees[0]?.indexOf('Amount') ?? 0]).toSorted(), [100, 200, 300, 5]) // oxfmt-ignore
})

test('a slow forecast is worked out anew for its sums, and shared by who asks at the same moment or opens a year of it', async () => {
  const kept = pictures<number>(8)
  let made = 0
  const work = async () => {
    await wait(1100)
    return ++made
  }
  const asked = (anew: boolean) => kept.keep(tenant, 'one', work, { anew })
  assert.deepEqual(await Promise.all([asked(true), asked(true)]), [1, 1])
  assert.deepEqual([await asked(false), await asked(true), await asked(false)], [1, 2, 2])
})

test('a person has one long forecast running or waiting, and a process only so many', async () => {
  const inTurn = turnsOfPeople(2)
  const work = async () => wait(20)
  const ended = await Promise.allSettled(['one', 'one', 'other', 'third'].map((person) => inTurn(person, work)))
  assert.deepEqual(
    ended.map((end) => (end.status === 'rejected' ? (end.reason as { name: string }).name : '')),
    ['', 'too_many_requests', '', 'too_many_requests'],
  )
  await inTurn('one', work)
})
