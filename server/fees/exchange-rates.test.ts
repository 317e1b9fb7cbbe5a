// Exchange rates by day, through the API: who keeps them, what is converted with which, and what stands apart.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { day } from '../../tests/harness/day.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, call, enrol, tenant } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [finance, engineer, leader, admin] = [
  await enrol('finance'),
  await enrol('ip_engineer'),
  await enrol('dept_leader'),
  await enrol('system_admin'),
]

type Row = Record<string, unknown> & { sid: string; record: Row[] }
const ask = (path: string, body: object | undefined, as: Person = finance) => call<Row>(path, body, { as, lang: 'en' })
async function ok(path: string, body: object | undefined, as: Person = finance) {
  const answer = await ask(path, body, as)
  assert.equal(answer.code, 0, `${path}: ${answer.text}`)
  return answer.data
}
const rate = (from_currency: string, rate_date: string, price: string, more: object = {}) => ({
  from_currency,
  rate_date,
  rate: price,
  source: 'Fictitious bank',
  ...more,
})
const faultsOf = async (row: object) => (await ask('exchange_rate/do/create', row)).errors.map(({ field, reason }) => `${field} ${reason}`)

test('a rate is of two currencies, above nothing, of a round number of units, from a named source, and one for each day', async () => {
  await ok('exchange_rate/do/create', rate('USD', day('-P40D'), '710', { per: 100 }))
  await ok('exchange_rate/do/create', rate('USD', day('-P10D'), '7.2'))
  assert.deepEqual(await faultsOf(rate('CNY', day('-P1D'), '1')), ['to_currency must be another currency'])
  assert.deepEqual(await faultsOf(rate('EUR', day('-P1D'), '0')), ['rate must be above 0'])
  assert.deepEqual(await faultsOf(rate('EUR', day('-P1D'), '8', { per: 7 })), ['per must be 1, 10, 100, 1000 or 10000'])
  assert.match((await faultsOf(rate('EUR', day('-P1D'), '8', { source: '' }))).join(), /^source /)
  assert.match((await faultsOf(rate('EUR', day('-P1D'), '8.123456789'))).join(), /^rate /)
  assert.notEqual((await ask('exchange_rate/do/create', rate('USD', day('-P10D'), '7.3'))).code, 0)
})

test('a rate that is double the nearest known one, or half of it, is asked about: banks quote 1 unit or 100', async () => {
  const given = rate('USD', day('-P9D'), '720.5')
  const asked = await ask('exchange_rate/do/create', { ...given, confirm: [] })
  assert.equal(asked.status, 412)
  assert.match(asked.text, /is 720.5 CNY for 1 USD, but was 7.2 on/)
  for (const half of ['3.6', '3.5']) assert.equal((await ask('exchange_rate/do/create', { ...given, rate: half, confirm: [] })).status, 412, half)
  const { sid } = await ok('exchange_rate/do/create', { ...given, per: 100, confirm: [] })
  assert.equal((await ask('exchange_rate/do/update', { sid, per: 1, confirm: [] })).status, 412)
  await ok('exchange_rate/do/update', { sid, rate: '721', confirm: [] })
  await ok('exchange_rate/do/delete', { sid })
})

test('finance keeps rates, engineers read them, and department leaders see none', async () => {
  assert.equal((await ask('exchange_rate/do/create', rate('EUR', day('-P1D'), '8'), engineer)).status, 403)
  assert.equal((await ok('exchange_rate/do/search', { fl: ['rate'] }, engineer)).record.length, 2)
  assert.equal((await ask('exchange_rate/do/convert', { amounts: [{ currency: 'USD', amount: '1' }] }, leader)).status, 403)
})

test('amounts are converted by the rate of the day, with its day and source; what has no rate stands apart', async () => {
  const amounts = [
    { currency: 'USD', amount: '100' },
    { currency: 'CNY', amount: '12.30' },
    { currency: 'KRW', amount: '90000' },
  ]
  const now = await ok('exchange_rate/do/convert', { amounts }, engineer)
  assert.deepEqual(now, {
    currency: 'CNY',
    total: '732.30',
    own: '12.30',
    converted: [{ currency: 'USD', amount: '100.00', converted: '720.00', rate: '7.2', per: 1, rate_date: day('-P10D'), source: 'Fictitious bank' }],
    apart: [{ currency: 'KRW', amount: '90000' }],
  })
  const before = await ok('exchange_rate/do/convert', { amounts, day: day('-P20D') }, engineer)
  assert.equal(before.total, '722.30')
  const sameDay = await ok('exchange_rate/do/convert', { amounts, day: day('-P10D') }, engineer)
  assert.equal(sameDay.total, '732.30')
  const earliest = await ok('exchange_rate/do/convert', { amounts, day: day('-P50D') }, engineer)
  assert.deepEqual([earliest.total, earliest.converted], ['12.30', []])
  const inDollars = await ok('exchange_rate/do/convert', { amounts, to: 'USD' }, engineer)
  assert.deepEqual([inDollars.total, inDollars.converted], ['100.00', []])
})

