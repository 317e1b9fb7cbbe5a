import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { day } from '../../tests/harness/day.ts'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { inTransaction, presentDay, systemContext } from '../records/context.ts'
import { runMonitor } from './findings/monitor.ts'

const s = await testServer()
const ctx = systemContext(s.tenant, 'api')
const make = (name: string, values: Record<string, unknown>) => inTransaction(ctx, (tx) => createRow(tx, modelNamed(s.tenant.models, name), values))

let engineer: Person
let other: Person
let admin: Person
let caseSid: string
let foreign: string
let n = 0

before(async () => {
  engineer = await s.enrol('ip_engineer')
  other = await s.enrol('ip_engineer')
  admin = await s.enrol('system_admin')
  caseSid = await granted(engineer)
  const elsewhere = await make('company', { company_name: 'Elsewhere' })
  foreign = await granted({ ...other, company: elsewhere })
  for (const [name, offset] of [
    ['late', '-P2D'],
    ['now', 'P0D'],
    ['next', 'P1D'],
    ['soon', 'P5D'],
    ['month', 'P20D'],
    ['year', 'P200D'],
    ['far', 'P500D'],
  ] as const)
    await make('deadline', { name, case_sid: caseSid, official_due: day(offset), internal_due: day(offset), owner_sid: other.sid })
  await make('deadline', { name: 'foreign', case_sid: foreign, official_due: day('P0D'), owner_sid: engineer.sid })
})

/** A Chinese invention whose next annuity is due within the year. */
async function granted(owner: Person, more: Record<string, unknown> = {}) {
  const n1 = ++n
  return make('patent', {
    title: `Valve ${n1}`, country: 'CN', patent_type: 'INVENTION', status: 'GRANTED', ...(n1 === 1 && { application_no: '202310123456.6' }), filing_date: day('-P5Y9M'),
    grant_date: day('-P2Y'), company_sid: owner.company, owner_sid: owner.sid, claims_count: 10,
    applicants: [{ applicant_sid: await make('applicant', { name: `Applicant ${n1}` }) }], inventors: [{ inventor_sid: await make('inventor', { name: `Inventor ${n1}` }), contribution_pct: '100' }], ...more,
  }) // oxfmt-ignore
}

type Counts = { buckets: { code: string; iql: string; total: number }[] }

test('[9.06] counts overdue, today, tomorrow, within 7 and 30 days and 12 months, and each count opens its rows', async () => {
  const { data } = await s.call<Counts>('deadline/do/desk', { owner: other.sid }, { as: engineer })
  const totals = Object.fromEntries(data.buckets.map(({ code, total }) => [code, total]))
  assert.deepEqual(totals, {
    losing: 0,
    overdue: 1,
    today: 1,
    tomorrow: 1,
    week: 3,
    month: 4,
    year: 5,
    awaited: 0,
    undated: 0,
    all: 7,
    restorable: 0,
    missed: 0,
  })
  for (const { iql, total, code } of data.buckets) {
    const { data: page } = await s.call<{ total: number }>('deadline/do/search', { iql, rows: 1 }, { as: engineer })
    assert.equal(page.total, total, code)
  }
})

test('counts include only rows that the user may see', async () => {
  const { data } = await s.call<Counts>('deadline/do/desk', { owner: engineer.sid, iql: "name = 'foreign'" }, { as: engineer })
  assert.equal(data.buckets.find(({ code }) => code === 'all')?.total, 0)
  const groups = await s.call<{ record: { by: Record<string, unknown>; count: number }[] }>(
    'patent/do/aggregate',
    { by: ['country', 'owner_sid'] },
    { as: engineer },
  )
  assert.deepEqual(
    groups.data.record.map(({ count }) => count),
    [1],
  )
  const inventor = await s.enrol('inventor')
  const stranger = await s.enrol('inventor', { role_sids: [] })
  assert.equal((await s.call('deadline/do/desk', {}, { as: stranger })).status, 403)
  assert.equal((await s.call('patent/do/aggregate', { by: ['annuity_decision'] }, { as: inventor })).status, 400)
})

test('an invalid grouping or sum is refused by name', async () => {
  for (const body of [{ by: ['inventors'] }, { by: ['title:month'] }, { sums: ['title'] }, { by: ['nothing'] }, { by: 'status' }])
    assert.equal((await s.call('patent/do/aggregate', body, { as: engineer })).status, 400, JSON.stringify(body))
})

test('several deadlines are handed over together', async () => {
  const sids = await own('deadline', `case_sid = '${caseSid}' AND name IN ('far', 'year')`)
  const { data } = await s.call<{ count: number }>('deadline/do/reassign', { sids, owner_sid: engineer.sid }, { as: engineer })
  assert.equal(data.count, 2)
  assert.equal((await own('deadline', `owner_sid = '${engineer.sid}' AND name IN ('far', 'year')`)).length, 2)
})

