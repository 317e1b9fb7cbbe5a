import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testEngine, workAs } from '../../../../tests/harness/engine.ts'
import { create } from '../../write/create.ts'
import { search } from '../search.ts'

// Each comparison at its boundaries: three records of each type, named by their order; an instant is the day in Shanghai.
const { tenant, ctx, model } = await testEngine()
const at = { ...ctx, today: '2026-03-10' }
const company = await create(ctx, model('company'), { company_name: '比较公司' })
const person = await create(ctx, model('user_info'), { name: '张一', company_sid: company.sid })
const rows = [
  ['a', '2026-03-09', '99.99', 5, '2026-03-08T15:59:59.999Z'],
  ['b', '2026-03-10', '100.00', 6, '2026-03-09T16:00:00Z'],
  ['c', '2026-03-11', '100.01', 7, '2026-03-10T16:00:00Z'],
] as const
const patent = await create(ctx, model('patent'), {
  title: '比较',
  country: 'US',
  patent_type: 'INVENTION',
  owner_sid: person.sid,
  company_sid: company.sid,
})
for (const [name, day, amount, year, instant] of rows) {
  const fee = {
    case_sid: patent.sid,
    fee_class: 'ANNUITY',
    fee_type: 'DRAFT',
    remark: name,
    due_date: day,
    amount,
    currency: 'CNY',
    annuity_year: year,
  }
  const { sid } = await create(ctx, model('fee'), fee)
  await tenant.db.updateTable('fee').set({ created_at: instant }).where('sid', '=', String(sid)).execute()
}
const found = async (iql: string, as = at) => {
  const { record } = await search(as, model('fee'), { iql: `(${iql}) AND case_sid = '${String(patent.sid)}' ORDER BY remark`, fl: ['remark'] })
  return record.map(({ remark }) => remark).join('')
}

for (const [iql, names] of [
  ["due_date = '2026-03-10'", 'b'],
  ["due_date != '2026-03-10'", 'ac'],
  ["due_date < '2026-03-10'", 'a'],
  ["due_date <= '2026-03-10'", 'ab'],
  ["due_date > '2026-03-10'", 'c'],
  ["due_date >= '2026-03-10'", 'bc'],
  ["due_date BETWEEN '2026-03-10' AND '2026-03-11'", 'bc'],
  ["due_date BETWEEN '2026-03-09' AND '2026-03-10'", 'ab'],
  ["due_date NOT BETWEEN '2026-03-10' AND '2026-03-10'", 'ac'],
  ["due_date IN ('2026-03-09', '2026-03-11')", 'ac'],
  ["due_date NOT IN ('2026-03-09', '2026-03-11')", 'b'],
  ["due_date WITHIN '1d'", 'bc'],
  ["due_date WITHIN '0d'", 'b'],
  ["due_date WITHIN '-1d'", 'ab'],
  ["due_date NOT WITHIN '-1d'", 'c'],
  ['due_date = today()', 'b'],
  ["due_date > today('-1d')", 'bc'],
  ['amount = 100', 'b'],
  ['amount < 100', 'a'],
  ['amount <= 100', 'ab'],
  ['amount > 100', 'c'],
  ['amount >= 100', 'bc'],
  ['amount BETWEEN 100 AND 100.01', 'bc'],
  ['annuity_year < 6', 'a'],
  ['annuity_year <= 6', 'ab'],
  ['annuity_year > 6', 'c'],
  ['annuity_year >= 6', 'bc'],
  ['annuity_year BETWEEN 5 AND 6', 'ab'],
  ["remark < 'b'", 'a'],
  ["remark <= 'b'", 'ab'],
  ["remark > 'b'", 'c'],
  ["remark >= 'b'", 'bc'],
  ["created_at = '2026-03-10'", 'b'],
  ["created_at != '2026-03-10'", 'ac'],
  ["created_at < '2026-03-10'", 'a'],
  ["created_at <= '2026-03-10'", 'ab'],
  ["created_at > '2026-03-10'", 'c'],
  ["created_at >= '2026-03-10'", 'bc'],
  ["created_at = '2026-03-08'", 'a'],
  ["created_at IN ('2026-03-08', '2026-03-11')", 'ac'],
  ["created_at BETWEEN '2026-03-08' AND '2026-03-10'", 'ab'],
  ["created_at WITHIN '0d'", 'b'],
  ["created_at WITHIN '1d'", 'bc'],
  ["created_at < '2026-03-09T16:00:00Z'", 'a'],
  ["created_at <= '2026-03-09T16:00:00Z'", 'ab'],
  ["created_at > '2026-03-09T16:00:00Z'", 'c'],
  ["created_at >= '2026-03-09T16:00:00Z'", 'bc'],
] as const)
  test(`${iql}: ${names}`, async () => assert.equal(await found(iql), names))

