import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ImportPreview } from '../../../model/import/import-routes.ts'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const make = (model: string, values: Record<string, unknown>) =>
  createRow(systemContext(tenant), modelNamed(tenant.models, model), { company_sid: manager.company, owner_sid: manager.sid, ...values })

const SOUGHT = { case_no: 'P-1', title: '虚构装置', country: 'CN', patent_type: 'UTILITY', route: 'DIRECT', status: 'GRANTED', filing_date: '2020-03-02', grant_date: '2020-11-03' } // oxfmt-ignore
const utility = await make('patent', SOUGHT)
const european = await make('patent', { case_no: 'P-2', title: '虚构欧洲案', country: 'EP', patent_type: 'INVENTION', route: 'PCT_NATIONAL', filing_date: '2021-03-02' }) // oxfmt-ignore
const mark = await make('trademark', { case_no: 'T-1', title: '虚构商标', country: 'US', mark_type: 'COMBINED', route: 'DIRECT' })

type Rows = readonly (readonly string[])[]
async function send(model: string, path: string, rows: Rows) {
  const file = await workbook(rows)
  const { status, data, message } = await sendFile(app, { path: `${model}/do/${path}`, token: manager.token, file, name: '案.xlsx', fields: { mode: 'update' } }) // oxfmt-ignore
  assert.equal(status, 200, message)
  return data
}
const preview = (model: string, rows: Rows): Promise<ImportPreview> => send(model, 'import_preview', rows)
async function imported(model: string, rows: Rows) {
  const job = await jobEnded(tenant, (await send(model, 'import', rows)).job_sid)
  assert.deepEqual([job.ok, job.failed], [rows.length - 1, 0], JSON.stringify(job.errors))
}
const caseOf = async (table: 'patent' | 'trademark', sid: string): Promise<Record<string, unknown>> =>
  tenant.db.selectFrom(table).selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
const docket = () => tenant.db.selectFrom('deadline').select(['rule_id', 'due_row', 'final_due', 'status', 'version']).where('case_sid', '=', utility).orderBy('sid').execute() // oxfmt-ignore

test('a table that fills a field by case number changes that field alone, and neither the docket nor what a new case would be', async () => {
  const rows = [['案号', '摘要'], ['P-1', '虚构摘要']]
  const [before, terms] = [await caseOf('patent', utility), await docket()]
  assert.ok(terms.length > 0)
  const { there, with_notes, remarks, changes } = await preview('patent', rows)
  assert.deepEqual([there, with_notes, remarks], [1, 0, []])
  assert.deepEqual(changes[0]?.fields, [{ label: '摘要', old: '', new: '虚构摘要' }])
  await imported('patent', rows)
  const { abstract, patent_type, route, status, expiry_date } = await caseOf('patent', utility)
  assert.deepEqual([abstract, patent_type, route, status, expiry_date], ['虚构摘要', 'UTILITY', 'DIRECT', before.status, before.expiry_date])
  assert.deepEqual(await docket(), terms)
}) // oxfmt-ignore

test('an English title, an office and a priority leave the title and the way of an existing case as they are', async () => {
  await imported('patent', [['案号', '英文名称', '国家', '优先权号', '优先权日'], ['P-2', 'Fictional case', 'EP', 'CN202010123456.2', '2020-03-03']]) // oxfmt-ignore
  const { title, title_en, route } = await caseOf('patent', european)
  assert.deepEqual([title, title_en, route], ['虚构欧洲案', 'Fictional case', 'PCT_NATIONAL'])
})

test('a mark found by its case number keeps its office, name and form', async () => {
  await imported('trademark', [['案号', '备注'], ['T-1', '虚构备注']]) // oxfmt-ignore
  const { title, country, mark_type, route, remark } = await caseOf('trademark', mark)
  assert.deepEqual([title, country, mark_type, route, remark], ['虚构商标', 'US', 'COMBINED', 'DIRECT', '虚构备注'])
})

test('a faulty row lacks nothing that its case has, and a row of no case lacks what is required', async () => {
  const { problems, there } = await preview('patent', [['案号', '申请日'], ['P-1', '不是日期'], ['P-9', '不是日期']]) // oxfmt-ignore
  const byRow = Object.groupBy(problems, ({ row }) => row)
  assert.deepEqual(byRow[2]?.map(({ field }) => field), ['filing_date'])
  assert.deepEqual(byRow[3]?.map(({ field }) => field), ['filing_date', 'title', 'country'])
  assert.equal(there, 1)
}) // oxfmt-ignore

test('a new case is still an invention where nothing else is said, with the remark on its state', async () => {
  const { remarks, forecast } = await preview('patent', [['专利名称', '国家'], ['虚构新案', 'CN']]) // oxfmt-ignore
  assert.equal(forecast.created, 1)
  assert.deepEqual(remarks.map(({ reason }) => reason), ['没有号码和日期'])
}) // oxfmt-ignore
