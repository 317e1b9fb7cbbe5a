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
/** Manages roles and some grants; sees V2 and V3, and numbers masked. */
const masked = await make('role', { code: 'masked_keeper', name: 'masked', weight: 70, mask_id_no: true, mask_mobile: true, second_factor: true })
for (const entity of ['role', 'user_info']) await grant(masked, entity)
await grant(masked, 'role_grant', { data_scope: 'COMPANY' })

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
  ['records of their companies by a query', { data_scope: 'CUSTOM', query: 'company_sid = my_companies()' }, 'data_scope'],
  [
    'records of their company by a query',
    { data_scope: 'CUSTOM', query: "company_sid = my_company() AND country = 'CN'", hidden_fields: ['title'] },
    undefined,
  ],
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

for (const [held, asked, field] of [
  ["country = 'CN'", { data_scope: 'ALL' }, 'data_scope'],
  ["company_sid = my_company() AND country = 'CN'", { data_scope: 'COMPANY' }, 'data_scope'],
  ["country = 'CN'", { data_scope: 'CUSTOM', query: "country = 'CN'" }, undefined],
  ["country = 'CN'", { data_scope: 'CUSTOM', query: "country = 'US'" }, 'data_scope'],
  ['company_sid = my_company()', { data_scope: 'COMPANY' }, undefined],
] as const)
  test(`somebody who has the patents of “${held}” may ${field ? 'not ' : ''}grant ${JSON.stringify(asked)}`, async () => {
    const [keeping, worn] = [await role(50), await role(10)]
    await grant(keeping, 'role_grant', { data_scope: 'COMPANY' })
    await grant(keeping, 'patent', { verbs: ['get', 'search'], data_scope: 'CUSTOM', query: held })
    const as = await enrol('inventor', { role_sids: [keeping, worn] })
    const { errors, code, text } = await call('role_grant/do/create', { role_sid: worn, entity: 'patent', verbs: ['get'], ...asked }, { as })
    assert.deepEqual([code === 0, errors?.[0]?.field], [field === undefined, field], text)
  })

for (const [held, asked, field] of [
  ['ALL', 'VIRTUAL', undefined],
  ['ALL', 'PEOPLE', undefined],
  ['ALL within their company', 'VIRTUAL', 'data_scope'],
  ['ALL within their company', 'PEOPLE', 'data_scope'],
  ['ALL within their company', 'ALL', 'data_scope'],
  ['ALL within their company', 'ALL within their company', undefined],
] as const)
  test(`somebody who has the patents of ${held} may ${field ? 'not ' : ''}grant ${asked}`, async () => {
    const [keeping, worn] = [await role(50), await role(10)]
    const scopeOf = (text: string) => ({ data_scope: text.split(' ')[0], ...(text.includes('within') && { within_company: admin.company }) })
    await grant(keeping, 'role_grant', { data_scope: 'COMPANY' })
    await grant(keeping, 'patent', { verbs: ['get', 'search'], ...scopeOf(held) })
    const as = await enrol('inventor', { role_sids: [keeping, worn] })
    const { errors, code, text } = await call('role_grant/do/create', { role_sid: worn, entity: 'patent', verbs: ['get'], ...scopeOf(asked) }, { as })
    assert.deepEqual([code === 0, errors?.[0]?.field], [field === undefined, field], text)
  })

for (const [what, changes, field] of [
  ['add a class of documents that they do not see to', { document_classes: ['V2', 'V7'] }, 'document_classes'],
  ['take a class of documents from', { document_classes: ['V3'] }, undefined],
  ['have ID numbers shown whole by', { mask_id_no: false }, 'mask_id_no'],
  ['have mobile numbers shown whole by', { mask_mobile: false }, 'mask_mobile'],
  ['drop the second factor required by', { second_factor: false }, 'second_factor'],
] as const)
  test(`somebody who manages roles and sees numbers masked may ${field ? 'not ' : ''}${what} their own role`, async () => {
    const own = await make('role', { code: `held_${++made}`, name: 'held', weight: 20, mask_id_no: true, mask_mobile: true, second_factor: true })
    const as = await enrol('inventor', { role_sids: [masked, own] })
    await tenant.db.updateTable('user').set({ totp_since: new Date().toISOString() }).where('user_info_sid', '=', as.sid).execute()
    const { code, errors, text } = await call('role/do/update', { sid: own, ...changes }, { as })
    assert.deepEqual([code === 0, errors?.[0]?.field], [field === undefined, field], text)
  })

