import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGENT, CLIENT, type Members, openDirectoryProvider } from '../../../tests/harness/sign-in/directory-provider.ts'
import { type Answer, type Person, testServer } from '../../../tests/harness/server.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
process.env.INNOE_LOOPBACK_ISSUERS = 'yes'
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const members: Members = new Map()
const { base, signIn } = await openDirectoryProvider(members)
const SSO = '/innoe-openapi/iam_auth'

const GENERIC = {
  protocol: 'OAUTH2',
  sign_in_url: `${base}/authorize`,
  token_url: `${base}/token`,
  userinfo_url: `${base}/me`,
  subject_claim: 'id',
  scopes: 'profile',
}
const RECORDS = {
  oauth2: GENERIC,
  dingtalk: { protocol: 'DINGTALK', api_url: base },
  wecom: { protocol: 'WECOM', api_url: base, agent_id: AGENT },
  feishu: { protocol: 'FEISHU', api_url: base },
} as const
type Type = keyof typeof RECORDS
const TYPES = Object.keys(RECORDS) as Type[]
/** Under what name the directory of each says the e-mail that its administrators keep. */
const MAIL: Record<Type, string> = { oauth2: 'email', dingtalk: 'org_email', wecom: 'biz_mail', feishu: 'enterprise_email' }
const ONLY: Record<Type, number> = { oauth2: 30176, dingtalk: 30173, wecom: 30174, feishu: 30175 }

const sids = new Map<Type, string>()
for (const type of TYPES) {
  const { data, ...answer } = await call<{ sid: string }>(
    'identity_provider/do/create',
    { code: type, name: type, ...CLIENT, ...RECORDS[type] },
    { as: admin },
  )
  assert.equal(answer.code, 0, answer.text)
  sids.set(type, data.sid)
}
const set = (type: Type, values: Record<string, unknown>) =>
  call('identity_provider/do/update', { sid: sids.get(type), ...values }, { as: admin, lang: 'en' })

type State = { token: string; account: string; redirect: string | null }

async function begin(type: Type) {
  const begun = await call<{ location: string }>(`${SSO}/begin`, { type, identity: type, redirect: '/patents' })
  assert.equal(begun.code, 0, begun.text)
  return { location: begun.data.location, cookie: /innoe_sso=[^;]+/.exec(String(begun.headers['set-cookie']))?.[0] ?? '' }
}

const finish = (type: Type, given: Record<string, string>, cookie: string): Promise<Answer<State>> => {
  const { code = '', ...rest } = given
  return call<State>(
    `${SSO}/sso`,
    { type, identity: type, ...rest, [type === 'dingtalk' ? 'authCode' : 'code']: code },
    { headers: { cookie }, lang: 'en' },
  )
}

async function enter(type: Type, name: string) {
  const { location, cookie } = await begin(type)
  return finish(type, signIn(location, name), cookie)
}

const join = (type: Type, name: string, email: string) =>
  members.set(name, { name, [MAIL[type]]: email, ...(type === 'oauth2' && { email_verified: true }) })

for (const type of TYPES) {
  test(`${type}: a person signs in, is found by e-mail once and by the ID of the provider afterwards`, async () => {
    const who = await enrol('ip_engineer', { email: `${type}@reader.test` })
    join(type, `${type}-one`, `${type}@reader.test`)
    const { data, text } = await enter(type, `${type}-one`)
    assert.deepEqual([data.account, data.redirect], [who.account, '/patents'], text)
    assert.equal((await call('patent/do/count', {}, { as: data.token })).code, 0)
    join(type, `${type}-one`, 'moved@reader.test')
    assert.equal((await enter(type, `${type}-one`)).data.account, who.account)
    join(type, `${type}-two`, `${type}@reader.test`)
    assert.equal((await enter(type, `${type}-two`)).code, 30117, 'the account belongs to another person there')
    members.set(`${type}-three`, { name: 'no e-mail' })
    assert.equal((await enter(type, `${type}-three`)).code, 30117)
  })

  test(`${type}: a code is valid once, for its attempt, in the browser that began; a wrong secret and an outsider are refused`, async () => {
    const one = await begin(type)
    const { location } = one
    assert.match(new URL(location).searchParams.get('state') ?? '', /^[0-9a-f]{64}$/)
    const returned = signIn(location, `${type}-one`)
    assert.equal((await finish(type, returned, '')).code, 30118, 'another browser')
    const [two, three] = [await begin(type), await begin(type)]
    const [second, third] = [signIn(two.location, `${type}-one`), signIn(three.location, `${type}-one`)]
    assert.equal((await finish(type, second, two.cookie)).code, 0)
    assert.equal((await finish(type, second, two.cookie)).code, 30118)
    assert.equal((await finish(type, { ...third, code: second.code }, three.cookie)).code, 30117, 'the code was used')
    if (type === 'dingtalk' || type === 'wecom') {
      await enrol('ip_engineer', { email: `outside-${type}@reader.test` })
      join(type, 'outside', `outside-${type}@reader.test`)
      assert.equal((await enter(type, 'outside')).code, 30117, 'nobody of the organisation')
    }
    assert.equal((await set(type, { client_secret: 'wrong' })).code, 0)
    assert.equal((await enter(type, `${type}-one`)).code, 30117)
    assert.equal((await set(type, { client_secret: CLIENT.client_secret })).code, 0)
    assert.equal((await enter(type, `${type}-one`)).code, 0)
  })

  test(`${type}: as the only way it refuses passwords and other providers with ${ONLY[type]}, except administrators`, async () => {
    const rules = (values: Record<string, unknown>) => call('/innoe-webapi/setting/sign_in/do/update', values, { as: admin })
    const who = await enrol('ip_engineer')
    await set(type, { status: '0' })
    assert.equal((await rules({ password_login: type.toUpperCase() })).code, 500005, 'nobody could sign in')
    await set(type, { status: '1' })
    assert.equal((await rules({ password_login: type.toUpperCase() })).code, 0)
    assert.deepEqual([(await byPassword(who)).code, (await byPassword(admin)).code], [ONLY[type], 0])
    const another = TYPES.find((one) => one !== type) ?? type
    join(another, `${another}-for-${type}`, `${another}-for-${type}@reader.test`)
    await enrol('ip_engineer', { email: `${another}-for-${type}@reader.test` })
    assert.equal((await enter(another, `${another}-for-${type}`)).code, ONLY[type])
    assert.equal((await enter(type, `${type}-one`)).code, 0)
    assert.equal((await rules({ password_login: null })).code, 0)
  })
}

