// Technical achievements through the API: appraisal, registration and use, and the import of a list.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body?: unknown): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as: admin })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const take = (sid: string, transition: string, fields: object = {}) => ok('achievement/do/transition', { sid, transition, ...fields })

test('[1.01] an achievement is reviewed, appraised, registered, put to use and archived', async () => {
  const { sid: institute } = await ok('applicant/do/create', { name: '虚构研究院', country: 'CN' })
  const { sid, case_no } = await ok('achievement/do/create', { title: '虚构成果', complete_orgs: [{ applicant_sid: institute }] })
  assert.match(String(case_no), /^A\d{9}$/)
  await take(sid, 'review')
  const bare = await call('achievement/do/transition', { sid, transition: 'identify' }, { as: admin })
  assert.deepEqual(bare.errors.map(({ field }) => field).toSorted(), ['identify_date', 'identify_org', 'identify_way'])
  await take(sid, 'identify', { identify_way: 'EVALUATION', identify_org: '虚构评价中心', identify_date: '2024-03-01', level: 'CN_LEAD' })
  const early = await call(
    'achievement/do/transition',
    { sid, transition: 'register', register_no: 'X1', register_date: '2024-02-01' },
    { as: admin },
  )
  assert.deepEqual(early.errors.map(({ field }) => field), ['register_date']) // oxfmt-ignore
  await take(sid, 'register', { register_no: 'X2024000001', register_date: '2024-05-01' })
  await take(sid, 'transform', { application_status: '已在虚构工厂应用', benefit: '1200000.00' })
  assert.equal((await take(sid, 'archive')).status, 'ARCHIVED')
  assert.equal((await ok(`case/${sid}`)).phase, 'EXPIRED')
  const { record } = await ok<{ record: Row[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })
  assert.deepEqual(record, [])
})

test('contributions to an achievement total 100', async () => {
  const people = await Promise.all(['甲', '乙'].map((name) => ok('inventor/do/create', { name: `虚构${name}` })))
  const [one, two] = people.map(({ sid }) => sid)
  const make = (shares: readonly string[]) =>
    call('achievement/do/create', { title: '虚构', completers: [{ inventor_sid: one, contribution_pct: shares[0] }, { inventor_sid: two, contribution_pct: shares[1] }] }, { as: admin }) // oxfmt-ignore
  assert.deepEqual((await make(['60', '30'])).errors.map(({ field }) => field), ['completers']) // oxfmt-ignore
  assert.equal((await make(['60', '40'])).status, 200)
})

test('a list of achievements is imported with its people and its state', async () => {
  const file = await workbook([
    ['序号', '成果名称', '登记号', '登记日期', '完成单位', '主要完成人', '成果水平'],
    [1, '虚构成果甲', 'X2023000011', '2023-05-06', '虚构研究院', '虚构甲；虚构乙', '国际先进'],
    [2, '虚构成果乙', '', '', '虚构研究院', '', ''],
  ])
  const { data, status, message } = await sendFile(app, { path: 'achievement/do/import', token: admin.token, file, name: 'a.xlsx', fields: { mode: 'skip' } }) // oxfmt-ignore
  assert.equal(status, 200, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [2, 0], JSON.stringify(job.errors))
  const { record } = await ok<{ record: Row[] }>('achievement/do/search', { fl: ['status', 'level', 'completers'], iql: "title LIKE '虚构成果_' AND title != '虚构成果' ORDER BY title" }) // oxfmt-ignore
  const imported = record.map(({ status: state, level, completers }) => [state, level, ((completers ?? []) as unknown[]).length])
  assert.deepEqual(imported.toSorted(), [['DRAFT', null, 0], ['REGISTERED', 'INTL_ADV', 2]]) // oxfmt-ignore
})
