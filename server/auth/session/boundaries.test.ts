import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { forgetActors } from './actor.ts'
import { isStillOpen } from './read-actor.ts'
import { clearFailures } from '../limits/failures.ts'
import { hashPassword, isPassword, newSecret } from './secrets.ts'
import { endLocks } from '../../../tests/harness/sign-in/end-locks.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

async function captcha(life = MINUTE) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const key = `captcha.${data.captcha_id}`
  const { value } = await tenant.db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  const { answer } = value as { answer: string }
  const kept = JSON.stringify({ answer, until: Date.now() + life })
  await tenant.db.updateTable('setting').set({ value: kept }).where('key', '=', key).execute()
  return { captcha_id: data.captcha_id, captcha: answer }
}
const login = async (username: string, password: string, life?: number) =>
  call('/innoe-passport/login', { platform: 1, username, password, ...(await captcha(life)) }, { lang: 'en' })
const wrongly = async (username: string, times: number) => {
  for (let n = 0; n < times; n++) assert.equal((await login(username, 'Wrong-guess1')).code, 30103)
}
type Who = Awaited<ReturnType<typeof enrol>>
const change = (who: Who, old: string, fresh: string) =>
  call('/innoe-webapi/aggr/password/do/update', { old_password: old, new_password: fresh, confirm_password: fresh }, { as: who, lang: 'en' })
const accountOf = (who: Who) => tenant.db.selectFrom('user').selectAll().where('user_info_sid', '=', who.sid).executeTakeFirstOrThrow()
const set = async (who: Who, values: Record<string, unknown>) => {
  await tenant.db.updateTable('user').set(values).where('user_info_sid', '=', who.sid).execute()
  forgetActors(tenant)
}
const works = async (token: unknown) => (await call('patent/do/count', {}, { as: String(token) })).status === 200
const refresh = (data: Record<string, unknown>) => call('/innoe-passport/refresh', { refresh_token: data.refresh_token })

for (const [password, is, what] of [
  ['Kite-74', false, 'seven characters'],
  ['Kite-748', true, 'eight characters'],
  ['Kite-74-Harbour3', true, 'sixteen characters'],
  ['Kite-74-Harbour39', false, 'seventeen characters'],
  ['kitesharbour', false, 'letters alone'],
  ['7402816359', false, 'digits alone'],
  ['kites-harbour', true, 'letters and symbols'],
  ['74028-163', true, 'digits and symbols'],
  ['Kite 748-3', false, 'two words'],
] as const)
  test(`[5.02] a password of ${what} is ${is ? 'taken' : 'refused'}`, async () => {
    const who = await enrol('ip_engineer')
    const { code, errors } = await change(who, who.password, password)
    assert.deepEqual([code === 0, errors[0]?.field], is ? [true, undefined] : [false, 'new_password'])
  })

test('the last three passwords are refused; the one before them is accepted again', async () => {
  const who = await enrol('ip_engineer')
  const [second, third, fourth] = ['Kite-7482', 'Kite-7483', 'Kite-7484']
  assert.equal((await change(who, who.password, second)).code, 0)
  assert.equal((await change(who, second, third)).code, 0)
  for (const old of [who.password, second, third]) assert.equal((await change(who, third, old)).errors[0]?.field, 'new_password')
  assert.equal((await change(who, third, fourth)).code, 0)
  assert.equal((await change(who, fourth, second)).errors[0]?.field, 'new_password')
  assert.equal((await change(who, fourth, who.password)).code, 0)
})

test('four wrong passwords do not lock, and a correct one restarts the count; the fifth locks for fifteen minutes, then the count restarts', async () => {
  const who = await enrol('ip_engineer')
  for (let round = 0; round < 2; round++) {
    await wrongly(who.account, 4)
    assert.equal((await login(who.account, who.password)).code, 0)
  }
  await wrongly(who.account, 5)
  const locked = await login(who.account, who.password)
  assert.equal(locked.code, 30116)
  assert.match(locked.message, /15 minutes/)
  const lock = tenant.db
    .selectFrom('attempt')
    .select('window_start')
    .where('key', 'like', `locked ${(await accountOf(who)).sid} %`)
  const until = Date.parse((await lock.executeTakeFirstOrThrow()).window_start)
  assert.ok(until > Date.now() + 14.5 * MINUTE && until <= Date.now() + 15 * MINUTE)
  await endLocks(tenant, who.sid)
  await wrongly(who.account, 4)
  assert.equal((await login(who.account, who.password)).code, 0)
})

test('an unknown user name locks with the fifth wrong password, too, not with the fourth', async () => {
  await wrongly('no_such_name', 5)
  assert.equal((await login('no_such_name', 'Wrong-guess1')).code, 30116)
})

