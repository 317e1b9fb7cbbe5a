import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ImportPreview } from '../../model/import/import-routes.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const make = (model: string, values: Record<string, unknown>) =>
  createRow(systemContext(tenant), modelNamed(tenant.models, model), { company_sid: admin.company, ...values })

const research = await make('department', { name: '虚构研究部', code: 'FR' })
await make('department', { name: '虚构产品部', code: 'FP' })
const leader = await make('user_info', { name: '虚构领导', job_number: 'K-0' })
const ann = await make('user_info', { name: '虚构甲', job_number: 'K-1', email: 'a@example.test', mobile: '13800000001', department_sid: research })
const ben = await make('user_info', { name: '虚构乙', job_number: 'K-2', email: 'b@example.test' })
await make('user_info', { name: '虚构已离职', job_number: 'K-9', person_status: 'RESIGNED' })
await make('user_info', { name: '虚构无工号' })

const HEADS = ['工号', '姓名', '部门', '邮箱', '手机', '直属上级', '角色']
const send = async (path: string, rows: readonly (readonly string[])[], fields: Record<string, string>, as: Person = admin, heads = HEADS) => {
  const file = await workbook([heads, ...rows])
  const { status, data, message } = await sendFile(app, { path: `user_info/do/${path}`, token: as.token, file, name: '人员.xlsx', fields })
  assert.equal(status, 200, message)
  return data
}
const preview = async (...given: [rows: readonly (readonly string[])[], as?: Person, heads?: string[]]): Promise<ImportPreview> =>
  send('import_preview', given[0], { mode: 'update' }, given[1], given[2])

const ROWS = [
  ['K-1', '虚构甲改', '虚构产品部', 'new@example.test', '13800000002', '虚构领导'],
  ['K-2', '虚构乙', '', 'b@example.test', '', ''],
  ['K-3', '虚构丙', '虚构研究部', 'c@example.test', '', '', '发明人'],
]

test('an import of people by job number first shows, for each row that changes somebody, the old and the new values', async () => {
  const { forecast, changed, unchanged, changes, absent } = await preview(ROWS)
  assert.deepEqual([forecast.created, forecast.updated, changed, unchanged], [1, 1, 1, 1])
  assert.deepEqual(changes, [
    {
      row: 2,
      name: '虚构甲',
      fields: [
        { label: '姓名', old: '虚构甲', new: '虚构甲改' },
        { label: '邮箱', old: 'a@example.test', new: 'new@example.test' },
        { label: '手机', old: '13800000001', new: '13800000002' },
        { label: '部门', old: '虚构研究部', new: '虚构产品部' },
        { label: '直属上级', old: '', new: '虚构领导' },
      ],
    },
  ])
  assert.deepEqual(absent, { count: 1, first: [{ sid: leader, name: '虚构领导', number: 'K-0' }] })
  const row = await tenant.db.selectFrom('user_info').select(['name', 'version']).where('sid', '=', ann).executeTakeFirst()
  assert.deepEqual(row, { name: '虚构甲', version: 1 }, 'nothing is written by the preview')
})

test('a leader who stands in the same file is shown where the record has another, and without a remark where neither is on record', async () => {
  const { changes, remarks, faulty } = await preview([
    ['K-0', '虚构领导', '', '', '', ''],
    ['K-2', '虚构乙', '', 'b@example.test', '', '虚构领导'],
    ['K-5', '虚构新领导', '虚构研究部', 'd@example.test', '', '', '发明人'],
    ['K-6', '虚构新人', '虚构研究部', 'e@example.test', '', '虚构新领导', '发明人'],
  ])
  assert.deepEqual(changes.map(({ row, fields }) => [row, fields]), [[3, [{ label: '直属上级', old: '', new: '虚构领导' }]]]) // oxfmt-ignore
  assert.deepEqual([remarks, faulty], [[], 0])
})

test('the import changes what was shown, and leaves those whom the file lacks as they are', async () => {
  await jobEnded(tenant, (await send('import', ROWS, { mode: 'update' })).job_sid)
  const row = await tenant.db.selectFrom('user_info').selectAll().where('sid', '=', ann).executeTakeFirstOrThrow()
  assert.deepEqual([row.name, row.email, row.mobile, row.leader_sid], ['虚构甲改', 'new@example.test', '13800000002', leader])
  const other = await tenant.db.selectFrom('user_info').select(['version', 'person_status']).where('sid', '=', leader).executeTakeFirst()
  assert.deepEqual(other, { version: 1, person_status: 'EMPLOYED' })
  const again = await preview(ROWS)
  assert.deepEqual([again.changed, again.unchanged, again.changes], [0, 3, []])
})

