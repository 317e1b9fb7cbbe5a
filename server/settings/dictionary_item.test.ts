import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { setTimeout as wait } from 'node:timers/promises'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { openServer } from '../open.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, other, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
type Row = { sid: string; [code: string]: unknown }
type Option = { code: string; label: string; valid: boolean; colour?: string }
const ask = (path: string, body: Record<string, unknown>, as = manager) => call<Row>(path, body, { as, lang: 'en' })
const add = (more: Record<string, unknown>) => ask('dictionary_item/do/create', { dictionary: 'value_grade', ...more }, admin)
const itemOf = async (code: string) =>
  (await tenant.db.selectFrom('dictionary_item').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
async function offered(lang: 'zh' | 'en' = 'en'): Promise<Option[]> {
  const { data } = await call<{ fields: { code: string; options?: Option[] }[] }>('patent/do/schema', undefined, { as: manager, lang })
  return data.fields.find(({ code }) => code === 'value_grade')?.options ?? []
}
let made = 0
const patent = (more: Record<string, unknown>) =>
  ask('patent/do/create', { title: `Case ${++made}`, country: 'CN', patent_type: 'INVENTION', ...more })

test('a tenant starts with the declared options as its own records', async () => {
  assert.deepEqual((await offered()).map(({ code }) => code), ['A', 'B', 'C', 'D']) // oxfmt-ignore
  const rows = await tenant.db.selectFrom('dictionary_item').select(['code', 'label_zh', 'sort']).orderBy('sort').execute()
  assert.deepEqual(rows, ['A', 'B', 'C', 'D'].map((code, at) => ({ code, label_zh: code, sort: (at + 1) * 10 }))) // oxfmt-ignore
})

test('a saved option is available immediately in its order, with label and colour, in API and filters, and only in its tenant', async () => {
  assert.equal((await patent({ value_grade: 'STAR' })).code, 500001)
  const saved = await add({ code: 'STAR', label_zh: '战略', label_en: 'Strategic', sort: 5, colour: '#1a7f37' })
  assert.equal(saved.code, 0, saved.text)
  assert.deepEqual((await offered())[0], { code: 'STAR', label: 'Strategic', valid: true, colour: '#1A7F37' })
  assert.equal((await offered('zh'))[0]?.label, '战略')
  const { data, code, text } = await patent({ value_grade: 'STAR' })
  assert.equal(code, 0, text)
  const found = await call<{ record: Row[] }>('patent/do/search', { iql: "value_grade = 'STAR'", fl: ['value_grade'] }, { as: manager })
  assert.deepEqual(found.data.record.map((one) => one.sid), [data.sid]) // oxfmt-ignore
  // The other tenant keeps options of its own.
  const field = other.models.all.get('patent')?.fields['value_grade']
  assert.ok(field?.type === 'option' && !('STAR' in field.options))
})

test('an invalid option stays in existing records and cannot be chosen; a revalidated option can', async () => {
  const { data: had } = await patent({ value_grade: 'D' })
  await ask('dictionary_item/do/update', { sid: await itemOf('D'), valid: false }, admin)
  assert.deepEqual(
    (await offered()).find(({ code }) => code === 'D'),
    { code: 'D', label: 'D', valid: false },
  )
  const refused = await patent({ value_grade: 'D' })
  assert.deepEqual(refused.errors.map(({ field, reason }) => [field, reason]), [['value_grade', '“D” is no longer valid and cannot be chosen']]) // oxfmt-ignore
  const kept = await ask('patent/do/update', { sid: had.sid, title: 'Renamed', value_grade: 'D' })
  assert.deepEqual([kept.code, kept.data.value_grade], [0, 'D'])
  const found = await call<{ total: number }>('patent/do/count', { iql: "value_grade = 'D'" }, { as: manager })
  assert.equal(found.data.total, 1)
  await ask('dictionary_item/do/update', { sid: await itemOf('D'), valid: true }, admin)
  assert.equal((await patent({ value_grade: 'D' })).code, 0)
})

test('an import accepts the code or either label of an option, and an export contains the label', async () => {
  await add({ code: 'CASH', label_zh: '现金牛', label_en: 'Cash cow' })
  const words = ['CASH', '现金牛', 'cash cow']
  const book = await workbook([['专利名称', '国家/地区', '专利类型', '价值等级'], ...words.map((word, at) => [`Import ${at}`, 'CN', '发明', word])])
  const { data } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: book, name: 'grades.xlsx' })
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.ok, 3, JSON.stringify(job.errors))
  const rows = await tenant.db.selectFrom('patent').select('value_grade').where('title', 'like', 'Import %').execute()
  assert.deepEqual(rows.map((row) => row.value_grade), ['CASH', 'CASH', 'CASH']) // oxfmt-ignore
  const wish = { fl: ['title', 'value_grade'], iql: "value_grade = 'CASH'" }
  const started = await call<{ job_sid: string }>('patent/do/export', wish, { as: manager, lang: 'en' })
  const { result_url } = await jobEnded(tenant, started.data.job_sid)
  const file = await app.inject({ url: String(result_url), headers: { authorization: `Bearer ${manager.token}` } })
  const { sheets } = await readXlsx(new Uint8Array(file.rawPayload))
  assert.deepEqual(sheets[0]?.rows.slice(1).map((row) => row[1]), ['Cash cow', 'Cash cow', 'Cash cow']) // oxfmt-ignore
})

for (const [title, body, field] of [
  ['a code given twice', { code: 'A', label_zh: '重复' }, 'code'],
  ['a code of digits', { code: '1', label_zh: '一' }, 'code'],
  ['an option without a word', { code: 'EMPTY' }, 'label_zh'],
  ['a colour by its name', { code: 'RED', label_zh: '红', colour: 'red' }, 'colour'],
] as const)
  test(`${title} is refused`, async () => {
    const { status, errors } = await add(body)
    assert.deepEqual([status, errors.some((one) => one.field === field)], [400, true])
  })

test('a saved option is neither deleted nor given another code', async () => {
  const sid = await itemOf('A')
  assert.equal((await ask(`dictionary_item/do/delete/${sid}`, {}, admin)).status, 403)
  const { errors } = await ask('dictionary_item/do/update', { sid, code: 'AA' }, admin)
  assert.deepEqual(errors.map(({ field }) => field), ['code']) // oxfmt-ignore
  assert.equal((await add({ code: 'X', label_zh: '甲' }).then(() => ask('dictionary_item/do/create', { dictionary: 'value_grade', code: 'Y', label_zh: '乙' }))).status, 403) // oxfmt-ignore
})

test('a refused write does not change the options, and another process receives accepted changes', async () => {
  const before = await offered()
  const second = await openServer(server.config, server.config.databaseUrl ?? '')
  after(() => second.close())
  await add({ code: 'LATE', label_zh: '晚到', colour: 'none' })
  assert.deepEqual(await offered(), before)
  await add({ code: 'LATE', label_zh: '晚到' })
  const has = () => {
    const field = second.tenants.of('localhost').models.all.get('patent')?.fields['value_grade']
    return field?.type === 'option' && 'LATE' in field.options
  }
  for (let tries = 0; tries < 100 && !has(); tries++) await wait(50)
  assert.ok(has())
})
