import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'
import { level } from '../../tests/harness/cases/approvals.ts'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), values)
const admin = await enrol('system_admin')

async function busyPerson() {
  const who = await enrol('ip_engineer')
  const owned = await make('patent', { title: '负责案', country: 'CN', patent_type: 'INVENTION', owner_sid: who.sid, company_sid: who.company })
  const assisted = await make('patent', {
    title: '协办案',
    country: 'CN',
    patent_type: 'INVENTION',
    owner_sid: admin.sid,
    co_owner_sids: [who.sid],
    company_sid: who.company,
  })
  const junior = await make('user_info', { name: '下级', leader_sid: who.sid })
  return { who, owned, assisted, junior }
}

type Groups = { total: number; groups: { code: string; count: number }[] }
const checked = async (sid: string) => (await call<Groups>(`user_handover/do/check/${sid}`, undefined, { as: admin })).data
const read = async (model: string, sid: string) => (await call(`${model}/${sid}?flat=1`, undefined, { as: admin })).data

test('[4.03] [7.18] a person hands over before resigning: work is counted, transferred in one step, and the account is closed', async () => {
  const { who, owned, assisted, junior } = await busyPerson()
  const heir = await enrol('ip_engineer')
  const before = await checked(who.sid)
  const counts = Object.fromEntries(before.groups.map(({ code, count }) => [code, count]))
  assert.deepEqual([counts.cases, counts.assisted, counts.people], [1, 1, 1])
  const early = await call('user_info/do/update', { sid: who.sid, person_status: 'RESIGNED' }, { as: admin, lang: 'en' })
  assert.match(early.errors[0]?.reason ?? '', /hand over first: Cases 1, Cases as assistant 1/)
  const done = await call('user_handover/do/handover', { from_user: who.sid, to_user: heir.sid, resign: true }, { as: admin })
  assert.equal(done.code, 0, done.message)
  assert.equal((await checked(who.sid)).total, 0)
  assert.equal((await read('patent', owned)).owner_sid, heir.sid)
  assert.deepEqual((await read('patent', assisted)).co_owner_sids, [heir.sid])
  assert.equal((await read('user_info', junior)).leader_sid, heir.sid)
  assert.equal((await call('patent/do/count', {}, { as: who })).status, 401)
  const history = await call<{ record: { reason: string }[] }>('patent/do/history', { sid: owned }, { as: admin })
  assert.equal(history.data.record[0]?.reason, 'handover')
})

test('[7.18] a handover transfers only the named groups of work', async () => {
  const { who, owned, assisted } = await busyPerson()
  const heir = await enrol('ip_engineer')
  const hand = (body: Record<string, unknown>) => call('user_handover/do/handover', { from_user: who.sid, to_user: heir.sid, ...body }, { as: admin })
  assert.equal((await hand({ groups: ['cases'] })).code, 0)
  assert.equal((await read('patent', owned)).owner_sid, heir.sid)
  assert.deepEqual((await read('patent', assisted)).co_owner_sids, [who.sid])
  assert.equal((await hand({ groups: ['nothing'] })).status, 400)
  assert.equal((await hand({ to_user: who.sid })).status, 400)
  assert.equal((await hand({ groups: ['cases'], resign: true })).errors[0]?.field, 'person_status')
})

test('[4.03] [7.18] a reactivated person is employed, and the account stays closed until it is opened', async () => {
  const who = await enrol('ip_engineer')
  await call('user_info/do/update', { sid: who.sid, person_status: 'RESIGNED' }, { as: admin })
  assert.equal((await call(`user_handover/do/reactivate/${who.sid}`, {}, { as: admin })).code, 0)
  const person = await read('user_info', who.sid)
  assert.deepEqual([person.person_status, person.account_status], ['EMPLOYED', 'CLOSED'])
})

test('only a user who may change people can hand over work', async () => {
  const { who } = await busyPerson()
  const heir = await enrol('ip_engineer')
  for (const [path, body] of [
    [`user_handover/do/check/${who.sid}`, {}],
    ['user_handover/do/handover', { from_user: who.sid, to_user: heir.sid }],
    [`user_handover/do/reactivate/${who.sid}`, {}],
  ] as const)
    assert.equal((await call(path, body, { as: heir })).status, 403)
})

test('[7.19] a password reset by an administrator ends every session', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await call('system_admin/do/password_reset', { sid: who.sid }, { as: admin })
  assert.match(String(data.one_time_password), /^\S{8,16}$/)
  assert.equal((await call('patent/do/count', {}, { as: who })).status, 401)
})

