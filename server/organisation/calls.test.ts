import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personAsked } from '../../tests/harness/entered.ts'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const asked = await personAsked(tenant)
const admin = await enrol('system_admin')

test('[2.21] a user continues the session after the change of the first password', async () => {
  const who = await enrol('ip_engineer')
  await tenant.db.updateTable('user').set({ must_change_password: true }).where('account', '=', who.account).execute()
  assert.equal((await call('patent/do/count', {}, { as: who })).status, 403)
  const fresh = { old_password: who.password, new_password: 'Vxq7-kmRt2', confirm_password: 'Vxq7-kmRt2' }
  assert.equal((await call('/innoe-webapi/aggr/password/do/update', fresh, { as: who })).code, 0)
  assert.equal((await call('patent/do/count', {}, { as: who })).status, 200)
})

for (const [id_type, id_no, accepted] of [
  ['ID_CARD', '11010519491231002X', true],
  ['ID_CARD', '11010519491231002x', true],
  ['ID_CARD', ' 1101 0519 4912 3100 2x', true],
  ['ID_CARD', '110105194912310021', false],
  ['ID_CARD', '110105491231002', false],
  ['ID_CARD', '123', false],
  ['PASSPORT', 'E12345678', true],
  ['PASSPORT', 'E123-45678', false],
  ['HOME_RETURN', 'H1234567800', true],
  ['HOME_RETURN', 'H12345678001234567890', false],
] as const) {
  test(`[5.05] ${id_type} ${id_no} is ${accepted ? 'accepted' : 'refused'} for a person and an applicant`, async () => {
    const person = await call('user_info/do/create', asked({ name: 'somebody', id_type, id_no }), { as: admin })
    const applicant = await call('applicant/do/create', { name: 'somebody', applicant_kind: 'PERSON', id_type, id_no }, { as: admin })
    for (const { status, code, errors } of [person, applicant]) {
      assert.equal(status, accepted ? 200 : 400)
      assert.equal(code, accepted ? 0 : 500001)
      assert.equal(
        errors.some(({ field }) => field === 'id_no'),
        !accepted,
      )
    }
  })
}

test('[7.18] only a person who has resigned can be reactivated', async () => {
  const who = await enrol('ip_engineer')
  const early = await call(`user_handover/do/reactivate/${who.sid}`, {}, { as: admin, lang: 'en' })
  assert.deepEqual([early.status, early.code], [400, 500005])
  assert.match(early.message, /has resigned/)
  assert.equal((await call('user_info/do/update', { sid: who.sid, person_status: 'RESIGNED' }, { as: admin })).code, 0)
  assert.equal((await call(`user_handover/do/reactivate/${who.sid}`, {}, { as: admin })).code, 0)
})

for (const [path, body, status] of [
  ['tag/do/batch_delete', { sids: ['01a1fe26-f670-7a56-92d2-921774514731'], foo: 1 }, 400],
  ['tag/do/restore', { sids: ['01a1fe26-f670-7a56-92d2-921774514731'], foo: 1 }, 400],
  ['tag/do/history', { sid: '01a1fe26-f670-7a56-92d2-921774514731', foo: 1 }, 400],
  ['tag/do/delete', { foo: 1 }, 400],
  ['tag/do/delete', {}, 400],
  ['token/do/delete', {}, 400],
  ['user_info/do/password_reset', { sid: '01a1fe26-f670-7a56-92d2-921774514731', password: 'x' }, 400],
  ['user_define_config/do/search_header', { config_key: { a: 1 } }, 400],
  ['job/do/cancel', { sid: '01a1fe26-f670-7a56-92d2-921774514731', foo: 1 }, 400],
] as const) {
  test(`[7.03] an unknown key is refused: ${path} ${JSON.stringify(body)}`, async () => {
    assert.equal((await call(path, body, { as: admin })).status, status)
  })
}

test('[7.12] an account can also be unlocked by GET', async () => {
  const who = await enrol('ip_engineer')
  await tenant.db
    .updateTable('user')
    .set({ locked_until: new Date(Date.now() + 600_000).toISOString() })
    .where('account', '=', who.account)
    .execute()
  assert.equal((await call(`user_info/do/unlock?sid=${who.sid}`, undefined, { as: who })).status, 403)
  assert.equal((await call(`user_info/do/unlock?sid=${who.sid}`, undefined, { as: admin })).code, 0)
  const row = await tenant.db.selectFrom('user').select('locked_until').where('account', '=', who.account).executeTakeFirstOrThrow()
  assert.equal(row.locked_until, null)
})
