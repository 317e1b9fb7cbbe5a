import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')
type Field = {
  sid: string
  status: string
  name: string
  name_en: string | null
  required: boolean
  publish_fault: string | null
  [code: string]: unknown
}
const ask = <T = Field>(path: string, body?: Record<string, unknown>) => call<T>(path, body, { as: admin, lang: 'en' })
const A = { code: 'A', label_zh: '甲', label_en: 'Alpha', valid: true, colour: null }
const B = { code: 'B', label_zh: '乙', label_en: 'Beta', valid: true, colour: null }

let made = 0
async function field(more: Record<string, unknown> = {}) {
  const body = { entity: 'tag', code: `kind_${++made}`, name: '类别', name_en: 'Kind', data_type: 'OPTION', options: [A, B], ...more }
  const { data, code, text } = await ask('custom_field/do/create', body)
  assert.equal(code, 0, text)
  return { sid: data.sid, code: body.code }
}
const act = async (name: string, sid: string) => ask(`custom_field/do/${name}`, { sid })
const seen = async (code: string) => {
  const { data } = await ask<{ fields: { code: string; label: string; required: boolean; options?: { code: string; label: string }[] }[] }>(
    'tag/do/schema',
  )
  return data.fields.find((one) => one.code === code)
}

test('revert restores every published part: options, default, names and flags', async () => {
  const { sid, code } = await field({ default: 'A', approvable: true })
  await act('publish', sid)
  const edited = {
    options: [{ ...A, label_zh: '改' }, B, { code: 'C', label_zh: '丙' }],
    default: 'B',
    name: '新名',
    name_en: null,
    required: true,
    approvable: false,
    input_type: 'radio',
  }
  const { data: updated } = await ask('custom_field/do/update', { sid, ...edited })
  assert.equal(updated.status, 'UPDATED')
  const shown = await seen(code)
  assert.deepEqual(
    [shown?.label, shown?.required, shown?.options?.map((one) => one.label)],
    ['Kind', false, ['Alpha', 'Beta']],
    'others see what is published',
  )
  const { data } = await act('revert', sid)
  assert.deepEqual(
    [data.status, data.options, data.default, data.name, data.name_en, data.required, data.approvable, data.input_type],
    ['PUBLISHED', [A, B], 'A', '类别', 'Kind', false, true, null],
  )
  assert.deepEqual((await seen(code))?.options, shown?.options)
})

test('reverting a change by hand restores the published state, and a published change is visible', async () => {
  const { sid, code } = await field()
  await act('publish', sid)
  assert.equal((await ask('custom_field/do/update', { sid, name_en: 'Sort' })).data.status, 'UPDATED')
  assert.equal((await ask('custom_field/do/update', { sid, name_en: 'Kind' })).data.status, 'PUBLISHED')
  await ask('custom_field/do/update', { sid, name_en: 'Sort' })
  assert.equal((await act('publish', sid)).data.status, 'PUBLISHED')
  assert.equal((await seen(code))?.label, 'Sort')
})

test('a remark is not content: it leaves the published state unchanged', async () => {
  const { sid } = await field()
  await act('publish', sid)
  assert.equal((await ask('custom_field/do/update', { sid, remark: 'for the lawyers' })).data.status, 'PUBLISHED')
})

test('a failed publication gives its reason, keeps the published state, and can be repeated', async () => {
  const { sid, code } = await field({ data_type: 'INT', options: null, searchable: false })
  await sql`alter table ${sql.table('tag')} add column ${sql.id(code)} text`.execute(tenant.db)
  const failed = await act('publish', sid)
  assert.equal(failed.code, 500005, failed.text)
  const { data } = await ask(`custom_field/${sid}`)
  assert.equal(data.status, 'PUBLISH_FAILED')
  assert.ok(data.publish_fault && failed.message.includes(data.publish_fault.split(' / ')[1] ?? '-'), `${data.publish_fault} | ${failed.message}`)
  assert.equal(await seen(code), undefined)
  await sql`alter table ${sql.table('tag')} drop column ${sql.id(code)}`.execute(tenant.db)
  const again = await act('publish', sid)
  assert.deepEqual([again.data.status, again.data.publish_fault], ['PUBLISHED', null], again.text)
  assert.equal((await seen(code))?.label, 'Kind')
})

test('a published record is not deleted, an unchanged one is not reverted, and a never-published one cannot be reverted', async () => {
  const { sid, code } = await field()
  assert.equal((await act('revert', sid)).code, 500005)
  await act('publish', sid)
  assert.equal((await ask(`custom_field/do/delete/${sid}`, {})).code, 500005)
  assert.equal((await act('unpublish', sid)).data.status, 'UNPUBLISHED')
  assert.equal(await seen(code), undefined)
  assert.equal((await ask(`custom_field/do/delete/${sid}`, {})).code, 0)
})

test('a record lists its publication actions, for users who may change it', async () => {
  const { sid } = await field()
  const offered = async () => (await ask<Field & { publishing?: string[] }>(`custom_field/${sid}`)).data.publishing
  assert.deepEqual(await offered(), ['publish'])
  await act('publish', sid)
  assert.deepEqual(await offered(), ['unpublish'])
  await ask('custom_field/do/update', { sid, name: '别名' })
  assert.deepEqual(await offered(), ['publish', 'revert', 'unpublish'])
  assert.equal((await call('custom_field/do/publish', { sid }, { as: engineer })).status, 403)
})
