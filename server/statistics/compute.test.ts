import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'
import type { Figures } from '../../model/statistics/definition.ts'
import { figureIql } from '../../model/statistics/group-condition.ts'

const { tenant, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const admin = await enrol('system_admin')
const inventor = await enrol('inventor')

async function make(model: string, values: Record<string, unknown>): Promise<string> {
  const { data, message, errors } = await call<{ sid: string }>(`${model}/do/create`, values, { as: manager })
  assert.ok(data?.sid, `${model}: ${message} ${JSON.stringify(errors)}`)
  return data.sid
}

const [alpha, beta, gamma] = [
  await make('applicant', { name: 'Alpha' }),
  await make('applicant', { name: 'Beta' }),
  await make('applicant', { name: 'Gamma' }),
]
const person = await make('inventor', { name: 'Wang Wei' })
const cases: string[] = []
for (const [title, country, filing_date, applicants] of [
  ['Hinge', 'CN', '2019-03-31', [alpha, beta]],
  ['Latch', 'CN', '2020-04-01', [alpha]],
  ['Rotor', 'US', '2020-12-31', [alpha, gamma]],
  ['Blade', 'US', '2021-02-10', [beta, gamma]],
  ['Gears', 'DE', null, []],
] as const)
  cases.push(
    await make('patent', {
      ...{ title, country, patent_type: 'INVENTION', status: 'DRAFTING', owner_sid: manager.sid, filing_date },
      ...{ applicants: applicants.map((applicant_sid) => ({ applicant_sid })), inventors: [{ inventor_sid: person, contribution_pct: '100' }] },
    }),
  )
for (const [at, currency, amount, due_date] of [
  [0, 'CNY', '100.10', '2030-01-05'],
  [0, 'CNY', '200.20', '2030-05-05'],
  [1, 'USD', '50.00', '2030-06-05'],
  [2, 'CNY', '0.05', '2031-01-05'],
] as const)
  await make('fee', { case_sid: cases[at], fee_class: 'AGENCY', fee_type: 'OTHER', name: 'Work', currency, amount, due_date, status: 'PLANNED' })

type Definition = Record<string, unknown>
const compute = async (definition: Definition, as = manager, lang: 'zh' | 'en' = 'en') => {
  const { data, message } = await call<Figures>('statistic/do/compute', { measure: 'COUNT', ...definition }, { as, lang })
  assert.ok(data?.rows, message)
  return data
}
const refusal = (definition: Definition, as = manager) => call('statistic/do/compute', { measure: 'COUNT', ...definition }, { as, lang: 'en' })
const labels = (figures: Figures) => figures.rows.map(({ label }) => label)
const values = (figures: Figures) =>
  figures.cells.map((row) => row.map((cell) => cell.map(({ currency, value }) => [currency, value].filter(Boolean).join(' ')).join(', ')))

/** Each figure and each total has as many records as the list that it opens. */
async function checkLists(figures: Figures, as = manager) {
  const all = [
    ...figures.rows.flatMap((row, at) =>
      figures.columns.flatMap((column, beside) => (figures.cells[at]?.[beside] ?? []).map((figure) => ({ row, column, figure }))),
    ),
    ...figures.rows.flatMap((row, at) => (figures.row_totals[at] ?? []).map((figure) => ({ row, figure }))),
    ...figures.columns.flatMap((column, at) => (figures.column_totals[at] ?? []).map((figure) => ({ column, figure }))),
    ...figures.total.map((figure) => ({ figure })),
  ]
  assert.ok(all.length > 0)
  for (const { figure, ...at } of all) {
    const iql = figureIql(figures, { ...at, currency: figure.currency })
    assert.notEqual(iql, null)
    const { data, message } = await call<{ total: number }>(`${figures.entity}/do/count`, { iql }, { as })
    assert.equal(data?.total, figure.count, `${iql} ${message}`)
  }
}

test('counts by period and by option, with totals; every figure opens exactly its records', async () => {
  const figures = await compute({ entity: 'patent', row_by: 'filing_date:quarter', column_by: 'country' })
  assert.deepEqual(labels(figures), ['2019-Q1', '2020-Q2', '2020-Q4', '2021-Q1', '(empty)'])
  assert.deepEqual(
    figures.rows.map((_, at) => figures.row_totals[at]?.[0]?.value),
    ['1', '1', '1', '1', '1'],
  )
  assert.equal(figures.total[0]?.value, '5')
  await checkLists(figures)
})

test('the largest groups are shown, and the others together; of periods the latest', async () => {
  const figures = await compute({ entity: 'patent', row_by: 'country', most: 1 })
  assert.deepEqual(
    figures.rows.map(({ others }) => others),
    [false, true],
  )
  assert.deepEqual(values(figures), [['2'], ['3']])
  await checkLists(figures)
  const periods = await compute({ entity: 'patent', row_by: 'filing_date:year', column_by: 'country', most: 2 })
  assert.deepEqual(labels(periods), ['Earlier', '2021', '(empty)'])
  await checkLists(periods)
})

test('a record counts with each value of a list field, and once in each total', async () => {
  const figures = await compute({ entity: 'patent', row_by: 'applicants.applicant_sid', column_by: 'country', most: 1 })
  assert.deepEqual(labels(figures), ['Alpha', 'Others'])
  assert.deepEqual(
    figures.row_totals.map(([figure]) => figure?.value),
    ['3', '4'],
  )
  assert.deepEqual([figures.total[0]?.value, figures.several], ['5', true])
  await checkLists(figures)
})

test('amounts are summed apart by currency, exactly', async () => {
  const figures = await compute({ entity: 'fee', iql: "fee_class = 'AGENCY'", row_by: 'due_date:year', measure: 'SUM', measure_field: 'amount' })
  assert.deepEqual(labels(figures), ['2030', '2031'])
  assert.deepEqual(values(figures), [['CNY 300.30, USD 50.00'], ['CNY 0.05']])
  assert.deepEqual(figures.currencies, ['CNY', 'USD'])
  await checkLists(figures)
})

test('averages are of the records that have a value, and days are counted between two dates', async () => {
  const figures = await compute({ entity: 'fee', iql: "fee_class = 'AGENCY'", row_by: 'fee_class', measure: 'AVERAGE', measure_field: 'amount' })
  assert.deepEqual(values(figures), [['CNY 100.12, USD 50.00']])
  await checkLists(figures)
  const days = await compute({
    entity: 'fee',
    iql: "fee_class = 'AGENCY' AND currency = 'USD'",
    row_by: 'currency',
    measure: 'AVERAGE',
    measure_field: 'due_date..due_date',
  })
  assert.deepEqual(values(days), [['0']])
})

test('fields are divided by through references, and shown by name in the language of the reader', async () => {
  const figures = await compute({ entity: 'fee', iql: "fee_class = 'AGENCY'", row_by: 'case_sid.country', column_by: 'case_sid.kind' }, manager, 'zh')
  assert.deepEqual(
    figures.columns.map(({ label }) => label),
    ['专利'],
  )
  await checkLists(figures)
  const moments = await compute({ entity: 'patent', row_by: 'created_at:year', column_by: 'owner_sid' })
  assert.equal(moments.total[0]?.value, '5')
  await checkLists(moments)
})

test('an administrator reads codes by the names of their records', async () => {
  await call('dictionary/do/create', { code: 'fictitious_lines', name: 'Lines of products' }, { as: admin })
  await call('dictionary_item/do/create', { dictionary: 'fictitious_lines', code: 'DOORS', label_zh: 'Doors' }, { as: admin })
  const figures = await compute({ entity: 'dictionary_item', iql: "dictionary = 'fictitious_lines'", row_by: 'dictionary' }, admin)
  assert.deepEqual(labels(figures), ['Lines of products'])
})

test('a custom field divides like any other, through a reference as well', async () => {
  const field = { entity: 'patent', code: 'product_line', name: '产品线', name_en: 'Product line', data_type: 'STRING' }
  const made = await call<{ sid: string }>('custom_field/do/create', field, { as: admin })
  assert.equal((await call('custom_field/do/publish', { sid: made.data.sid }, { as: admin })).code, 0)
  for (const [at, product_line] of [
    [0, 'Doors'],
    [1, 'Doors'],
    [2, 'Engines'],
  ] as const)
    assert.equal((await call('patent/do/update', { sid: cases[at], product_line }, { as: manager })).code, 0)
  const figures = await compute({ entity: 'patent', row_by: 'product_line' })
  assert.deepEqual([figures.row_label, labels(figures), values(figures)], ['Product line', ['Doors', '(empty)', 'Engines'], [['2'], ['2'], ['1']]])
  await checkLists(figures)
  const fees = await compute({ entity: 'fee', iql: "fee_class = 'AGENCY'", row_by: 'case_sid.product_line', measure: 'SUM', measure_field: 'amount' })
  assert.deepEqual(values(fees), [['CNY 300.30, USD 50.00'], ['CNY 0.05']])
  await checkLists(fees)
})

test('each reader gets the figures of the records that they see', async () => {
  const figures = await compute({ entity: 'patent', row_by: 'country' }, inventor)
  assert.deepEqual([figures.rows, figures.total], [[], []])
})

for (const [definition, words] of [
  [{ entity: 'nothing', row_by: 'x' }, /no such records/],
  [{ entity: 'patent' }, /Choose the records/],
  [{ entity: 'patent', row_by: 'country', column_by: 'country' }, /different fields/],
  [{ entity: 'patent', row_by: 'no_such_field' }, /no field/],
  [{ entity: 'patent', row_by: 'applicants' }, /cannot group by/],
  [{ entity: 'patent', row_by: 'created_at' }, /by year, quarter or month/],
  [{ entity: 'patent', row_by: 'filing_date:constructor' }, /cannot group by/],
  [{ entity: 'patent', row_by: 'country', measure: 'AVERAGE', measure_field: '..' }, /no field/],
  [{ entity: 'patent', row_by: 'country', iql: 'country =' }, /wrong at character/],
  [{ entity: 'patent', row_by: 'country', iql: 'ORDER BY title' }, /no order/],
  [{ entity: 'patent', row_by: 'country', measure: 'SUM' }, /number or amount/],
  [{ entity: 'patent', row_by: 'country', measure: 'SUM', measure_field: 'title' }, /cannot be summed/],
  [{ entity: 'patent', row_by: 'country', measure: 'AVERAGE', measure_field: 'filing_date..title' }, /no date/],
  [{ entity: 'patent', row_by: 'country', most: 0 }, /Largest groups/],
] as const)
  test(`refused: ${JSON.stringify(definition)}`, async () => {
    const { status, text } = await refusal(definition)
    assert.equal(status, 400)
    assert.match(text, words)
  })

test('whoever may not see a field does not divide by it, and whoever may not count the records gets nothing', async () => {
  const hidden = await refusal({ entity: 'user_info', row_by: 'gender' })
  assert.deepEqual([hidden.status, /no field|may not read/.test(hidden.text)], [400, true])
  assert.equal((await refusal({ entity: 'role_grant', row_by: 'entity' }, inventor)).status, 403)
})

test('a field that is shown masked is neither divided by nor a condition', async () => {
  const role = (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_engineer').executeTakeFirstOrThrow()).sid
  const copy = await call<{ sid: string }>('role/do/copy', { sid: role, code: 'shown_masked' }, { as: admin })
  await call('role/do/update', { sid: copy.data.sid, mask_id_no: true }, { as: admin })
  const clerk = await enrol('ip_engineer', { role_sids: [copy.data.sid] })
  assert.match((await refusal({ entity: 'applicant', row_by: 'id_no' }, clerk)).text, /cannot group by/)
  assert.match((await refusal({ entity: 'applicant', row_by: 'country', iql: "id_no = '1'" }, clerk)).text, /masked/)
})
