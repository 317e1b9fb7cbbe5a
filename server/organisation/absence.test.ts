import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { remind } from '../docketing/reminders.ts'
import { presentDay, systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { forgetActors } from '../auth/session/actor.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)
const day = (offset: number) => `${Temporal.PlainDate.from(presentDay()).add({ days: offset })}`

const admin = await enrol('system_admin')
const away = await make('company', { company_name: '北方公司（虚构）' })
const person = await enrol('ip_engineer', { name: '安远行（虚构）', name_en: 'An Yuanxing' })
const deputy = await enrol('ip_engineer', { name: '代小舟（虚构）', name_en: 'Dai Xiaozhou', company_sid: away })
const third = await enrol('ip_engineer', { company_sid: away })
const agentless = await enrol('inventor')
const agency = await make('agency', { agency_name: '南代理（虚构）' })
const agent = await enrol('agent', { agency_sid: agency })
const caseOf = (owner: Person, title: string) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', owner_sid: owner.sid, company_sid: owner.company })
const [own, others] = [await caseOf(person, '外出者的案件'), await caseOf(admin, '别人的案件')]
const deadline = await make('deadline', {
  case_sid: own, name: '答复', name_en: 'Reply', kind: 'ACTION', official_due: day(2), owner_sid: person.sid,
}) // oxfmt-ignore

type Absence = { sid: string }
const enter = (row: Record<string, unknown>, as: Person) => call<Absence>('absence/do/create', row, { as, lang: 'en' })
const seen = async (sid: string, as: Person) => (await call(`patent/${sid}`, undefined, { as })).status
const fieldsOf = async (row: Record<string, unknown>, as: Person) => (await enter(row, as)).errors.map(({ field }) => field)

test('a deputy sees and changes the cases of the absent person, and nothing else, until the absence ends', async () => {
  assert.deepEqual([await seen(own, deputy), await seen(others, deputy)], [404, 404])
  const { data, message } = await enter({ deputy_sid: deputy.sid, from_date: day(0), to_date: day(3) }, person)
  assert.ok(data?.sid, message)
  assert.deepEqual([await seen(own, deputy), await seen(others, deputy), await seen(own, third)], [200, 404, 404])
  assert.equal((await call(`deadline/${deadline}`, undefined, { as: deputy })).status, 200)
  assert.equal((await call('patent/do/update', { sid: own, remark: '代办' }, { as: deputy })).code, 0)
  assert.equal((await call('patent/do/update', { sid: others, remark: '代办' }, { as: deputy })).status, 404)
  const listed = await call<{ record: { sid: string }[] }>('case/do/search', { rows: 50 }, { as: deputy })
  assert.deepEqual(
    listed.data.record.map(({ sid }) => sid),
    [own],
  )
  const standing = await call('absence/do/standing_in', undefined, { as: deputy })
  assert.deepEqual(standing.data.people, [{ sid: person.sid, name: '安远行（虚构）', name_en: 'An Yuanxing', until: day(3) }])
  assert.equal((await call('absence/do/update', { sid: data.sid, to_date: day(-1), from_date: day(-2) }, { as: person })).code, 0)
  assert.deepEqual([await seen(own, deputy), (await call('patent/do/update', { sid: own, remark: 'x' }, { as: deputy })).status], [404, 404])
  assert.equal((await call(`absence/do/delete/${data.sid}`, {}, { as: person })).code, 0)
})

test('a deputy does not see more of the person than cases: personal record, tokens, notifications, and absences stay closed', async () => {
  const { data } = await enter({ deputy_sid: agentless.sid, from_date: day(0), to_date: day(1) }, person)
  await make('notification', { user_sid: person.sid, title: '私人' })
  const total = async (model: string, as: Person) => (await call<{ total: number }>(`${model}/do/search`, {}, { as })).data?.total
  assert.equal(await total('notification', agentless), 1, 'the notice of being the deputy')
  assert.equal(await total('absence', agentless), 0)
  assert.equal((await call(`absence/do/delete/${data.sid}`, {}, { as: agentless })).status, 404)
  assert.equal((await call('absence/do/update', { sid: data.sid, to_date: day(90) }, { as: agentless })).status, 404)
  await call(`absence/do/delete/${data.sid}`, {}, { as: person })
})

test('an absence of coming days changes nothing yet, and begins by itself', async () => {
  const { data } = await enter({ deputy_sid: deputy.sid, from_date: day(1), to_date: day(3) }, person)
  assert.equal(await seen(own, deputy), 404)
  // The day comes: the row says so, as the calendar would.
  await tenant.db
    .updateTable('absence')
    .set({ from_date: day(0) })
    .where('sid', '=', data.sid)
    .execute()
  forgetActors(tenant)
  assert.equal(await seen(own, deputy), 200)
  await call(`absence/do/delete/${data.sid}`, {}, { as: person })
  assert.equal(await seen(own, deputy), 404)
})

test('the deputy is reminded as well, with the name of the absent person, and is notified of being one', async () => {
  const { data } = await enter({ deputy_sid: deputy.sid, from_date: day(0), to_date: day(3) }, person)
  await remind(systemContext(tenant), day(-5))
  type Notice = { record: { title: string; title_en: string; link: string }[] }
  const noticed = async (as: Person) =>
    (await call<Notice>('notification/do/search', { iql: 'ORDER BY created_at DESC', rows: 50 }, { as })).data.record
  const ofDeputy = await noticed(deputy)
  assert.ok(
    ofDeputy.some(
      ({ title, title_en }) =>
        title.startsWith('（代安远行（虚构））') && title.includes('答复') && title_en.startsWith('(for An Yuanxing) Due in 2 days'),
    ),
  )
  assert.ok(ofDeputy.some(({ title_en, link }) => title_en.startsWith('You act for An Yuanxing from') && link === `/deadlines?owner=${person.sid}`))
  assert.ok((await noticed(person)).some(({ title }) => title.startsWith('还有 2 天')))
  await call(`absence/do/delete/${data.sid}`, {}, { as: person })
})

test('what cannot be is refused at its field', async () => {
  const days = { from_date: day(0), to_date: day(3) }
  assert.deepEqual(await fieldsOf({ ...days, deputy_sid: person.sid }, person), ['deputy_sid'])
  assert.deepEqual(await fieldsOf({ ...days, deputy_sid: agent.sid }, person), ['deputy_sid'])
  assert.deepEqual(await fieldsOf({ deputy_sid: deputy.sid, from_date: day(3), to_date: day(1) }, person), ['to_date'])
  assert.deepEqual(await fieldsOf({ deputy_sid: deputy.sid, from_date: day(-3), to_date: day(-1) }, person), ['to_date'])
  assert.deepEqual(await fieldsOf({ to_date: day(1) }, person).then((fields) => fields.sort()), ['deputy_sid', 'from_date'])
  const { data } = await enter({ ...days, deputy_sid: deputy.sid }, person)
  assert.deepEqual(await fieldsOf({ deputy_sid: third.sid, from_date: day(3), to_date: day(9) }, person), ['from_date'])
  const gone = await make('user_info', { name: '无账号（虚构）' })
  assert.deepEqual(await fieldsOf({ deputy_sid: gone, from_date: day(10), to_date: day(11) }, person), ['deputy_sid'])
  await call(`absence/do/delete/${data.sid}`, {}, { as: person })
})

test('a deputy whose account others have locked by wrong guesses may be named, one whose account is closed may not', async () => {
  const state = (account_status: 'CLOSED' | 'LOCKED' | 'OPEN') =>
    tenant.db.updateTable('user_info').set({ account_status }).where('sid', '=', third.sid).execute()
  const named = { deputy_sid: third.sid, from_date: day(20), to_date: day(21) }
  await state('CLOSED')
  assert.deepEqual(await fieldsOf(named, person), ['deputy_sid'])
  await state('LOCKED')
  const { data, text } = await enter(named, person)
  assert.ok(data?.sid, text)
  await state('OPEN')
  await call(`absence/do/delete/${data.sid}`, {}, { as: person })
})

test('a person who names a deputy that is away confirms it', async () => {
  const { data } = await enter({ deputy_sid: third.sid, from_date: day(0), to_date: day(5) }, deputy)
  const asked = await enter({ deputy_sid: deputy.sid, from_date: day(2), to_date: day(3), confirm: [] }, person)
  assert.match(asked.text, /deputy_away/)
  const made = await enter({ deputy_sid: deputy.sid, from_date: day(2), to_date: day(3), confirm: ['deputy_away'] }, person)
  assert.equal(made.code, 0, made.message)
  for (const [sid, as] of [[data.sid, deputy], [made.data.sid, person]] as const) await call(`absence/do/delete/${sid}`, {}, { as }) // oxfmt-ignore
})

const notices = async (as: Person) =>
  (await call<{ record: { title_en: string }[] }>('notification/do/search', { rows: 50 }, { as })).data.record.map(({ title_en }) => title_en)

test('nobody enters an absence for somebody else without a grant, nor for a person above them or of another company with one', async () => {
  const days = { from_date: day(0), to_date: day(3) }
  for (const other of [admin, third, person]) {
    const refused = await enter({ ...days, person_sid: other.sid, deputy_sid: deputy.sid }, deputy)
    assert.deepEqual(refused.errors.map(({ field }) => field), ['person_sid'], refused.text) // oxfmt-ignore
  }
  const keeper = await make('role', { code: 'absence_keeper', name: '考勤', weight: 85 })
  for (const entity of ['absence', 'user_info'])
    await make('role_grant', { role_sid: keeper, entity, verbs: ['get', 'search', 'create', 'update', 'delete'], data_scope: 'COMPANY_SUB' })
  const clerk = await enrol('inventor', { role_sids: [keeper], company_sid: away })
  for (const other of [admin, person]) {
    const tried = await enter({ ...days, person_sid: other.sid, deputy_sid: clerk.sid }, clerk)
    assert.deepEqual(tried.errors.map(({ field }) => field), ['person_sid'], tried.text) // oxfmt-ignore
  }
  const rows = await tenant.db.selectFrom('absence').select('sid').where('deleted_at', 'is', null).execute()
  assert.deepEqual(rows, [], 'nothing was written')
  assert.equal(await seen(own, deputy), 404)
  const ofThird = await enter({ ...days, person_sid: third.sid, deputy_sid: deputy.sid }, clerk)
  assert.equal(ofThird.code, 0, ofThird.message)
  const { company_sid } = await tenant.db.selectFrom('absence').select('company_sid').where('sid', '=', ofThird.data.sid).executeTakeFirstOrThrow()
  assert.equal(company_sid, away, 'that of the person')
  assert.ok((await notices(third)).some((title) => title?.includes('has entered your absence')))
  const theirs = await enter({ deputy_sid: clerk.sid, from_date: day(10), to_date: day(14) }, third)
  assert.equal(theirs.code, 0, theirs.message)
  const move = (change: object) => call('absence/do/update', { sid: theirs.data.sid, ...change }, { as: clerk })
  for (const longer of [{ to_date: day(15) }, { from_date: day(9) }])
    assert.deepEqual((await move(longer)).errors.map(({ field }) => field), ['deputy_sid'], 'their own deputising is not prolonged by them') // oxfmt-ignore
  assert.equal((await move({ to_date: day(13) })).code, 0)
})

test('an absence of somebody above is not changed or deleted, and a deleted one is entered anew', async () => {
  const clerk = await enrol('inventor', { role_sids: [await make('role', { code: 'clerk', name: '考勤员', weight: 5 })] })
  const { role_sids } = await tenant.db.selectFrom('user_info').select('role_sids').where('sid', '=', clerk.sid).executeTakeFirstOrThrow()
  for (const entity of ['absence', 'user_info'])
    await make('role_grant', { role_sid: role_sids?.[0], entity, verbs: ['get', 'search', 'create', 'update', 'delete'], data_scope: 'ALL' })
  forgetActors(tenant)
  const { data } = await enter({ deputy_sid: deputy.sid, from_date: day(0), to_date: day(3) }, admin)
  assert.equal((await call(`absence/do/delete/${data.sid}`, {}, { as: clerk })).status, 403)
  const moved = await call('absence/do/update', { sid: data.sid, deputy_sid: clerk.sid }, { as: clerk })
  assert.deepEqual(moved.errors.map(({ field }) => field), ['person_sid'], moved.text) // oxfmt-ignore
  assert.equal((await call(`absence/do/delete/${data.sid}`, {}, { as: admin })).code, 0)
  const back = await call('absence/do/restore', { sids: [data.sid] }, { as: admin, lang: 'en' })
  assert.match(back.message, /A deleted absence is not restored: enter it anew/)
})

test('documents that the absent person once stored without a case stay closed to the deputy', async () => {
  const role = await make('role', { code: 'sees_documents', name: '文档', weight: 5, document_classes: ['V1', 'V2', 'V3'] })
  for (const entity of ['document', 'patent']) await make('role_grant', { role_sid: role, entity, verbs: ['get', 'search'], data_scope: 'SELF' })
  const reader = await enrol('inventor', { role_sids: [role] })
  const loose = await make('document', { file_name: '私人.pdf', visibility: 'V1' })
  const ofCase = await make('document', { file_name: '案件.pdf', visibility: 'V1', case_sid: own })
  const { data } = await enter({ deputy_sid: reader.sid, from_date: day(0), to_date: day(3) }, person)
  await tenant.db.updateTable('document').set({ created_by: person.sid }).where('sid', '=', loose).execute()
  const shown = async (sid: string) => (await call(`document/${sid}`, undefined, { as: reader })).status
  assert.deepEqual([await shown(loose), await shown(ofCase)], [404, 200])
  await call(`absence/do/delete/${data.sid}`, {}, { as: person })
})

test('whoever loses their deputy is told to name another one', async () => {
  const leaving = await enrol('ip_engineer', { name: '柯离职（虚构）', name_en: 'Ke Lizhi' })
  const { data } = await enter({ deputy_sid: leaving.sid, from_date: day(4), to_date: day(6) }, third)
  const left = await call('user_info/do/update', { sid: leaving.sid, person_status: 'RESIGNED' }, { as: admin })
  assert.equal(left.code, 0, left.text)
  assert.ok((await notices(third)).some((title) => title.startsWith('Your deputy Ke Lizhi has left: name another one')))
  await call(`absence/do/delete/${data.sid}`, {}, { as: third })
})
