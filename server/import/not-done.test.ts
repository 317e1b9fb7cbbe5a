// What a file asks of an existing record and an import does not do.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ZONE } from '../../model/kit/days/clock.ts'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const as = await enrol('ip_manager')
const { done, listed } = casesOf(call, as, 'en')

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  done('patent/do/create', { title: `Case ${++made}`, patent_type: 'INVENTION', country: 'CN', status: 'SE', filing_date: ago(600), ...more })

async function sent(model: string, rows: readonly (readonly string[])[], verb: string) {
  const answer = await sendFile(app, { path: `${model}/do/${verb}`, token: as.token, file: await workbook(rows), name: 'update.xlsx', fields: { mode: 'update' }, lang: 'en' }) // oxfmt-ignore
  assert.equal(answer.status, 200, answer.message)
  return answer.data
}

/** What the preview says of the rows, and what the import then did. */
async function updated(model: string, rows: readonly (readonly string[])[]) {
  const { forecast, remarks } = await sent(model, rows, 'import_preview')
  const job = await jobEnded(tenant, (await sent(model, rows, 'import')).job_sid)
  assert.equal(job.state, 'DONE', JSON.stringify(job.message))
  const counts = job.outcome as Record<string, number>
  assert.deepEqual(Object.keys(forecast).map((key) => forecast[key]), Object.keys(forecast).map((key) => counts[key])) // oxfmt-ignore
  const said = remarks.map(({ row, reason }: { row: number; reason: string }) => `${row} ${reason}`) as string[]
  return { updated: counts.updated, skipped: counts.skipped, said, noted: (job.progress as { counts: { noted: number } }).counts.noted }
}

const statusOf = async (model: string, sid: string) => (await done<{ record: { status: string }[] }>(`${model}/do/search`, { iql: `sid = '${sid}'`, fl: 'status' })).record[0]?.status // oxfmt-ignore
test('a rejection that a file says of a case in examination is a remark on its row, and is kept beside its status', async () => {
  const [rejected, renamed, same] = [await patent(), await patent(), await patent()]
  const asked = await updated('patent', [
    ['案号', '专利名称', '案件状态'],
    [String(rejected.case_no), String(rejected.title), '驳回'],
    [String(renamed.case_no), 'Renamed', '驳回'],
    [String(same.case_no), String(same.title), '实审'],
  ])
  assert.deepEqual([asked.updated, asked.skipped, asked.noted], [2, 1, 2])
  for (const row of [2, 3])
    assert.match(asked.said.join('\n'), new RegExp(`^${row} .*: the file says “Refused”; it was not changed and stays “`, 'm'))
  assert.doesNotMatch(asked.said.join('\n'), /^4 /m)
  assert.equal(await statusOf('patent', rejected.sid), 'SE')
})

test('a cancellation that a file says of a deadline is a remark on its row, and the row counts as changing nothing', async () => {
  const one = await patent({ status: 'FILED', filing_date: ago(10) })
  const [deadline] = await listed('deadline', one.sid, 'sid,name,official_due,status', " AND rule_id = 'CNP01'")
  const heads = ['案件', '期限名称', '官方期限', '状态']
  const cells = [String(one.case_no), String(deadline?.name), String(deadline?.official_due)]
  const asked = await updated('deadline', [heads, [...cells, '已取消']])
  assert.deepEqual([asked.updated, asked.skipped, asked.noted], [0, 1, 1])
  assert.match(asked.said.join(), /^2 Status: the file says “Cancelled”; it was not changed and stays “Open”/)
  assert.equal(await statusOf('deadline', String(deadline?.sid)), 'OPEN')
  const same = await updated('deadline', [heads, [...cells, '未完成']])
  assert.deepEqual([same.updated, same.skipped, same.said], [0, 1, []])
})