test('a new role does not show its maker more classes of documents or whole numbers, nor is it given grants that would', async () => {
  const as = await enrol('inventor', { role_sids: [masked] })
  await tenant.db.updateTable('user').set({ totp_since: new Date().toISOString() }).where('user_info_sid', '=', as.sid).execute()
  const create = (values: Record<string, unknown>) => call('role/do/create', { code: `new_${++made}`, name: 'new', ...values }, { as })
  const wide = await create({ document_classes: ['V6'], mask_id_no: true, mask_mobile: true })
  assert.deepEqual([wide.status, wide.errors.map(({ field }) => field)], [400, ['document_classes']], wide.text)
  for (const unsaid of [{}, { mask_id_no: null, mask_mobile: null }])
    assert.deepEqual((await create(unsaid)).errors.map(({ field }) => field), ['mask_id_no', 'mask_mobile']) // oxfmt-ignore
  assert.equal((await create({ mask_id_no: true, mask_mobile: true })).code, 0)
  const open = await role(10)
  const give = (role_sid: string, more = {}) => call('role_grant/do/create', { role_sid, entity: 'user_info', verbs: ['get'], data_scope: 'COMPANY', ...more }, { as }) // oxfmt-ignore
  const shown = await give(open)
  assert.deepEqual([shown.status, shown.errors[0]?.field], [400, 'role_sid'], shown.text)
  assert.equal((await give(open, { hidden_fields: ['id_no', 'mobile'] })).code, 0)
})

test('somebody who may change every permission is bound by no mask and no class of documents', async () => {
  const sid = await make('role', { code: `held_${++made}`, name: 'held', mask_id_no: true, second_factor: true })
  assert.equal((await call('role/do/update', { sid, mask_id_no: false, second_factor: false, document_classes: ['V7'] }, { as: admin })).code, 0)
})

for (const [verbs, field] of [
  [['get', 'export'], 'verbs'],
  [['get'], undefined],
] as const)
  test(`somebody who manages some grants may ${field ? 'not ' : ''}make a grant of ${verbs.join(' and ')} valid again, and may end it`, async () => {
    const [keeping, worn] = [await role(50), await role(10)]
    await grant(keeping, 'role_grant', { data_scope: 'COMPANY' })
    await grant(keeping, 'patent', { verbs: ['get', 'search'] })
    const as = await enrol('inventor', { role_sids: [keeping, worn] })
    const [ended, standing] = [await grant(worn, 'patent', { verbs, valid: false }), await grant(worn, 'trademark')]
    const { code, errors, text } = await call('role_grant/do/update', { sid: ended, valid: true }, { as })
    assert.deepEqual([code === 0, errors?.[0]?.field], [field === undefined, field], text)
    assert.equal((await call('role_grant/do/update', { sid: standing, valid: false }, { as })).code, 0)
  })

test('a grant that narrows what a role has on everything is not ended by somebody who has less', async () => {
  const [keeping, worn] = [await role(50), await role(10)]
  await grant(keeping, 'role_grant', { data_scope: 'COMPANY' })
  await grant(keeping, 'patent', { verbs: ['get', 'search'], hidden_fields: ['title'] })
  const as = await enrol('inventor', { role_sids: [keeping, worn] })
  await grant(worn, '*', { verbs: ['get', 'search'] })
  const narrowing = await grant(worn, 'patent', { verbs: ['get'], hidden_fields: ['title'] })
  for (const [changes, field] of [
    [{ valid: false }, 'valid'],
    [{ denies: true, hidden_fields: [], verbs: ['export'] }, 'denies'],
  ] as const) {
    const { errors, text } = await call('role_grant/do/update', { sid: narrowing, ...changes }, { as })
    assert.ok(errors.some((one) => one.field === field), text) // oxfmt-ignore
  }
  assert.equal((await call(`role_grant/do/delete/${narrowing}`, {}, { as })).status, 403)
  assert.equal((await call(`role_grant/do/delete/${narrowing}`, {}, { as: admin })).status, 200)
})