for (const [what, body] of [
  ['no amount', { amounts: [] }],
  ['an unknown currency', { amounts: [{ currency: 'XXX', amount: '1' }] }],
  ['a float with too many decimals', { amounts: [{ currency: 'JPY', amount: '1.5' }] }],
  ['no number', { amounts: [{ currency: 'CNY', amount: '1e3' }] }],
  ['too many amounts', { amounts: Array.from({ length: 51 }, () => ({ currency: 'CNY', amount: '1' })) }],
  ['no list', { amounts: 'CNY 1' }],
  ['no day', { amounts: [{ currency: 'CNY', amount: '1' }], day: '2026-02-30' }],
] as const)
  test(`what is no amount is refused: ${what}`, async () => assert.equal((await ask('exchange_rate/do/convert', body)).status, 400))

const paidOn = async (currency: string, amount: string, more: object = {}) => {
  const case_sid = (
    await ok('patent/do/create', { title: 'Fictitious pump', country: 'US', patent_type: 'INVENTION', owner_sid: engineer.sid }, engineer)
  ).sid
  const owed = { case_sid, fee_class: 'AGENCY', fee_type: 'OTHER', due_date: day('P9D'), amount, currency, status: 'TO_PAY' }
  const { sid } = await ok('fee/do/create', owed, engineer)
  await ok('fee/do/transition', { sid, transition: 'pay', pay_date: day('-P3D'), ...more }, engineer)
  return sid
}
const local = async (sid: string) => {
  const { exchange_rate, exchange_rate_date, local_currency, amount_local } = await ok(`fee/${sid}`, undefined, engineer)
  return [exchange_rate && Number(exchange_rate), exchange_rate_date, local_currency, amount_local]
}

test('a foreign fee that is paid keeps the rate of its day; without a rate it keeps no local amount, and an entered rate stays', async () => {
  const dollars = await paidOn('USD', '250.05')
  assert.deepEqual(await local(dollars), [7.2, day('-P10D'), 'CNY', '1800.36'])
  await ok('exchange_rate/do/create', rate('USD', day('-P4D'), '7.5'))
  await ok('fee/do/update', { sid: dollars, amount: '100', paid_amount: '100' }, engineer)
  assert.deepEqual(await local(dollars), [7.2, day('-P10D'), 'CNY', '720.00'])
  await ok('fee/do/update', { sid: dollars, pay_date: day('-P2D') }, engineer)
  assert.deepEqual(await local(dollars), [7.5, day('-P4D'), 'CNY', '750.00'])
  await ok('fee/do/update', { sid: dollars, exchange_rate: '7.111' }, engineer)
  assert.deepEqual(await local(dollars), [7.111, day('-P2D'), 'CNY', '711.10'])
  await ok('fee/do/update', { sid: dollars, paid_amount: '101', amount_local: '715.00' }, engineer)
  assert.deepEqual(await local(dollars), [7.111, day('-P2D'), 'CNY', '715.00'], 'what the bank took is entered')
  assert.deepEqual(await local(await paidOn('KRW', '90000')), [null, null, 'CNY', null])
  assert.deepEqual((await local(await paidOn('CNY', '90'))).slice(0, 2), [null, null])
})

test('a foreign fee that was not paid after all keeps neither rate nor local amount of that payment', async () => {
  const dollars = await paidOn('USD', '10', { exchange_rate: '7.1' })
  assert.deepEqual(await local(dollars), [7.1, day('-P3D'), 'CNY', '71.00'])
  await ok('fee/do/transition', { sid: dollars, transition: 'not_paid', handled_reason: 'returned by the bank' }, engineer)
  assert.deepEqual(await local(dollars), [null, null, 'CNY', null])
})

test('a spreadsheet of a bank brings rates: known days are changed, faulty lines are told with their reason', async () => {
  const rows = [
    ['原币', '折算为', '日期', '汇率', '每（单位原币）', '来源'],
    ['美元', '人民币', day('-P10D'), '721.5', 100, '虚构银行'],
    ['日元', '人民币', day('-P10D'), '4.7', 100, '虚构银行'],
    ['日元', '日元', day('-P9D'), '4.7', 100, '虚构银行'],
    ['欧元', '人民币', day('-P9D'), '八', 1, '虚构银行'],
  ]
  const sent = await sendFile(app, {
    path: 'exchange_rate/do/import',
    token: finance.token,
    file: await workbook(rows),
    name: '汇率.xlsx',
    fields: { mode: 'update' },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent))
  const job = await jobEnded(tenant, String(sent.data.job_sid))
  assert.equal(job.state, 'DONE', String(job.message))
  const { record } = await ok('exchange_rate/do/search', {
    fl: ['from_currency', 'rate', 'per'],
    iql: `rate_date = '${day('-P10D')}' ORDER BY from_currency ASC`,
  })
  assert.deepEqual(record.map(({ rate: price, per }) => [Number(price), per]), [[4.7, 100], [721.5, 100]]) // oxfmt-ignore
  const rejected = await tenant.db.selectFrom('rejected_row').selectAll().where('job_sid', '=', String(sent.data.job_sid)).execute()
  assert.equal(rejected.length, 2, JSON.stringify(rejected))
})

test('the currency of a company is a setting of the company', async () => {
  const { version } = await ok(`company/${finance.company}`, undefined, admin)
  await ok('company/do/update', { sid: finance.company, currency: 'USD', version }, admin)
  const { currency, total, apart } = await ok('exchange_rate/do/convert', { amounts: [{ currency: 'CNY', amount: '10' }] })
  assert.deepEqual([currency, total, apart], ['USD', '0.00', [{ currency: 'CNY', amount: '10.00' }]])
  await tenant.db.updateTable('company').set({ currency: 'CNY' }).where('sid', '=', finance.company).execute()
})
