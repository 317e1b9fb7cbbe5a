import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
let made = 0
const role = (weight: number) => make('role', { code: `weight_${++made}`, name: `weight ${weight}`, weight })
const grant = (role_sid: string, entity: string, more: Record<string, unknown> = {}) =>
  make('role_grant', { role_sid, entity, verbs: ['get', 'search', 'create', 'update', 'delete'], data_scope: 'ALL', ...more })

const admin = await enrol('system_admin')
const own = await role(70)
await grant(own, 'role')
/** Manages roles, but not their permissions. */
const keeper = await enrol('inventor', { role_sids: [own] })
const granting = await role(70)
await grant(granting, 'role_grant', { data_scope: 'COMPANY' })
for (const entity of ['patent', 'fee', 'deadline', 'agency', 'role']) await grant(granting, entity)
/** Manages some grants, and holds the permissions that the tests grant. */
const granter = await enrol('inventor', { role_sids: [granting] })

for (const [weight, status] of [
  [71, 403],
  [70, 200],
] as const)
  test(`a role of weight ${weight} is ${status === 200 ? '' : 'not '}deleted and restored by somebody of weight 70`, async () => {
    const [there, gone] = [await role(weight), await role(weight)]
    assert.equal((await call(`role/do/delete/${gone}`, {}, { as: admin })).status, 200)
    assert.equal((await call(`role/do/delete/${there}`, {}, { as: keeper })).status, status)
    assert.equal((await call('role/do/restore', { sids: [gone] }, { as: keeper })).status, status)
  })

for (const [weight, changes, field] of [
  [71, { description: 'x' }, 'description'],
  [70, { description: 'x' }, undefined],
  [60, { weight: 71 }, 'weight'],
  [60, { weight: 70 }, undefined],
] as const)
  test(`somebody of weight 70 may ${field ? 'not ' : ''}set ${JSON.stringify(changes)} on a role of weight ${weight}`, async () => {
    const { code, errors } = await call('role/do/update', { sid: await role(weight), ...changes }, { as: keeper })
    assert.deepEqual([code === 0, errors[0]?.field], [field === undefined, field])
  })

for (const [weight, is] of [
  [71, false],
  [70, true],
] as const)
  test(`the permissions of a role of weight ${weight} are ${is ? '' : 'not '}changed by somebody of weight 70 who manages some grants`, async () => {
    const sid = await role(weight)
    const [there, gone, kept] = [await grant(sid, 'patent'), await grant(sid, 'fee'), await grant(sid, 'deadline')]
    assert.equal((await call(`role_grant/do/delete/${gone}`, {}, { as: admin })).status, 200)
    const created = await call('role_grant/do/create', { role_sid: sid, entity: 'agency', verbs: ['get'], data_scope: 'ALL' }, { as: granter })
    const updated = await call('role_grant/do/update', { sid: kept, verbs: ['get'] }, { as: granter })
    assert.deepEqual([created, updated].map(({ errors }) => errors[0]?.field), is ? [undefined, undefined] : ['role_sid', 'role_sid']) // oxfmt-ignore
    assert.equal((await call(`role_grant/do/delete/${there}`, {}, { as: granter })).status, is ? 200 : 403)
    assert.equal((await call('role_grant/do/restore', { sids: [gone] }, { as: granter })).status, is ? 200 : 403)
  })

for (const [entity, is] of [
  ['*', false],
  ['role_grant', false],
  ['role', true],
] as const)
  test(`somebody who manages some grants may ${is ? '' : 'not '}grant ${entity === '*' ? 'everything' : entity}`, async () => {
    const body = { role_sid: await role(1), entity, verbs: ['get'], data_scope: 'ALL' }
    const { errors } = await call('role_grant/do/create', body, { as: granter })
    assert.equal(errors[0]?.field, is ? undefined : 'entity')
  })

test('the role that lets a person manage grants ranks above that person', async () => {
  const { errors } = await call('role_grant/do/create', { role_sid: granting, entity: 'patent', verbs: ['get'], data_scope: 'ALL' }, { as: granter })
  assert.equal(errors[0]?.field, 'role_sid')
})

for (const [what, more, field] of [
  ['verbs', { verbs: ['get', 'export'], data_scope: 'COMPANY' }, 'verbs'],
  ['every verb', { verbs: ['*'], data_scope: 'SELF' }, 'verbs'],
  ['records of all companies', { data_scope: 'ALL' }, 'data_scope'],
  ['records by a query', { data_scope: 'CUSTOM', query: "country = 'CN'" }, 'data_scope'],
  ['a field that is hidden from them', { data_scope: 'DEPT' }, 'hidden_fields'],
  ['what they have themselves', { data_scope: 'DEPT', hidden_fields: ['title'] }, undefined],
  ['their own records by a query', { data_scope: 'CUSTOM', query: 'owner_sid = me()', hidden_fields: ['title'] }, undefined],
] as const)
  test(`somebody who manages some grants may ${field ? 'not ' : ''}grant a lighter role of their own ${what}`, async () => {
    const [keeping, worn] = [await role(50), await role(10)]
    await grant(keeping, 'role_grant', { data_scope: 'COMPANY' })
    await grant(keeping, 'patent', { verbs: ['get', 'search'], data_scope: 'COMPANY', hidden_fields: ['title'] })
    const as = await enrol('inventor', { role_sids: [keeping, worn] })
    const body = {
      role_sid: worn,
      entity: 'patent',
      verbs: ['get'],
      ...more,
      ...(field && field !== 'hidden_fields' && { hidden_fields: ['title'] }),
    }
    const { errors, code, text } = await call('role_grant/do/create', body, { as })
    assert.deepEqual([code === 0, errors?.[0]?.field], [field === undefined, field], text)
  })