for (const [age, code] of [
  [14 * DAY - HOUR, 0],
  [14 * DAY + HOUR, 30110],
] as const)
  test(`a password that somebody else chose ${code === 0 ? 'is good' : 'is no longer good'} after ${age / HOUR} hours`, async () => {
    const who = await enrol('ip_engineer')
    await set(who, { must_change_password: true, password_changed_at: ago(age) })
    const answer = await login(who.account, who.password)
    assert.equal(answer.code === 0, code === 0, answer.text)
  })

test('a captcha is valid only until it expires', async () => {
  const who = await enrol('ip_engineer')
  assert.equal((await login(who.account, who.password, -1)).code, 30101)
  assert.equal((await login(who.account, who.password, MINUTE)).code, 0)
})

test('a session ends twelve hours after it was issued, even when in use', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  const life = Date.parse(String(data.expires_at)) - Date.parse(String(data.login_time))
  assert.equal(life, 12 * HOUR)
  assert.ok(await works(data.token))
  await tenant.db
    .updateTable('token')
    .set({ expires_at: ago(1000) })
    .where('created_by', '=', who.sid)
    .execute()
  forgetActors(tenant)
  assert.equal(await works(data.token), false)
})

for (const [idle, is] of [
  [2 * HOUR - MINUTE, true],
  [2 * HOUR + MINUTE, false],
] as const)
  test(`[8.05] a session ${is ? 'goes on' : 'has timed out'} after ${idle / MINUTE} minutes without a call`, async () => {
    const who = await enrol('ip_engineer')
    const { data } = await login(who.account, who.password)
    await tenant.db
      .updateTable('token')
      .set({ last_used_at: ago(idle) })
      .where('created_by', '=', who.sid)
      .execute()
    forgetActors(tenant)
    assert.equal(await works(data.token), is)
  })

for (const [age, is] of [
  [14 * DAY - HOUR, true],
  [14 * DAY + HOUR, false],
] as const)
  test(`a refresh token ${is ? 'is good' : 'is over'} after ${age / HOUR} hours`, async () => {
    const who = await enrol('ip_engineer')
    const { data } = await login(who.account, who.password)
    await tenant.db
      .updateTable('token')
      .set({ created_at: ago(age) })
      .where('created_by', '=', who.sid)
      .execute()
    assert.equal((await refresh(data)).code === 0, is)
  })

test('a renewal ends the token before it at once, and of two simultaneous renewals one succeeds', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  assert.ok(await works(data.token), 'this process now has it in its cache')
  const renewed = await refresh(data)
  assert.equal(renewed.code, 0)
  assert.deepEqual([await works(data.token), await works(renewed.data.token)], [false, true])
  const both = await Promise.all([refresh(renewed.data), refresh(renewed.data)])
  assert.deepEqual(both.map(({ code }) => code === 0).toSorted(), [false, true])
})

test('a correct password does not lift a lock that began while it was checked', async () => {
  const who = await enrol('ip_engineer')
  const { sid } = await accountOf(who)
  const until = new Date(Date.now() + MINUTE).toISOString()
  await set(who, { locked_until: until, failures: 3 })
  await assert.rejects(clearFailures(tenant, { user: sid, person: who.sid, way: 'PASSWORD', address: '127.0.0.1' }), { code: 30116 })
  assert.equal(Date.parse(String((await accountOf(who)).locked_until)), Date.parse(until))
  await set(who, { locked_until: ago(MINUTE) })
  await clearFailures(tenant, { user: sid, person: who.sid, way: 'PASSWORD', address: '127.0.0.1' })
  const { locked_until, failures } = await accountOf(who)
  assert.deepEqual([locked_until, failures], [null, 0])
})

