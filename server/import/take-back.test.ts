import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { TakenBack } from '../../model/import/import-actions.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { updateRow } from '../records/write/update.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const colleague = await enrol('ip_manager')
const admin = await enrol('system_admin')

const HEADS = ['案号', '专利名称', '国家/地区', '申请号', '申请日', '申请人', '优先权号', '优先权日', '优先权国家', '摘要']

async function importRows(rows: readonly (readonly string[])[], mode = 'skip', as = manager) {
  const file = await workbook([HEADS, ...rows])
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: as.token, file, name: '批.xlsx', fields: { mode } })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.failed, 0, JSON.stringify(job.errors))
  return job.sid
}

const takeBack = (sid: string, more = {}, as = manager) => call<TakenBack>('job/do/take_back', { sid, ...more }, { as })
const live = (like: string) => tenant.db.selectFrom('patent').selectAll().where('title', 'like', like).where('deleted_at', 'is', null).execute()

const findingsOf = async (sids: readonly unknown[]) =>
  (await tenant.db.selectFrom('finding').select('code').where('case_sid', 'in', sids.map(String)).orderBy('code').execute()).map(({ code }) => code) // oxfmt-ignore

const FIRST = ['TAKEN-2024-001', '撤回一', 'CN', '202310123456.6', '2023-02-20', '撤回甲公司', '', '', '', '']
const SECOND = ['TAKEN-2024-002', '撤回二', 'KR', '10-2024-0012345', '2024-02-19', '撤回甲公司', '202310123456.6', '2023-02-20', 'CN', '']

test('an import says how many deadlines and fees it made for its own cases, not for others of the person meanwhile', async () => {
  const started = new Date(Date.now() - 1000).toISOString()
  const aside = { title: '旁案', country: 'CN', patent_type: 'INVENTION', status: 'GRANTED', filing_date: '2023-02-20', grant_date: '2025-03-04' } // oxfmt-ignore
  const made = await call<{ sid: string }>('patent/do/create', aside, { as: manager })
  assert.equal(made.code, 0, made.text)
  const sid = await importRows([['COUNT-1', '计数一', 'CN', '', '2024-05-20', '', '', '', '', '']])
  // As if the other case had been entered while the file was read.
  await tenant.db.updateTable('job').set({ started_at: started }).where('sid', '=', sid).execute()
  const [own] = await live('计数一')
  const of = async (model: 'deadline' | 'fee', sids: string[]) =>
    Number((await tenant.db.selectFrom(model).select((one) => one.fn.countAll<string>().as('n')).where('case_sid', 'in', sids).executeTakeFirstOrThrow()).n) // oxfmt-ignore
  const expected = { deadlines: await of('deadline', [String(own?.sid)]), fees: await of('fee', [String(own?.sid)]) }
  assert.ok(expected.deadlines > 0 && (await of('deadline', [made.data.sid])) > 0)
  const { data } = await call('job/do/docketed', { sid }, { as: manager })
  assert.deepEqual(data, expected)
  assert.equal((await call('job/do/docketed', { sid }, { as: await enrol('inventor') })).status, 404)
  await takeBack(sid)
})

test('an import is previewed and undone as a whole, with its cases, priority claims and applicants, with history and only once', async () => {
  const sid = await importRows([FIRST, SECOND])
  assert.deepEqual((await takeBack(sid, { preview: true })).data, { created: 2, changed: 0, people: 1, touched: [], touched_count: 0 })
  assert.equal((await live('撤回%')).length, 2, 'a preview takes nothing back')
  assert.notEqual((await takeBack(sid, {}, colleague)).status, 200, 'another person’s import')
  const { status, data, text } = await takeBack(sid)
  assert.deepEqual([status, data.created, data.people], [200, 2, 1], text)
  assert.equal((await live('撤回%')).length, 0)
  assert.equal(
    (await tenant.db.selectFrom('applicant').select('sid').where('name', '=', '撤回甲公司').where('deleted_at', 'is', null).execute()).length,
    0,
  )
  const [gone] = await tenant.db.selectFrom('patent').select('sid').where('title', '=', '撤回一').execute()
  const log = await tenant.db.selectFrom('change_log').select('action').where('record_sid', '=', String(gone?.sid)).orderBy('created_at').execute()
  assert.deepEqual([log[0]?.action, log.at(-1)?.action], ['CREATE', 'DELETE'])
  assert.match((await takeBack(sid)).message, /已经撤回/)
  await importRows([FIRST, SECOND])
  const again = await live('撤回%')
  assert.equal(again.length, 2, 'the same file can be imported again')
  const restored = await call('patent/do/restore', { sids: [gone?.sid] }, { as: manager })
  assert.match(restored.text, /TAKEN-2024-001|其他记录/, 'its number has another holder now')
  assert.notEqual(restored.status, 200)
  const typed = { case_no: 'TAKEN-2024-009', title: '手工所录', country: 'CN', patent_type: 'INVENTION' }
  const made = await call('patent/do/create', typed, { as: manager })
  assert.equal((await call(`patent/do/delete/${String(made.data.sid)}`, {}, { as: admin })).status, 200)
  const refused = await call('patent/do/create', typed, { as: manager })
  assert.match(refused.text, /已删除的记录/, 'a number deleted by a person is not given again')
})