async function own(model: string, iql: string) {
  const { data } = await s.call<{ record: { sid: string }[] }>(`${model}/do/search`, { iql, fl: ['sid'], rows: 100, total: 'none' }, { as: engineer })
  return data.record.map(({ sid }) => sid)
}

test('a batch of transitions is atomic, or reports each result', async () => {
  const sids = await own('deadline', "name IN ('month', 'soon')")
  const [first] = sids
  await s.call('deadline/do/transition', { sid: first, transition: 'complete' }, { as: engineer })
  const all = await s.call('deadline/do/batch_transition', { sids, transition: 'complete' }, { as: engineer, lang: 'en' })
  assert.equal(all.code, 500005)
  assert.match(all.message, /not possible in state “Done”/)
  const each = await s.call<{ done: number; failed: number; record: { sid: string; ok: boolean; message?: string }[] }>(
    'deadline/do/batch_transition',
    { sids, transition: 'complete', each: true },
    { as: engineer },
  )
  assert.deepEqual([each.data.done, each.data.failed], [1, 1])
  assert.match(each.data.record.find(({ ok }) => !ok)?.message ?? '', /状态“已完成”下不能“完成”/)
})

type Forecast = {
  months: string[]
  record: { month: string; currency: string; decision: string; status: string; count: number; amount: string; surcharge: string }[]
  late: unknown[]
}

test('the forecast sums by month, currency, decision and status, exactly', async () => {
  const { data } = await s.call<Forecast>('fee/do/forecast', { months: 12 }, { as: engineer })
  assert.equal(data.months.length, 12)
  const [annuity] = data.record
  assert.deepEqual([annuity?.currency, annuity?.decision, annuity?.status, annuity?.count, annuity?.surcharge], ['CNY', 'ASK', 'PLANNED', 1, '0.00'])
  assert.match(annuity?.amount ?? '', /^\d+\.\d\d$/)
  assert.equal((await s.call('fee/do/forecast', { months: 100 }, { as: engineer })).status, 400)
})

type Fee = {
  sid: string
  status: string
  decision: string
  amount: string
  pay_date: string | null
  voucher_no: string | null
  payment_sid: { sid: string } | null
}
const feeOf = async (iql: string) =>
  (
    await s.call<{ record: Fee[] }>(
      'fee/do/search',
      { iql, fl: ['sid', 'status', 'decision', 'amount', 'pay_date', 'voucher_no', 'payment_sid'] },
      { as: engineer },
    )
  ).data.record

const DUE = () => `case_sid = '${caseSid}' AND fee_class = 'ANNUITY' AND due_date >= '${day('P0D')}' ORDER BY due_date ASC`

test('abandoning a fee cancels its deadline and those of later years, and a later decision to pay reopens it', async () => {
  const [fee] = await feeOf(DUE())
  assert.ok(fee)
  const open = () => own('deadline', `case_sid = '${caseSid}' AND kind = 'ANNUITY' AND status = 'OPEN'`)
  const count = (await open()).length
  const finance = await s.enrol('finance')
  const given = await s.call('fee/do/decide', { sids: [fee.sid], decision: 'ABANDON', reason: 'no longer used' }, { as: finance })
  assert.equal(given.code, 0, given.message)
  assert.deepEqual([(await feeOf(DUE()))[0]?.status, (await open()).length], ['ABANDONED', 0])
  await s.call('fee/do/decide', { sids: [fee.sid], decision: 'ASK' }, { as: engineer })
  assert.deepEqual([(await feeOf(DUE()))[0]?.decision, (await feeOf(DUE()))[0]?.status, (await open()).length], ['ASK', 'PLANNED', count])
  await s.call('fee/do/decide', { sids: [fee.sid], decision: 'PAY' }, { as: engineer })
  assert.deepEqual([(await feeOf(DUE()))[0]?.decision, (await feeOf(DUE()))[0]?.status], ['PAY', 'TO_PAY'])
})

test('the case keeps a decision for later years', async () => {
  const [, next] = await feeOf(DUE())
  if (!next) return assert.fail('two annuities are kept ready')
  await s.call('fee/do/decide', { sids: [next.sid], decision: 'PAY', later: true }, { as: engineer })
  const { data } = await s.call<{ annuity_decision: string }>(`patent/${caseSid}`, undefined, { as: engineer })
  assert.equal(data.annuity_decision, 'KEEP')
})

type List = { sid: string; payment_no: string; status: string; fee_count: number; totals: { currency: string; amount: string; count: number }[] }

