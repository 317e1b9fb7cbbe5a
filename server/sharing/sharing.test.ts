import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { jobEnded, sendFile } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { forgetActors } from '../auth/session/actor.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const roleSid = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid

const manager = await enrol('ip_manager', { name: '经理甲' })
const engineer = await enrol('ip_engineer', { name: '工程师乙' })
const head = manager.company
const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: head })
const lab = await make('department', { name: '子公司研发部（虚构）', company_sid: sub })
const team = await make('department', { name: '一组（虚构）', company_sid: sub, parent_sid: lab })
/** Of another company, and so without any sight of the cases of the head. */
const colleague = await enrol('ip_engineer', { name: '同事丙', company_sid: sub, department_sid: lab })
const member = await enrol('inventor', { name: '组员丁', company_sid: sub, department_sid: team })
const external = await enrol('inventor', {
  name: '外部戊',
  person_type: 'EXTERNAL',
  department_sid: null,
  role_sids: [await roleSid('external_member'), await roleSid('ip_engineer')],
})

let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  make('patent', {
    title: `共享装置${++made}`, country: 'CN', patent_type: 'INVENTION', importance: 'A', share_level: 'SYSTEM', owner_sid: manager.sid, company_sid: head, department_sid: manager.department, ...more,
  }) // oxfmt-ignore

type Found = { total: number; record: { sid: string; share_level?: string }[] }
const sees = async (as: Person, sid: string, model = 'patent') => {
  const { code, data } = await call<Found>(`${model}/do/search`, { fl: ['sid'], iql: `sid = '${sid}'` }, { as })
  const { status } = await call(`${model}/${sid}`, undefined, { as })
  assert.equal(code === 0 && data.record.length === 1, status === 200, `search and get of ${model} agree`)
  return status === 200
}
type Given = { shares: number; secret?: string }
const give = (case_sid: string, more: Record<string, unknown>, as = manager) => call<Given>('share/do/give', { case_sid, ...more }, { as })
const giveTo = async (case_sid: string, to: Person, more: Record<string, unknown> = {}, as = manager) => {
  const answer = await give(case_sid, { to_kind: 'USER', user_sids: [to.sid], ...more }, as)
  assert.equal(answer.code, 0, answer.text)
  const row = await tenant.db.selectFrom('share').select('sid').where('case_sid', '=', case_sid).where('user_sid', '=', to.sid).orderBy('created_at', 'desc').executeTakeFirstOrThrow() // oxfmt-ignore
  return row.sid
}
const revoke = async (sid: string) => assert.equal((await call('share/do/revoke', { sid }, { as: manager })).code, 0)
const setLevel = async (sid: string, share_level: string, as = manager) => call('patent/do/update', { sid, share_level }, { as })

test('[4.10] a shared case is seen in every list and answer from its share to its revocation, and not by others', async () => {
  const sid = await patent()
  assert.equal(await sees(colleague, sid), false)
  const share = await giveTo(sid, colleague)
  for (const model of ['patent', 'case']) assert.equal(await sees(colleague, sid, model), true, model)
  const { data: count } = await call<{ count: number }>('patent/do/count', { iql: `sid = '${sid}'` }, { as: colleague })
  assert.equal(JSON.stringify(count).includes('1'), true)
  assert.equal(await sees(member, sid), false)
  const listed = async () => (await call<Found>('share/do/shared_with_me', {}, { as: colleague })).data.record.length
  assert.equal(await listed(), 1)
  // Viewing is not exporting: the file has no row of it.
  const { data: job } = await call<{ job_sid: string }>('patent/do/export', { fl: ['title'], iql: `sid = '${sid}'` }, { as: colleague })
  assert.equal((await jobEnded(tenant, job.job_sid)).total, 0)
  await revoke(share)
  for (const model of ['patent', 'case']) assert.equal(await sees(colleague, sid, model), false, model)
  assert.equal(await listed(), 0)
})