test('the number of a case that was restored after the undo of its import, and then deleted by a person, is not given again', async () => {
  const row = ['TAKEN-2024-030', '撤回后又用', 'CN', '', '', '', '', '', '', '']
  const sid = await importRows([row])
  const [patent] = await live('撤回后又用')
  assert.equal((await takeBack(sid)).status, 200)
  assert.equal((await call('patent/do/restore', { sids: [patent?.sid] }, { as: manager })).status, 200)
  const deleted = await call(`patent/do/delete/${String(patent?.sid)}`, {}, { as: admin })
  assert.equal(deleted.status, 200, deleted.text)
  const typed = { case_no: 'TAKEN-2024-030', title: '另一件', country: 'CN', patent_type: 'INVENTION' }
  assert.match((await call('patent/do/create', typed, { as: manager })).text, /已删除的记录/)
})

test('an undone file is imported again although the results of its rows were deleted', async () => {
  const row = ['TAKEN-2024-031', '结果已清', 'CN', '', '2023-02-20', '', '', '', '', '']
  const sid = await importRows([row])
  assert.equal((await takeBack(sid)).status, 200)
  await tenant.db.deleteFrom('imported_row').where('job_sid', '=', sid).execute()
  await importRows([row])
  assert.equal((await live('结果已清')).length, 1)
})

test('an undone import deletes findings of any status with their cases, and a restored case gets them back', async () => {
  const sid = await importRows([['T-9', '没有期限规则', 'IN', '', '2023-02-20', '', '', '', '', ''], ['T-10', '等待官方', 'CN', '', '2026-02-20', '', '', '', '', '']]) // oxfmt-ignore
  const sids = [...(await live('没有期限规则')), ...(await live('等待官方'))].map((one) => one.sid)
  const before = await findingsOf(sids)
  assert.ok(before.length >= 2, JSON.stringify(before))
  assert.equal((await takeBack(sid)).status, 200)
  assert.deepEqual(await findingsOf(sids), [])
  const restored = await call('patent/do/restore', { sids: [sids[0]] }, { as: manager })
  assert.equal(restored.status, 200, restored.text)
  assert.ok((await findingsOf([sids[0]])).length > 0)
})

test('a changed case or deadline prevents the undo of the whole import', async () => {
  const sid = await importRows([['T-3', '有人改过', 'CN', '', '2026-02-20', '', '', '', '', ''], ['T-4', '没人改过', 'CN', '', '2026-02-21', '', '', '', '', '']]) // oxfmt-ignore
  const [patent] = await live('有人改过')
  const [deadline] = await tenant.db.selectFrom('deadline').select(['sid', 'version']).where('case_sid', '=', String(patent?.sid)).execute()
  assert.equal((await call('deadline/do/update', { ...deadline, remark: '已联系' }, { as: manager })).status, 200)
  const shown = await takeBack(sid, { preview: true })
  const person = await tenant.db.selectFrom('user_info').select('name').where('sid', '=', manager.sid).executeTakeFirstOrThrow()
  assert.deepEqual(
    (shown.data.touched as { at: string }[]).map(({ at, ...one }) => ({ ...one, isNow: Math.abs(Date.now() - Date.parse(at)) < 60_000 })),
    [{ row: 2, sid: patent?.sid, name: 'T-3 有人改过', by: person.name, isNow: true }],
  )
  const refused = await takeBack(sid)
  assert.equal(refused.status, 400)
  assert.match(refused.message, /T-3 有人改过/)
  assert.equal((await live('没人改过')).length, 1)
})

