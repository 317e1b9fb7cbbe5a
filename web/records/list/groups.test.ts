import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIql } from '../../../model/kit/iql/parse.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { amountsOf, groupFields, groupIql, rowsOf, totalOf } from './groups.ts'

const field = (code: string, type: WireField['type'], more: Partial<WireField> = {}) =>
  ({ code, type, label: code, searchable: true, ...more }) as WireField // the rest is not read
const FIELDS = [
  ...[field('status', 'option', { options: [{ code: 'OPEN', label: 'Open', valid: true }] }), field('due_date', 'date'), field('name', 'string')],
  ...[field('case_sid', 'reference', { to: 'case' }), field('currency', 'option'), field('amount', 'money', { currency: 'currency' })],
  ...[field('tax', 'money', { currency: 'currency' })],
]
const schema = { fields: FIELDS } as WireSchema // the rest is not read
const head = {
  fields: [
    field('country', 'option'),
    field('phase', 'option'),
    field('title', 'string'),
    field('applicant_sids', 'references', { to: 'applicant' }),
  ],
} as WireSchema // the rest is not read

test('a list is grouped by choices, periods of dates, and the facts of its cases', () => {
  assert.deepEqual(
    groupFields(schema, head).map(({ path }) => path),
    ['status', 'due_date:year', 'due_date:month', 'currency', 'case_sid.country', 'case_sid.phase', 'case_sid.applicant_sids'],
  )
})

for (const [path, type, value, iql] of [
  ['status', 'option', 'OPEN', "status IN ('OPEN')"],
  ['status', 'option', 'empty', 'status IS EMPTY'],
  ['due_date:year', 'date', '2024', "due_date BETWEEN '2024-01-01' AND '2024-12-31'"],
  ['due_date:month', 'date', '2024-02', "due_date BETWEEN '2024-02-01' AND '2024-02-29'"],
  ['open', 'boolean', 'false', 'open = FALSE'],
] as const)
  test(`the group ${value} of ${path} is the condition ${iql}`, () => {
    const period = path.split(':')[1] as 'year' | 'month' | undefined // the paths of this table
    assert.equal(groupIql({ path, field: field(path, type), ...(period && { period }) }, value), iql)
    assert.ok(parseIql(iql).where)
  })

test('the total of all groups has the count of their records and one sum for each currency', () => {
  const rows = [
    { value: 'OPEN', label: 'Open', count: 5, sums: [{ currency: 'CNY', amounts: ['30.00', '0.05'] }, { currency: 'JPY', amounts: ['7', '0'] }] },
    { value: 'PAID', label: 'Paid', count: 4, sums: [{ currency: 'CNY', amounts: ['1.10', '0.02'] }] },
    { value: 'empty', label: 'Empty', count: 1, sums: [] },
  ] // oxfmt-ignore
  assert.deepEqual(totalOf(rows), { count: 10, sums: [{ currency: 'CNY', amounts: ['31.10', '0.07'] }, { currency: 'JPY', amounts: ['7', '0'] }] }) // oxfmt-ignore
})

test('an amount with more decimals than its currency has is in the total', () => {
  const row = (amount: string) => ({ value: amount, label: amount, count: 1, sums: [{ currency: 'JPY', amounts: [amount] }] })
  assert.deepEqual(totalOf([row('100.50'), row('7')]).sums, [{ currency: 'JPY', amounts: ['107.50'] }])
})

const OFFICES = [
  { code: 'US_GRANTED', label: '授权（美国）', valid: true },
  { code: 'JP_GRANTED', label: '授权（日韩）', valid: true },
]

test('each state is a group of its own, with its office', () => {
  const [status] = groupFields({ fields: [field('status', 'option', { options: OFFICES })] } as WireSchema) // the rest is not read
  assert.ok(status)
  const record = [
    { by: { status: 'US_GRANTED' }, count: 2, sums: {} },
    { by: { status: 'JP_GRANTED' }, count: 3, sums: {} },
  ]
  const rows = rowsOf(record, status, undefined, { empty: 'Empty', yes: 'Yes', no: 'No' })
  assert.deepEqual(
    rows.map(({ value, label, count }) => [value, label, count]),
    [
      ['JP_GRANTED', '授权（日韩）', 3],
      ['US_GRANTED', '授权（美国）', 2],
    ],
  )
})

test('a group has one sum for each currency and one count of its records', () => {
  const amounts = amountsOf(schema, ['amount'])
  assert.deepEqual(amounts, { codes: ['amount'], currency: 'currency' })
  const record = [
    { by: { status: 'OPEN', currency: 'CNY' }, count: 3, sums: { amount: '30.00' } },
    { by: { status: null, currency: 'CNY' }, count: 4, sums: { amount: '1.00' } },
    { by: { status: 'OPEN', currency: 'USD' }, count: 2, sums: { amount: '5.00' } },
  ]
  const [status] = groupFields(schema)
  assert.ok(status)
  assert.deepEqual(rowsOf(record, status, amounts, { empty: 'Empty', yes: 'Yes', no: 'No' }), [
    {
      ...{ value: 'OPEN', label: 'Open', count: 5 },
      sums: [
        { currency: 'CNY', amounts: ['30.00'] },
        { currency: 'USD', amounts: ['5.00'] },
      ],
    },
    { value: 'empty', label: 'Empty', count: 4, sums: [{ currency: 'CNY', amounts: ['1.00'] }] },
  ])
})

test('groups of a subset of the records have counts but no sums', () => {
  const record = [{ by: { status: 'OPEN', currency: 'CNY' }, count: 3, sums: {} }]
  const [status] = groupFields(schema)
  assert.ok(status)
  const [row] = rowsOf(record, status, amountsOf(schema, ['amount']), { empty: 'Empty', yes: 'Yes', no: 'No' })
  assert.deepEqual([row?.count, row?.sums], [3, []])
})
