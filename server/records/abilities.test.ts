import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from './context.ts'
import { createRow } from './write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const inventor = await enrol('inventor')
type Person = typeof admin

async function file(more: Record<string, unknown> = {}) {
  const { data, text } = await call('patent/do/create', { title: '能力', country: 'CN', patent_type: 'INVENTION', ...more }, { as: engineer })
  assert.ok(data, text)
  return String(data.sid)
}
const case_sid = await file()

type Schema = { actions: { verb: string; label?: string; allowed: boolean; reason?: string }[] }
const offered = async (model: string, as: Person, name: string) =>
  (await call<Schema>(`${model}/do/schema`, undefined, { as, lang: 'en' })).data.actions.find(({ verb }) => verb === name)

test('the schema lists each action with its availability for the user and the reason of a refusal', async () => {
  assert.deepEqual(await offered('finding', manager, 'run'), { verb: 'run', label: 'Run the completeness check, as a job', allowed: true })
  const { allowed, reason = '' } = (await offered('finding', engineer, 'run')) ?? assert.fail()
  assert.equal(allowed, false)
  assert.match(reason, /do not have permission: run the completeness check/)
  assert.equal((await offered('patent', admin, 'set_case_no_rule'))?.allowed, true)
  assert.equal((await offered('patent', manager, 'set_case_no_rule'))?.allowed, false)
})

const abilities = async (as: Person, sid = case_sid) =>
  (await call<{ abilities: { verbs: string[]; actions: string[] } }>(`patent/${sid}`, undefined, { as })).data.abilities

test('a record lists its actions available to the user', async () => {
  assert.deepEqual(await abilities(admin), { verbs: ['update', 'delete', 'transition'], actions: ['undo_transition'] })
  assert.deepEqual(await abilities(manager), { verbs: ['update', 'delete', 'transition'], actions: ['undo_transition'] })
  assert.deepEqual(await abilities(engineer), { verbs: ['update', 'delete', 'transition'], actions: [] })
})

test('a verb granted for some rows is offered only for those rows', async () => {
  const role = await make('role', { code: 'half', name: 'Half', platform: '1' })
  const other = await make('role', { code: 'half_too', name: 'Half too', platform: '1' })
  await make('role_grant', { role_sid: role, entity: 'patent', verbs: ['get', 'search'], data_scope: 'ALL' })
  await make('role_grant', { role_sid: other, entity: 'patent', verbs: ['get', 'update'], data_scope: 'CUSTOM', query: "country = 'US'" })
  const person = await enrol('inventor', { role_sids: [role, other] })
  const abroad = await file({ country: 'US' })
  assert.deepEqual([(await abilities(person)).verbs, (await abilities(person, abroad)).verbs], [[], ['update']])
  assert.equal((await call('patent/do/update', { sid: case_sid, title: 'No' }, { as: person })).status, 404)
  assert.equal((await call('patent/do/update', { sid: abroad, title: 'Yes' }, { as: person })).code, 0)
})

test('unpermitted actions are not offered: an inventor has no verb on a case', async () => {
  const own = await file({ owner_sid: inventor.sid })
  const answer = await call<{ abilities: unknown }>(`patent/${own}`, undefined, { as: inventor })
  if (answer.code === 0) assert.deepEqual(answer.data.abilities, { verbs: [], actions: [] })
  assert.equal((await call('patent/do/update', { sid: own, title: 'No' }, { as: inventor })).status, 403)
})