test('a payment list holds its fees, releases them, and pays them with date and receipts', async () => {
  const [fee] = await feeOf(DUE())
  assert.ok(fee)
  const { data: list } = await s.call<List>('payment/do/from_fees', { fee_sids: [fee.sid] }, { as: engineer })
  assert.match(list.payment_no, new RegExp(`^JF${presentDay().slice(0, 4)}\\d{5}$`))
  assert.deepEqual([list.fee_count, list.totals], [1, [{ currency: 'CNY', amount: fee.amount }]])
  assert.equal((await feeOf(DUE()))[0]?.status, 'PAYING')
  const again = await s.call('payment/do/from_fees', { fee_sids: [fee.sid] }, { as: engineer })
  assert.equal(again.code, 500005)

  const file = await s.app.inject({
    url: `/innoe-webapi/model/payment/do/export/${list.sid}`,
    headers: { host: 'localhost', authorization: `Bearer ${engineer.token}` },
  })
  assert.equal(file.statusCode, 200)
  const [sheet] = (await readXlsx(file.rawPayload)).sheets
  assert.deepEqual(sheet?.rows[0]?.slice(0, 6), ['序号', '申请号/专利号', '费用名称', '年度', '币种', '金额'])
  assert.equal(sheet?.rows[1]?.[5], Number(fee.amount))

  await s.call('payment/do/transition', { sid: list.sid, transition: 'cancel' }, { as: engineer })
  assert.deepEqual([(await feeOf(DUE()))[0]?.status, (await feeOf(DUE()))[0]?.payment_sid], ['TO_PAY', null])

  const { data: second } = await s.call<List>('payment/do/from_fees', { fee_sids: [fee.sid] }, { as: engineer })
  const paid = await s.call<List>('payment/do/pay', { sid: second.sid, pay_date: day('P0D'), receipts: { [fee.sid]: 'R-1' } }, { as: engineer })
  assert.equal(paid.data.status, 'PAID', paid.message)
  const [after] = await feeOf(`sid = '${fee.sid}'`)
  assert.deepEqual([after?.status, after?.pay_date, after?.voucher_no], ['PAID', day('P0D'), 'R-1'])
  const { data: lists } = await s.call<{ record: { payment_no: string }[] }>(
    'payment/do/search',
    { iql: 'payment_no IS NOT EMPTY ORDER BY payment_no ASC' },
    { as: engineer },
  )
  assert.equal(new Set(lists.record.map(({ payment_no }) => payment_no)).size, 2)
})

test('a receipt for a fee outside the list pays nothing', async () => {
  const [, fee] = await feeOf(DUE())
  assert.ok(fee)
  const { data: list } = await s.call<List>('payment/do/from_fees', { fee_sids: [fee.sid] }, { as: engineer })
  const wrong = await s.call('payment/do/pay', { sid: list.sid, pay_date: day('P0D'), receipts: { [caseSid]: 'R-2' } }, { as: engineer })
  assert.equal(wrong.code, 500005)
  assert.equal((await feeOf(`sid = '${fee.sid}'`))[0]?.status, 'PAYING')
})

test('the monitor reports completeness findings of rights in force, settles corrected ones, and reminds each owner once', async () => {
  const dateless = await granted(engineer, { filing_date: null, grant_date: null })
  const first = await runMonitor(s.tenant)
  assert.equal(first.cases, 3)
  const findings = async () =>
    (await s.tenant.db.selectFrom('finding').select(['code', 'status']).where('case_sid', '=', dateless).orderBy('code').execute()).map(
      (row) => `${row.code} ${row.status}`,
    )
  assert.ok((await findings()).includes('MISSING_FILING_DATE OPEN'))
  const notices = await s.tenant.db
    .selectFrom('notification')
    .select(['title', 'title_en', 'level'])
    .where('user_sid', '=', other.sid)
    .orderBy('title')
    .execute()
  assert.ok(notices.some(({ title, level }) => String(title).startsWith('今天到期') && level === 'URGENT'))
  assert.ok(notices.some(({ title }) => String(title).startsWith('还有 1 天')))

  await s.call('patent/do/update', { sid: dateless, filing_date: day('-P5Y'), grant_date: day('-P1Y') }, { as: engineer })
  const second = await runMonitor(s.tenant)
  assert.equal(second.told, 0)
  assert.ok((await findings()).includes('MISSING_FILING_DATE SETTLED'))
})

test('users who see findings see the day of the last check', async () => {
  const { data } = await s.call<{ day: string }>('finding/do/last_run', {}, { as: admin })
  assert.equal(data.day, presentDay())
})

test('only leaders may start the monitor by hand', async () => {
  assert.equal((await s.call('finding/do/run', {}, { as: engineer })).status, 403)
  const { data } = await s.call<{ job_sid: string }>('finding/do/run', {}, { as: admin })
  assert.match(data.job_sid, /^[0-9a-f-]{36}$/)
})