for (const [what, end] of [
  ['was closed', (who: Who) => set(who, { status: 'CLOSED' })],
  ['has expired', (who: Who) => set(who, { expires_at: ago(1000) })],
  [
    'is of a person who resigned',
    (who: Who) => tenant.db.updateTable('user_info').set({ person_status: 'RESIGNED' }).where('sid', '=', who.sid).execute(),
  ],
  ['was deleted', (who: Who) => set(who, { deleted_at: ago(1000) })],
  [
    'is of a person of an agency that is no longer worked with',
    async (who: Who) => {
      const { data } = await call('agency/do/create', { agency_name: '虚构代理机构' }, { as: admin })
      const agency_sid = String(data.sid)
      await tenant.db.updateTable('user_info').set({ agency_sid }).where('sid', '=', who.sid).execute()
      await tenant.db.updateTable('agency').set({ valid: false }).where('sid', '=', agency_sid).execute()
    },
  ],
  [
    'is of a person who was deleted',
    (who: Who) =>
      tenant.db
        .updateTable('user_info')
        .set({ deleted_at: ago(1000) })
        .where('sid', '=', who.sid)
        .execute(),
  ],
] as const)
  test(`an account that ${what} can neither call nor renew, even if its tokens remain`, async () => {
    const who = await enrol('ip_engineer')
    const { data } = await login(who.account, who.password)
    const personal = (await call('token/do/create', { name: 'script' }, { as: who })).data.token
    const user_sid = (await accountOf(who)).sid
    assert.equal(await isStillOpen(tenant, { user_sid }), true)
    await end(who)
    assert.equal(await isStillOpen(tenant, { user_sid }), false, 'a job that waited is not carried out')
    forgetActors(tenant)
    assert.deepEqual([await works(data.token), await works(personal), (await refresh(data)).code === 0], [false, false, false])
    assert.notEqual((await login(who.account, who.password)).code, 0)
  })

test('guesses of the password on an open session are limited, wherever it asks for the password', async () => {
  const who = await enrol('ip_engineer')
  const guess = () => call('/innoe-webapi/aggr/second_factor/do/begin', { password: 'Wrong-guess1' }, { as: who })
  // A new window may begin during the loop, so there may be twice as many.
  const statuses = [(await guess()).status]
  while (statuses.at(-1) === 400 && statuses.length < 25) statuses.push((await guess()).status)
  assert.ok(statuses.length > 10)
  assert.equal(statuses.at(-1), 429)
})

test('an inactive role and an invalid grant give no permission', async () => {
  const role = await call('role/do/create', { code: 'seldom', name: '少用', platform: '1' }, { as: admin })
  const grant = await call('role_grant/do/create', { role_sid: role.data.sid, entity: 'patent', verbs: ['count'], data_scope: 'ALL' }, { as: admin })
  const who = await enrol('inventor', { role_sids: [role.data.sid] })
  assert.ok(await works(who.token))
  for (const [model, off, on] of [
    ['role', { sid: role.data.sid, status: '0' }, { status: '1' }],
    ['role_grant', { sid: grant.data.sid, valid: false }, { valid: true }],
  ] as const) {
    const answer = await call(`${model}/do/update`, off, { as: admin })
    assert.equal(answer.code, 0, answer.text)
    assert.equal(await works(who.token), false, model)
    assert.equal((await call(`${model}/do/update`, { sid: off.sid, ...on }, { as: admin })).code, 0)
    assert.ok(await works(who.token), model)
  }
})

test('a pending first password change blocks sessions, but not personal tokens', async () => {
  const who = await enrol('ip_engineer')
  const personal = (await call('token/do/create', { name: 'script' }, { as: who })).data.token
  await set(who, { must_change_password: true })
  assert.deepEqual([await works(who.token), await works(personal)], [false, true])
})

test('a password reset ends the sessions and personal tokens of the account; a change by the owner ends the other sessions', async () => {
  const who = await enrol('ip_engineer')
  const opened = async () => String((await login(who.account, who.password)).data.token)
  const made = async () => String((await call('token/do/create', { name: 'script' }, { as: who })).data.token)
  const [session, personal] = [await opened(), await made()]
  assert.equal((await change(who, who.password, 'Kite-7487')).code, 0)
  assert.deepEqual([await works(session), await works(who.token), await works(personal)], [false, true, true])
  assert.equal((await call('user_info/do/password_reset', { sid: who.sid }, { as: admin })).code, 0)
  assert.deepEqual([await works(who.token), await works(personal)], [false, false])
})

test('passwords are hashed with Argon2id at the cost that OWASP recommends and compared in full; a token has 256 random bits', async () => {
  const kept = await hashPassword('Kite-748')
  assert.match(kept, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{20,}\$[^$]{40,}$/)
  assert.equal(await isPassword('Kite-748', kept), true)
  for (const none of ['', '$argon2id$v=19$m=0,t=2,p=1$c2FsdHNhbHQ$dGFn', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$'])
    assert.equal(await isPassword('Kite-748', none), false, 'no password is kept')
  const parts = kept.split('$')
  const tag = Buffer.from(parts.at(-1) ?? '', 'base64')
  for (const at of [0, tag.length - 1]) {
    const other = Buffer.from(tag)
    other[at] = (other[at] ?? 0) ^ 1
    assert.equal(await isPassword('Kite-748', [...parts.slice(0, -1), other.toString('base64')].join('$')), false, `byte ${at}`)
  }
  assert.equal(Buffer.from(newSecret('s').slice(2), 'base64url').length, 32)
})
