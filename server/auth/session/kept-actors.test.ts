import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startOn } from '../../../tests/harness/today.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { forgetActors, isKnownToken, sessionOf } from './actor.ts'
import { digest } from './secrets.ts'
import { issuePersonal } from './tokens.ts'

startOn('2026-03-10')
const { server, tenant, call, enrol } = await testServer()
const request = (token: string) =>
  ({ headers: { authorization: `Bearer ${token}` }, url: '/innoe-webapi/model/patent/do/count', query: {} }) as unknown as FastifyRequest // the parts that sessions read

test('a person who was read while permissions changed is not kept: the next call reads again', async () => {
  const { token } = await enrol('ip_engineer')
  const reading = sessionOf(tenant, request(token))
  forgetActors(tenant)
  await reading
  assert.equal(isKnownToken(tenant, digest(token)), false)
  for (let n = 0; n < 50 && !isKnownToken(tenant, digest(token)); n++) await sessionOf(tenant, request(token)) // the news of the change may still arrive
  assert.equal(isKnownToken(tenant, digest(token)), true)
})

test('a known token needs no query', async () => {
  const who = await enrol('ip_engineer')
  let queries = 0
  const count = () => queries++
  server.pool.on('acquire', count)
  try {
    // The news that the account was made may still arrive, and what is known is read anew then.
    for (let round = 0; round < 20; round++) {
      queries = 0
      for (let i = 0; i < 5; i++) assert.equal((await sessionOf(tenant, request(who.token))).actor.sid, who.sid)
      if (queries === 0) break
      await wait(25)
    }
    assert.equal(queries, 0)
  } finally {
    server.pool.off('acquire', count)
  }
})

test('a deputy sees the cases of the absent person from the first day of the absence to its last, with one token', async () => {
  const [absent, deputy] = [await enrol('ip_engineer'), await enrol('inventor')]
  const account = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', deputy.sid).executeTakeFirstOrThrow()
  const { token } = await issuePersonal(
    tenant,
    { user_sid: account.sid, person: deputy.sid, company_sid: deputy.company, platform: 1 },
    { name: 'test', expires_at: null },
  )
  const created = await call(
    'patent/do/create',
    { title: '代理期间', country: 'CN', patent_type: 'INVENTION', owner_sid: absent.sid },
    { as: absent },
  )
  assert.equal(created.code, 0, created.text)
  const away = { person_sid: absent.sid, deputy_sid: deputy.sid, from_date: '2026-03-11', to_date: '2026-03-12' }
  const named = await call('absence/do/create', away, { as: absent })
  assert.equal(named.code, 0, named.text)
  const seen = async () => (await call(`patent/${created.data.sid}`, undefined, { as: token })).status === 200
  const days: [string, boolean][] = []
  for (const day of ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']) {
    startOn(day)
    days.push([day, await seen()])
  }
  assert.deepEqual(days, [['2026-03-10', false], ['2026-03-11', true], ['2026-03-12', true], ['2026-03-13', false]]) // oxfmt-ignore
})
