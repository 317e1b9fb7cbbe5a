import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Cell } from '../../model/import/values/cell.ts'
import { startJobs } from '../../server/jobs/start.ts'
import { jobEnded, sendFile, workbook } from '../harness/cases/exchange.ts'
import { trialServer } from '../harness/cases/trial-right.ts'

const { server, app, tenant, call, enrol } = await trialServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')

type Sending = { mode?: string; model?: string }
async function imported(rows: readonly (readonly Cell[])[] | Uint8Array<ArrayBuffer>, { mode = 'skip', model = 'plant_variety' }: Sending = {}) {
  const file = rows instanceof Uint8Array ? rows : await workbook(rows)
  const { data, status, message } = await sendFile(app, { path: `${model}/do/import`, token: admin.token, file, name: 'a.xlsx', fields: { mode } })
  assert.equal(status, 200, message)
  return jobEnded(tenant, data.job_sid)
}
const previewed = async (rows: readonly (readonly Cell[])[]) =>
  (await sendFile(app, { path: 'plant_variety/do/import_preview', token: admin.token, file: await workbook(rows), name: 'a.xlsx' })).data

const HEADINGS = ['案号', '品种', '作物类别', '学名', '品种权申请号', '递交申请日', '品种权人', '育种人', '代理机构', '试验点（一格多处）', '序号']
const ROWS: readonly (readonly Cell[])[] = [
  HEADINGS,
  ['I-1', '金穗一号', '粮食作物', 'Oryza sativa', 'CNA 2020-1000.1', '2020-03-01', '甲种业公司；乙农学院', '育种甲', '没有的代理所', '海南、四川', 1],
  ['I-2', '晚霞', '花卉', 'Rosa chinensis', 'CNA 2020-1001.9', '2020-03-02', '甲种业公司', '育种甲；育种乙', '', '', 2],
  [null, '早霞', '花卉', '', 'CNA 2020-1002.7', '2020-03-03', '', '', '', '', 3],
]

test('the headings of its profile are recognised, and its additional import targets are offered', async () => {
  const { columns, targets, tried, faulty } = await previewed(ROWS)
  assert.deepEqual(
    columns.map(({ field }: { field: string | null }) => field),
    ['case_no', 'denomination', 'crop_kind', 'botanical_taxon', 'application_no', 'filed_on', 'right_holders', 'breeders', 'firm_sid', 'sites', null],
  )
  assert.ok(targets.some(({ code }: { code: string }) => code === 'sites'))
  assert.deepEqual([tried, faulty], [3, 0])
})

test('the source of a file is recognised by its headings', async () => {
  assert.equal((await previewed([['案号', '品种', '品种权公告'], ['G-1', '甲', 'x']])).source, 'Gazette') // oxfmt-ignore
})

test('new rows are created with the people they name, and rows without a number get one', async () => {
  const job = await imported(ROWS)
  assert.deepEqual([job.ok, job.failed], [3, 0], JSON.stringify(job.errors))
  const { data } = await call<{ record: Record<string, unknown>[] }>(
    'plant_variety/do/search',
    { fl: ['case_no', 'denomination', 'office', 'trial_sites', 'right_holders', 'breeders', 'firm_sid'], iql: 'ORDER BY application_no' },
    { as: admin },
  )
  const [first, second, third] = data.record
  assert.deepEqual([first?.case_no, first?.office, first?.trial_sites, first?.firm_sid], ['I-1', 'CN', ['海南', '四川'], null])
  assert.equal((first?.right_holders as unknown[] | undefined)?.length, 2)
  assert.equal((second?.breeders as unknown[] | undefined)?.length, 2)
  assert.match(String(third?.case_no), /^V\d{4}-\d{4}B$/)
  assert.equal(await tenant.db.selectFrom('inventor').select('sid').execute().then((rows) => rows.length), 2) // oxfmt-ignore
})

test('existing records are matched by number in every spelling; faulty rows are reported by field', async () => {
  const rows: readonly (readonly Cell[])[] = [
    ['品种', '作物类别', '品种权申请号', '递交申请日', '生长周期数'],
    ['金穗一号（改）', '粮食作物', 'CNA20201000.1', '2021-01-01', 3],
    ['新品种', '果树', 'CNA 2021-5.5', '2021-05-05', 2],
    ['坏品种', '树', 'CNA 2021-6.6', '2021-05-06', 9],
    ['坏周期', '果树', 'CNA 2021-7.7', '2021-05-06', 99],
    ['新品种', '果树', 'CNA20215.5', '2021-05-05', 2],
  ]
  const job = await imported(rows, { mode: 'update' })
  assert.deepEqual([job.ok, job.failed], [3, 2], JSON.stringify(job.errors))
  const reasons = (job.errors as { row: number; reasons: { field: string }[] }[]).map((one) => [one.row, one.reasons.map(({ field }) => field)])
  assert.deepEqual(reasons, [
    [4, ['crop_kind']],
    [5, ['growing_cycles']],
  ])
  const { data } = await call<{ total: number; record: Record<string, unknown>[] }>(
    'plant_variety/do/search',
    { fl: ['denomination', 'filed_on', 'growing_cycles', 'case_no'], iql: "case_no = 'I-1'" },
    { as: admin },
  )
  assert.deepEqual([data.record[0]?.denomination, data.record[0]?.filed_on, data.record[0]?.growing_cycles], ['金穗一号（改）', '2020-03-01', 3])
})

for (const fl of [undefined, 'all'] as const)
  test(`its export with ${fl ?? 'default'} columns can be imported again without duplicates or rejected rows`, async () => {
    const total = async () => (await call<{ total: number }>('plant_variety/do/count', {}, { as: admin })).data.total
    const before = await total()
    type Schema = { fields: { code: string; exportable: boolean }[] }
    const { fields } = (await call<Schema>('plant_variety/do/schema', undefined, { as: admin })).data
    const codes = fields.filter(({ exportable }) => exportable).map(({ code }) => code)
    const { data } = await call<{ job_sid: string }>('plant_variety/do/export', fl ? { fl: codes } : {}, { as: admin })
    const made = await jobEnded(tenant, data.job_sid)
    assert.equal(made.state, 'DONE', String(made.message))
    const { rawPayload } = await app.inject({ url: String(made.result_url), headers: { authorization: `Bearer ${admin.token}` } })
    const job = await imported(new Uint8Array(rawPayload), { mode: 'update' })
    const { updated, created, skipped, rejected } = job.outcome as Record<string, number>
    assert.deepEqual({ updated, created, skipped, rejected }, { updated: 0, created: 0, skipped: before, rejected: 0 }, JSON.stringify(job.errors))
    assert.equal(await total(), before)
  })

test('a deadline is imported by the number of its case', async () => {
  const job = await imported([['期限名称', '案件', '官方期限'], ['提交材料', 'I-1', '2031-01-01']], { model: 'deadline' }) // oxfmt-ignore
  assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
})
