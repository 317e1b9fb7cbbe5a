// Costs through the API: what was spent and what is still to be paid, by each key, for those who may see it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import type { CostRow } from '../../../model/fees/costs/cost-actions.ts'
import { addCosts, type CostSum, costSum } from '../../../model/fees/costs/add-costs.ts'
import { todayIn, ZONE } from '../../../model/kit/days/clock.ts'
import { sumMoney } from '../../../model/kit/money/money.ts'
import { chanceFrom } from '../../../bench/chance.ts'
import { makerOf } from '../../../tests/harness/cases/granted-invention.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'

const { app, call, enrol, tenant } = await testServer()
const [manager, engineer, finance, leader, admin, agent] = [
  await enrol('ip_manager'),
  await enrol('ip_engineer'),
  await enrol('finance'),
  await enrol('dept_leader'),
  await enrol('system_admin'),
  await enrol('agent'),
]
const made = makerOf(call, manager)
const below = await made('department', { name: 'Fictitious laboratory', company_sid: manager.company, parent_sid: manager.department }, admin)
const family_sid = await made('patent_family', { title: 'Fictitious gears' })
const PATENT = { title: 'Fictitious gear', country: 'CN', patent_type: 'INVENTION', owner_sid: engineer.sid }
const own = await made('patent', { ...PATENT, department_sid: below, family_sid, product_names: ["Pump's", 'Valve'] })
const other = await made('patent', {
  ...PATENT,
  title: 'Fictitious wheel',
  country: 'US',
  department_sid: below,
  family_sid,
  product_names: ['Valve'],
})
const alone = await made('patent', { ...PATENT, title: 'Fictitious axle', department_sid: manager.department })
const mark = await made('trademark', { title: 'FICTA', country: 'CN', tm_kind: 'GOODS_SERVICE', mark_type: 'WORD', department_sid: below, family_sid, owner_sid: engineer.sid }) // oxfmt-ignore
const project = await made('project', { title: 'Fictitious project', owner_sid: manager.sid })
for (const case_sid of [own, mark]) await made('dealt_right', { dealing_sid: project, case_sid })

