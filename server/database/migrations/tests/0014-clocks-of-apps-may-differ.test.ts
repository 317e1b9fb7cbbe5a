import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesOf } from '../../../auth/session/rules.ts'
import { keepSetting } from '../../../records/settings/settings.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0014-clocks-of-apps-may-differ.ts'

const { server, tenant, enrol } = await testServer()

test('where somebody has an authenticator app, clocks may differ as before, unless the rules say otherwise', async () => {
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(db)
  assert.equal((await rulesOf(tenant)).code_clock, false, 'nobody has one')
  const { sid } = await enrol('ip_engineer')
  await tenant.db.updateTable('user').set({ totp_since: new Date().toISOString() }).where('user_info_sid', '=', sid).execute()
  await up(db)
  await up(db)
  assert.equal((await rulesOf(tenant)).code_clock, true)
  for (const [before, after] of [
    [{ password_days: 90 }, true],
    [{ code_clock: false }, false],
  ] as const) {
    // oxfmt-ignore
    await keepSetting(tenant, 'sign_in.rules', before)
    await up(db)
    assert.deepEqual(await rulesOf(tenant).then(({ code_clock, password_days }) => [code_clock, password_days]), [after, 'password_days' in before ? 90 : 365]) // oxfmt-ignore
  }
})