test('the undo of an import restores changed records with their priority claims', async () => {
  await importRows([['T-5', '原来的题目', 'CN', '202420765432.0', '2024-04-10', '', '', '', '', '']])
  const sid = await importRows([['', '改后的题目', 'CN', '202420765432.0', '2024-04-10', '', '63/456,789', '2023-05-01', 'US', '新的摘要']], 'update')
  const [changed] = await live('改后的题目')
  assert.deepEqual([changed?.abstract, changed?.earliest_priority_date], ['新的摘要', '2023-05-01'])
  const { status, data, text } = await takeBack(sid)
  assert.deepEqual([status, data.changed], [200, 1], text)
  const [before] = await live('原来的题目')
  assert.deepEqual([before?.abstract, before?.earliest_priority_date], [null, '2024-04-10'])
})

for (const state of ['WAITING', 'RUNNING'] as const)
  test(`an import that is ${state.toLowerCase()} must be stopped before it is undone`, async () => {
    const sid = await importRows([['', `仍在进行 ${state}`, 'CN', '', '2026-02-22', '', '', '', '', '']])
    await tenant.db.updateTable('job').set({ state }).where('sid', '=', sid).execute()
    for (const preview of [true, false]) assert.match((await takeBack(sid, { preview })).message, /仍在进行/)
    await tenant.db.updateTable('job').set({ state: 'DONE' }).where('sid', '=', sid).execute()
    assert.equal((await live(`仍在进行 ${state}`)).length, 1)
  })

let roles = 0

async function personWith(...grants: readonly Record<string, unknown>[]) {
  const code = `undoing_${++roles}`
  const role = await call<{ sid: string }>('role/do/create', { code, name: code, platform: '1' }, { as: admin })
  for (const grant of grants) {
    const { status, text } = await call('role_grant/do/create', { role_sid: role.data.sid, data_scope: 'ALL', ...grant }, { as: admin })
    assert.equal(status, 200, text)
  }
  return enrol('ip_engineer', { role_sids: [role.data.sid] })
}

test('a user who may import but not delete cannot undo an import, not even one that only changed cases', async () => {
  const importer = await personWith({ entity: '*', verbs: ['get', 'search', 'create', 'update', 'import'] })
  const row = (title: string) => ['', title, 'CN', '202420765433.5', '2026-02-23', '', '', '', '', '']
  const created = await importRows([row('导入员的案件')], 'skip', importer)
  const changed = await importRows([row('导入员改名的案件')], 'update', importer)
  for (const sid of [created, changed]) for (const preview of [true, false]) assert.equal((await takeBack(sid, { preview }, importer)).status, 403)
  assert.equal((await live('导入员改名的案件')).length, 1)
})

test('the import of another person is undone only with permission to stop other people’s jobs, and only where each of its cases may be deleted', async () => {
  const sid = await importRows([['', '别人的导入', 'CN', '', '2026-02-24', '', '', '', '', '']])
  const jobs_seen = { entity: 'job', verbs: ['get', 'search'] }
  const stopping = { entity: 'job', verbs: ['get', 'search', 'cancel_any'] }
  const cases = { entity: 'patent', verbs: ['get', 'search', 'update', 'delete'] }
  for (const [grants, status] of [
    [[jobs_seen, cases], 403],
    [[stopping, { ...cases, delete_scope: 'SELF' }], 404],
    [[stopping, cases], 200],
  ] as const)
    assert.equal((await takeBack(sid, { preview: true }, await personWith(...grants))).status, status)
  assert.equal((await live('别人的导入')).length, 1)
})

test('a case that an import changed by two rows returns to what it was before the first', async () => {
  const row = (title: string) => ['', title, 'CN', '202420765434.X', '2024-04-11', '', '', '', '', '']
  await importRows([row('两行之前')])
  const sid = await importRows([row('第一行之后'), row('第二行之后')], 'update')
  assert.equal((await live('第二行之后')).length, 1)
  assert.equal((await takeBack(sid)).status, 200)
  assert.equal((await live('两行之前')).length, 1)
})

test('a case that one row of an import creates and the next one changes counts as created alone, and is deleted by the undo', async () => {
  const row = (title: string) => ['', title, 'CN', '202420765435.4', '2024-04-12', '', '', '', '', '']
  const sid = await importRows([row('同批所建'), row('同批所改')], 'update')
  assert.equal((await live('同批所改')).length, 1)
  const { created, changed } = (await takeBack(sid, { preview: true })).data
  assert.deepEqual([created, changed], [1, 0])
  assert.equal((await takeBack(sid)).status, 200)
  assert.equal((await live('同批所%')).length, 0)
})

