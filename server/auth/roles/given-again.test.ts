import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

// What was given once is given again when it comes back: by the same rules as when it is new.
const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
let made = 0
const role = (more: Record<string, unknown> = {}) => make('role', { code: `again_${++made}`, name: `again ${made}`, weight: 10, ...more })
const KEEP = ['get', 'search', 'create', 'update', 'delete']
const grant = (role_sid: string, entity: string, more: Record<string, unknown> = {}) =>
  make('role_grant', { role_sid, entity, verbs: KEEP, data_scope: 'ALL', ...more })

const admin = await enrol('system_admin')
const MASKED = { mask_id_no: true, mask_mobile: true }
const keeping = await role({ weight: 70, ...MASKED })
for (const entity of ['role', 'user_info']) await grant(keeping, entity)
await grant(keeping, 'role_grant', { data_scope: 'COMPANY' })
await grant(keeping, 'patent', { verbs: ['get', 'search'], data_scope: 'DEPT' })
/** Keeps roles, people and some grants; sees numbers masked, and the patents of the own department. */
const keeper = await enrol('inventor', { role_sids: [keeping] })
const ask = (path: string, body: Record<string, unknown>) => call(path, body, { as: keeper, lang: 'en' })
const binned = async (model: string, sid: string) => {
  assert.equal((await call(`${model}/do/delete/${sid}`, {}, { as: admin })).code, 0)
  return sid
}
const SEE = { verbs: ['get'], data_scope: 'DEPT' }

for (const [what, ofRole, values, field] of [
  ['a grant that shows numbers which they see masked', {}, { entity: 'user_info', ...SEE }, 'role_sid'],
  ['the same of a role with masks', MASKED, { entity: 'user_info', ...SEE }, undefined],
  ['the same without the numbers', {}, { entity: 'user_info', ...SEE, hidden_fields: ['id_no', 'mobile'] }, undefined],
  ['a grant of every entity', MASKED, { entity: '*', ...SEE }, 'entity'],
  ['a grant on the grants of roles', MASKED, { entity: 'role_grant', ...SEE }, 'entity'],
  ['a wider grant than their own', MASKED, { entity: 'patent', verbs: ['get'], data_scope: 'COMPANY' }, 'data_scope'],
  ['what they have', MASKED, { entity: 'patent', ...SEE }, undefined],
] as const)
  test(`somebody who manages some grants ${field ? 'never restores' : 'restores'} ${what}`, async () => {
    const sid = await binned('role_grant', await grant(await role(ofRole), values.entity, values))
    const { code, errors, text } = await ask('role_grant/do/restore', { sids: [sid] })
    assert.deepEqual([code === 0, errors[0]?.field], [field === undefined, field], text)
    const row = await tenant.db.selectFrom('role_grant').select('deleted_at').where('sid', '=', sid).executeTakeFirst()
    assert.equal(row?.deleted_at === null, field === undefined)
  })

test('a narrower denial in the place of a denial of everything is not restored by somebody whom it binds', async () => {
  const denying = await role()
  await grant(denying, '*', { verbs: ['export'], denies: true })
  const sid = await binned('role_grant', await grant(denying, 'patent', { verbs: ['create'], denies: true }))
  const { errors, text } = await ask('role_grant/do/restore', { sids: [sid] })
  assert.ok(
    errors.some(({ field }) => field === 'entity'),
    text,
  )
})

for (const [what, values, grants, isRefused] of [
  ['shows a class of documents that they do not see', { document_classes: ['V7'] }, [], 'document_classes'],
  ['shows numbers that they see masked', {}, [['user_info', SEE]], 'status'],
  ['shows these numbers on all entities', {}, [['*', SEE]], 'status'],
  ['reaches beyond their companies', MASKED, [['patent', { verbs: ['get'], data_scope: 'ALL' }]], 'status'],
  ['gives others more than they have', MASKED, [['patent', { verbs: ['get'], data_scope: 'COMPANY' }]], undefined],
] as const)
  test(`a role that ${what} is ${isRefused ? 'not ' : ''}switched on by somebody who manages roles`, async () => {
    const sid = await role({ status: '0', ...values })
    for (const [entity, more] of grants) await grant(sid, entity, more)
    const { code, errors, text } = await ask('role/do/update', { sid, status: '1' })
    assert.deepEqual([code === 0, errors[0]?.field], [isRefused === undefined, isRefused], text)
    assert.equal((await call('role/do/update', { sid, status: '1' }, { as: admin })).code, 0)
  })

