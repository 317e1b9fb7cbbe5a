import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { keepSetting } from '../../records/settings/settings.ts'
import { sweepSessions } from './sweep.ts'

const { tenant, call, enrol } = await testServer()
const who = await enrol('ip_engineer')
const { sid: user_sid } = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', who.sid).executeTakeFirstOrThrow()
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const token = (name: string, more: { kind: 'SESSION' | 'PERSONAL'; created_at: string; expires_at: string | null }) => {
  const base = { sid: randomUUIDv7(), version: 1, valid: true, name, user_sid, platform: 1, updated_at: more.created_at }
  return tenant.db.insertInto('token').values({ ...base, ...more }).execute() // oxfmt-ignore
}
const setting = async (key: string, age: number) => {
  await keepSetting(tenant, key, { answer: key })
  await tenant.db.updateTable('setting').set({ updated_at: ago(age) }).where('key', '=', key).execute() // oxfmt-ignore
}
const attempt = (key: string, age: number) =>
  tenant.db
    .insertInto('attempt')
    .values({ key, window_start: ago(age), n: 1 })
    .execute()

test('the nightly sweep deletes tokens, captchas and attempts that no longer have an effect, and nothing else', async () => {
  const there = await tenant.db.selectFrom('token').select('sid').where('user_sid', '=', user_sid).execute()
  await token('session renewed no more', { kind: 'SESSION', created_at: ago(14 * DAY + HOUR), expires_at: ago(13 * DAY) })
  await token('session that may be renewed', { kind: 'SESSION', created_at: ago(14 * DAY - HOUR), expires_at: ago(13 * DAY) })
  await token('script that ended long ago', { kind: 'PERSONAL', created_at: ago(60 * DAY), expires_at: ago(14 * DAY + HOUR) })
  await token('script that ended lately', { kind: 'PERSONAL', created_at: ago(60 * DAY), expires_at: ago(14 * DAY - HOUR) })
  await token('script without an end', { kind: 'PERSONAL', created_at: ago(60 * DAY), expires_at: null })
  await setting('captcha.old', 5 * MINUTE + MINUTE)
  await setting('captcha.new', 4 * MINUTE)
  await setting('other.old', 60 * DAY)
  await attempt('yesterday', DAY + HOUR)
  await attempt('today', DAY - HOUR)

  assert.deepEqual(await sweepSessions(systemContext(tenant)), { tokens: 2 })

  const tokens = await tenant.db.selectFrom('token').select(['sid', 'name']).where('user_sid', '=', user_sid).orderBy('name').execute()
  const known = new Set(there.map(({ sid }) => sid))
  assert.deepEqual(
    tokens.filter(({ sid }) => !known.has(sid)).map(({ name }) => name),
    ['script that ended lately', 'script without an end', 'session that may be renewed'],
  )
  const settings = await tenant.db.selectFrom('setting').select('key').where('key', 'in', ['captcha.old', 'captcha.new', 'other.old']).orderBy('key').execute() // oxfmt-ignore
  assert.deepEqual(settings.map(({ key }) => key), ['captcha.new', 'other.old']) // oxfmt-ignore
  const attempts = await tenant.db.selectFrom('attempt').select('key').where('key', 'in', ['yesterday', 'today']).execute()
  assert.deepEqual(attempts.map(({ key }) => key), ['today']) // oxfmt-ignore
  assert.equal((await call('patent/do/count', {}, { as: who })).status, 200)
})

test('an account whose locks have ended is shown as open after the night, another one as locked', async () => {
  const [over, still] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  for (const [person, until] of [
    [over, ago(MINUTE)],
    [still, ago(-MINUTE)],
  ] as const) {
    const { sid } = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person.sid).executeTakeFirstOrThrow()
    await tenant.db
      .insertInto('attempt')
      .values({ key: `locked ${sid} PASSWORD everywhere`, window_start: until, n: 1 })
      .execute()
    await tenant.db.updateTable('user_info').set({ account_status: 'LOCKED' }).where('sid', '=', person.sid).execute()
  }
  await sweepSessions(systemContext(tenant))
  const status = async ({ sid }: { sid: string }) =>
    (await tenant.db.selectFrom('user_info').select('account_status').where('sid', '=', sid).executeTakeFirstOrThrow()).account_status
  assert.deepEqual([await status(over), await status(still)], ['OPEN', 'LOCKED'])
})

test('an account that was closed, deleted or expired is shown as that when its lock is over, not as open', async () => {
  const past = ago(MINUTE)
  for (const [values, shown] of [
    [{ status: 'CLOSED' }, 'CLOSED'],
    [{ deleted_at: past }, 'NOT_OPEN'],
    [{ expires_at: past }, 'EXPIRED'],
    [{}, 'OPEN'],
  ] as const) {
    const { sid } = await enrol('ip_engineer')
    await tenant.db
      .updateTable('user')
      .set({ ...values, locked_until: past })
      .where('user_info_sid', '=', sid)
      .execute()
    await tenant.db.updateTable('user_info').set({ account_status: 'LOCKED' }).where('sid', '=', sid).execute()
    await sweepSessions(systemContext(tenant))
    const row = await tenant.db.selectFrom('user_info').select('account_status').where('sid', '=', sid).executeTakeFirstOrThrow()
    assert.equal(row.account_status, shown)
  }
})