type Handed = { sid: string | null; parts: { group: string; to_user: { sid: string } | string; count: number; kept: number; overlapping?: number }[] }
const handOver = (body: Record<string, unknown>) => call<Handed>('user_handover/do/handover', body, { as: admin, lang: 'en' })
const shortly = ({ parts }: Handed) => parts.map(({ group, count, kept }) => [group, count, kept])

test('a preview counts the work and changes nothing; the handover gives each kind of work to its recipient and is recorded', async () => {
  const { who, owned, assisted, junior } = await busyPerson()
  const view = await call<{ sid: string }>('saved_view/do/create', { entity: 'patent', name: `Ours ${who.account}` }, { as: who })
  await tenant.db.updateTable('saved_view').set({ share: 'COMPANY' }).where('sid', '=', view.data.sid).execute()
  const [first, second] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  const body = { from_user: who.sid, to_user: second.sid, parts: [{ group: 'cases', to_user: first.sid }], resign: true }
  const preview = await handOver({ ...body, preview: true })
  assert.equal(preview.code, 0, preview.message)
  assert.deepEqual([preview.data.sid, shortly(preview.data)], [null, [['cases', 1, 0], ['assisted', 1, 0], ['people', 1, 0], ['views', 1, 0]]]) // oxfmt-ignore
  assert.equal((await read('patent', owned)).owner_sid, who.sid)
  assert.equal((await read('user_info', who.sid)).person_status, 'EMPLOYED')

  const done = await handOver(body)
  assert.equal(done.code, 0, done.text)
  assert.deepEqual(shortly(done.data), shortly(preview.data))
  assert.equal((await read('patent', owned)).owner_sid, first.sid)
  assert.deepEqual((await read('patent', assisted)).co_owner_sids, [second.sid])
  assert.equal((await read('user_info', junior)).leader_sid, second.sid)
  const passed = await tenant.db.selectFrom('saved_view').select('created_by').where('sid', '=', view.data.sid).executeTakeFirst()
  assert.equal(passed?.created_by, second.sid)
  const kept = (await read('user_handover', String(done.data.sid))) as { parts: unknown[]; resigned: boolean; to_user: unknown; to_users: string[] }
  assert.deepEqual([kept.parts.length, kept.resigned, kept.to_user], [4, true, null])
  assert.deepEqual(kept.to_users.toSorted(), [first.sid, second.sid].toSorted())
})

test('work that the recipient may not see stays with the person, who then cannot leave', async () => {
  const { who, owned } = await busyPerson()
  const agency = await make('agency', { agency_name: `Elsewhere ${who.account}` })
  const outsider = await enrol('agent', { agency_sid: agency })
  const body = { from_user: who.sid, parts: [{ group: 'cases', to_user: outsider.sid }] }
  assert.deepEqual(shortly((await handOver({ ...body, preview: true })).data), [['cases', 0, 1]])
  assert.equal((await handOver({ ...body, resign: true })).errors[0]?.field, 'person_status')
  assert.deepEqual(shortly((await handOver(body)).data), [['cases', 0, 1]])
  assert.equal((await read('patent', owned)).owner_sid, who.sid)
})

test('each group has one recipient, and a recipient is required', async () => {
  const { who } = await busyPerson()
  const parts = [admin.sid, (await enrol('ip_engineer')).sid].map((to_user) => ({ group: 'cases', to_user }))
  assert.match((await handOver({ from_user: who.sid, parts })).message, /one person only/)
  assert.match((await handOver({ from_user: who.sid })).message, /Choose a recipient/)
})

