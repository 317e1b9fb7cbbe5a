import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { app, server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')

type Reasons = { row: number; reasons: { field: string; reason: string }[] }[]

async function imported(model: string, rows: readonly (readonly string[])[], { as = admin, mode = 'skip' }: { as?: Person; mode?: string } = {}) {
  const file = await workbook(rows)
  const { data, message } = await sendFile(app, { path: `${model}/do/import`, token: as.token, file, name: `${model}.xlsx`, fields: { mode } })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.state, 'DONE', String(job.message))
  const faults = ((job.errors ?? []) as Reasons).map(({ row, reasons }) => [row, ...reasons.map(({ field }) => field)]) // as import-job.ts keeps them
  return { sid: job.sid, ok: job.ok, faults }
}

const ROLE = ['角色代码', '角色名称', '权重', '可见文件类别', '证件号码脱敏']
const GRANT = ['角色', '对象', '操作', '数据范围', '导出行数上限', '隐藏字段', '只读字段']
const grantsOf = (role: string) =>
  tenant.db
    .selectFrom('role_grant as g')
    .innerJoin('role as r', 'r.sid', 'g.role_sid')
    .select(['g.entity', 'g.verbs', 'g.data_scope', 'g.export_max', 'g.hidden_fields', 'g.read_only_fields'])
    .where('r.code', '=', role)
    .where('g.deleted_at', 'is', null)
    .orderBy('g.entity')
    .execute()

test('roles and their permissions come in from two tables in the words of the screens, and are undone as a whole', async () => {
  const roles = await imported('role', [
    ROLE,
    ['reader', '读者', '20', '官方往来; 证书公报', '是'],
    ['1bad', '代码有误', '20', '', ''],
    ['heavy', '权重有误', '5000', '', ''],
    ['odd', '类别有误', '20', '没有的类别', ''],
  ])
  assert.deepEqual([roles.ok, roles.faults], [1, [[3, 'code'], [4, 'weight'], [5, 'document_classes']]]) // oxfmt-ignore
  const { address, request_id } = await tenant.db.selectFrom('audit_entry').select(['address', 'request_id']).where('entity', '=', 'role').orderBy('number', 'desc').executeTakeFirstOrThrow() // oxfmt-ignore
  assert.deepEqual([address, request_id], ['127.0.0.1', roles.sid], 'the audit log says from where, and by which job')
  const { title, abstract } = modelOf(tenant, 'patent').fields
  const grants = await imported('role_grant', [
    GRANT,
    ['读者', '专利', '查看; 查询; 计数; 导出', '本公司及下级', '50', String(abstract?.zh), String(title?.en)],
    ['读者', 'Trademark', 'View、Search', '本人', '', 'remark', ''],
    ['读者', '没有的对象', '查看', '本人', '', '', ''],
    ['读者', '软件著作权', '查看', '本人', '', '没有的字段', ''],
    ['没有的角色', '专利', '查看', '本人', '', '', ''],
    ['读者', '论文', '查看', '没有的范围', '', '', ''],
  ])
  assert.deepEqual(grants.faults, [[4, 'entity'], [5, 'hidden_fields'], [6, 'role_sid'], [7, 'data_scope']]) // oxfmt-ignore
  assert.deepEqual(
    (await grantsOf('reader')).map((one) => Object.values(one)),
    [
      ['patent', ['get', 'search', 'count', 'export'], 'COMPANY_SUB', 50, ['abstract'], ['title']],
      ['trademark', ['get', 'search'], 'SELF', null, ['remark'], null],
    ],
  )
  const again = await imported('role_grant', [GRANT, ['读者', '专利', '查看', '本人', '', '', '']], { mode: 'update' })
  assert.equal(again.ok, 1)
  assert.deepEqual((await grantsOf('reader')).map(({ verbs }) => verbs)[0], ['get'])
  const undo = (sid: string) => call('job/do/take_back', { sid }, { as: admin })
  assert.equal((await undo(roles.sid)).status, 400, 'while it has permissions')
  for (const one of [again, grants, roles]) assert.equal((await undo(one.sid)).code, 0)
  assert.deepEqual(await grantsOf('reader'), [])
  assert.equal((await tenant.db.selectFrom('role').select('sid').where('code', '=', 'reader').where('deleted_at', 'is', null).execute()).length, 0)
})

test('a table of roles or permissions raises nobody above the person who imports it', async () => {
  const own = await make('role', { code: 'importer', name: '导入员', weight: 70 })
  const verbs = ['get', 'search', 'create', 'update', 'delete', 'import']
  for (const entity of ['role', 'patent']) await make('role_grant', { role_sid: own, entity, verbs, data_scope: 'ALL' })
  await make('role_grant', { role_sid: own, entity: 'role_grant', verbs, data_scope: 'COMPANY' })
  await make('role', { code: 'worn', name: '轻角色', weight: 10 })
  const as = await enrol('inventor', { role_sids: [own] })
  const roles = await imported('role', [
    ROLE,
    ['raised', '更高', '71', '', ''],
    ['seeing', '看秘密', '10', '秘密', ''],
    ['importer', '导入员', '71', '', ''],
    ['system_admin', '系统管理员', '1', '', ''],
  ], { as, mode: 'update' }) // oxfmt-ignore
  assert.deepEqual([roles.ok, roles.faults.map(([row]) => row)], [0, [2, 3, 4, 5]])
  const grants = await imported('role_grant', [
    GRANT,
    ['轻角色', '全部', '全部', '全部', '', '', ''],
    ['轻角色', '专利', '导出', '本人', '', '', ''],
    ['轻角色', '商标', '查看', '本人', '', '', ''],
    ['系统管理员', '专利', '查看', '全部', '', '', ''],
    ['导入员', '专利', '查看', '全部', '', '', ''],
    ['轻角色', '角色权限', '查看', '全部', '', '', ''],
  ], { as, mode: 'update' }) // oxfmt-ignore
  assert.deepEqual([grants.ok, grants.faults.map(([row]) => row)], [0, [2, 3, 4, 5, 6, 7]])
  assert.deepEqual(await grantsOf('worn'), [])
})