test('another number of ours or route in a file is a remark on a row that changes the case', async () => {
  const one = await patent({ application_no: '202410123456.0', filing_date: '2024-03-01' })
  const row = await updated('patent', [
    ['案号', '申请号', '专利名称', '途径'],
    ['OTHER-1', String(one.application_no), 'Renamed', 'PCT'],
  ])
  assert.deepEqual([row.updated, row.skipped, row.noted], [1, 0, 1])
  assert.match(row.said.join('\n'), /^2 Case no.: the file says “OTHER-1”; it was not changed and stays “P\w+”/m)
  assert.match(row.said.join('\n'), /^2 Route: the file says “PCT national phase”; it was not changed and stays “Direct”/m)
})

test('a row that repeats a new row of the same file changes nothing, and one that says more updates it', async () => {
  const heads = ['专利名称', '受理局', '申请号', '申请日', '备注']
  const row = ['Repeated', 'CN', '202410234567.9', '2024-03-01']
  const { updated: changed, skipped } = await updated('patent', [heads, [...row, ''], [...row, ''], [...row, 'more']])
  assert.deepEqual([changed, skipped], [1, 1])
})

test('people whom only rejected or skipped rows name are not created', async () => {
  const there = await patent()
  const rows = [
    ['案号', '专利名称', '专利类型', '国家/地区', '案件状态', '申请人', '发明人'],
    ['', '', '发明', '中国', '撰写中', '虚构拒收有限公司', '拒甲; 共乙'],
    [String(there.case_no), 'Skipped', '发明', '中国', '撰写中', '虚构跳过有限公司', '跳丙'],
    ['', '虚构锁紧件', '发明', '中国', '撰写中', '虚构收下有限公司', '共乙; 收丁'],
  ]
  const answer = await sendFile(app, { path: 'patent/do/import', token: as.token, file: await workbook(rows), name: 'new.xlsx', lang: 'en' })
  const { outcome } = await jobEnded(tenant, answer.data.job_sid)
  const { created, skipped, rejected } = outcome as Record<string, number>
  assert.deepEqual([created, skipped, rejected], [1, 1, 1])
  const names = async (model: string, iql: string) =>
    (await done<{ record: { name: string }[] }>(`${model}/do/search`, { iql, fl: 'name' })).record.map(({ name }) => name).toSorted()
  assert.deepEqual(await names('applicant', "name IN ('虚构拒收有限公司', '虚构跳过有限公司', '虚构收下有限公司')"), ['虚构收下有限公司'])
  assert.deepEqual(await names('inventor', "name IN ('拒甲', '共乙', '跳丙', '收丁')"), ['共乙', '收丁'])
})

test('people whom a row names but does not write are not created, and no webhook tells of them', async () => {
  const admin = await enrol('system_admin')
  const hook = await call('webhook/do/create', { name: '虚构', url: 'https://example.com/in', secret: 'a secret of the receiver', events: [{ entity: 'inventor', change: 'CREATED' }] }, { as: admin }) // oxfmt-ignore
  assert.equal(hook.code, 0, hook.text)
  const row = ['虚构联轴器', '发明', 'CN', '202410345678.7', '2024-03-01']
  const rows = [
    ['专利名称', '专利类型', '受理局', '申请号', '申请日', '发明人', '备注'],
    [...row, '先甲', ''],
    [...row, '后乙', 'more'],
  ]
  const answer = await sendFile(app, { path: 'patent/do/import', token: as.token, file: await workbook(rows), name: 'new.xlsx', lang: 'en' })
  const { outcome } = await jobEnded(tenant, answer.data.job_sid)
  const { created, completed, rejected } = outcome as Record<string, number>
  assert.deepEqual([created, completed, rejected], [1, 1, 0])
  const people = await tenant.db.selectFrom('inventor').select(['sid', 'name']).where('name', 'in', ['先甲', '后乙']).execute()
  assert.deepEqual(people.map(({ name }) => name), ['先甲']) // oxfmt-ignore
  const deliveries = await tenant.db.selectFrom('webhook_delivery').select('record_sid').where('entity', '=', 'inventor').execute()
  assert.deepEqual(deliveries.map(({ record_sid }) => record_sid), people.map(({ sid }) => sid)) // oxfmt-ignore
})