test('deadlines go to their own recipient, independently of their cases; the preview agrees', async () => {
  const { who, owned } = await busyPerson()
  const own = { case_sid: owned, name: '答复', internal_due: '2031-05-06', official_due: '2031-05-06', company_sid: who.company, owner_sid: who.sid }
  const deadline = await make('deadline', own)
  const [first, second] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  const parts = [
    { group: 'cases', to_user: first.sid },
    { group: 'deadlines', to_user: second.sid },
  ]
  const { deadlines = 0 } = Object.fromEntries((await checked(who.sid)).groups.map(({ code, count }) => [code, count]))
  const preview = await handOver({ from_user: who.sid, parts, preview: true })
  assert.deepEqual(shortly(preview.data), [['cases', 1, 0], ['deadlines', deadlines, 0]]) // oxfmt-ignore
  const done = await handOver({ from_user: who.sid, parts })
  assert.deepEqual(shortly(done.data), shortly(preview.data))
  assert.equal((await read('patent', owned)).owner_sid, first.sid)
  const open = await tenant.db.selectFrom('deadline').select('owner_sid').where('case_sid', '=', owned).where('status', '=', 'OPEN').execute()
  assert.deepEqual([...new Set(open.map(({ owner_sid }) => owner_sid))], [second.sid])
  const history = await call<{ record: { changes: unknown }[] }>('deadline/do/history', { sid: deadline }, { as: admin })
  assert.ok(JSON.stringify(history.data.record[0]).includes(who.sid), 'the history says from whom it came')
})

test('deadlines and cases for one person are counted separately, and deadlines that the recipient may not see are not transferred', async () => {
  const { who, owned } = await busyPerson()
  const own = { case_sid: owned, name: '答复', internal_due: '2031-05-06', official_due: '2031-05-06', company_sid: who.company, owner_sid: who.sid }
  const deadline = await make('deadline', own)
  const { deadlines = 0 } = Object.fromEntries((await checked(who.sid)).groups.map(({ code, count }) => [code, count]))
  const heir = await enrol('ip_engineer')
  const outsider = await enrol('agent', { agency_sid: await make('agency', { agency_name: `Afar ${who.account}` }) })
  const toOne = await handOver({ from_user: who.sid, to_user: heir.sid, groups: ['cases', 'deadlines'], preview: true })
  assert.deepEqual(shortly(toOne.data), [['cases', 1, 0], ['deadlines', deadlines, 0]]) // oxfmt-ignore
  const parts = [
    { group: 'cases', to_user: heir.sid },
    { group: 'deadlines', to_user: outsider.sid },
  ]
  const done = await handOver({ from_user: who.sid, parts })
  assert.deepEqual(shortly(done.data), [['cases', 1, 0], ['deadlines', 0, deadlines]]) // oxfmt-ignore
  assert.deepEqual([(await read('patent', owned)).owner_sid, (await read('deadline', deadline)).owner_sid], [heir.sid, who.sid])
})

test('the check before a handover lists the roles of the person, with how many other employed people have each', async () => {
  const alone = await make('role', { code: 'alone', name: '独有岗位（虚构）', name_en: 'Fictional sole post', weight: 1 })
  const shared = await make('role', { code: 'shared', name: '共有岗位（虚构）', weight: 2 })
  const who = await enrol('inventor', { role_sids: [alone, shared] })
  await enrol('inventor', { role_sids: [shared] })
  const gone = await enrol('inventor', { role_sids: [alone] })
  await call('user_info/do/update', { sid: gone.sid, person_status: 'RESIGNED' }, { as: admin })
  const { data } = await call<{ roles: unknown[] }>(`user_handover/do/check/${who.sid}`, undefined, { as: admin })
  assert.deepEqual(data.roles, [
    { sid: shared, zh: '共有岗位（虚构）', en: '共有岗位（虚构）', others: 1 },
    { sid: alone, zh: '独有岗位（虚构）', en: 'Fictional sole post', others: 0 },
  ])
})

test('[7.18] whoever is named in a row, decides an indexing, waits to confirm a task or looks after an organisation is found by the handover', async () => {
  const { who } = await busyPerson()
  const heir = await enrol('ip_engineer')
  const measures = [
    { measure: '规避设计', user_sid: who.sid, due_date: '2031-05-06' },
    { measure: '检索', user_sid: who.sid, due_date: '2026-01-06', done_date: '2026-01-05' },
  ]
  const risk = await make('risk', { title: '虚构风险', owner_sid: admin.sid, company_sid: who.company, measures })
  const library = await make('search_library', { lib_name: '虚构专题', manager_sid: who.sid, company_sid: who.company, items: [] })
  const indexing = await make('indexing_task', {
    title: '虚构标引',
    library_sid: library,
    owner_sid: admin.sid,
    arbiter_sid: who.sid,
    company_sid: who.company,
  })
  const given = await make('task', {
    title: '待确认',
    due_date: '2031-05-06',
    assignee_sid: heir.sid,
    company_sid: who.company,
  })
  await tenant.db.updateTable('task').set({ assigner_sid: who.sid }).where('sid', '=', given).execute()
  const organisation = await make('virtual_organisation', { name: `虚拟 ${who.account}`, manager_sid: who.sid })
  const counts = Object.fromEntries((await checked(who.sid)).groups.map(({ code, count }) => [code, count]))
  assert.deepEqual([counts.tasks, counts.given, counts.organisations, counts.libraries], [2, 1, 1, 1])
  const done = await handOver({ from_user: who.sid, to_user: heir.sid, resign: true })
  assert.equal(done.code, 0, done.text)
  assert.equal((await checked(who.sid)).total, 0)
  const people = ((await read('risk', risk)).measures as { user_sid: unknown }[]).map(({ user_sid }) => JSON.stringify(user_sid).includes(heir.sid))
  assert.deepEqual(people, [true, false], 'what was done keeps who did it')
  assert.deepEqual(
    [(await read('indexing_task', indexing)).arbiter_sid, (await read('task', given)).assigner_sid, (await read('virtual_organisation', organisation)).manager_sid, (await read('search_library', library)).manager_sid],
    [heir.sid, heir.sid, heir.sid, heir.sid],
  ) // oxfmt-ignore
})