test('a role that somebody has is not switched on by themselves, when it gives them more', async () => {
  const sid = await role({ status: '0', ...MASKED })
  await grant(sid, 'patent', { verbs: ['get'], data_scope: 'COMPANY' })
  const holder = await enrol('inventor', { role_sids: [keeping, sid] })
  const on = await call('role/do/update', { sid, status: '1' }, { as: holder })
  assert.equal(on.errors[0]?.field, 'status', on.text)
  assert.equal((await ask('role/do/update', { sid, status: '1' })).code, 0)
})

for (const [what, values, field] of [
  ['with a class of documents that they do not see', { document_classes: ['V7'] }, 'document_classes'],
  ['with those that they see', { document_classes: ['V2'] }, undefined],
] as const)
  test(`a deleted role ${what} is ${field ? 'not ' : ''}restored by somebody who manages roles`, async () => {
    const sid = await binned('role', await role({ ...MASKED, ...values }))
    const { code, errors, text } = await ask('role/do/restore', { sids: [sid] })
    assert.deepEqual([code === 0, errors[0]?.field], [field === undefined, field], text)
  })

const ROLES = {
  'shows numbers that they see masked': { others: false, self: false, of: {}, grants: [['user_info', SEE]] },
  'shows them on all entities': { others: false, self: false, of: {}, grants: [['*', SEE]] },
  'shows more patents': { others: true, self: false, of: MASKED, grants: [['patent', { verbs: ['get'], data_scope: 'COMPANY' }]] },
  'lets them change patents': { others: true, self: false, of: MASKED, grants: [['patent', { verbs: ['get', 'update'], data_scope: 'DEPT' }]] },
  'shows a class of documents': { others: true, self: false, of: { ...MASKED, document_classes: ['V7'] }, grants: [] },
  'gives what they have': { others: true, self: true, of: MASKED, grants: [['patent', SEE]] },
} as const

for (const [what, { others, self, of, grants }] of Object.entries(ROLES))
  test(`a lighter role that ${what} is ${others ? '' : 'not '}given to others and ${self ? '' : 'not '}to oneself, in whatever way`, async () => {
    const sid = await role(of)
    for (const [entity, more] of grants) await grant(sid, entity, more)
    const own = await enrol('inventor', { role_sids: [keeping] })
    const other = await enrol('inventor', { role_sids: [] })
    for (const [person, is, held] of [
      [other.sid, others, []],
      [own.sid, self, [keeping]],
    ] as const)
      // oxfmt-ignore
      for (const [path, body] of [
        ['user_info/do/update', { sid: person, role_sids: [...held, sid] }],
        ['user_info/do/batch_update', { sids: [person], changes: { role_sids: [...held, sid] } }],
        ['role/do/set_people', { sid, add: [person] }],
      ] as const) {
        const { code, errors, text } = await call(path, body, { as: own, lang: 'en' })
        assert.deepEqual([code === 0, errors?.[0]?.field], [is, is ? undefined : 'role_sids'], `${path} ${text}`)
        await tenant.db.updateTable('user_info').set({ role_sids: [...held] }).where('sid', '=', person).execute() // oxfmt-ignore
      }
  })

test('people who come back, from the recycle bin or into employment, are given their roles again', async () => {
  const open = await role()
  await grant(open, 'user_info', SEE)
  for (const [role_sids, isKept] of [
    [[open], false],
    [[], true],
  ] as const) {
    // oxfmt-ignore
    const person = { name: '某人（虚构）', company_sid: admin.company, role_sids }
    const gone = await binned('user_info', await make('user_info', person))
    const back = await ask('user_info/do/restore', { sids: [gone] })
    assert.deepEqual([back.code === 0, back.errors[0]?.field], [isKept, isKept ? undefined : 'role_sids'], back.text)
    const left = await make('user_info', { ...person, person_status: 'RESIGNED' })
    const again = await ask('user_handover/do/reactivate', { user_sid: left })
    assert.deepEqual([again.code === 0, again.errors[0]?.field], [isKept, isKept ? undefined : 'role_sids'], again.text)
  }
})

test('nobody but who may edit every permission moves themselves to another department or company', async () => {
  const department_sid = await make('department', { name: '研发部（虚构）', company_sid: admin.company })
  const company_sid = await make('company', { company_name: '别处（虚构）' })
  for (const changes of [{ department_sid }, { part_time_department_sids: [department_sid] }, { company_sid }]) {
    const { status, errors, text } = await ask('user_info/do/update', { sid: keeper.sid, ...changes })
    assert.deepEqual([status, errors[0]?.field], [400, Object.keys(changes)[0]], text)
  }
  assert.equal((await ask('user_info/do/update', { sid: keeper.sid, job_title: '工程师' })).code, 0)
  assert.equal((await call('user_info/do/update', { sid: admin.sid, part_time_department_sids: [department_sid] }, { as: admin })).code, 0)
})