test('[4.10] a share with a role or a department reaches its people, those of departments below too', async () => {
  const [byRole, byDepartment] = [await patent(), await patent()]
  assert.equal((await give(byRole, { to_kind: 'ROLE', role_sids: [await roleSid('inventor')] })).code, 0)
  assert.equal((await give(byDepartment, { to_kind: 'DEPARTMENT', department_sids: [lab] })).code, 0)
  assert.deepEqual([await sees(member, byRole), await sees(colleague, byRole)], [true, false])
  assert.deepEqual([await sees(member, byDepartment), await sees(colleague, byDepartment)], [true, true])
})

for (const [level, toPeople, byLink] of [
  ['OPEN', true, true],
  ['SYSTEM', true, false],
  ['NO', false, false],
  ['SYSTEM_NO', false, false],
] as const)
  test(`[4.10] a case of the level ${level} is shared ${toPeople ? 'with people' : 'with nobody'}${byLink ? ' and by link' : ''}`, async () => {
    const sid = await patent({ share_level: level })
    const link = { to_kind: 'LINK', expires_at: new Date(Date.now() + 86_400_000).toISOString() }
    assert.equal((await give(sid, { to_kind: 'USER', user_sids: [colleague.sid] })).code === 0, toPeople)
    assert.equal((await give(sid, link)).code === 0, byLink)
  })

test('[4.10] a level that changes after sharing hides the case at once, and shows it again', async () => {
  const sid = await patent()
  await giveTo(sid, colleague)
  for (const [level, seen] of [
    ['NO', false],
    ['SYSTEM', true],
    ['SYSTEM_NO', false],
    ['OPEN', true],
  ] as const) {
    // oxfmt-ignore
    assert.equal((await setLevel(sid, level)).code, 0)
    assert.deepEqual([await sees(colleague, sid), await sees(colleague, sid, 'case')], [seen, seen], level)
  }
})

test('[4.10] only those who may lock shares set or take off “System cannot share”', async () => {
  const sid = await patent({ owner_sid: engineer.sid })
  const refused = await setLevel(sid, 'SYSTEM_NO', engineer)
  assert.deepEqual([refused.status, refused.errors[0]?.field], [400, 'share_level'])
  assert.equal((await setLevel(sid, 'NO', engineer)).code, 0)
  assert.equal((await setLevel(sid, 'SYSTEM_NO')).code, 0)
  assert.equal((await setLevel(sid, 'OPEN', engineer)).status, 400)
  const batch = await call('patent/do/batch_update', { sids: [sid], changes: { share_level: 'OPEN' } }, { as: engineer })
  assert.notEqual(batch.code, 0, batch.text)
  assert.equal((await setLevel(sid, 'OPEN')).code, 0)
})

test('[4.10] a share ends with the sharer’s own sight of the case, and with their account', async () => {
  const sid = await patent({ company_sid: sub, department_sid: lab, owner_sid: colleague.sid })
  const giver = await enrol('ip_engineer', { name: '共享人己', company_sid: sub, department_sid: lab })
  const reader = await enrol('ip_engineer', {
    name: '读者庚',
    company_sid: await make('company', { company_name: '旁系公司（虚构）', parent_sid: head }),
  })
  await giveTo(sid, reader, {}, giver)
  assert.equal(await sees(reader, sid), true)
  const move = (to: string) => call('patent/do/update', { sid, company_sid: to }, { as: manager })
  assert.equal((await move(head)).code, 0)
  assert.deepEqual([await sees(giver, sid), await sees(reader, sid)], [false, false])
  assert.equal((await move(sub)).code, 0)
  assert.equal(await sees(reader, sid), true)
  const admin = await enrol('system_admin')
  const { sid: user } = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', giver.sid).executeTakeFirstOrThrow()
  assert.equal((await call('user/do/update', { sid: user, status: 'CLOSED' }, { as: admin })).code, 0)
  assert.equal(await sees(reader, sid), false)
})

test('[4.10] nobody shares what is shared with them, nor what they do not see', async () => {
  const sid = await patent()
  await giveTo(sid, colleague, { rights: 'EDIT' })
  assert.equal((await give(sid, { to_kind: 'USER', user_sids: [member.sid] }, colleague)).status, 404)
  assert.equal((await give(await patent(), { to_kind: 'USER', user_sids: [member.sid] }, colleague)).status, 404)
  assert.equal((await give(sid, { to_kind: 'USER', user_sids: [colleague.sid] }, member)).status, 403)
})