async function worldwidePerson() {
  const who = await enrol('ip_engineer')
  const department = await make('department', { name: `虚构部 ${who.account}`, company_sid: who.company })
  const one = (title: string, country: string, more: Record<string, unknown> = {}) =>
    make('patent', { title, country, patent_type: 'INVENTION', owner_sid: who.sid, company_sid: who.company, ...more })
  const cases = {
    cn: await one('国内案', 'CN'),
    us: await one('美国案', 'US'),
    ours: await one('部门案', 'JP', { department_sid: department }),
    led: await one('发光案', 'DE'),
    listed: await one('所列案', 'KR'),
  }
  return { who, department, cases }
}

type Answered = Handed & { unassigned: { group: string; count: number }[] }
const share = (body: Record<string, unknown>) => call<Answered>('user_handover/do/handover', body, { as: admin, lang: 'en' })
const ownerOf = async (sid: string) => (await read('patent', sid)).owner_sid

test('[4.03] one kind of work is shared among several by country, department, query and list; what nobody is given is named, and keeps the person from leaving', async () => {
  const { who, department, cases } = await worldwidePerson()
  const heirs = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('ip_engineer')]
  const [first, second, third] = heirs.map(({ sid }) => sid)
  await make('deadline', {
    case_sid: cases.us,
    name: '答复',
    internal_due: '2031-05-06',
    official_due: '2031-05-06',
    company_sid: who.company,
    owner_sid: who.sid,
  })
  const parts = [
    { group: 'cases', to_user: first, country: 'US' },
    { group: 'cases', to_user: second, iql: "country = 'DE' AND patent.patent_type = 'INVENTION'" },
    { group: 'cases', to_user: third, department_sid: department, company_sid: who.company },
    { group: 'cases', to_user: second, case_sids: [cases.listed, cases.us] },
    { group: 'deadlines', to_user: third, country: 'US' },
  ]
  const body = { from_user: who.sid, parts }
  const preview = await share({ ...body, preview: true })
  assert.equal(preview.code, 0, preview.text)
  const { deadlines = 0 } = Object.fromEntries((await checked(who.sid)).groups.map(({ code, count }) => [code, count]))
  const cased = preview.data.parts.filter(({ group }) => group === 'cases')
  assert.deepEqual(cased.map(({ count }) => count), [1, 1, 1, 1], 'each once, in the order of the shares') // oxfmt-ignore
  assert.deepEqual(cased.map(({ overlapping }) => overlapping), [0, 0, 0, 1], 'and what an earlier share has is told') // oxfmt-ignore
  assert.deepEqual(preview.data.unassigned.filter(({ group }) => group === 'cases'), [{ group: 'cases', count: 1 }]) // oxfmt-ignore
  assert.equal(await ownerOf(cases.us), who.sid)
  const early = await share({ ...body, resign: true })
  assert.match(early.errors[0]?.reason ?? '', /hand over first: Cases 1/)
  assert.equal(await ownerOf(cases.us), who.sid, 'all or nothing')

  const done = await share({ ...body, to_user: third, resign: true })
  assert.equal(done.code, 0, done.text)
  assert.deepEqual(done.data.unassigned, [])
  assert.deepEqual(done.data.parts.filter(({ group }) => group === 'cases').map(({ count }) => count), [1, 1, 1, 1, 1]) // oxfmt-ignore
  const owners = [await ownerOf(cases.us), await ownerOf(cases.led), await ownerOf(cases.ours), await ownerOf(cases.listed), await ownerOf(cases.cn)]
  assert.deepEqual(owners, [first, second, third, second, third])
  const passed = done.data.parts.filter(({ group }) => group === 'deadlines').reduce((sum, { count }) => sum + count, 0)
  assert.equal(passed, deadlines)
  const open = await tenant.db.selectFrom('deadline').select('owner_sid').where('case_sid', '=', cases.us).where('status', '=', 'OPEN').execute()
  assert.deepEqual([...new Set(open.map(({ owner_sid }) => owner_sid))], [third])
  type Kept = { parts: { country?: string | null; listed?: number | null; iql?: string | null }[] }
  const kept = (await read('user_handover', String(done.data.sid))) as Kept
  assert.deepEqual(
    [kept.parts[0]?.country, kept.parts[1]?.iql, kept.parts[3]?.listed],
    ['US', "country = 'DE' AND patent.patent_type = 'INVENTION'", 2],
  )
})