test('a row with a fault still names its person; without job numbers nobody is listed as missing', async () => {
  const { absent, faulty } = await preview([['K-0', '虚构领导', '没有的部门', '', '', ''], ['k-1', '虚构甲改', '', '', '', ''], ['K-3', '虚构丙', '', 'no address', '', '']]) // oxfmt-ignore
  assert.ok(faulty >= 1)
  assert.deepEqual(
    absent?.first.map(({ sid }) => sid),
    [ben],
  )
  assert.equal((await preview([['虚构甲改', 'new@example.test']], admin, ['姓名', '邮箱'])).absent, null)
})

test('old values that the caller may not read, or sees masked, are not shown', async () => {
  const role = await make('role', { code: 'importer', name: '导入', weight: 50, mask_mobile: true })
  const verbs = ['get', 'search', 'count', 'create', 'update', 'import']
  await make('role_grant', { role_sid: role, entity: 'user_info', verbs, data_scope: 'ALL', hidden_fields: ['email'] })
  await make('role_grant', { role_sid: role, entity: 'department', verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  const importer = await enrol('inventor', { role_sids: [role] })
  const rows = [
    ['K-1', '虚构甲三', '', '', '13800000003', ''],
    ['K-3', '虚构丙三', '', '', '', ''],
  ]
  await tenant.db.updateTable('user_info').set({ mobile: '13800009999' }).where('job_number', '=', 'K-3').execute()
  const answer = await preview(rows, importer)
  assert.deepEqual(answer.changes[0]?.fields, [
    { label: '姓名', old: '虚构甲改', new: '虚构甲三' },
    { label: '手机', old: '138****0002', new: '138****0003' },
  ])
  for (const unseen of ['new@example.test', '13800009999', '13800000002']) assert.ok(!JSON.stringify(answer).includes(unseen), unseen)
})

test('one’s own row with another mobile is at fault in a file of an older session, and the rest is taken', async () => {
  const keeper = await enrol('system_admin', { job_number: 'K-7' })
  const rows = [
    ['K-7', '虚构庚', '', '', '13800000007', ''],
    ['K-1', '虚构甲改', '虚构产品部', 'new@example.test', '13800000008', '虚构领导'],
  ]
  assert.equal((await preview(rows, keeper)).faulty, 0, 'just signed in')
  await tenant.db.updateTable('token').set({ created_at: '2026-01-01T00:00:00Z', family: null }).where('user_sid', 'is not', null).where('kind', '=', 'SESSION').execute() // oxfmt-ignore
  for (const some of [rows, rows.slice(0, 1)]) assert.equal((await preview(some, keeper)).faulty, 1)
  await jobEnded(tenant, (await send('import', rows, { mode: 'update' }, keeper)).job_sid)
  const mobileOf = async (sid: string) =>
    (await tenant.db.selectFrom('user_info').select('mobile').where('sid', '=', sid).executeTakeFirstOrThrow()).mobile
  assert.deepEqual([await mobileOf(keeper.sid), await mobileOf(ann)], [null, '13800000008'])
})

test('a file takes nothing from the last administrator, and each row says why', async () => {
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('user_info_sid', 'is distinct from', admin.sid).execute()
  await tenant.db.updateTable('user_info').set({ job_number: 'K-8' }).where('sid', '=', admin.sid).execute()
  const person = () =>
    tenant.db.selectFrom('user_info').select(['name', 'role_sids', 'person_status', 'person_type']).where('sid', '=', admin.sid).executeTakeFirstOrThrow()
  const before = await person()
  const role = await tenant.db.selectFrom('role').select('name').where('code', '=', 'inventor').executeTakeFirstOrThrow()
  for (const [head, value] of [['人员状态', '离职'], ['人员类型', '外部'], ['角色', String(role.name)]] as const) {
    const sent = await send('import', [['K-8', String(before.name), value]], { mode: 'update' }, admin, ['工号', '姓名', head])
    const job = await jobEnded(tenant, sent.job_sid)
    assert.deepEqual([job.ok, job.failed], [0, 1], JSON.stringify(job))
    assert.match(JSON.stringify(job.errors), /至少保留一位系统管理员/)
    assert.deepEqual(await person(), before, head)
  }
}) // oxfmt-ignore