test('today() is the day of the call, also of a query that was asked the day before', async () => {
  const [now, next] = [at, { ...at, today: '2026-03-11' }]
  for (const [iql, one, other] of [
    ['due_date = today()', 'b', 'c'],
    ["due_date WITHIN '-1d'", 'ab', 'bc'],
  ] as const)
    // oxfmt-ignore
    assert.deepEqual([await found(iql, now), await found(iql, next)], [one, other])
})

test('my_department() of a person without a department matches no record', async () => {
  const nowhere = { ...workAs(tenant, { sid: String(person.sid), department_sid: null }, [{}]), today: '2026-03-10' }
  assert.equal(await found('case_sid.patent.department_sid = my_department()', nowhere), '')
  assert.equal(await found('case_sid.patent.department_sid != my_department()', nowhere), 'abc')
  assert.equal(await found('case_sid.patent.owner_sid = me()', nowhere), 'abc')
})

test('my_companies() is the company of the person with all below it, and my_company() the first of them alone', async () => {
  const [below, other] = [
    await create(ctx, model('company'), { company_name: '下级公司' }),
    await create(ctx, model('company'), { company_name: '别家公司' }),
  ]
  const ofCompany = (title: string, { sid }: { sid?: unknown }) => create(ctx, model('patent'), { title, country: 'JP', patent_type: 'INVENTION', owner_sid: person.sid, company_sid: sid }) // oxfmt-ignore
  for (const [title, one] of [['o', company], ['b', below], ['x', other]] as const) await ofCompany(title, one) // oxfmt-ignore
  const head = { company_sid: String(company.sid), companies: [String(company.sid), String(below.sid)] }
  const as = { ...workAs(tenant, { sid: String(person.sid), ...head }, [{}]), today: at.today }
  for (const [iql, names] of [
    ['company_sid = my_company()', 'o'],
    ['company_sid != my_company()', 'bx'],
    ['company_sid = my_companies()', 'bo'],
    ['company_sid != my_companies()', 'x'],
    ['company_sid IN (my_companies())', 'bo'],
    ['company_sid NOT IN (my_companies())', 'x'],
    [`company_sid IN (my_companies(), '${String(other.sid)}')`, 'box'],
  ] as const) {
    const { record } = await search(as, model('patent'), { iql: `(${iql}) AND country = 'JP' ORDER BY title`, fl: ['title'] })
    assert.equal(record.map(({ title }) => title).join(''), names, iql)
  }
})

test('a number is equal to itself in every spelling, and no other is', async () => {
  for (const [title, application_no] of [['p', '18/123,456'], ['q', '18/123,457'], ['r', null]] as const)
    await create(ctx, model('patent'), { title, country: 'US', patent_type: 'INVENTION', application_no, filing_date: application_no && '2023-01-02', owner_sid: person.sid, company_sid: company.sid, remark: '号码' }) // oxfmt-ignore
  for (const [iql, titles] of [
    ["application_no = '18/123,456'", 'p'],
    ["application_no = 'US 18123456'", 'p'],
    ["application_no != '18/123,456'", 'qr'],
    ["application_no != 'US 18123456'", 'qr'],
    ["NOT application_no = 'US 18123456'", 'qr'],
  ] as const) {
    const { record } = await search(at, model('patent'), { iql: `(${iql}) AND remark = '号码' ORDER BY title`, fl: ['title'] })
    assert.equal(record.map(({ title }) => title).join(''), titles, iql)
  }
})

test('a list of options is compared by any of its values, and is empty when it holds none', async () => {
  const designating = (title: string, designated: string[]) => create(ctx, model('patent'), { title, country: 'WO', patent_type: 'INVENTION', designated, owner_sid: person.sid, company_sid: company.sid }) // oxfmt-ignore
  for (const [title, designated] of [['l', ['CN']], ['m', ['EP', 'US']], ['n', []]] as const) await designating(title, [...designated]) // oxfmt-ignore
  await tenant.db.updateTable('patent').set({ designated: [] }).where('title', '=', 'n').execute()
  const titles = async (iql: string) => {
    const { record } = await search(at, model('patent'), { iql: `(${iql}) AND country = 'WO' ORDER BY title`, fl: ['title'] })
    return record.map(({ title }) => title).join('')
  }
  for (const [iql, names] of [
    ["designated IN ('CN', 'JP')", 'l'],
    ["designated IN ('CN', 'US')", 'lm'],
    ["designated NOT IN ('CN', 'JP')", 'mn'],
    ["designated = 'EP'", 'm'],
    ['designated IS EMPTY', 'n'],
    ['designated IS NOT EMPTY', 'lm'],
  ] as const)
    assert.equal(await titles(iql), names, iql)
})
