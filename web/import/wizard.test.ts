import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corrections, meant, readWizard, sayColumn, surenessOf, writeWizard, missingFields } from './wizard.ts'

const address = (text: string) => writeWizard(readWizard(new URLSearchParams(text), 'patent')).toString()

for (const [given, kept] of [
  ['', 'model=patent'],
  ['model=applicant&step=columns', 'model=applicant'],
  ['file=f1&step=columns', 'model=patent&step=columns&file=f1'],
  ['file=f1&step=check&mode=update&header=4', 'model=patent&step=check&file=f1&header=4&mode=update'],
  ['file=f1&step=run', 'model=patent&step=check&file=f1'],
  ['file=f1&job=j1&step=columns', 'model=patent&job=j1'],
  ['file=f1&mode=other&said=%5B%5D', 'model=patent&file=f1'],
] as const)
  test(`the address ?${given} is kept as ?${kept}`, () => assert.equal(address(given), kept))

test('the mapping of a column is read back from the address', () => {
  const wizard = { ...readWizard(new URLSearchParams('file=f'), 'software'), said: { 'Pub & No=': 'publication_no', 备注: null } }
  assert.deepEqual(readWizard(writeWizard(wizard), 'patent'), wizard)
})

const columns = [
  { heading: '申请号', field: 'application_no', confidence: 1 },
  { heading: '号码', field: null, confidence: 0 },
  { heading: '标题', field: 'title', confidence: 0.7 },
]

test('a column keeps its automatic field until a user changes it', () =>
  assert.deepEqual(meant(columns, {}), { 申请号: 'application_no', 号码: null, 标题: 'title' }))
test('a field assigned to one column is removed from the other', () =>
  assert.deepEqual(meant(columns, { 号码: 'application_no' }), { 申请号: null, 号码: 'application_no', 标题: 'title' }))
test('a column can be left out', () => assert.deepEqual(meant(columns, { 标题: null }), { 申请号: 'application_no', 号码: null, 标题: null }))
test('only what a person changed, and the column that lost its field, differs from what was recognised', () => {
  assert.deepEqual(corrections(columns, meant(columns, {})), {})
  assert.deepEqual(corrections(columns, meant(columns, { 号码: 'application_no' })), { 申请号: null, 号码: 'application_no' })
  assert.deepEqual(corrections(columns, meant(columns, { 标题: 'title' })), {})
})
test('the last choice counts', () => assert.deepEqual(sayColumn({ 甲: 'title', 乙: null }, '丙', 'title'), { 乙: null, 丙: 'title' }))
test('a recognised column has a confidence', () => assert.deepEqual(columns.map(surenessOf), ['sure', 'none', 'likely']))

test('a column of a required field is missed by the rows of new records alone', () => {
  const targets = [{ code: 'title', label: '名称', required: true }]
  for (const [there, total, missing] of [[2, 3, 1], [3, 3, 0]] as const)
    assert.equal(missingFields({ targets, there, total }, new Set(['case_no'])).length, missing)
}) // oxfmt-ignore
