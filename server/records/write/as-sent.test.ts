import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const admin = await enrol('system_admin')
const ask = <T = Record<string, unknown>>(path: string, body?: unknown) => call<T>(path, body, { as: admin, lang: 'en' })
const tag = async (name: string) => String((await ask('tag/do/create', { name })).data.sid)

test('[7.03] a code of digits may be sent as a number, in records, rows and queries', async () => {
  const { data } = await ask('company/do/create', { country: 'SG', company_name: 'Numbered', status: 0 })
  assert.equal(data.status, '0')
  const found = await ask<{ total: number }>('company/do/count', { iql: "company_name = 'Numbered' AND status = 0 AND status IN (0, 7)" })
  assert.equal(found.data.total, 1)
  const years = [{ year: 2026, pct: 85, record_no: 'R-1', status: 'APPROVED' }]
  const applicant = await ask<{ reduction_years: { pct: string }[] }>('applicant/do/create', { name: 'Reduced', reduction_years: years })
  assert.equal(applicant.data.reduction_years[0]?.pct, '85')
})

test('[7.03] an update without a record gets a fault at its field', async () => {
  const { status, code, errors } = await ask('tag/do/update', { name: 'x' })
  assert.deepEqual({ status, code, errors }, { status: 400, code: 500001, errors: [{ field: 'sid', label: 'ID', reason: 'is required' }] })
})

for (const fl of [undefined, null, [], '']) {
  test(`[7.04] a search with fl ${JSON.stringify(fl)} returns the fields of the list`, async () => {
    await tag(`listed ${JSON.stringify(fl)}`)
    const { data } = await ask<{ record: Record<string, unknown>[] }>('tag/do/search', { fl, rows: 1 })
    assert.ok('name' in (data.record[0] ?? {}))
  })
}

test('[7.03] an unnamed transition gets a fault at its field', async () => {
  const { code, errors } = await ask('patent/do/transition', {})
  assert.equal(code, 500001)
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['sid', 'transition'],
  )
})

test('[8.04] faults use the punctuation of the language, and each appears once', async () => {
  const sids = [await tag('one'), await tag('two')]
  const { message, errors } = await ask('tag/do/batch_update', { sids, changes: { colour: 'red', nothing: 1 } })
  assert.equal(message, 'Colour: must be #RRGGBB; nothing: no such field')
  assert.equal(errors.length, 2)
})

test('[3.01] an undeletable record is named by its display name', async () => {
  const parent_sid = (await ask('company/do/create', { country: 'SG', company_name: 'Long Name', simple_name: 'Short' })).data.sid
  await ask('company/do/create', { country: 'SG', company_name: 'Below', parent_sid })
  assert.match((await ask(`company/do/delete/${parent_sid}`, {})).message, /^“Short” cannot be deleted/)
})

test('[9.01] a batch without changes is refused, and leaves no entry', async () => {
  const before = await ask<{ total: number }>('batch_edit/do/count', {})
  assert.equal((await ask('tag/do/batch_update', { sids: [await tag('three')], changes: {} })).status, 400)
  assert.deepEqual((await ask('batch_edit/do/count', {})).data, before.data)
})

for (const [how, restore] of [
  ['in the address', (sid: string) => ask(`tag/do/restore/${sid}`, {})],
  ['as sid', (sid: string) => ask('tag/do/restore', { sid })],
  ['as sids', (sid: string) => ask('tag/do/restore', { sids: [sid] })],
] as const) {
  test(`a deleted record is restored, named ${how}`, async () => {
    const sid = await tag(`gone ${how}`)
    await ask(`tag/do/delete/${sid}`, {})
    assert.equal((await ask(`tag/${sid}`)).status, 404)
    assert.equal((await restore(sid)).status, 200)
    assert.equal((await ask(`tag/${sid}`)).status, 200)
  })
}

test('[4.01] a custom field is published by its address, with a default for new records', async () => {
  const body = { entity: 'tag', code: 'shelf', name: '架号', data_type: 'INT', input_type: 'number', default: '7' }
  assert.deepEqual(
    (await ask('custom_field/do/create', { ...body, default: 'seven' })).errors.map(({ field }) => field),
    ['default'],
  )
  const { data } = await ask('custom_field/do/create', body)
  assert.equal((await ask(`custom_field/do/publish/${data.sid}`, {})).data.status, 'PUBLISHED')
  assert.equal((await ask('tag/do/create', { name: 'shelved' })).data.shelf, 7)
  assert.equal((await ask('tag/do/create', { name: 'elsewhere', shelf: 9 })).data.shelf, 9)
  const file = await ask('custom_field/do/create', { entity: 'tag', code: 'scan', name: '扫描件', data_type: 'ATTACHMENT', input_type: 'upload' })
  assert.equal((await ask(`custom_field/do/publish/${file.data.sid}`, {})).data.status, 'PUBLISHED')
  const { data: schema } = await ask<{ fields: { code: string; type: string }[] }>('tag/do/schema')
  assert.equal(schema.fields.find(({ code }) => code === 'scan')?.type, 'attachment')
})

test('[4.01] a published field is not deleted or made invalid before it is unpublished', async () => {
  const { sid } = (await ask('custom_field/do/create', { entity: 'tag', code: 'kept', name: '保留', data_type: 'STRING' })).data
  await ask('custom_field/do/publish', { sid })
  assert.match((await ask(`custom_field/do/delete/${sid}`, {})).message, /unpublish it first/)
  assert.match((await ask('custom_field/do/update', { sid, valid: false })).message, /unpublish it first/)
  await ask(`custom_field/do/unpublish/${sid}`, {})
  assert.equal((await ask(`custom_field/do/delete/${sid}`, {})).status, 200)
})

test('[7.17] a personal token reports every fault by its field', async () => {
  const { code, errors } = await ask('token/do/create', { expires_at: '2001-01-01T00:00:00Z' })
  assert.equal(code, 500001)
  assert.deepEqual(
    errors.map(({ field, label }) => [field, label]),
    [
      ['name', 'Name'],
      ['expires_at', 'Valid until'],
    ],
  )
})

test('[5.19] a saved view has at most 20 columns', async () => {
  const view = (n: number) => ask('saved_view/do/create', { entity: 'patent', name: `v${n}`, columns: Array.from({ length: n }, (_, i) => `c${i}`) })
  assert.equal((await view(20)).status, 200)
  assert.deepEqual(
    (await view(21)).errors.map(({ field }) => field),
    ['columns'],
  )
})
