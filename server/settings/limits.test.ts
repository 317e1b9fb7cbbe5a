import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_LIMITS } from '../../model/settings/limits.ts'
import { testServer } from '../../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const UPDATE = '/innoe-webapi/setting/limits/do/update'
const change = (body: Record<string, unknown>, as = admin) => call<Record<string, number>>(UPDATE, body, { as, lang: 'en' })
const read = async () => (await call<Record<string, number>>('/innoe-webapi/setting/limits', undefined, { as: manager })).data

/** A form with one file, as a browser sends it. */
async function send(path: string, name: string, content: string) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const body = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: `/innoe-webapi/model/${path}`,
    headers: {
      host: 'localhost',
      authorization: `Bearer ${manager.token}`,
      'accept-language': 'en',
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return { status: answer.statusCode, text: answer.body }
}

test('[9.07] everybody reads the limits, administrators change them within what the product carries, and null restores a default', async () => {
  assert.deepEqual(await read(), DEFAULT_LIMITS)
  assert.equal((await change({ exported_rows: 5 }, manager)).status, 403)
  for (const [code, value] of [
    ['exported_rows', 0],
    ['changed_results', 20_001],
    ['imported_mb', 1.5],
    ['document_mb', 'all'],
  ] as const) {
    const { status, errors } = await change({ [code]: value })
    assert.deepEqual([status, errors.map(({ field }) => field)], [400, [code]], code)
  }
  assert.equal((await change({ exported_rows: 2, changed_results: 100 })).data['exported_rows'], 2)
  assert.deepEqual(await read(), { ...DEFAULT_LIMITS, exported_rows: 2, changed_results: 100 })
  await change({ exported_rows: null, changed_results: null })
  assert.deepEqual(await read(), DEFAULT_LIMITS)
  const { event, details } = await tenant.db.selectFrom('audit_entry').select(['event', 'details']).where('event', '=', 'LIMITS_CHANGED').orderBy('created_at').executeTakeFirstOrThrow() // oxfmt-ignore
  assert.deepEqual([event, details], ['LIMITS_CHANGED', { changed: ['changed_results 5000 → 100', 'exported_rows 5000000 → 2'] }])
})

test('[9.07] exports, changes of all results, imports and uploads are refused above their limit, with the limit in words', async () => {
  for (let at = 0; at < 101; at++) assert.equal((await call('tag/do/create', { name: `Tag ${at}` }, { as: manager })).code, 0)
  await change({ exported_rows: 2, changed_results: 100, imported_rows: 3, imported_mb: 1, document_mb: 1 })
  assert.match((await call('tag/do/export', { fl: 'name', format: 'csv' }, { as: manager, lang: 'en' })).message, /at most 2 values/)
  assert.equal((await call<{ most: number }>('tag/do/results', {}, { as: manager })).data.most, 100)
  const all = await call('tag/do/update_results', { total: 101, changes: { colour: '#ff0000' } }, { as: manager, lang: 'en' })
  assert.match(all.message, /at most 100 values/)
  const long = await send('tag/do/import_preview', 'tags.csv', `名称\n${Array.from({ length: 5 }, (_, at) => `New ${at}`).join('\n')}\n`)
  assert.match(long.text, /more than 3 rows/, long.text)
  const large = await send('tag/do/import_preview', 'tags.csv', 'x'.repeat((1 << 20) + 1))
  assert.deepEqual([large.status, /larger than 1 MB/.test(large.text)], [413, true], large.text)
  const document = await send('document/do/upload', 'large.txt', 'x'.repeat((1 << 20) + 1))
  assert.deepEqual([document.status, /larger than 1 MB/.test(document.text)], [413, true], document.text)
  await change({ imported_rows: 6 })
  const fits = await send('tag/do/import_preview', 'tags.csv', `名称\n${Array.from({ length: 5 }, (_, at) => `New ${at}`).join('\n')}\n`)
  assert.equal(fits.status, 200, fits.text)
})

test('[9.07] an installation limits the tenant, and its limit holds where the tenant has none', async () => {
  await change({ exported_rows: null, changed_results: null })
  Object.assign(process.env, { INNOE_MAX_EXPORTED: '7', INNOE_MAX_SELECTED: '15000' })
  const { exported_rows, changed_results } = await read()
  assert.deepEqual([exported_rows, changed_results], [7, 15_000])
  await change({ changed_results: 20_000 })
  assert.equal((await read())['changed_results'], 15_000)
  await change({ changed_results: 300 })
  assert.equal((await read())['changed_results'], 300)
  await change({ changed_results: null })
  delete process.env['INNOE_MAX_EXPORTED']
  delete process.env['INNOE_MAX_SELECTED']
})
