import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { startJobs } from '../../../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')

const { db } = tenant
const role = await db.selectFrom('role').selectAll().where('code', '=', 'system_admin').executeTakeFirstOrThrow()
const grant = await db.selectFrom('role_grant').selectAll().where('role_sid', '=', role.sid).where('entity', '=', '*').executeTakeFirstOrThrow()
const menu = await db.selectFrom('rbac_menu').selectAll().where('code', '=', 'roles').executeTakeFirstOrThrow()
const type = await db.selectFrom('document_type').selectAll().where('code', '=', 'CN14').executeTakeFirstOrThrow()

/** For each model a built-in record, a refused change and an accepted one. */
const BUILT_IN = [
  { model: 'role', row: role, fixed: { status: '0' }, free: { description: '维护' } },
  { model: 'role_grant', row: grant, fixed: { verbs: ['get'] }, free: undefined },
  { model: 'rbac_menu', row: menu, fixed: { path: '/elsewhere' }, free: { name: '角色管理' } },
  { model: 'document_type', row: type, fixed: { direction: 'OUT' }, free: { name: '一通' } },
] as const

const WORDS = { zh: /系统内置/, en: /built in|built-in/ } as const

for (const { model, row, fixed, free } of BUILT_IN) {
  const now = () => db.selectFrom(model).selectAll().where('sid', '=', row.sid).executeTakeFirst()
  const [code = ''] = Object.keys(fixed)

  test(`${model}: nobody deletes a built-in record, alone or in a batch, and it is named in both languages`, async () => {
    for (const lang of ['zh', 'en'] as const)
      for (const [path, body] of [
        [`${model}/do/delete/${row.sid}`, {}],
        [`${model}/do/batch_delete`, { sids: [row.sid] }],
      ] as const) {
        const { status, code: answer, message } = await call(path, body, { as: admin, lang })
        assert.deepEqual([status, answer], [400, 500005])
        assert.match(message, WORDS[lang])
        const name = 'name' in row ? row.name : '*'
        const named = lang === 'en' && 'name_en' in row && row.name_en ? row.name_en : name
        assert.ok(message.includes(String(named)), message)
      }
    assert.equal((await now())?.deleted_at, null)
  })

  test(`${model}: immutable fields of a built-in record are refused by name in update and batch, the others are not`, async () => {
    for (const lang of ['zh', 'en'] as const)
      for (const [path, body] of [
        [`${model}/do/update`, { sid: row.sid, ...fixed }],
        [`${model}/do/batch_update`, { sids: [row.sid], changes: fixed }],
      ] as const) {
        const { status, errors } = await call(path, body, { as: admin, lang })
        assert.equal(status, 400)
        assert.equal(errors[0]?.field, code)
        assert.match(errors[0]?.reason, WORDS[lang])
      }
    if (free) assert.equal((await call(`${model}/do/update`, { sid: row.sid, ...free }, { as: admin })).code, 0)
  })

  test(`${model}: the schema and the record mark built-in parts`, async () => {
    const { data } = await call<{ system: { flag: string; fixed: string[] | '*' } }>(`${model}/do/schema`, undefined, { as: admin })
    assert.equal(data.system.flag, 'is_system')
    assert.ok(data.system.fixed === '*' || data.system.fixed.includes(code))
    const record = (await call<{ is_system: boolean; abilities: { verbs: string[] } }>(`${model}/${row.sid}`, undefined, { as: admin })).data
    assert.equal(record.is_system, true)
    assert.deepEqual(record.abilities.verbs, free ? ['update'] : [])
    assert.equal((await call(`${model}/do/update`, { sid: row.sid, is_system: false }, { as: admin })).errors[0]?.field, 'is_system')
  })
}

test('an import does not change immutable fields of a built-in record', async () => {
  const file = await workbook([
    ['代码', '名称', '英文名称', '方向'],
    ['CN14', '改名', 'Renamed', '发文'],
  ])
  const { data } = await sendFile(app, { path: 'document_type/do/import', token: admin.token, file, name: 't.xlsx', fields: { mode: 'update' } })
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [0, 1])
  assert.match(JSON.stringify(job.errors), /方向.*系统内置/)
})

test('records made by users are not built in, nor is a copy of the administrators’ role', async () => {
  const copy = await call<{ sid: string; is_system: boolean }>('role/do/copy', { sid: role.sid }, { as: admin })
  assert.equal(copy.data.is_system, false, copy.message)
  assert.equal((await call('role/do/update', { sid: copy.data.sid, status: '0' }, { as: admin })).code, 0)
  assert.equal((await call('rbac_menu/do/create', { name: '新', icon: 'home', is_system: true }, { as: admin })).errors[0]?.field, 'is_system')
})