const owed = (case_sid: string, amount: string, more: object = {}) =>
  made('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'OTHER', currency: 'CNY', amount, due_date: '2020-08-01', status: 'TO_PAY', decision: 'PAY', ...more }) // oxfmt-ignore
async function paid(case_sid: string, amount: string, pay_date: string, more: object = {}) {
  const sid = await owed(case_sid, amount, more)
  const answer = await call('fee/do/transition', { sid, transition: 'pay', pay_date, paid_amount: amount }, { as: manager, lang: 'en' })
  assert.equal(answer.code, 0, answer.text)
}
await made('exchange_rate', { from_currency: 'USD', rate_date: '2020-03-01', rate: '700', per: 100, source: 'Fictitious bank' }, finance)
await paid(own, '1000.10', '2020-02-03')
await paid(own, '100.00', '2020-03-05', { currency: 'USD', fee_class: 'AGENCY' })
await paid(other, '5000', '2020-03-05', { currency: 'KRW' })
await paid(alone, '0.05', '2019-12-31')
await paid(mark, '50.00', '2020-05-01')
await owed(own, '400.00')
await owed(alone, '888.00', { decision: 'ABANDON', status: 'PLANNED' })
const bill = await made('invoice', {
  ...{ invoice_no: 'F-1', seller_name: 'Fictitious firm', bill_date: '2020-06-01', bill_type: 'AGENCY' },
  lines: [{ case_sid: other, service: 'FILE', amount: '100.00', tax: '6.00' }, { case_sid: own, service: 'FILE', amount: '0.01' }, { service: 'FILE', case_ref: 'unknown', amount: '9.00' }], // oxfmt-ignore
})
await tenant.db.updateTable('invoice').set({ status: 'PAID', pay_date: '2020-07-01' }).where('sid', '=', bill).execute()

type Costs = { record: CostRow[]; total: CostSum; of_name: string | null; is_cut: boolean; has_bills: boolean; currency: string }
const ask = (body: object, as: Person = finance) => call<Costs>('fee/do/costs', body, { as, lang: 'en' })
async function costs(body: { by: string; of?: string } & Record<string, unknown>, as: Person = finance): Promise<Costs> {
  const answer = await ask(body, as)
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}
const figures = ({ record }: Costs) => record.map(({ key, spent, planned }) => [key, spent.total, planned.total])
const rowOf = ({ record }: Costs, key: string | null) => record.find((one) => one.key === key) ?? assert.fail(`${key}`)

for (const [by, ...rows] of [
  ['CASE', [own, '1700.11', '400.00'], [other, '106.00', '0.00'], [mark, '50.00', '0.00'], [null, '9.00', '0.00'], [alone, '0.05', '0.00']],
  ['FAMILY', [family_sid, '1856.11', '400.00'], [null, '9.05', '0.00']],
  ['PROJECT', [project, '1750.11', '400.00']],
  ['DEPARTMENT', [below, '1856.11', '400.00'], [null, '9.00', '0.00'], [manager.department, '0.05', '0.00']],
  ['PRODUCT', ['Valve', '1806.11', '400.00'], ["Pump's", '1700.11', '400.00'], [null, '59.05', '0.00']],
  ['KIND', ['patent', '1806.16', '400.00'], ['trademark', '50.00', '0.00'], [null, '9.00', '0.00']],
  ['CLASS', ['OFFICIAL', '1050.15', '400.00'], ['AGENCY', '815.01', '0.00']],
] as const)
  test(`costs by ${by}: fees by what was paid, services of bills beside them, foreign ones by the rate of the payment`, async () => {
    const answer = await costs({ by })
    assert.deepEqual(figures(answer), rows)
    assert.deepEqual([answer.total.spent.total, answer.total.planned.total, answer.total.total], ['1865.16', '400.00', '2265.16'])
    assert.deepEqual(answer.total.spent.apart, [{ currency: 'KRW', amount: '5000' }])
    assert.deepEqual([answer.currency, answer.is_cut, answer.has_bills], ['CNY', false, true])
  })

test('each group has a name', async () => {
  for (const [by, key, name] of [
    ['CASE', alone, /Fictitious axle/],
    ['FAMILY', family_sid, /Fictitious gears/],
    ['PROJECT', project, /Fictitious project/],
    ['DEPARTMENT', below, /laboratory/],
    ['KIND', 'trademark', /Trademark/],
    ['CLASS', 'AGENCY', /Agency/],
  ] as const)
    assert.match(rowOf(await costs({ by }), key).name, name)
})

test('a period takes payments of its days, and what falls due in them', async () => {
  assert.deepEqual(figures(await costs({ by: 'CASE', from: '2020-03-05', until: '2020-07-31' })), [
    [own, '700.01', '0.00'],
    [other, '106.00', '0.00'],
    [mark, '50.00', '0.00'],
    [null, '9.00', '0.00'],
  ])
  assert.deepEqual(figures(await costs({ by: 'KIND', until: '2019-12-31' })), [['patent', '0.05', '0.00']])
})

test('the question is limited to one family, project or product, and to cases of a query', async () => {
  const inFamily = await costs({ by: 'CASE', of: 'FAMILY', of_key: family_sid })
  assert.deepEqual([inFamily.record.map(({ key }) => key), inFamily.total.total], [[own, other, mark], '2256.11'])
  assert.match(inFamily.of_name ?? '', /Fictitious gears/)
  assert.deepEqual(
    figures(await costs({ by: 'CASE', of: 'PROJECT', of_key: project })).map(([key]) => key),
    [own, mark],
  )
  assert.deepEqual(
    figures(await costs({ by: 'CASE', of: 'PRODUCT', of_key: "Pump's" })).map(([key]) => key),
    [own],
  )
  assert.deepEqual(figures(await costs({ by: 'CLASS', of: 'CASE', of_key: other })), [['AGENCY', '106.00', '0.00'], ['OFFICIAL', '0.00', '0.00']]) // oxfmt-ignore
  assert.deepEqual(figures(await costs({ by: 'CASE', iql: "country = 'US'" })), [[other, '106.00', '0.00']])
  assert.deepEqual(
    figures(await costs({ by: 'CASE', of: 'CLASS', of_key: 'AGENCY' })).map(([key]) => key),
    [own, other, null],
  )
})

test('a case on which nothing was spent yet has what is to be paid', async () => {
  const fresh = await made('patent', { ...PATENT, title: 'Fictitious bolt' })
  await owed(fresh, '12.34')
  assert.deepEqual(figures(await costs({ by: 'CASE', of: 'CASE', of_key: fresh })), [[fresh, '0.00', '12.34']])
  await tenant.db.updateTable('fee').set({ deleted_at: '2020-04-02T00:00:00Z' }).where('case_sid', '=', fresh).execute()
})

test('the largest to be paid come first where they are asked for', async () => {
  await owed(mark, '500.00')
  assert.deepEqual((await costs({ by: 'CASE', first: 'PLANNED' })).record.slice(0, 2).map(({ key }) => key), [mark, own]) // oxfmt-ignore
  await tenant.db.updateTable('fee').set({ deleted_at: '2020-04-02T00:00:00Z' }).where('amount', '=', '500.00').execute()
})

test('the rows behind each figure are those that it sums', async () => {
  const total = async (model: string, iql: string | null) => {
    assert.ok(iql)
    const { data, text } = await call<{ total: number }>(`${model}/do/count`, { iql }, { as: manager })
    assert.ok(data, `${iql} ${text}`)
    return data.total
  }
  for (const [by, key, fees, bills] of [
    ['CASE', own, 3, 1],
    ['FAMILY', family_sid, 5, 1],
    ['PRODUCT', "Pump's", 3, 1],
    ['DEPARTMENT', below, 5, 1],
    ['KIND', 'trademark', 1, 0],
    ['PROJECT', project, 4, 1],
    ['CLASS', 'AGENCY', 1, 1],
  ] as const) {
    const row = rowOf(await costs({ by, from: '2019-01-01' }), key)
    assert.deepEqual([await total('fee', row.fees_iql), await total('invoice', row.bills_iql)], [fees, bills], by)
  }
  const row = rowOf(await costs({ by: 'CASE', of: 'PROJECT', of_key: project, from: '2020-03-01' }), own)
  assert.equal(await total('fee', row.fees_iql), 2)
})

test('only what a person sees counts: cases of others do not, and who sees no fees is refused', async () => {
  const role = await made('role', { code: 'clerk', name: 'Fictitious clerk', platform: '1' }, admin)
  for (const [entity, data_scope] of [
    ['patent', 'SELF'],
    ['fee', 'SELF'],
  ] as const)
    // oxfmt-ignore
    await made('role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'count'], data_scope }, admin)
  const clerk = await enrol('inventor', { role_sids: [role] })
  await made('fee', { case_sid: await made('patent', { ...PATENT, title: 'Of the clerk', owner_sid: clerk.sid }), fee_class: 'OFFICIAL', fee_type: 'OTHER', currency: 'CNY', amount: '7.00', due_date: '2020-08-01', status: 'TO_PAY' }) // oxfmt-ignore
  const seen = await costs({ by: 'CASE' }, clerk)
  assert.deepEqual([seen.record.length, seen.total.total, seen.has_bills], [1, '7.00', false])
  assert.deepEqual((await costs({ by: 'CLASS', of: 'CASE', of_key: own }, clerk)).record, [])
  assert.equal((await ask({ by: 'PROJECT' }, clerk)).status, 403)
  for (const person of [leader, agent]) assert.equal((await ask({ by: 'CASE' }, person)).status, 403)
  await tenant.db.updateTable('fee').set({ deleted_at: '2020-04-02T00:00:00Z' }).where('amount', '=', '7.00').execute()
})

test('finance gets the costs by project that a manager gets', async () => {
  const asked = { by: 'PROJECT' } as const
  assert.ok((await costs(asked)).record.some(({ key }) => key === project))
  assert.deepEqual(figures(await costs(asked, finance)), figures(await costs(asked, manager)))
})

test('an administrator gets the costs with their bills, by project as well', async () => {
  for (const by of ['CASE', 'PROJECT']) assert.deepEqual(figures(await costs({ by }, admin)), figures(await costs({ by })), by)
  assert.equal((await costs({ by: 'CASE' }, admin)).has_bills, true)
})

test('an amount in the currency of the company without a rate is converted by the table, as in budgets', async () => {
  const fee = await tenant.db.selectFrom('fee').select('sid').where('currency', '=', 'USD').executeTakeFirstOrThrow()
  const answer = await call('fee/do/update', { sid: fee.sid, exchange_rate: null, amount_local: '1.00' }, { as: manager })
  assert.equal(answer.code, 0, answer.text)
  assert.equal(rowOf(await costs({ by: 'CASE' }), own).spent.total, '1700.11')
  await call('fee/do/update', { sid: fee.sid, exchange_rate: '7' }, { as: manager })
})

test('too many bills are refused as bills', async () => {
  // oxfmt-ignore
  await sql`insert into invoice (sid, invoice_no, status, bill_type, seller_name, currency, company_sid, bill_date, pay_date, lines, created_at, updated_at)
    select gen_random_uuid(), 'M-' || n, 'PAID', bill_type, seller_name, currency, company_sid, bill_date, date '1900-01-01' + n, lines, created_at, updated_at
    from invoice, generate_series(1, 10000) n where sid = ${bill}`.execute(tenant.db)
  assert.match((await ask({ by: 'CASE' })).text, /Too many bills to add up: choose a year/)
  assert.equal((await ask({ by: 'CASE', from: '2020-01-01', until: '2020-12-31' })).status, 200)
  await tenant.db.deleteFrom('invoice').where('invoice_no', 'like', 'M-%').execute()
})

const file = (query: string, as: Person) =>
  app.inject({
    url: `/innoe-webapi/model/fee/do/costs_file?${query}`,
    headers: { host: 'localhost', authorization: `Bearer ${as.token}`, 'accept-language': 'en' },
  })
const sheetsOf = async (query: string, as: Person) => (await readXlsx((await file(query, as)).rawPayload)).sheets.map(({ rows }) => rows)

test('the file of costs has the sums with their rates, and each fee and bill of which they are made', async () => {
  const { rawPayload, statusCode } = await file('by=CASE&from=2020-01-01&until=2020-12-31', finance)
  assert.equal(statusCode, 200)
  const [sums = [], fees = [], bills = []] = (await readXlsx(rawPayload)).sheets.map(({ rows }) => rows)
  assert.ok(bills.some(([one]) => /^P\d+/.test(String(one))) && !bills.some(([one]) => /^[0-9a-f]{8}-/.test(String(one))), 'cases of bills are named')
  const gear = sums.find(([name]) => String(name).includes('Fictitious gear'))
  assert.deepEqual(gear?.slice(1, 5), ['CNY', 1700.11, 400, 2100.11])
  assert.deepEqual(fees.find((row) => row[6] === 'USD')?.slice(11, 13), [700, 'CNY'], 'converted when it was paid')
  assert.deepEqual(sums.at(-1)?.slice(0, 6), ['Total', 'CNY', 1865.11, 400, 2265.11, 'KRW 5,000'])
  const figures = (rows: typeof fees, from: number) => rows.slice(1).map((row) => row.slice(from, from + 3)).toSorted((one, other) => Number(one[2]) - Number(other[2])) // oxfmt-ignore
  assert.deepEqual(figures(fees, 5), [['Spent', 'CNY', 50], ['Spent', 'USD', 100], ['To be paid', 'CNY', 400], ['Spent', 'CNY', 1000.1], ['Spent', 'KRW', 5000]]) // oxfmt-ignore
  assert.deepEqual(figures(bills, 2), [['Spent', 'CNY', 0.01], ['Spent', 'CNY', 9], ['Spent', 'CNY', 106]]) // oxfmt-ignore
  const one = (await readXlsx((await file(`by=CLASS&of=CASE&of_key=${mark}`, finance)).rawPayload)).sheets.map(({ rows }) => rows.length)
  assert.deepEqual(one, [3, 2, 1], 'a limit holds for the rows too')
  assert.equal((await file('by=CASE', agent)).statusCode, 403)
  assert.equal((await file('by=COUNTRY', finance)).statusCode, 400)
})

test('the file of costs holds what the roles that may export show: no fees that another role only shows, and no bills without their export', async () => {
  const role = async (code: string, grants: readonly object[]) => {
    const sid = await made('role', { code, name: `Fictitious ${code}`, platform: '1' }, admin)
    for (const grant of grants) await made('role_grant', { role_sid: sid, ...grant }, admin)
    return sid
  }
  const SEEN = ['get', 'search', 'count']
  const reads = await role('reads_costs', ['patent', 'trademark', 'fee', 'invoice'].map((entity) => ({ entity, verbs: SEEN, data_scope: 'ALL' }))) // oxfmt-ignore
  const exports = await role('exports_own_fees', [{ entity: 'fee', verbs: ['export'], data_scope: 'SELF' }])
  const both = await enrol('inventor', { role_sids: [reads, exports] })
  assert.equal((await costs({ by: 'CLASS' }, both)).total.total, (await costs({ by: 'CLASS' })).total.total)
  const mine = await made('patent', { ...PATENT, title: 'Fictitious cam', owner_sid: both.sid })
  await owed(mine, '0.10')
  const mineOnly = await sheetsOf('by=CLASS', both)
  assert.deepEqual(mineOnly.map((rows) => rows.length), [3, 2, 1], JSON.stringify(mineOnly)) // oxfmt-ignore
  assert.equal(mineOnly[0]?.at(-1)?.[4], 0.1)
  await tenant.db.updateTable('fee').set({ surcharge: '0.20' }).where('case_sid', '=', mine).execute()
  assert.deepEqual((await sheetsOf('by=CLASS', both))[1]?.[1]?.slice(7, 9), [0.3, 0.2], 'added as money, and its surcharge apart')
  await tenant.db.updateTable('fee').set({ deleted_at: '2020-04-02T00:00:00Z' }).where('case_sid', '=', mine).execute()
})

test('the file of costs holds no more rows than the installation lets out at once', async () => {
  process.env.INNOE_MAX_EXPORTED = '3'
  try {
    const { statusCode, body } = await file('by=CASE', finance)
    assert.deepEqual([statusCode, /at most 3/.test(body)], [400, true], body)
  } finally {
    delete process.env.INNOE_MAX_EXPORTED
  }
})

test('a project with more rights than an address names still leads to the fees of each of its cases', async () => {
  const wide = await made('project', { title: 'Fictitious wide project', owner_sid: manager.sid })
  await made('dealt_right', { dealing_sid: wide, case_sid: own })
  for (let at = 0; at < 50; at++)
    await made('dealt_right', { dealing_sid: wide, case_sid: await made('patent', { ...PATENT, title: `Fictitious nut ${at}` }) })
  const row = rowOf(await costs({ by: 'CASE', of: 'PROJECT', of_key: wide }), own)
  assert.equal(row.fees_iql, rowOf(await costs({ by: 'CASE' }), own).fees_iql)
  assert.equal(rowOf(await costs({ by: 'CLASS', of: 'PROJECT', of_key: wide }), 'OFFICIAL').fees_iql, null)
})

test('nonsense is refused by name', async () => {
  for (const body of [
    {},
    { by: 'COUNTRY' },
    { by: 'CASE', iql: 'nonsense' },
    { by: 'CASE', from: '2020-13-01' },
    { by: 'CASE', from: '2021-01-01', until: '2020-01-01' },
    { by: 'CASE', of: 'PROJECT' },
    { by: 'CASE', of: 'CASE', of_key: 'x' },
    { by: 'CASE', unknown: 1 },
  ])
    assert.equal((await ask(body)).status, 400, JSON.stringify(body))
})

test('sums of many fees are those of a plain recomputation to the cent, the largest groups first, and a reader of a part gets that part', async () => {
  const branch = await made('company', { country: 'SG', company_name: 'Fictitious branch', parent_sid: manager.company }, admin)
  const reader = await enrol('finance', { company_sid: branch })
  await made('exchange_rate', { from_currency: 'USD', rate_date: '2015-01-05', rate: '6.2', source: 'Fictitious bank' }, finance)
  await made('exchange_rate', { from_currency: 'USD', rate_date: '2015-07-01', rate: '6.3', source: 'Fictitious bank' }, finance)
  const rates = [{ day: '2015-01-05', rate: '6.2' }, { day: '2015-07-01', rate: '6.3' }].map((one) => ({ ...one, from: 'USD', to: 'CNY', per: 1, source: 'Fictitious bank' })) // oxfmt-ignore
  const { cases, fees } = randomFees(branch)
  await tenant.db.insertInto('patent').values(cases).execute()
  await tenant.db.insertInto('fee').values(fees).execute()
  const year = { from: '2015-01-01', until: '2015-12-31' }
  const of = new Map(cases.map((one) => [one.sid, one]))
  const keys: Record<string, (fee: (typeof fees)[number]) => readonly (string | null)[]> = {
    CASE: ({ case_sid }) => [case_sid],
    FAMILY: ({ case_sid }) => [of.get(case_sid)?.family_sid ?? null],
    DEPARTMENT: ({ case_sid }) => [of.get(case_sid)?.department_sid ?? null],
    PRODUCT: ({ case_sid }) => of.get(case_sid)?.product_names ?? [null],
    KIND: () => ['patent'],
    CLASS: ({ fee_class }) => [fee_class],
  }
  const counted = fees.flatMap((fee) => partsOf(fee, year))
  for (const [person, seen] of [
    [finance, counted],
    [reader, counted.filter(({ fee }) => fee.company_sid === branch)],
  ] as const)
    // oxfmt-ignore
    for (const first of ['SPENT', 'PLANNED'] as const)
      for (const [by, keysOf] of Object.entries(keys)) {
        const answer = await costs({ by, first, ...year }, person)
        const groups = addCosts(seen.flatMap(({ fee, part }) => keysOf(fee).map((key) => ({ ...part, key }))), 'CNY', rates) // oxfmt-ignore
        const told = (sum: CostSum | undefined) => [sum?.spent.total, sum?.planned.total, sum?.total, sum?.spent.apart, sum?.planned.apart]
        const what = `${by} ${first} of ${seen.length}`
        for (const row of answer.record) assert.deepEqual(told(row), told(groups.get(row.key)), `${what}, ${row.key}`)
        assert.deepEqual(told(answer.total), told(costSum(seen.map(({ part }) => part), 'CNY', rates)), what) // oxfmt-ignore
        assert.deepEqual([answer.record.length, answer.is_cut], [Math.min(groups.size, 100), groups.size > 100], what)
        // Without a rate of today, dollars do not decide which groups are the largest.
        const own = (sum: CostSum) => Number(sum[first === 'SPENT' ? 'spent' : 'planned'].own)
        const left = [...groups].filter(([key]) => !answer.record.some((row) => row.key === key)).map(([, sum]) => own(sum))
        assert.ok(Math.min(...answer.record.map(own)) >= Math.max(0, ...left), what)
      }
})

/** 130 cases, some of a branch, with 900 fees in three currencies, of every state and year. */
function randomFees(branch: string) {
  const chance = chanceFrom(20150101)
  const at = '2015-01-01T00:00:00Z'
  const row = () => ({ sid: chance.uuid(), version: 1, created_at: at, updated_at: at })
  const families = Array.from({ length: 20 }, () => chance.uuid())
  const cases = Array.from({ length: 130 }, (_, n) => ({
    ...row(),
    ...{ case_no: `RANDOM-${n}`, title: `Fictitious part ${n}`, country: 'CN' as const, patent_type: 'INVENTION' as const, status: 'FILED' as const },
    company_sid: chance.likely(0.3) ? branch : manager.company,
    department_sid: chance.of([below, manager.department, null]),
    family_sid: chance.of([...families, null]),
    product_names: chance.of([['Valve'], ['Valve', 'Screw'], ['Screw', 'Bolt'], null]),
  }))
  const fees = Array.from({ length: 900 }, (_, n) => {
    const { sid: case_sid, company_sid } = chance.of(cases)
    const money = () => `${chance.below(9000)}.${String(chance.below(100)).padStart(2, '0')}`
    const isRecorded = chance.likely(0.5)
    return {
      ...row(),
      ...{ fee_no: `RANDOM-${n}`, fee_type: 'OTHER', case_sid, company_sid },
      fee_class: chance.of(['OFFICIAL', 'ANNUITY', 'AGENCY'] as const),
      currency: chance.of(['CNY', 'CNY', 'USD', 'EUR'] as const),
      amount: money(),
      surcharge: chance.of([null, money()]),
      paid_amount: chance.of([null, money(), money(), money()]),
      due_date: chance.day('2014-06-01', '2016-06-01'),
      pay_date: chance.day('2014-06-01', '2016-06-01'),
      exchange_rate: isRecorded ? '6.5' : chance.of([null, '6.5']),
      amount_local: isRecorded ? money() : null,
      local_currency: chance.of(['CNY', 'CNY', 'USD'] as const),
      status: chance.of(['PAID', 'UNDERPAID', 'REFUNDING', 'PLANNED', 'TO_PAY', 'OVERDUE', 'CANCELLED'] as const),
      decision: chance.of(['PAY', 'ASK', 'ABANDON', null] as const),
      deleted_at: chance.likely(0.05) ? at : null,
    }
  })
  return { cases, fees }
}

type RandomFee = ReturnType<typeof randomFees>['fees'][number]

/** What a fee adds to the costs of a period. */
function partsOf(fee: RandomFee, { from, until }: { from: string; until: string }) {
  if (fee.deleted_at) return []
  const { currency, pay_date: day, due_date, paid_amount, amount, surcharge, exchange_rate, amount_local, local_currency } = fee
  const isIn = (date: string) => date >= from && date <= until
  if (['PAID', 'UNDERPAID', 'REFUNDING'].includes(fee.status)) {
    const isKept = currency !== 'CNY' && exchange_rate && amount_local && local_currency === 'CNY'
    const part = { key: null, isPaid: true, currency, amount: paid_amount ?? '0', day, ...(isKept && { recorded: amount_local }) }
    return isIn(day) ? [{ fee, part }] : []
  }
  if (fee.status === 'CANCELLED' || fee.decision === 'ABANDON' || !isIn(due_date)) return []
  return [{ fee, part: { key: null, isPaid: false, currency, amount: sumMoney([amount, surcharge ?? '0'], currency), day: todayIn(ZONE) } }]
}