test('a later import of the same case, once it is undone, does not prevent the undo of the earlier one', async () => {
  const rows = [['TAKEN-2024-020', '先后两批', 'CN', '', '2026-03-20', '', '', '', '', '原文']]
  const first = await importRows(rows)
  const second = await importRows([rows[0]?.with(9, '改文') ?? []], 'update')
  assert.match((await takeBack(first)).message, /先后两批/, 'while the later one stands')
  assert.equal((await takeBack(second)).status, 200)
  assert.equal((await live('先后两批'))[0]?.abstract, '原文')
  const { status, text } = await takeBack(first)
  assert.equal(status, 200, text)
  assert.equal((await live('先后两批')).length, 0)
})

test('the undo of an import frees the number that it gave to a case', async () => {
  const row = (title: string, number: string) => ['TAKEN-2024-040', title, 'CN', number, '2024-04-12', '', '', '', '', '']
  await importRows([row('尚无申请号', '')])
  const sid = await importRows([row('尚无申请号', '202410436543.1')], 'update')
  assert.equal((await live('尚无申请号'))[0]?.application_key, 'CN2024104365431')
  assert.equal((await takeBack(sid)).status, 200)
  const [patent] = await live('尚无申请号')
  assert.deepEqual([patent?.application_no, patent?.application_key], [null, null])
})

test('an import that another case claims is undone: the claim is open again, as it was before', async () => {
  await importRows([['', '先在的后案', 'JP', '2024-512345', '2024-05-06', '', '202310998877.3', '2023-05-08', 'CN', '']])
  const claims = () => tenant.db.selectFrom('priority').select(['sid', 'version', 'priority_case_sid', 'priority_no']).where('priority_no', 'like', '%202310998877.3').where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const first = ['', '后导入的先案', 'CN', '202310998877.3', '2023-05-08', '', '', '', '', '']
  const sid = await importRows([first])
  const [linked] = await claims()
  assert.ok(linked?.priority_case_sid, 'the claim names the case that the import brought')
  const { status, text } = await takeBack(sid)
  assert.equal(status, 200, text)
  assert.equal((await live('后导入的先案')).length, 0)
  assert.deepEqual((await claims()).map((one) => [one.priority_case_sid, one.priority_no]), [[null, linked.priority_no]]) // oxfmt-ignore
})

test('the undo of an import takes back the priority number that it carried to the cases of the family, except where a person corrected it since', async () => {
  const enter = async (model: string, values: object) => {
    const { data, code, text } = await call<{ sid: string }>(`${model}/do/create`, values, { as: manager })
    assert.equal(code, 0, text)
    return data.sid
  }
  const filed = { patent_type: 'INVENTION', filing_date: '2024-05-10' }
  const wo = await enter('patent', { title: '国际案', country: 'WO', route: 'PCT_INTL', application_no: 'PCT/CN2024/097777', ...filed })
  const claims = [await enter('priority', { case_sid: wo, priority_date: '2023-05-12' })]
  for (const country of ['EP', 'JP']) {
    const phase = await enter('patent', { title: `国际案 ${country}`, country, route: 'PCT_NATIONAL', pct_filing_date: '2024-05-10', ...filed })
    await enter('related_case', { earlier_sid: wo, later_sid: phase, relation_type: 'PCT' })
    claims.push(await enter('priority', { case_sid: phase, priority_date: '2023-05-12' }))
  }
  const read = () =>
    Promise.all(
      claims.map(async (sid) => {
        const { data } = await call<Record<string, unknown>>(`priority/${sid}`, undefined, { as: manager })
        return [data['priority_no'], data['priority_country'], data['to_complete']]
      }),
    )
  const [open, wrong, own] = [
    [null, null, true],
    ['202310533333.X', 'CN', false],
    ['202310533338.2', 'CN', false],
  ]
  const importNumber = () =>
    importRows([['', '国际案', 'WO', 'PCT/CN2024/097777', '2024-05-10', '', '202310533333.X', '2023-05-12', 'CN', '']], 'update')
  const first = await importNumber()
  assert.deepEqual(await read(), [wrong, wrong, wrong])
  assert.equal((await takeBack(first)).status, 200)
  assert.deepEqual(await read(), [open, open, open])

  const second = await importNumber()
  const change = async (at: number, values: object) =>
    assert.equal((await call('priority/do/update', { sid: claims[at], ...values }, { as: manager })).status, 200)
  await change(1, { das_code: 'A1B2' })
  // As if it were of another family by now: a correction is not carried to the others.
  await tenant.db.updateTable('related_case').set({ deleted_at: new Date().toISOString() }).where('earlier_sid', '=', wo).execute()
  await change(2, { priority_no: '202310533338.2' })
  assert.equal((await takeBack(second)).status, 200)
  assert.deepEqual(await read(), [open, open, own])
})