async function byPassword({ account, password }: Person) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer: captcha } = row.value as { answer: string } // as captcha.ts writes it
  return call<State>('/innoe-passport/login', { username: account, password, captcha_id: data.captcha_id, captcha })
}

test('without addresses of their own, DingTalk, WeCom and Feishu sign in at those that they publish, and return to our page', async () => {
  const addresses: Record<Exclude<Type, 'oauth2'>, string> = {
    dingtalk: 'https://login.dingtalk.com/oauth2/auth',
    wecom: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
    feishu: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
  }
  for (const [type, address] of Object.entries(addresses) as [Type, string][]) {
    const location = new URL((await begin(type)).location)
    assert.equal(`${location.origin}${location.pathname}`, address)
    assert.equal(location.searchParams.get('redirect_uri'), `http://localhost/innoe-web/sso/auth/${type}/${type}`)
    assert.ok(!location.href.includes(encodeURIComponent(CLIENT.client_secret)))
  }
})

test('an e-mail that the provider of OAuth 2.0 has not verified finds nobody, and no redirect of its calls is followed', async () => {
  await enrol('ip_engineer', { email: 'claimed@reader.test' })
  members.set('liar', { email: 'claimed@reader.test' })
  assert.match((await enter('oauth2', 'liar')).message, /has not verified/)
  assert.equal((await set('oauth2', { token_url: `${base}/moved`, client_secret: CLIENT.client_secret })).code, 0)
  assert.equal((await enter('oauth2', 'oauth2-one')).code, 30117)
  await set('oauth2', { token_url: GENERIC.token_url, client_secret: CLIENT.client_secret })
  assert.equal((await enter('oauth2', 'oauth2-one')).code, 0)
})

for (const type of ['dingtalk', 'wecom'] as const)
  test(`${type}: an e-mail that people may enter there themselves finds nobody`, async () => {
    await enrol('ip_engineer', { email: `own-${type}@reader.test` })
    members.set(`own-${type}`, { name: 'own', email: `own-${type}@reader.test` })
    const { code, message } = await enter(type, `own-${type}`)
    assert.deepEqual([code, /has not verified/.test(message)], [30117, true], message)
  })

test('an answer of more than a mebibyte is refused, also one that does not say how long it is', async () => {
  await enrol('ip_engineer', { email: 'long@reader.test' })
  members.set('long', { email: 'long@reader.test', email_verified: true, notes: 'x'.repeat(2 << 20) })
  assert.equal((await enter('oauth2', 'long')).code, 30117)
  members.set('long', { email: 'long@reader.test', email_verified: true, notes: '长'.repeat(1000) })
  assert.equal((await enter('oauth2', 'long')).code, 0)
})

test('an ID, an e-mail or an account that no database keeps is refused, not a failure', async () => {
  await set('oauth2', { opens_accounts: false })
  for (const name of ['\0', 'a\0b', '\ud800', 'x'.repeat(256), 'x'.repeat(300_000)]) {
    members.set(name, { email: 'odd@reader.test', email_verified: true })
    const { status, code, text } = await enter('oauth2', name)
    assert.deepEqual([status, code], [400, 30117], `${JSON.stringify(name.slice(0, 20))} ${text}`)
  }
  for (const email of ['odd\0@reader.test', '\ud800', 'x'.repeat(300_000)]) {
    members.set('odd', { email, email_verified: true })
    const { status, code, text } = await enter('oauth2', 'odd')
    assert.deepEqual([status, code], [400, 30119], text)
  }
})

test('addresses are checked, another address asks for the secret again, and another source of IDs removes the links', async () => {
  const field = async (type: Type, values: Record<string, unknown>) => (await set(type, values)).errors[0]?.field
  assert.equal(await field('oauth2', { token_url: 'http://idp.example.com/token', client_secret: 'x' }), 'token_url')
  assert.equal(await field('oauth2', { token_url: 'https://idp.example.com/token' }), 'client_secret')
  assert.equal(await field('feishu', { api_url: 'https://open.example.com' }), 'client_secret')
  assert.equal(await field('feishu', { api_url: 'https://open.example.com/path', client_secret: 'x' }), 'api_url')
  assert.equal(await field('wecom', { agent_id: null }), 'agent_id')
  assert.equal(await field('dingtalk', { issuer: 'https://idp.example.com' }), 'issuer')
  const links = async (type: Type) =>
    (
      await tenant.db
        .selectFrom('identity_link')
        .select('sid')
        .where('provider_sid', '=', sids.get(type) ?? '')
        .execute()
    ).length
  assert.ok((await links('wecom')) > 0 && (await links('oauth2')) > 0)
  assert.equal((await set('wecom', { client_id: 'another-corporation' })).code, 0)
  assert.equal((await set('oauth2', { userinfo_url: `${base}/other` })).code, 0)
  assert.deepEqual([await links('wecom'), await links('oauth2')], [0, 0])
})
