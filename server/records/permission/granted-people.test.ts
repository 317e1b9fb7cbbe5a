import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../context.ts'
import { peopleGranted } from './granted-people.ts'

const { tenant, call, enrol } = await testServer()
const [admin, manager, engineer] = [await enrol('system_admin'), await enrol('ip_manager'), await enrol('ip_engineer')]
const receivers = () => peopleGranted(systemContext(tenant), 'deadline', ABILITIES.deadline.receive_unowned)

test('the people with an ability are those granted it by name, not those who may do everything', async () => {
  const people = await receivers()
  assert.deepEqual([people.includes(manager.sid), people.includes(engineer.sid), people.includes(admin.sid)], [true, false, false])
})

test('a grant of the ability applies immediately for any role; disabled roles, disabled grants and invalid persons are excluded', async () => {
  const { data: role } = await call<{ sid: string }>('role/do/create', { code: 'watch', name: '值班' }, { as: admin })
  const person = await enrol('ip_engineer', { role_sids: [role.sid] })
  assert.ok(!(await receivers()).includes(person.sid))
  const grant = { role_sid: role.sid, entity: 'deadline', verbs: ['search', 'receive_unowned'], data_scope: 'COMPANY_SUB' }
  const made = await call('role_grant/do/create', grant, { as: admin })
  assert.equal(made.code, 0, made.text)
  assert.ok((await receivers()).includes(person.sid))
  for (const [path, off, on] of [
    ['role_grant/do/update', { sid: made.data.sid, valid: false }, { valid: true }],
    ['user_info/do/update', { sid: person.sid, valid: false }, { valid: true }],
    ['role/do/update', { sid: role.sid, status: '0' }, { status: '1' }],
  ] as const) {
    assert.equal((await call(path, off, { as: admin })).code, 0, path)
    assert.ok(!(await receivers()).includes(person.sid), path)
    assert.equal((await call(path, { sid: off.sid, ...on }, { as: admin })).code, 0, path)
    assert.ok((await receivers()).includes(person.sid), path)
  }
})
