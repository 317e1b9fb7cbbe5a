import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Claims, CLIENT, openIdentityProvider } from '../../../tests/harness/sign-in/identity-provider.ts'
import { type Answer, testServer } from '../../../tests/harness/server.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
process.env.INNOE_LOOPBACK_ISSUERS = 'yes'
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const SSO = '/innoe-openapi/iam_auth'

type Place = {
  strength: Awaited<ReturnType<typeof openIdentityProvider>>['strength']
  identity: string
  sid: string
  people: Map<string, Claims>
  signIn(location: string, name: string): Promise<Record<string, string>>
}

/** A provider of its own for each place; both know people by the same IDs. */
async function open(identity: string, more: Record<string, unknown> = {}): Promise<Place> {
  const people = new Map<string, Claims>()
  const redirect = `http://localhost/innoe-web/sso/auth/oidc/${identity}`
  const { issuer, signIn, strength } = await openIdentityProvider(people, { redirect, home: 'http://localhost/innoe-web/login' })
  const made = await call<{ sid: string }>('identity_provider/do/create', { code: identity, name: '虚构', issuer, ...CLIENT, ...more }, { as: admin })
  assert.equal(made.code, 0, made.text)
  return { identity, sid: made.data.sid, people, signIn, strength }
}

const [head, branch] = [await open('head'), await open('branch')]

async function begin({ identity }: Place) {
  const { data, headers } = await call<{ location: string }>(`${SSO}/begin`, { type: 'oidc', identity })
  return { location: data.location, cookie: /innoe_sso=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '' }
}

const finish = (
  identity: string,
  { code, state, iss }: Record<string, string>,
  cookie: string,
): Promise<Answer<{ account: string; token: string; refresh_token: string }>> =>
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

test('who signed in there in a weaker way than the record demands, or too long ago, is refused, also if the browser does not ask for more', async () => {
  await enrol('ip_engineer', { email: 'strong@reader.test' })
  const place = await open('strong')
  place.people.set('strong', { email: 'strong@reader.test', email_verified: true })
  const asking = async (change: (asked: URL) => void = () => {}) => {
    const { location, cookie } = await begin(place)
    const asked = new URL(location)
    change(asked)
    return finish('strong', await place.signIn(asked.href, 'strong'), cookie)
  }
  const strip = ({ searchParams }: URL) => ['acr_values', 'max_age'].forEach((name) => searchParams.delete(name))
  assert.equal((await asking()).code, 0)
  await set(place, { demanded_acr: 'urn:fictional:strong urn:fictional:stronger', demanded_amr: 'pwd otp' })
  const asked = new URL((await begin(place)).location).searchParams
  assert.deepEqual([asked.get('acr_values'), asked.get('max_age')], ['urn:fictional:strong urn:fictional:stronger', null])
  assert.match((await asking()).message, /weaker way/, 'the provider says nothing')
  for (const [acr, amr, code] of [
    ['urn:fictional:weak', ['pwd', 'otp'], 30117],
    ['urn:fictional:strong', ['pwd'], 30117],
    ['urn:fictional:strong', ['pwd', 'otp', 'mfa'], 0],
  ] as const) {
    Object.assign(place.strength, { acr, amr })
    const { code: got, text } = await asking()
    assert.equal(got, code, `${acr} ${amr.join(' ')} ${text}`)
  }
  const noted = await tenant.db
    .selectFrom('audit_entry')
    .select('details')
    .where('event', '=', 'SIGNED_IN')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  assert.deepEqual(noted?.details, { way: 'SSO', acr: 'urn:fictional:strong', amr: ['pwd', 'otp', 'mfa'] })
  await set(place, { demanded_acr: null, demanded_amr: null, longest_age: 5 })
  assert.equal(new URL((await begin(place)).location).searchParams.get('max_age'), '300')
  assert.match((await asking(strip)).message, /its time is not told/)
  assert.equal((await asking()).code, 0)
})

test('sessions that began at a provider end when it is switched off, and those of a person when their link is removed', async () => {
  const works = async (token: string) => (await call('user_info/do/my', undefined, { as: token })).status === 200
  const place = await open('ends')
  for (const name of ['ends-one', 'ends-two']) {
    await enrol('ip_engineer', { email: `${name}@reader.test` })
    place.people.set(name, { email: `${name}@reader.test`, email_verified: true })
  }
  const [one, two] = [(await enter(place, 'ends-one')).data, (await enter(place, 'ends-two')).data]
  const links = await tenant.db
    .selectFrom('identity_link')
    .select('sid')
    .where('provider_sid', '=', place.sid)
    .where('subject', '=', 'ends-one')
    .execute()
  assert.equal((await call(`identity_link/do/delete/${links[0]?.sid}`, {}, { as: admin })).code, 0)
  assert.deepEqual([await works(one.token), await works(two.token)], [false, true])
  assert.notEqual((await call('/innoe-passport/refresh', { refresh_token: one.refresh_token })).code, 0)
  assert.equal((await set(place, { status: '0' })).code, 0)
  assert.equal(await works(two.token), false)
  assert.notEqual((await call('/innoe-passport/refresh', { refresh_token: two.refresh_token })).code, 0)
  await set(place, { status: '1' })
  const again = (await enter(place, 'ends-two')).data
  assert.ok(await works(again.token))
})
