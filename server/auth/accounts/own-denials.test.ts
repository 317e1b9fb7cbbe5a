import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

process.env.INNOE_RATE_LIMIT = '100000000'
const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')
const roleOf = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const accountOf = async (person: string) => (await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person).executeTakeFirstOrThrow()).sid // oxfmt-ignore

const KEEP = ['get', 'search', 'count', 'create', 'update', 'delete']
let made = 0
async function roleWith(grants: Record<string, unknown>[], more: Record<string, unknown> = {}) {
  const sid = await make('role', { code: `own_${++made}`, name: `自设${made}`, name_en: `Own ${made}`, weight: 70, ...more })
  for (const grant of grants) await make('role_grant', { role_sid: sid, data_scope: 'ALL', ...grant })
  return sid
}
const grantOf = async (role: string, entity: string) =>
  (await tenant.db.selectFrom('role_grant').select('sid').where('role_sid', '=', role).where('entity', '=', entity).executeTakeFirstOrThrow()).sid

/** Keeps people, roles and some grants, but not those of every role. */
const personnel = await roleWith([
  ...['user', 'user_info', 'role', 'patent'].map((entity) => ({ entity, verbs: KEEP })),
  { entity: 'role_grant', verbs: KEEP, data_scope: 'CUSTOM', query: "entity != 'fee'" },
])
const denying = await roleWith([{ entity: 'patent', verbs: ['get'], denies: true }], { weight: 1 })
const denyingAll = await roleWith([{ entity: '*', verbs: ['export'], denies: true }], { weight: 1 })
const keeper = await enrol('inventor', { role_sids: [personnel, denying, denyingAll] })
const ask = (path: string, body: unknown, as = keeper) => call(path, body, { as, lang: 'en' })

test('nobody drops a role that denies them something, in whatever way, unless they could grant it', async () => {
  const dropped = await ask('user_info/do/update', { sid: keeper.sid, role_sids: [personnel, denyingAll] })
  assert.match(dropped.errors[0]?.reason ?? '', /cannot lose your own “Own 2”: it denies permissions that you could not grant/, dropped.text)
  for (const [path, body] of [
    ['user_info/do/update', { sid: keeper.sid, role_sids: [] }],
    ['user_info/do/batch_update', { sids: [keeper.sid], changes: { role_sids: [personnel] } }],
    ['role/do/set_people', { sid: denying, remove: [keeper.sid] }],
  ] as const)
    assert.equal((await ask(path, body)).errors[0]?.field, 'role_sids', path)
  const zh = await call('user_info/do/update', { sid: keeper.sid, role_sids: [personnel] }, { as: keeper })
  assert.match(zh.errors[0]?.reason ?? '', /不能去掉本人的“自设[23]”/)
  const other = await enrol('inventor', { role_sids: [await roleOf('inventor'), denying] })
  assert.equal((await ask('user_info/do/update', { sid: other.sid, role_sids: [await roleOf('inventor')] })).code, 0)
  const free = await enrol('system_admin', { role_sids: [await roleOf('system_admin'), denying] })
  assert.equal((await ask('user_info/do/update', { sid: free.sid, role_sids: [await roleOf('system_admin')] }, free)).code, 0)
})

test('nobody takes off, narrows or ends a denial of a role that they hold, nor replaces it, nor switches the role off', async () => {
  const sid = await grantOf(denying, 'patent')
  for (const [values, field] of [
    [{ data_scope: 'SELF' }, 'data_scope'],
    [{ data_scope: 'CUSTOM', query: "title = 'x'" }, 'data_scope'],
    [{ within_company: admin.company }, 'within_company'],
    [{ verbs: ['export'] }, 'verbs'],
    [{ valid: false }, 'valid'],
    [{ denies: false }, 'denies'],
  ] as const) {
    const answer = await ask('role_grant/do/update', { sid, ...values })
    const said = answer.errors.find((error) => error.field === field)
    assert.match(said?.reason ?? '', /denies permissions that you could not grant/, answer.text)
  }
  assert.equal((await ask(`role_grant/do/delete/${sid}`, {})).status, 403)
  assert.equal((await ask('role_grant/do/batch_delete', { sids: [sid] })).status, 403)
  const replaced = await ask('role_grant/do/create', { role_sid: denyingAll, entity: 'tag', verbs: ['delete'], data_scope: 'ALL', denies: true })
  assert.ok(replaced.errors.some(({ field }) => field === 'entity'), replaced.text) // oxfmt-ignore
  assert.equal((await ask('role/do/update', { sid: denying, status: '0' })).errors[0]?.field, 'status')
  assert.equal((await ask('role/do/update', { sid: denying, description: '虚构说明' })).code, 0)
  assert.equal((await ask('role_grant/do/update', { sid, data_scope: 'DEPT' }, admin)).code, 0)
  assert.equal((await ask('role_grant/do/update', { sid, data_scope: 'ALL' }, admin)).code, 0)
})

test('a denial on the permissions of roles lowers the rank of its holder, in acting and in being acted upon', async () => {
  const locked = await roleWith([{ entity: 'role_grant', verbs: ['get'], denies: true }], { weight: 1 })
  const all = await roleOf('system_admin')
  const lowered = await enrol('system_admin', { role_sids: [all, locked] })
  assert.equal((await ask('user/do/password_reset', { sid: await accountOf(admin.sid) }, lowered)).status, 403)
  assert.equal((await ask('user_info/do/update', { sid: lowered.sid, role_sids: [all] }, lowered)).errors[0]?.field, 'role_sids')
  const equal = await enrol('inventor', { role_sids: [await roleWith([...['user', 'user_info'].map((entity) => ({ entity, verbs: KEEP }))], { weight: 100 })] }) // oxfmt-ignore
  assert.equal((await ask('user/do/password_reset', { sid: await accountOf(admin.sid) }, equal)).status, 403)
  assert.equal((await ask('user/do/password_reset', { sid: await accountOf(lowered.sid) }, equal)).code, 0)
})

test('who is denied a part of the records of every company does not count as seeing every company', async () => {
  const far = await make('company', { company_name: '远方公司（虚构）' })
  const reads = await roleWith([{ entity: 'patent', verbs: ['get', 'search', 'count'] }], { weight: 1 })
  const people = [{ entity: 'user_info', verbs: KEEP }]
  const wide = await enrol('inventor', { role_sids: [await roleWith([...people, { entity: 'deadline', verbs: KEEP }])] })
  const part = await roleWith([{ entity: 'deadline', verbs: ['get'], denies: true, within_company: far }], { weight: 1 })
  const narrowed = await enrol('inventor', { role_sids: [await roleWith([...people, { entity: 'deadline', verbs: KEEP }]), part] })
  const colleague = await enrol('inventor')
  const give = (as: typeof wide) => ask('user_info/do/update', { sid: colleague.sid, role_sids: [reads] }, as)
  assert.equal((await give(narrowed)).errors[0]?.field, 'role_sids')
  assert.equal((await give(wide)).code, 0)
})
