import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Claims, CLIENT, openIdentityProvider } from '../../../tests/harness/sign-in/identity-provider.ts'
import { type Answer, testServer } from '../../../tests/harness/server.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
process.env.INNOE_LOOPBACK_ISSUERS = 'yes'
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const SSO = '/innoe-openapi/iam_auth'

type Place = { identity: string; sid: string; people: Map<string, Claims>; signIn(location: string, name: string): Promise<Record<string, string>> }

/** A provider of its own for each place; both know people by the same IDs. */
async function open(identity: string, more: Record<string, unknown> = {}): Promise<Place> {
  const people = new Map<string, Claims>()
  const redirect = `http://localhost/innoe-web/sso/auth/oidc/${identity}`
  const { issuer, signIn } = await openIdentityProvider(people, { redirect, home: 'http://localhost/innoe-web/login' })
  const made = await call<{ sid: string }>('identity_provider/do/create', { code: identity, name: '虚构', issuer, ...CLIENT, ...more }, { as: admin })
  assert.equal(made.code, 0, made.text)
  return { identity, sid: made.data.sid, people, signIn }
}

const [head, branch] = [await open('head'), await open('branch')]

async function begin({ identity }: Place) {
  const { data, headers } = await call<{ location: string }>(`${SSO}/begin`, { type: 'oidc', identity })
  return { location: data.location, cookie: /innoe_sso=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '' }
}

const finish = (identity: string, { code, state, iss }: Record<string, string>, cookie: string): Promise<Answer<{ account: string }>> =>
  call(`${SSO}/sso`, { type: 'oidc', identity, code, state, ...(iss && { iss }) }, { headers: { cookie }, lang: 'en' })

async function enter(place: Place, name: string) {
  const { location, cookie } = await begin(place)
  return finish(place.identity, await place.signIn(location, name), cookie)
}

const set = (place: Place, values: Record<string, unknown>) =>
  call('identity_provider/do/update', { sid: place.sid, ...values }, { as: admin, lang: 'en' })
const links = async () => (await tenant.db.selectFrom('identity_link').select('sid').execute()).length

test('a sign-in that began at one provider is not completed as one of another', async () => {
  await enrol('ip_engineer', { email: 'both@reader.test' })
  for (const { people } of [head, branch]) people.set('both', { email: 'both@reader.test', email_verified: true })
  const { location, cookie } = await begin(head)
  assert.equal((await finish('branch', await head.signIn(location, 'both'), cookie)).code, 30118)
  assert.equal((await enter(head, 'both')).code, 0)
})

test('the same ID at two providers is two people', async () => {
  const who = await enrol('ip_engineer', { email: 'first@reader.test' })
  head.people.set('same', { email: 'first@reader.test', email_verified: true })
  branch.people.set('same', { email: 'somebody-else@reader.test', email_verified: true })
  assert.equal((await enter(head, 'same')).data.account, who.account)
  assert.equal((await enter(branch, 'same')).code, 30119)
})

test('a person of the agency end is not linked to a provider of the enterprise', async () => {
  await enrol('agent', { email: 'agent@reader.test' })
  head.people.set('agent', { email: 'agent@reader.test', email_verified: true })
  const before = await links()
  assert.equal((await enter(head, 'agent')).code, 30106)
  assert.equal(await links(), before)
})

test('the role of new accounts is one of the same end, and is given no more once it has become too wide', async () => {
  const role = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
  const place = { opens_accounts: true, new_company_sid: admin.company, new_department_sid: admin.department }
  assert.equal((await set(branch, { ...place, new_role_sid: await role('agent') })).errors[0]?.field, 'new_role_sid')
  const narrow = (await call<{ sid: string }>('role/do/create', { code: 'reads_tags', name: '查看标签' }, { as: admin })).data.sid
  assert.equal((await set(branch, { ...place, new_role_sid: narrow })).code, 0)
  branch.people.set('early', { email: 'early@reader.test', preferred_username: 'early' })
  branch.people.set('late', { email: 'late@reader.test', email_verified: true, preferred_username: 'late' })
  await set(branch, { match_by: 'ACCOUNT', match_claim: 'preferred_username' })
  assert.equal((await enter(branch, 'early')).data.account, 'early')
  const person = await tenant.db.selectFrom('user_info').select('email').where('account', '=', 'early').executeTakeFirstOrThrow()
  assert.equal(person.email, null, 'the provider has not verified the e-mail')
  const grant = { role_sid: narrow, entity: 'user', verbs: ['update'], data_scope: 'ALL' }
  assert.equal((await call('role_grant/do/create', grant, { as: admin })).code, 0)
  assert.equal((await enter(branch, 'late')).code, 30119)
})
