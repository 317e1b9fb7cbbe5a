import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { tenant, call, enrol, app } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')
const agent = await enrol('agent')
const patent = (title: string, more: Record<string, unknown>) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', company_sid: engineer.company, ...more })
const own = await patent('虚构装置甲', { owner_sid: engineer.sid })

type View = { token: string; expires_at: string; user_sid: string; name: string }
const view = (person: Person, as = admin) => call<View>('user_info/do/view_as', { sid: person.sid }, { as, lang: 'en' })
const events = async (event: 'VIEW_STARTED' | 'VIEW_ENDED' | 'REFUSED') =>
  tenant.db.selectFrom('audit_entry').select(['account', 'record_sid', 'created_by']).where('event', '=', event).orderBy('number').execute()
const titles = async (as: Person | string) =>
  (await call<{ record: { title: string }[] }>('patent/do/search', { fl: 'title', iql: 'ORDER BY title' }, { as })).data.record.map(
    ({ title }) => title,
  )

test('an administrator sees as another person what that person sees, and the audit log states it', async () => {
  const hidden = await patent('虚构装置乙', { owner_sid: admin.sid, company_sid: await make('company', { company_name: '别的公司（虚构）' }) })
  const { data, code } = await view(engineer)
  assert.equal(code, 0)
  assert.deepEqual(await titles(data.token), await titles(engineer))
  assert.ok((await titles(admin)).includes('虚构装置乙'))
  assert.equal((await call(`patent/${hidden}`, undefined, { as: data.token })).status, 404)
  const menus = async (as: Person | string) => JSON.stringify((await call('rbac_menu/do/search_my_menus', {}, { as })).data)
  assert.equal(await menus(data.token), await menus(engineer))
  const me = await call<{ sid: string }>('user_info/do/my', undefined, { as: data.token })
  assert.equal(me.data.sid, engineer.sid)
  const entry = (await events('VIEW_STARTED')).at(-1)
  assert.deepEqual([entry?.account, entry?.record_sid], [admin.account, engineer.sid])
})

const WRITES: Record<string, () => [string, unknown]> = {
  'the change of a record': () => ['patent/do/update', { sid: own, title: '改' }],
  'a new record': () => ['patent/do/create', { title: '新', country: 'CN', patent_type: 'INVENTION' }],
  'a deletion': () => [`patent/do/delete/${own}`, {}],
  'a transition': () => ['patent/do/transition', { sid: own, transition: 'file' }],
  'a batch change': () => ['patent/do/batch_update', { sids: [own], changes: { title: '改' } }],
  'an export': () => ['patent/do/export', { fl: ['title'] }],
  'a personal setting': () => ['/innoe-webapi/setting/user/do/update', { key: 'home', value: { a: 1 } }],
  'a new access token': () => ['token/do/create', { name: 'x' }],
  'the end of other sessions': () => ['token/do/end_others', {}],
  'a new password': () => [
    '/innoe-webapi/aggr/password/do/update',
    { old_password: admin.password, new_password: 'Other-pass9', confirm_password: 'Other-pass9' },
  ],
  'a second factor': () => ['/innoe-webapi/aggr/second_factor/do/begin', { password: admin.password }],
  'a proposed removal': () => ['date_confirmation/do/propose_removal', { entity: 'case', record_sid: own }],
  'a saved view': () => ['saved_view/do/create', { name: 'v', entity: 'patent', iql: '' }],
  'a view as a third person': () => ['user_info/do/view_as', { sid: agent.sid }],
}
for (const [what, write] of Object.entries(WRITES))
  test(`while viewing as another person ${what} is refused and changes nothing`, async () => {
    const { data } = await view(engineer)
    const state = async () => {
      const tables = ['patent', 'token', 'user', 'user_define_config', 'saved_view', 'job', 'date_confirmation'] as const
      const rows = await Promise.all(tables.map((table) => tenant.db.selectFrom(table).selectAll().orderBy('sid').execute()))
      return JSON.stringify(rows, (key, value: unknown) => (key === 'last_used_at' ? undefined : value))
    }
    const before = await state()
    const [path, body] = write()
    const answer = await call(path, body, { as: data.token, lang: 'en' })
    assert.equal(answer.status, 403, answer.text)
    assert.match(
      answer.message,
      /^(You are viewing as another person: nothing can be changed or exported|You do not have permission: .* with a token)/,
    )
    assert.equal(await state(), before)
  })