test('[4.10] a person without roles for cases sees the facts of a shared case alone, in no way more than the sharer', async () => {
  const nobody = await enrol('inventor', { name: '无权辛', role_sids: [] })
  const sid = await patent()
  await giveTo(sid, nobody)
  const { data } = await call<Record<string, unknown>>(`patent/${sid}`, undefined, { as: nobody })
  assert.match(String(data.title), /共享装置/)
  for (const hidden of ['importance', 'share_level', 'remark', 'value_grade', 'close_reason']) assert.equal(hidden in data, false, hidden)
  assert.equal((await call('patent/do/search', { fl: ['sid'], iql: "importance = 'A'" }, { as: nobody })).status, 400)
  assert.equal((await call('patent/do/update', { sid, title: '改' }, { as: nobody })).status, 403)
})

test('[4.10] a share is refused to somebody whose roles show more fields than the sharer sees, and shows them nothing by their role', async () => {
  const role = await make('role', { code: 'narrow', name: '看不到重要程度', weight: 20 })
  await make('role_grant', {
    role_sid: role,
    entity: 'patent',
    verbs: ['get', 'search', 'count'],
    data_scope: 'COMPANY_SUB',
    hidden_fields: ['importance'],
  })
  for (const entity of ['user_info', 'role', 'share'])
    await make('role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'count', 'give_share'], data_scope: 'ALL' })
  const narrow = await enrol('inventor', { name: '窄壬', role_sids: [role] })
  const sid = await patent()
  const refused = await give(sid, { to_kind: 'USER', user_sids: [colleague.sid] }, narrow)
  assert.deepEqual([refused.status, refused.message.includes('重要程度')], [400, true], refused.text)
  assert.equal((await give(sid, { to_kind: 'ROLE', role_sids: [await roleSid('ip_engineer')] }, narrow)).code, 0)
  assert.equal(await sees(colleague, sid), false)
  assert.equal((await give(sid, { to_kind: 'USER', user_sids: [member.sid] }, narrow)).code, 0)
  assert.equal(await sees(member, sid), true)
})

test('[4.10] the rights of a share are kept by the server: viewing, notes, changes', async () => {
  const sid = await patent()
  const change = () => call('patent/do/update', { sid, title: '改了' }, { as: colleague })
  const note = () => call('case_note/do/create', { case_sid: sid, text: '备注' }, { as: colleague })
  const codes = async () => [(await note()).code === 0, (await change()).code === 0]
  const view = await giveTo(sid, colleague)
  assert.deepEqual(await codes(), [false, false])
  await revoke(view)
  const comment = await giveTo(sid, colleague, { rights: 'COMMENT' })
  assert.deepEqual(await codes(), [true, false])
  await revoke(comment)
  await giveTo(sid, colleague, { rights: 'EDIT' })
  assert.deepEqual(await codes(), [true, true])
  for (const body of [
    { path: 'patent/do/transition', body: { sid, transition: 'file' } },
    { path: `patent/do/delete/${sid}`, body: {} },
  ])
    assert.equal((await call(body.path, body.body, { as: colleague })).status, 404, body.path)
  assert.equal((await call('patent/do/update', { sid: await patent(), title: '别的' }, { as: colleague })).status, 404)
})

const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'
const file = async (case_sid: string, name: string, visibility = 'V2') => {
  const { data } = await sendFile(app, {
    path: 'document/do/upload',
    token: manager.token,
    file: `${PDF}%${name}`,
    name,
    fields: { case_sid, visibility },
  })
  return String(data.sid)
}
const download = (sid: string, as: Person) =>
  app.inject({ url: `/innoe-webapi/model/document/do/download/${sid}`, headers: { authorization: `Bearer ${as.token}` } })

test('[4.10] documents are shared by class with their case or one by one; viewing is not downloading', async () => {
  const sid = await patent()
  const [letter, draft] = [await file(sid, '来文.pdf'), await file(sid, '底稿.pdf', 'V1')]
  const none = await giveTo(sid, external)
  assert.deepEqual([await sees(external, letter, 'document'), await sees(external, draft, 'document')], [false, false])
  await revoke(none)
  const view = await giveTo(sid, external, { document_classes: ['V2'] })
  assert.deepEqual([await sees(external, letter, 'document'), await sees(external, draft, 'document')], [true, false])
  assert.equal((await download(letter, external)).statusCode, 403)
  assert.equal((await app.inject({ url: `/innoe-webapi/model/document/do/archive?sids=${letter}`, headers: { authorization: `Bearer ${external.token}` } })).statusCode, 403) // oxfmt-ignore
  await revoke(view)
  await giveTo(sid, external, { document_sid: draft, rights: 'DOWNLOAD' })
  assert.deepEqual(
    [await sees(external, sid), await sees(external, letter, 'document'), await sees(external, draft, 'document')],
    [false, false, true],
  )
  assert.equal((await download(draft, external)).statusCode, 200)
  assert.equal((await call('document/do/update', { sid: draft, share_level: 'NO' }, { as: manager })).code, 0)
  assert.equal((await download(draft, external)).statusCode, 404)
})

test('[4.10] an external member sees what is shared with them and their own tasks, whatever their roles', async () => {
  const [sid, other] = [await patent(), await patent()]
  await giveTo(sid, external)
  await make('task', { title: '外部任务', assignee_sid: external.sid, due_date: '2027-03-01', company_sid: head })
  await make('task', { title: '内部任务', assignee_sid: engineer.sid, due_date: '2027-03-01', company_sid: head })
  const all = async (model: string) =>
    (await call<{ record?: Record<string, unknown>[] }>(`${model}/do/search`, { rows: 100 }, { as: external })).data?.record ?? []
  assert.ok((await all('patent')).every((one) => one.sid !== other))
  assert.deepEqual((await all('task')).map((one) => one.title), ['外部任务']) // oxfmt-ignore
  for (const model of ['fee', 'deadline', 'agency', 'company', 'applicant', 'invoice']) assert.deepEqual(await all(model), [], model)
})

test('[4.10] a visit of a person is noted once a day with where it came from, and the explainer names the share', async () => {
  const sid = await patent()
  const share = await giveTo(sid, colleague)
  for (const _ of [1, 2]) assert.equal(await sees(colleague, sid), true)
  const visits = await call<{ record: { person_sid: { name: string }; address: string; act: string }[] }>('share_visit/do/search', { fl: ['person_sid', 'address', 'act'], iql: `share_sid = '${share}'` }, { as: manager }) // oxfmt-ignore
  assert.deepEqual(visits.data.record.map(({ person_sid, address, act }) => [person_sid.name, address, act]), [['同事丙', '127.0.0.1', 'OPENED']]) // oxfmt-ignore
  const admin = await enrol('system_admin')
  const asked = { user_sid: colleague.sid, entity: 'patent', record_sid: sid }
  const { data } = await call<{ verbs: { verb: string; allowed: boolean; why: string }[] }>('user_info/do/explain_access', asked, {
    as: admin,
    lang: 'en',
  })
  const seen = data.verbs.find(({ verb }) => verb === 'get')
  assert.deepEqual([seen?.allowed, seen?.why], [true, 'By share of 经理甲 (View)'])
  assert.equal(data.verbs.find(({ verb }) => verb === 'update')?.allowed, false)
  const events = await tenant.db.selectFrom('audit_entry').select('about').where('event', '=', 'SHARED').where('record_sid', '=', sid).execute()
  assert.deepEqual(events.map(({ about }) => about), ['同事丙']) // oxfmt-ignore
})

test('[4.10] only the sharer revokes a share, unless somebody may lock shares', async () => {
  const sid = await patent()
  const share = await giveTo(sid, colleague, {}, engineer)
  const another = await enrol('ip_engineer')
  assert.equal((await call('share/do/revoke', { sid: share }, { as: another })).status, 403)
  assert.equal((await call('share/do/revoke_any', { sid: share }, { as: another })).status, 403)
  assert.equal(await sees(colleague, sid), true)
  assert.equal((await call('share/do/revoke_any', { sid: share }, { as: manager })).code, 0)
  assert.equal(await sees(colleague, sid), false)
})

test('[4.10] a case that the sharer sees as their own, by the words “me” of a condition, is seen by whom they share it with', async () => {
  const role_sid = await make('role', { code: 'shares_own', name: 'shares own', platform: '1', weight: 10 })
  const own = { role_sid, data_scope: 'CUSTOM', query: 'owner_sid = me()' }
  await make('role_grant', { ...own, entity: 'patent', verbs: ['get', 'search', 'count', 'update'] })
  for (const entity of ['share', 'user_info']) await make('role_grant', { role_sid, entity, verbs: ['*'], data_scope: 'ALL' })
  const sharer = await enrol('inventor', { role_sids: [role_sid] })
  const sid = await patent({ owner_sid: sharer.sid })
  await giveTo(sid, colleague, {}, sharer)
  assert.equal(await sees(colleague, sid), true)
  assert.equal((await call('patent/do/update', { sid, owner_sid: engineer.sid }, { as: manager })).code, 0)
  assert.equal(await sees(colleague, sid), false, 'of another owner the sharer sees it no more')
})

test('[4.10] a share shows no case that a role denies to its receiver, nor a document of it', async () => {
  const role_sid = await make('role', { code: 'denies_important', name: 'denies important', platform: '1', weight: 1 })
  const denied = { role_sid, entity: 'patent', denies: true, verbs: ['get'], data_scope: 'CUSTOM', query: "importance = 'A'" }
  await make('role_grant', denied)
  const receiver = await enrol('ip_engineer', { company_sid: sub, role_sids: [await roleSid('ip_engineer'), role_sid] })
  const [important, other] = [await patent(), await patent({ importance: 'B' })]
  for (const sid of [important, other]) await giveTo(sid, receiver, { document_classes: ['V2'] })
  assert.deepEqual([await sees(receiver, important), await sees(receiver, other)], [false, true])
  const letters = [await file(important, '来文.pdf'), await file(other, '来文.pdf')] as const
  assert.deepEqual([await sees(receiver, letters[0], 'document'), await sees(receiver, letters[1], 'document')], [false, true])
})

test('[4.10] a share gives no change of a field that its sharer may only read', async () => {
  const role_sid = await make('role', { code: 'reads_titles', name: 'reads titles', platform: '1', weight: 10 })
  const patents = { role_sid, entity: 'patent', verbs: ['get', 'search', 'count', 'update'], data_scope: 'ALL' }
  const grant = await make('role_grant', { ...patents, read_only_fields: ['title'] })
  for (const entity of ['share', 'user_info']) await make('role_grant', { role_sid, entity, verbs: ['*'], data_scope: 'ALL' })
  const [sharer, admin] = [await enrol('inventor', { role_sids: [role_sid] }), await enrol('system_admin')]
  const sid = await patent()
  await giveTo(sid, colleague, { rights: 'EDIT' }, sharer)
  const change = async (title: string) => (await call('patent/do/update', { sid, title }, { as: colleague })).status
  assert.deepEqual([await sees(colleague, sid), await change('改')], [true, 404])
  assert.equal((await call('role_grant/do/update', { sid: grant, read_only_fields: [] }, { as: admin })).code, 0)
  assert.equal(await change('改'), 200)
})

test('[4.10] a share ends at its moment also for somebody who is at work then', async ({ mock }) => {
  const sid = await patent()
  const share = await giveTo(sid, colleague)
  mock.timers.enable({ apis: ['Date'], now: Date.now() }) // the moment does not come while it is looked at
  const expires_at = new Date(Date.now() + 1500).toISOString()
  await tenant.db.updateTable('share').set({ expires_at }).where('sid', '=', share).execute()
  forgetActors(tenant)
  assert.equal(await sees(colleague, sid), true)
  mock.timers.tick(1501)
  assert.equal(await sees(colleague, sid), false)
})
