import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { newRule } from '../../../model/docketing/rules/rule-columns.ts'
import type { FeeRow } from '../../../model/fees/schedule/schedule.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const admin = await enrol('system_admin')

type Row = {
  sid: string
  version: number
  name: string
  name_en: string
  office: string
  valid_from: string | null
  legal_basis: string
  content: Rule
}
type Price = {
  sid: string
  version: number
  base: string
  name: string
  to_date: string | null
  entity: string | null
  row_key: string
  content: FeeRow
}

const whole: Rule = {
  ...newRule('OWN1', 1),
  zh: '内部复核',
  en: 'Own review',
  legal_basis: { zh: '本公司', en: 'Our own' },
  source: 'ours',
  valid_from: '2026-01-01',
}

test('the columns of a rule match its content, on insert and when either changes', async () => {
  const made = await call<Row>('deadline_rule/do/create', { rule_id: 'OWN1', rule_version: 1, content: whole }, { as: admin })
  assert.equal(made.code, 0, made.text)
  const { sid, name, name_en, office, valid_from, legal_basis } = made.data
  assert.deepEqual([name, name_en, office, valid_from, legal_basis], ['内部复核', 'Own review', 'CN', '2026-01-01', '本公司'])

  const { valid_from: _from, ...always } = made.data.content
  const changed = await call<Row>('deadline_rule/do/update', { sid, content: { ...always, en: 'Review' } }, { as: admin })
  assert.deepEqual([changed.data.name_en, changed.data.valid_from], ['Review', null])

  const renamed = await call<Row>(
    'deadline_rule/do/update',
    { sid, name_en: 'In-house review', valid_from: '2026-02-01', legal_basis: '制度' },
    { as: admin },
  )
  assert.equal(renamed.code, 0, renamed.text)
  const { content } = renamed.data
  assert.deepEqual([content.en, content.valid_from, content.legal_basis], ['In-house review', '2026-02-01', { zh: '制度', en: 'Our own' }])
  const emptied = await call<Row>('deadline_rule/do/update', { sid, valid_from: null }, { as: admin })
  assert.equal('valid_from' in emptied.data.content, false)
})

test('the number of a rule must match its record', async () => {
  const { code, errors } = await call('deadline_rule/do/create', { rule_id: 'OWN2', rule_version: 1, content: whole }, { as: admin, lang: 'en' })
  assert.equal(code, 500001)
  assert.deepEqual(errors.map(({ field, reason }) => [field, reason]), [['content', 'does not match the field “Rule number”']]) // oxfmt-ignore
})

const price = {
  fee_code: 'CN.OWN',
  name: '自定费用',
  name_en: 'Own fee',
  office: 'CN',
  currency: 'CNY',
  base: '120.00',
  from_date: '2026-01-01',
  source: 'ours',
  certainty: 'SURE',
}

test('a price may be written by its columns alone, and its content follows', async () => {
  const made = await call<Price>('fee_schedule/do/create', price, { as: admin })
  assert.equal(made.code, 0, made.text)
  const { sid, content, row_key } = made.data
  assert.deepEqual([content.base, content.zh, content.entity, content.to_date, content.right_type], ['120.00', '自定费用', '', null, 'ALL'])
  assert.match(row_key, /^CN\.OWN\|CN\|ALL\|/)
  const dearer = await call<Price>('fee_schedule/do/update', { sid, base: '150.00', to_date: '2026-12-31' }, { as: admin })
  assert.deepEqual([dearer.data.content.base, dearer.data.content.to_date], ['150.00', '2026-12-31'])
  const open = await call<Price>('fee_schedule/do/update', { sid, content: { ...dearer.data.content, to_date: null, base: '160.00' } }, { as: admin })
  assert.deepEqual([open.data.base, open.data.to_date], ['160.00', null])
})

test('a value of another type than its column is refused', async () => {
  for (const [model, body] of [
    ['deadline_rule', { rule_id: 'OWN3', rule_version: 1, content: { ...whole, id: 'OWN3', office: { a: 1 } } }],
    ['deadline_rule', { rule_id: 'OWN3', rule_version: 1, content: { ...whole, id: 'OWN3', valid_from: 'spring' } }],
    ['deadline_rule', { rule_id: 'OWN3', rule_version: 1, name: '名', name_en: 'Name', content: [] }],
    ['fee_schedule', { ...price, fee_code: 'CN.OWN2', content: { base: 'much' } }],
    ['fee_schedule', { ...price, fee_code: 'CN.OWN2', content: 'text' }],
  ] as const) {
    const { status, code } = await call(`${model}/do/create`, body, { as: admin })
    assert.equal(status, 400, JSON.stringify(body))
    assert.ok(code === 500001 || code === 500005, String(code))
  }
})

type Worked = { deadlines: { official_due: string; raw_due: string; why: string[]; name_en: string }[] }
const example = (content: unknown, date: unknown) => call<Worked>('deadline_rule/do/example', { content, date }, { as: admin, lang: 'en' })

test('[9.09] a rule is tried on a day before it is saved: the date, and why', async () => {
  const { data, text } = await example({ ...whole, terms: [{ from: 'trigger', period: '15d,4m' }] }, '2026-05-20')
  assert.deepEqual(data.deadlines.map(({ raw_due, official_due }) => [raw_due, official_due]), [['2026-10-04', '2026-10-08']], text) // oxfmt-ignore
  assert.ok(data.deadlines[0]?.why.some((line) => line.includes('filing date')))
})

test('every rule of the law can be tried on a day it is in force', async () => {
  const { data } = await call<{ record: Row[] }>('deadline_rule/do/search', { fl: ['content'], rows: 100 }, { as: admin })
  let silent = 0
  for (const { content } of data.record) {
    const { code, text, data: worked } = await example(content, content.valid_from ?? content.valid_to ?? '2026-03-02')
    assert.equal(code, 0, `${content.id}: ${text}`)
    if (worked.deadlines.length === 0 && !content.grace_of) silent++
  }
  assert.ok(silent < data.record.length / 10, `${silent} of ${data.record.length} say nothing`)
})

test('an example needs a real day and a valid rule', async () => {
  assert.equal((await example(whole, '2026-02-30')).status, 400)
  assert.equal((await example({ ...whole, terms: [] }, '2026-02-03')).status, 400)
  assert.equal((await example(null, '2026-02-03')).status, 400)
})
