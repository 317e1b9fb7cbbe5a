import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const [one, colleague, finance, admin] = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('finance'), await enrol('system_admin')]
const agent = await enrol('agent')
const away = await createRow(systemContext(tenant), modelNamed(tenant.models, 'company'), { company_name: '外公司（虚构）' })
const stranger = await enrol('ip_engineer', { company_sid: away, department_sid: null })
const role = (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'finance').executeTakeFirstOrThrow()).sid

const make = (as: typeof one, more: Record<string, unknown> = {}) =>
  call<{ sid: string }>('saved_view/do/create', { entity: 'patent', name: 'Due', iql: "status = 'GRANTED'", ...more }, { as, lang: 'en' })
const seen = async (sid: string) => {
  const all = { one, colleague, finance, admin, agent, stranger }
  const answers = await Promise.all(Object.entries(all).map(async ([who, as]) => [who, (await call(`saved_view/${sid}`, undefined, { as })).status]))
  return answers.filter(([, status]) => status === 200).map(([who]) => who)
}

for (const [share, more, who] of [
  ['OWN', {}, ['one']],
  ['COMPANY', {}, ['one', 'colleague', 'finance', 'admin']],
  ['ROLES', { role_sids: [role] }, ['one', 'finance']],
] as const)
  test(`a view shared as ${share} is visible to ${who.join(', ')}`, async () => {
    const { data, message } = await make(one, { share, ...more })
    assert.ok(data?.sid, message)
    assert.deepEqual(await seen(data.sid), [...who])
  })

test('only an administrator shares a view with the whole enterprise', async () => {
  const { data } = await make(admin, { share: 'SYSTEM' })
  assert.deepEqual(await seen(data.sid), ['one', 'colleague', 'finance', 'admin', 'stranger'])
  assert.equal((await make(one, { share: 'SYSTEM' })).errors[0]?.field, 'share')
})

test('a user who may not share views can save private views', async () => {
  assert.equal((await make(finance)).code, 0)
  for (const share of ['COMPANY', 'SYSTEM']) assert.notEqual((await make(finance, { share })).code, 0)
  assert.notEqual((await make(agent, { share: 'COMPANY' })).code, 0)
})

test('only its creator or an administrator changes and deletes a shared view', async () => {
  const { data } = await make(one, { share: 'COMPANY' })
  assert.equal((await call('saved_view/do/update', { sid: data.sid, name: 'x' }, { as: colleague })).errors[0]?.field, 'name')
  assert.equal((await call(`saved_view/do/delete/${data.sid}`, {}, { as: colleague })).status, 403)
  assert.equal((await call('saved_view/do/update', { sid: data.sid, name: 'Renamed' }, { as: one })).code, 0)
  assert.equal((await call(`saved_view/do/delete/${data.sid}`, {}, { as: admin })).code, 0)
})

test('a view with an invalid query or without its roles is refused', async () => {
  assert.equal((await make(one, { iql: 'status = ' })).errors[0]?.field, 'iql')
  assert.equal((await make(one, { share: 'ROLES' })).errors[0]?.field, 'role_sids')
  assert.equal((await make(one, { entity: 'nothing' })).errors[0]?.field, 'entity')
})

test('a user who may share views can list the roles', async () => {
  const { data } = await call<{ total: number }>('role/do/search', { fl: ['name'], rows: 100 }, { as: one })
  assert.ok(data.total > 5)
})

for (const [who, as, ways] of [
  ['an engineer', one, ['OWN', 'COMPANY', 'ROLES']],
  ['finance', finance, ['OWN']],
  ['an agent', agent, ['OWN']],
  ['an administrator', admin, ['OWN', 'COMPANY', 'ROLES', 'SYSTEM']],
] as const)
  test(`${who} is offered these ways to share a view: ${ways.join(', ')}`, async () => {
    assert.deepEqual((await call('saved_view/do/ways', {}, { as })).data, [...ways])
  })