test('a share by what cannot be asked is refused by name: an unknown field, a faulty query, work without cases', async () => {
  const { who } = await worldwidePerson()
  await make('user_info', { name: '下级', leader_sid: who.sid })
  const heir = await enrol('ip_engineer')
  const refused = async (part: Record<string, unknown>) =>
    (await share({ from_user: who.sid, parts: [{ to_user: heir.sid, ...part }], preview: true })).message
  assert.match(await refused({ group: 'cases', iql: 'no_such_field = 1' }), /“Cases”, share 1: .*no field “no_such_field”/)
  assert.match(await refused({ group: 'reviews', iql: 'no_such_field = 1' }), /no field “no_such_field”/, 'even if there is nothing to share')
  assert.match(await refused({ group: 'cases', iql: 'country = ' }), /character \d+/)
  assert.match(await refused({ group: 'cases', iql: 'ORDER BY country' }), /no condition/)
  assert.match(await refused({ group: 'people', country: 'CN' }), /cannot be shared by country/)
  assert.match(await refused({ group: 'processes', country: 'CN' }), /to one person as a whole/)
})

type Process = { sid: string; version: number }
const processes = (verb: string, body: Record<string, unknown>) => call<Process>(`approval_process/do/${verb}`, body, { as: admin, lang: 'en' })
async function processOf(code: string, steps: Record<string, unknown>, isPublished = true) {
  const names = { name: `流程 ${code}`, name_en: `Process ${code}`, entity: 'patent' }
  const made = await processes('create', { code, ...names, ...steps })
  assert.equal(made.code, 0, made.text)
  if (isPublished) assert.equal((await processes('publish', { sid: made.data.sid })).code, 0)
  return made.data.sid
}
const versionsOf = (code: string) =>
  tenant.db.selectFrom('approval_process').select(['status', 'version_no', 'levels', 'graph']).where('code', '=', code).where('deleted_at', 'is', null).orderBy('version_no').execute() // oxfmt-ignore

