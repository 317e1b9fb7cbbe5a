import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const admin = await enrol('system_admin')
type Row = Record<string, unknown> & { sid: string; options: { code: string; label_zh: string }[] }

const OPTIONS = [
  { code: 'HIGH', label_zh: '高', label_en: 'High' },
  { code: 'LOW', label_zh: '低', label_en: 'Low' },
]

test('[3.07] a custom field keeps its type, limits and flags', async () => {
  const whole = {
    entity: 'patent', code: 'market_note', name: '市场说明', name_en: 'Market note', data_type: 'STRING', multi: false, min: 2, max: 80,
    searchable: true, approvable: true, process_variable: true, importable: false, exportable: false, valid: true,
  } // oxfmt-ignore
  const made = await call<Row>('custom_field/do/create', whole, { as: admin })
  assert.equal(made.code, 0, made.text)
  const { data } = await call<Row>(`custom_field/${made.data.sid}`, undefined, { as: admin })
  for (const [code, value] of Object.entries(whole)) assert.deepEqual(data[code], value, code)
  const { data: schema } = await call<{ fields: { code: string; options?: unknown }[] }>('custom_field/do/schema', undefined, { as: admin })
  assert.ok(schema.fields.some(({ code, options }) => code === 'input_type' && options))
  assert.equal((await call<Row>('custom_field/do/update', { sid: made.data.sid, valid: false }, { as: admin })).data.valid, false)
})

test('[4.14] an option in use is not deleted; another may be added and its words changed', async () => {
  const made = await call<Row>(
    'custom_field/do/create',
    { entity: 'patent', code: 'market', name: '市场', data_type: 'OPTION', options: OPTIONS },
    { as: admin },
  )
  assert.equal(made.code, 0, made.text)
  const { sid } = made.data
  assert.equal((await call('custom_field/do/publish', { sid }, { as: admin })).code, 0)
  const fewer = await call('custom_field/do/update', { sid, options: OPTIONS.slice(1) }, { as: admin, lang: 'en' })
  assert.deepEqual([fewer.code, fewer.errors.map(({ reason }) => reason)], [500001, ['a saved option cannot be deleted']])
  const more = [{ ...OPTIONS[0], label_zh: '很高' }, OPTIONS[1], { code: 'MID', label_zh: '中' }]
  const changed = await call<Row>('custom_field/do/update', { sid, options: more }, { as: admin })
  assert.deepEqual(changed.data.options.map((one) => [one.code, one.label_zh]), [['HIGH', '很高'], ['LOW', '低'], ['MID', '中']]) // oxfmt-ignore
})

test('[3.07] options are offered in the order of the field, whatever their codes, and the field is marked as the company’s own', async () => {
  const options = ['ATTACK', 'SELL', '20', '3'].map((code) => ({ code, label_zh: `选项 ${code}` }))
  const made = await call<Row>('custom_field/do/create', { entity: 'patent', code: 'use', name: '用途', data_type: 'OPTION', options }, { as: admin })
  const { sid } = made.data
  assert.equal((await call('custom_field/do/publish', { sid }, { as: admin })).code, 0)
  type Shown = { fields: { code: string; custom?: boolean; options?: { code: string }[] }[] }
  const shown = async () => (await call<Shown>('patent/do/schema', undefined, { as: admin })).data.fields.find(({ code }) => code === 'use')
  const field = await shown()
  assert.deepEqual(field?.options?.map(({ code }) => code), ['ATTACK', 'SELL', '20', '3']) // oxfmt-ignore
  assert.equal(field?.custom, true)
})
