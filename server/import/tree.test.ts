import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const company = '部门所属公司（虚构）'
const sub = await createRow(systemContext(tenant), modelOf(tenant, 'company'), { company_name: company, parent_sid: admin.company })

async function imported(rows: readonly (readonly string[])[], fields: Record<string, string> = {}) {
  const file = await workbook([['部门名称', '部门代码', '上级部门', '公司'], ...rows])
  const { data, message } = await sendFile(app, { path: 'department/do/import', token: admin.token, file, name: 'departments.xlsx', fields })
  assert.ok(data?.job_sid, message)
  return jobEnded(tenant, data.job_sid)
}
const parentOf = async (name: string) => {
  const row = await tenant.db.selectFrom('department as d').leftJoin('department as p', 'p.sid', 'd.parent_sid').select(['p.name as parent', 'd.company_sid']).where('d.name', '=', name).where('d.deleted_at', 'is', null).executeTakeFirst() // oxfmt-ignore
  return row && [row.parent, row.company_sid]
}

test('a parent department stands in the same file, before or after what is below it, and the heading 公司 is the company', async () => {
  const rows = [
    ['虚构三级部', 'T-3', '虚构二级部', company],
    ['虚构二级部', 'T-2', 'T-1', company],
    ['虚构一级部', 'T-1', '', company],
    ['虚构另一三级部', 'T-4', '虚构二级部', company],
  ]
  const tried = await imported(rows, { dry_run: 'true' })
  assert.deepEqual([tried.state, tried.failed], ['DONE', 0], JSON.stringify(tried.errors))
  const job = await imported(rows)
  assert.deepEqual([job.state, job.ok, job.failed], ['DONE', 4, 0], JSON.stringify(job.errors))
  assert.deepEqual(await parentOf('虚构三级部'), ['虚构二级部', sub])
  assert.deepEqual(await parentOf('虚构二级部'), ['虚构一级部', sub])
  assert.deepEqual(await parentOf('虚构另一三级部'), ['虚构二级部', sub])
})

test('departments that are each the parent of the other are refused, and one that names no department of file or system too', async () => {
  const job = await imported([
    ['虚构环甲', 'C-1', '虚构环乙', ''],
    ['虚构环乙', 'C-2', '虚构环甲', ''],
    ['虚构孤部', 'C-3', '没有这个部门', ''],
  ])
  assert.equal(job.failed, 3, JSON.stringify(job.errors))
  assert.match(JSON.stringify(job.errors), /“没有这个部门”没有找到/)
})

test('a name in brackets that is not the company of the department found is unknown, and the company may stand where it is not needed', async () => {
  await createRow(systemContext(tenant), modelOf(tenant, 'department'), { name: '虚构电机部', company_sid: sub })
  const job = await imported([
    ['虚构电机一组', 'B-1', '虚构电机部 (另一公司)', company],
    ['虚构电机二组', 'B-2', `虚构电机部 (${company})`, company],
    ['虚构电机三组', 'B-3', '虚构电机部', company],
  ])
  assert.deepEqual([job.ok, job.failed], [2, 1], JSON.stringify(job.errors))
  assert.match(JSON.stringify(job.errors), /“虚构电机部 \(另一公司\)”没有找到/)
  assert.deepEqual(await parentOf('虚构电机二组'), ['虚构电机部', sub])
})

test('a leader whom nobody knows leaves the one on record', async () => {
  const before = { name: '虚构留任部', code: 'L-1', company_sid: sub, leader_sid: admin.sid }
  await createRow(systemContext(tenant), modelOf(tenant, 'department'), before)
  const rows = [['虚构留任部', 'L-1', 'Kept', '没有这个人', company]] // oxfmt-ignore
  const file = await workbook([['部门名称', '部门代码', '英文名称', '部门负责人', '公司'], ...rows])
  const { data, message } = await sendFile(app, {
    path: 'department/do/import',
    token: admin.token,
    file,
    name: 'd.xlsx',
    fields: { mode: 'update' },
  })
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.failed, 0, message ?? JSON.stringify(job.errors))
  const row = await tenant.db.selectFrom('department').select(['name_en', 'leader_sid']).where('code', '=', 'L-1').executeTakeFirst()
  assert.deepEqual(row, { name_en: 'Kept', leader_sid: admin.sid })
})

test('of departments of one name in several companies, a row means the one of the company that it states; without it, the row is refused', async () => {
  const context = systemContext(tenant)
  const [here, there] = [admin.company, sub]
  const names = new Map<string, string>()
  for (const company_sid of [here, there])
    names.set(company_sid, await createRow(context, modelOf(tenant, 'department'), { name: '虚构研发部', company_sid }))
  const people = await workbook([
    ['姓名', '工号', '公司', '部门', '邮箱', '角色'],
    ['虚构甲', 'W-1', company, '虚构研发部', 'w-1@example.test', '发明人'],
    ['虚构乙', 'W-2', '', '虚构研发部', 'w-2@example.test', '发明人'],
  ])
  const { data, message } = await sendFile(app, { path: 'user_info/do/import', token: admin.token, file: people, name: 'people.xlsx', fields: {} })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [1, 1], JSON.stringify(job.errors))
  assert.match(JSON.stringify(job.errors), /“虚构研发部”对应多条部门，请在“所属公司”列注明公司/)
  const person = await tenant.db
    .selectFrom('user_info')
    .select(['company_sid', 'department_sid'])
    .where('job_number', '=', 'W-1')
    .executeTakeFirstOrThrow()
  assert.deepEqual(person, { company_sid: there, department_sid: names.get(there) })
  const below = await imported([['虚构研发一组', 'R-1', '虚构研发部', company]])
  assert.equal(below.ok, 1, JSON.stringify(below.errors))
  assert.deepEqual(await parentOf('虚构研发一组'), ['虚构研发部', sub])
  const workshop = await createRow(context, modelOf(tenant, 'department'), { name: '虚构制造部', company_sid: there })
  await createRow(context, modelOf(tenant, 'department'), { name: '虚构研发部', company_sid: there, parent_sid: workshop })
  const unclear = await imported([['虚构研发二组', 'R-2', '虚构研发部', company]])
  assert.deepEqual([unclear.ok, unclear.failed], [0, 1], 'the company has two of them')
})