test('what the system itself writes after an import does not prevent its undo', async () => {
  const sid = await importRows([['', '系统改过', 'CN', '', '2026-02-25', '', '', '', '', '']])
  const [patent] = await live('系统改过')
  await updateRow(systemContext(tenant), modelOf(tenant, 'patent'), String(patent?.sid), { title_en: 'By the system' })
  const { status, data, text } = await takeBack(sid)
  assert.deepEqual([status, data.touched_count], [200, 0], text)
})

test('an import of notices that opened deadlines on which a right is lost is not undone by one person', async () => {
  const one = await call<{ sid: string; case_no: string }>('patent/do/create', { title: '来文之案', country: 'CN', patent_type: 'INVENTION', status: 'SE', filing_date: '2024-02-20' }, { as: manager }) // oxfmt-ignore
  const imported = async (code: string, day: string) => {
    const file = await workbook([['案件', '事件/文件种类', '发文日/事件日'], [one.data.case_no, code, day]]) // oxfmt-ignore
    const { data, message } = await sendFile(app, { path: 'official_event/do/import', token: manager.token, file, name: '来文.xlsx' })
    assert.ok(data?.job_sid, message)
    return (await jobEnded(tenant, data.job_sid)).sid
  }
  const replies = () =>
    tenant.db.selectFrom('deadline').select('status').where('case_sid', '=', one.data.sid).where('rule_id', '=', 'CNP19').execute()
  const silent = await imported('CN01', '2026-03-02')
  assert.equal((await takeBack(silent)).status, 200)
  const sid = await imported('CN14', '2026-10-12')
  const refused = await takeBack(sid)
  assert.match(refused.message, /须两人/)
  assert.deepEqual(await replies(), [{ status: 'OPEN' }])
})

test('only an import can be undone', async () => {
  const { data } = await call<{ job_sid: string }>('patent/do/export', { fl: ['title'], format: 'csv' }, { as: manager })
  await jobEnded(tenant, data.job_sid)
  assert.match((await takeBack(data.job_sid)).message, /只有导入可以撤回/)
})

test('an import with more cases than a statement has parameters is undone', { timeout: 240_000 }, async () => {
  const [sid, count] = [randomUUIDv7(), 33_000] // two lists of them are more than 65,535
  await tenant.db
    .insertInto('job')
    .values({
      sid,
      version: 1,
      kind: 'IMPORT',
      title: '大批.xlsx',
      entity: 'paper',
      state: 'DONE',
      company_sid: manager.company,
      valid: true,
      created_by: manager.sid,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
    }) // oxfmt-ignore
    .execute()
  await sql`
    with made as (
      insert into paper (sid, version, case_no, title, paper_type, status, company_sid, owner_sid, valid, created_by, created_at, updated_at)
      select gen_random_uuid(), 1, 'BULK-' || n, '大批论文 ' || n, 'JOURNAL', 'DRAFT', ${manager.company}::uuid, ${manager.sid}::uuid, true, ${manager.sid}::uuid, now(), now()
      from generate_series(1, ${count}) as n returning sid, title)
    insert into imported_row (sid, version, job_sid, row_no, did, entity, record_sid, name, company_sid, valid, created_at, updated_at)
    select gen_random_uuid(), 1, ${sid}::uuid, row_number() over (), 'CREATED', 'paper', sid::text, title, ${manager.company}::uuid, true, now(), now() from made`.execute(
    tenant.db,
  )
  const { status, data, text } = await takeBack(sid)
  assert.deepEqual([status, data?.created], [200, count], text)
  const left = await tenant.db.selectFrom('paper').select('sid').where('case_no', 'like', 'BULK-%').where('deleted_at', 'is', null).execute()
  assert.equal(left.length, 0)
})