test('whoever views as another person does not see more than they see themselves', async () => {
  const SEE = ['get', 'search', 'count']
  const helper = await make('role', { code: 'helper', name: '虚构支持', weight: 95, mask_mobile: true })
  await make('role_grant', { role_sid: helper, entity: 'user_info', verbs: [...SEE, 'view_as'], data_scope: 'ALL', hidden_fields: ['id_no'] })
  await make('role_grant', {
    role_sid: helper,
    entity: 'patent',
    verbs: SEE,
    data_scope: 'CUSTOM',
    query: 'owner_sid = me()',
    hidden_fields: ['remark'],
  })
  const supporter = await enrol('inventor', { role_sids: [helper] })
  const shared = await patent('虚构装置丙', { owner_sid: supporter.sid, co_owner_sids: [engineer.sid] })
  const { data } = await view(engineer, supporter)
  assert.deepEqual(await titles(data.token), ['虚构装置丙'])
  assert.equal((await call(`patent/${own}`, undefined, { as: data.token })).status, 404)
  const seen = await call(`patent/${shared}`, undefined, { as: data.token })
  assert.ok(!Object.hasOwn(seen.data, 'remark'))
  assert.equal((await call('fee/do/search', {}, { as: data.token })).status, 403)
})

test('nobody views as themselves, as a person above them, without the permission, by an access token, or as a person without an account', async () => {
  const middle = await make('role', { code: 'middle', name: '虚构中层', weight: 50 })
  await make('role_grant', { role_sid: middle, entity: 'user_info', verbs: ['get', 'search', 'count', 'view_as'], data_scope: 'ALL' })
  const viewer = await enrol('inventor', { role_sids: [middle] })
  assert.equal((await view(admin, viewer)).status, 403)
  assert.equal((await view(viewer, viewer)).status, 400)
  assert.equal((await view(admin, engineer)).status, 403)
  const { data: personal } = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: admin })
  assert.equal((await call('user_info/do/view_as', { sid: engineer.sid }, { as: personal.token })).status, 403)
  const nobody = await make('user_info', { name: '无账号（虚构）', person_type: 'INTERNAL', company_sid: admin.company })
  assert.equal((await call('user_info/do/view_as', { sid: nobody }, { as: admin })).status, 400)
})

test('a view ends when it is ended, with its time, and with the session or the permission of the viewer', async () => {
  const as = async (token: string) => (await call('user_info/do/my', undefined, { as: token })).status
  const first = (await view(engineer)).data
  assert.equal((await call<{ ended: number }>('user_info/do/end_view', {}, { as: admin })).data.ended >= 1, true)
  assert.equal(await as(first.token), 401)
  assert.equal((await events('VIEW_ENDED')).at(-1)?.record_sid, engineer.sid)
  const late = (await view(engineer)).data
  const minutes = (Date.parse(late.expires_at) - Date.now()) / 60_000
  assert.ok(minutes > 28 && minutes <= 30)
  await tenant.db.updateTable('token').set({ expires_at: '2020-01-01T00:00:00Z' }).where('kind', '=', 'VIEW').execute()
  tenant.pubsub.publish('refresh', null)
  await new Promise((resume) => setTimeout(resume, 300))
  const over = await call('user_info/do/my', undefined, { as: late.token, lang: 'en' })
  assert.deepEqual([over.status, over.message], [401, 'The view as another person has ended'])
  const other = await enrol('system_admin')
  const inventor = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'inventor').executeTakeFirstOrThrow()
  const theirs = (await view(engineer, other)).data
  assert.equal(await as(theirs.token), 200)
  assert.equal((await call('user_info/do/update', { sid: other.sid, role_sids: [inventor.sid] }, { as: admin })).code, 0)
  assert.equal(await as(theirs.token), 401)
  const again = await enrol('system_admin')
  const last = (await view(engineer, again)).data
  await app.inject({ method: 'POST', url: '/innoe-passport/logout', headers: { authorization: `Bearer ${again.token}` } })
  assert.equal(await as(last.token), 401)
})

test('a refused write during a view is in the audit log under the account of the viewer', async () => {
  const viewer = await enrol('system_admin')
  const viewed = await enrol('ip_engineer')
  const { data } = await view(viewed, viewer)
  await call('patent/do/update', { sid: own, title: '改' }, { as: data.token })
  for (let tries = 0; tries < 40 && !(await events('REFUSED')).some(({ account }) => account === viewer.account); tries++)
    await new Promise((resume) => setTimeout(resume, 100))
  const refused = await events('REFUSED')
  assert.ok(refused.some(({ account }) => account === viewer.account) && !refused.some(({ account }) => account === viewed.account))
})
