// The work of an annuity clerk: the annuities of 302 imported patents are decided, put on one list, confirmed and paid, each in one step.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'
import { startJobs } from '../jobs/start.ts'

startOn('2026-11-20')
const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const as = await enrol('ip_manager')
const { ask, done } = casesOf(call, as, 'en')

const CHINESE = 300
const HEADS = ['案号', '专利名称', '国家/地区', '申请日', '授权公告日', '授权公告号', '法律状态']
const FILE = Array.from({ length: CHINESE + 2 }, (_, at) => {
  const [country, grant_no] = at < CHINESE ? ['CN', `CN11${6_000_000 + at}B`] : ['GB', `GB${2_600_000 + at}B`]
  return [`A-${at}`, `年费案件 ${at}`, country, '2020-12-10', '2023-05-09', grant_no, '授权']
})
const sent = await sendFile(app, { path: 'patent/do/import', token: as.token, file: await workbook([HEADS, ...FILE]), name: '年费.xlsx', fields: { mode: 'skip' } }) // oxfmt-ignore
const job = await jobEnded(tenant, sent.data.job_sid)

const DUE = "fee_class = 'ANNUITY' AND annuity_year = 7 AND due_date >= '2026-12-01' AND due_date <= '2026-12-31'"
async function found(iql: string): Promise<Row[]> {
  const all: Row[] = []
  for (let start = 0; ; start += 100) {
    const { record } = await done<{ record: Row[] }>('fee/do/search', {
      iql,
      fl: 'status,currency,amount,certainty,due_date,paid_amount',
      start,
      rows: 100,
    })
    all.push(...record)
    if (record.length < 100) return all
  }
}

test('each imported patent has its annuity of year 7: of China at the price in force, of the United Kingdom at one to be checked', async () => {
  assert.equal(job.failed, 0, JSON.stringify(job.errors))
  const kinds = Map.groupBy(await found(DUE), ({ currency, amount, certainty, due_date }) => `${currency} ${amount} ${certainty} ${due_date}`)
  assert.deepEqual([...kinds].map(([kind, some]) => [kind, some.length]).toSorted(), [
    ['CNY 2000.00 SURE 2026-12-10', CHINESE], // years 7 to 9, fee schedule of the CNIPA
    ['GBP 110.00 CHECK 2026-12-31', 2], // the table that applied until 31 March 2026
  ])
})

test('302 decisions, one list, its confirmation and its payment are four steps; unsure amounts require the confirmation', async () => {
  const total = CHINESE + 2
  assert.equal((await done('fee/do/decide', { iql: DUE, total, decision: 'PAY' })).count, total)
  const list = await done('payment/do/from_fees', { iql: DUE, total })
  assert.deepEqual([list.fee_count, list.unsure_count], [total, 2])
  const paying = { sid: list.sid, pay_date: '2026-11-20' }
  const early = await ask('payment/do/pay', paying)
  assert.deepEqual([early.status, early.errors[0]?.field], [400, 'amounts_confirmed'])
  assert.equal((await found(`${DUE} AND status = 'PAID'`)).length, 0)
  await done('payment/do/update', { sid: list.sid, amounts_confirmed: true })
  await done('payment/do/pay', paying)
  assert.deepEqual([...new Set((await found(DUE)).map(({ status, amount, paid_amount }) => `${status} ${amount === paid_amount}`))], ['PAID true'])
})

test('the paid annuities are done, and the next year of each patent is open', async () => {
  const annuities = async (iql: string) => (await done<{ total: number }>('deadline/do/search', { iql: `kind = 'ANNUITY' AND ${iql}`, fl: 'sid', rows: 1 })).total // oxfmt-ignore
  assert.equal(await annuities("annuity_year = 7 AND status = 'DONE' AND done_date = '2026-11-20'"), CHINESE + 2)
  assert.equal(await annuities("annuity_year = 8 AND status = 'OPEN' AND official_due >= '2027-12-01'"), CHINESE + 2)
  assert.equal(await annuities("annuity_year = 7 AND status = 'OPEN'"), 0)
})