async function importedAs(model: string, rows: readonly (readonly string[])[], fields: Record<string, string> = {}) {
  const file = await workbook(rows)
  const { data, message } = await sendFile(app, { path: `${model}/do/import`, token: admin.token, file, name: `${model}.xlsx`, fields })
  assert.ok(data?.job_sid, message)
  return jobEnded(tenant, data.job_sid)
}
const leaderOf = async (job_number: string) => {
  const row = await tenant.db.selectFrom('user_info as p').leftJoin('user_info as l', 'l.sid', 'p.leader_sid').select('l.name').where('p.job_number', '=', job_number).executeTakeFirstOrThrow() // oxfmt-ignore
  return row.name
}

test('a leader stands in the same table of people, before or after those whom they lead; one who is nowhere is left empty until the table is imported again', async () => {
  const rows = [
    ['姓名', '工号', '直属上级', '部门', '邮箱', '角色'],
    ...[
      ['虚构组员', 'L-3', '虚构组长'],
      ['虚构组长', 'L-2', '虚构总监 (L-1)'],
      ['虚构总监', 'L-1', ''],
      ['虚构新人', 'L-4', '虚构未到者'],
    ].map((own) => [...own, '知识产权部', `${own[1]}@example.test`, '发明人']),
  ]
  const tried = await importedAs('user_info', rows, { dry_run: 'true' })
  assert.deepEqual([tried.state, tried.failed], ['DONE', 0], JSON.stringify(tried.errors))
  const job = await importedAs('user_info', rows)
  assert.deepEqual([job.ok, job.failed], [4, 0], JSON.stringify(job.errors))
  assert.deepEqual([await leaderOf('L-3'), await leaderOf('L-2'), await leaderOf('L-4')], ['虚构组长', '虚构总监', null])
  await createRow(systemContext(tenant), modelOf(tenant, 'user_info'), { name: '虚构未到者', company_sid: admin.company })
  const again = await importedAs('user_info', rows, { mode: 'update' })
  assert.deepEqual([again.state, again.failed, await leaderOf('L-4')], ['DONE', 0, '虚构未到者'], JSON.stringify(again.errors))
})

test('a department comes in before its leader does, and is given the leader when the table is imported again', async () => {
  const rows = [
    ['部门名称', '部门代码', '部门负责人'],
    ['虚构先建部', 'BF-1', '虚构后到者'],
  ]
  const leaderHere = async () => {
    const row = await tenant.db.selectFrom('department as d').leftJoin('user_info as l', 'l.sid', 'd.leader_sid').select('l.name').where('d.code', '=', 'BF-1').where('d.name', '=', '虚构先建部').executeTakeFirstOrThrow() // oxfmt-ignore
    return row.name
  }
  const job = await importedAs('department', rows)
  assert.deepEqual([job.ok, job.failed, await leaderHere()], [1, 0, null], JSON.stringify(job.errors))
  await createRow(systemContext(tenant), modelOf(tenant, 'user_info'), { name: '虚构后到者', company_sid: admin.company })
  await importedAs('department', rows, { mode: 'update' })
  assert.equal(await leaderHere(), '虚构后到者')
})

test('an agency and an applicant may name their country in words', async () => {
  const agencies = await importedAs('agency', [
    ['机构名称', '国家/地区'],
    ['虚构代理所', '中国'],
    ['Fictional LLP', 'United States of America'],
  ])
  const applicants = await importedAs('applicant', [
    ['申请人名称', '国家/地区'],
    ['虚构申请人', '日本'],
  ])
  assert.deepEqual([agencies.ok, applicants.ok], [2, 1], JSON.stringify([agencies.errors, applicants.errors]))
  const rows = await tenant.db.selectFrom('agency').select('country').where('agency_name', 'in', ['虚构代理所', 'Fictional LLP']).orderBy('country').execute() // oxfmt-ignore
  assert.deepEqual(rows.map(({ country }) => country), ['CN', 'US']) // oxfmt-ignore
})

test('departments of one name in two companies are two, as the preview says before; the same one said twice is one', async () => {
  const other = '另一所属公司（虚构）'
  await createRow(systemContext(tenant), modelOf(tenant, 'company'), { company_name: other, parent_sid: admin.company })
  const file = await workbook([
    ['部门名称', '上级部门', '公司'],
    ['虚构同名部', '', other],
    ['虚构同名部', '', company],
    ['虚构同名组', '虚构同名部', other],
    ['虚构同名组', '虚构同名部', company],
    ['虚构同名组', '虚构同名部', company],
  ])
  const send = (path: string) => sendFile(app, { path: `department/do/${path}`, token: admin.token, file, name: 'd.xlsx', fields: { mode: 'skip' } })
  const { data, message } = await send('import_preview')
  assert.deepEqual([data?.forecast?.created, data?.again], [4, 1], String(message))
  const job = await jobEnded(tenant, (await send('import')).data.job_sid)
  assert.deepEqual([job.state, job.ok, job.failed], ['DONE', 4, 0], JSON.stringify(job))
  const made = await tenant.db.selectFrom('department').select('sid').where('name', 'like', '虚构同名%').execute()
  assert.equal(made.length, 4)
})