test('approval processes that name a leaver are found; the successor stands in a new version, in drafts and in sub-processes, and what is changed by hand is named', async () => {
  const [who, heir, other] = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('ip_engineer')]
  await processOf('LEFT_PART', { levels: [level([who, heir]), level([other])] })
  const node = (id: string, type: string, more: Record<string, unknown> = {}) => ({ id, type, name: id, name_en: id, ...more })
  const graph = {
    nodes: [node('start', 'START'), node('part', 'SUB_PROCESS', { process: 'LEFT_PART' }), node('end', 'END')],
    edges: [{ from: 'start', to: 'part' }, { from: 'part', to: 'end' }],
  } // oxfmt-ignore
  await processOf('LEFT_CALLER', { graph, transition: 'ready', condition: "title = '虚构甲'" })
  await processOf('LEFT_DRAFT', { levels: [level([who])] }, false)
  const busy = await processOf('LEFT_BUSY', { levels: [level([who])] })
  assert.equal((await processes('new_version', { sid: busy })).code, 0)
  type Named = { named: { zh: string; en: string; why_en: string | null }[]; groups: { code: string; count: number }[] }
  const { data } = await call<Named>(`user_handover/do/check/${who.sid}`, undefined, { as: admin })
  const told = ({ named }: Named) => named.map(({ en, why_en }) => [en, why_en === null]).sort()
  const expected = [['Process LEFT_BUSY version 1', false], ['Process LEFT_BUSY version 2 (draft)', true], ['Process LEFT_CALLER version 1', true], ['Process LEFT_DRAFT version 1 (draft)', true], ['Process LEFT_PART version 1', true]] // oxfmt-ignore
  assert.deepEqual(told(data), expected)
  assert.equal(data.groups.find(({ code }) => code === 'processes')?.count, 5)

  const unasked = await call<Handed & Named>('user_handover/do/handover', { from_user: who.sid, to_user: heir.sid }, { as: admin })
  assert.deepEqual(
    [shortly(unasked.data), unasked.data.named.every(({ why_en }) => why_en !== null)],
    [[], true],
    'processes are changed only where they are selected',
  )
  assert.equal((await versionsOf('LEFT_PART')).length, 1)

  const body = { from_user: who.sid, parts: [{ group: 'processes', to_user: heir.sid }] }
  const preview = await call<Handed & Named>('user_handover/do/handover', { ...body, preview: true }, { as: admin })
  assert.deepEqual([shortly(preview.data), told(preview.data)], [[['processes', 4, 1]], expected])
  assert.equal((await versionsOf('LEFT_PART')).length, 1)
  const done = await call<Handed & Named>('user_handover/do/handover', { ...body, resign: true }, { as: admin })
  assert.equal(done.code, 0, done.text)
  const [, part] = await versionsOf('LEFT_PART')
  assert.deepEqual([part?.status, part?.levels], ['PUBLISHED', [level([heir]), level([other])]], 'who acts at the step already acts once')
  const [, caller] = await versionsOf('LEFT_CALLER')
  assert.deepEqual([caller?.status, JSON.stringify(caller?.graph).includes(who.sid)], ['PUBLISHED', false])
  const [draft] = await versionsOf('LEFT_DRAFT')
  assert.deepEqual([draft?.status, draft?.levels], ['DRAFT', [level([heir])]])
  const [standing, next] = await versionsOf('LEFT_BUSY')
  assert.deepEqual([standing?.status, standing?.levels, next?.levels], ['PUBLISHED', [level([who])], [level([heir])]])
})

test('whoever hands over without seeing the cases or publishing processes shares nothing by conditions and changes no process', async () => {
  const { who, cases } = await worldwidePerson()
  const heir = await enrol('ip_engineer')
  await processOf('LEFT_ALONE', { levels: [level([who])] })
  const role = await make('role', { code: 'personnel', name: '人事（虚构）', platform: '1', weight: 100 })
  await make('role_grant', { role_sid: role, entity: 'user_info', verbs: ['*'], data_scope: 'ALL' })
  const personnel = await enrol('inventor', { role_sids: [role] })
  const parts = [
    { group: 'cases', to_user: heir.sid, case_sids: Object.values(cases) },
    { group: 'processes', to_user: heir.sid },
  ]
  const { data, text } = await call<Answered & { named: { sid: string | null; en: string; why_en: string }[] }>(
    'user_handover/do/handover',
    { from_user: who.sid, parts },
    { as: personnel },
  )
  assert.ok(data, text)
  assert.deepEqual(shortly(data), [['cases', 0, 0], ['processes', 0, 1]]) // oxfmt-ignore
  assert.equal(data.unassigned.find(({ group }) => group === 'cases')?.count, 5)
  assert.match(String(data.named[0]?.why_en), /by somebody who may publish/)
  assert.deepEqual([data.named[0]?.sid, data.named[0]?.en], [null, 'Approval process that you may not see'])
  assert.deepEqual((await versionsOf('LEFT_ALONE')).map(({ levels }) => levels), [[level([who])]]) // oxfmt-ignore
})

test('what somebody else gives to another person meanwhile stays with that person', async () => {
  const [who, heir, other] = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('ip_engineer')]
  const sid = await make('patent', { title: '虚构案', country: 'CN', patent_type: 'INVENTION', owner_sid: who.sid, company_sid: who.company })
  const handed = await tenant.db.transaction().execute(async (tx) => {
    await tx.updateTable('patent').set({ owner_sid: other.sid }).where('sid', '=', sid).execute()
    const waiting = share({ from_user: who.sid, to_user: heir.sid })
    await setTimeout(400)
    return { waiting }
  })
  assert.equal((await handed.waiting).code, 0)
  assert.equal(await ownerOf(sid), other.sid)
})
