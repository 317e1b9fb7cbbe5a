import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import type { Figures } from '../../model/statistics/definition.ts'
import { jobEnded, sendFile } from '../../tests/harness/cases/exchange.ts'
import { asking, testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const { ok } = asking(call, admin)

/** As the tenant calls the options: one of them as the product calls the other. */
const WORDS = {
  'patent.patent_type.INVENTION': 'Utility model',
  'patent.patent_type.UTILITY': 'Small patent',
  'patent.status.DRAFTING': 'Being written',
}

test('[1.12] options that the tenant calls otherwise have its words in exports and charts, and an import reads them', async () => {
  await ok('/innoe-webapi/model/i18n/front/sync', { language: 'en', record: Object.entries(WORDS).map(([key, text]) => ({ key, text })) })
  const inventor = await ok('inventor/do/create', { name: 'Wang Wei' })
  for (const patent_type of ['INVENTION', 'UTILITY'])
    await ok('patent/do/create', { title: `Kind ${patent_type}`, country: 'CN', patent_type, status: 'DRAFTING', owner_sid: admin.sid, inventors: [{ inventor_sid: inventor.sid, contribution_pct: '100' }] }) // oxfmt-ignore

  const { job_sid } = await ok<{ job_sid: string }>('patent/do/export', {
    fl: ['title', 'patent_type', 'country', 'status'],
    iql: 'ORDER BY title ASC',
  })
  const job = await jobEnded(tenant, job_sid)
  const { rawPayload } = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${admin.token}` } })
  const file = new Uint8Array(rawPayload)
  const [sheet] = (await readXlsx(file)).sheets
  assert.deepEqual(sheet?.rows.slice(1).map((row) => row.slice(0, 4)), [
    ['Kind INVENTION', 'Utility model', 'China', 'Being written'],
    ['Kind UTILITY', 'Small patent', 'China', 'Being written'],
  ]) // oxfmt-ignore

  const figures = await ok<Figures>('statistic/do/compute', { entity: 'patent', row_by: 'patent_type', measure: 'COUNT' })
  assert.deepEqual(figures.rows.map(({ label }) => label).sort(), ['Small patent', 'Utility model'])

  const { rawPayload: empty } = await app.inject({ url: '/innoe-webapi/model/patent/do/import_template', headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' } }) // oxfmt-ignore
  const offered = (await readXlsx(new Uint8Array(empty))).sheets.find(({ name }) => name === 'Values')?.rows.flat()
  assert.deepEqual(['Small patent', 'Invention'].map((word) => offered?.includes(word)), [true, false]) // oxfmt-ignore

  for (const { sid } of await tenant.db.selectFrom('patent').select('sid').execute()) await ok(`patent/do/delete/${sid}`, {})
  const sent = await sendFile(app, { path: 'patent/do/import', token: admin.token, name: 'again.xlsx', file, fields: { mode: 'skip' }, lang: 'en' })
  const again = await jobEnded(tenant, String(sent.data.job_sid))
  assert.deepEqual([again.state, again.failed], ['DONE', 0], JSON.stringify(again.errors))
  const rows = await tenant.db.selectFrom('patent').select(['title', 'patent_type']).where('deleted_at', 'is', null).orderBy('title').execute()
  assert.deepEqual(rows.map(({ title, patent_type }) => [title, patent_type]), [['Kind INVENTION', 'INVENTION'], ['Kind UTILITY', 'UTILITY']]) // oxfmt-ignore
})
