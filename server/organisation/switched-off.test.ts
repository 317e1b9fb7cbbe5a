import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), values)
const admin = await enrol('system_admin')
const web = { 'x-event-source': 'web' }

async function login(username: string, password: string, platform = 1) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer: captcha } = row.value as { answer: string } // as the server keeps it
  return call<{ token: string; refresh_token: string }>('/innoe-passport/login', {
    platform,
    username,
    password,
    captcha_id: data.captcha_id,
    captcha,
  })
}

const refresh = (refresh_token: string) => call('/innoe-passport/refresh', { refresh_token })
const change = (model: string, values: Record<string, unknown>) => call(`${model}/do/update`, values, { as: admin })

/** A person of the company, signed in, with a personal token and a running case with an open deadline. */
async function worker(company: string) {
  const who = await enrol('ip_engineer', { company_sid: company })
  const { data: session } = await login(who.account, who.password)
  const personal = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: session.token })
  const patent = await make('patent', { title: '在办案', country: 'CN', patent_type: 'INVENTION', owner_sid: who.sid, company_sid: company })
  await make('deadline', {
    case_sid: patent,
    name: '答复',
    internal_due: '2031-05-06',
    official_due: '2031-05-06',
    company_sid: company,
  })
  return { who, session, personal: personal.data.token }
}

const isOut = async (token: string) => (await call('user_info/do/my', undefined, { as: token })).status === 401

test('[4.13] [8.09] disabling a company ends sessions and all tokens of its people, and refuses their sign-in', async () => {
  const company = await make('company', { company_name: '虚构停用公司' })
  const { who, session, personal } = await worker(company)
  const colleague = await enrol('ip_engineer')
  assert.deepEqual([await isOut(session.token), await isOut(personal)], [false, false])
  assert.equal((await change('company', { sid: company, status: '0' })).code, 0)
  assert.deepEqual([await isOut(session.token), await isOut(personal), await isOut(colleague.token)], [true, true, false])
  assert.equal((await refresh(session.refresh_token)).status, 401)
  const refused = await login(who.account, who.password)
  assert.deepEqual([refused.status, refused.code], [400, 30102])
  const another = await make('user_info', { name: '新人', company_sid: company })
  const opened = await call('user/do/create', { account: 'newcomer', user_info_sid: another }, { as: admin, lang: 'en' })
  assert.match(opened.errors[0]?.reason ?? '', /switched off/)

  assert.equal((await change('company', { sid: company, status: '1' })).code, 0)
  assert.deepEqual([await isOut(session.token), await isOut(personal)], [true, true])
  assert.equal((await login(who.account, who.password)).code, 0)
})

test('[4.13] disabling a company requires a confirmation that names the affected accounts and cases', async () => {
  const company = await make('company', { company_name: '虚构询问公司' })
  const { session } = await worker(company)
  const off = (more: object) => call('company/do/update', { sid: company, status: '0', ...more }, { as: admin, lang: 'en', headers: web })
  const asked = await off({})
  assert.deepEqual([asked.status, asked.code], [412, 500012])
  assert.match(asked.text, /1 accounts at once.*running cases: 1, open deadlines: \d/)
  assert.equal(await isOut(session.token), false)
  assert.equal((await off({ confirm: ['switching_off'] })).code, 0)
  assert.equal(await isOut(session.token), true)
})

test('a user cannot disable their own company, and an invalid company is disabled', async () => {
  const own = await change('company', { sid: admin.company, status: '0' })
  assert.equal(own.errors[0]?.field, 'status')
  const company = await make('company', { company_name: '虚构无效公司' })
  const { who, session } = await worker(company)
  await change('company', { sid: company, valid: false })
  assert.equal(await isOut(session.token), true)
  assert.equal((await login(who.account, who.password)).code, 30102)
})

test('[4.12] people of a revalidated agency can sign in, except those whose account a user closed', async () => {
  const agency = await make('agency', { agency_name: 'Harbour off and on', account_open: true })
  const [agent, dismissed] = [await enrol('agent', { agency_sid: agency }), await enrol('agent', { agency_sid: agency })]
  const accountOf = async (person: string) =>
    (await tenant.db.selectFrom('user').select(['sid', 'status']).where('user_info_sid', '=', person).executeTakeFirst()) ?? { sid: '', status: '' }
  await change('user', { sid: (await accountOf(dismissed.sid)).sid, status: 'CLOSED' })
  for (const [off, on] of [
    [{ valid: false }, { valid: true }],
    [{ account_open: false }, { account_open: true }],
  ]) {
    const { data: session } = await login(agent.account, agent.password, 2)
    assert.equal((await change('agency', { sid: agency, ...off })).code, 0)
    assert.equal(await isOut(session.token), true)
    assert.equal((await login(agent.account, agent.password, 2)).code, 30102)
    assert.equal((await change('agency', { sid: agency, ...on })).code, 0)
    assert.equal(await isOut(session.token), true)
    assert.equal((await login(agent.account, agent.password, 2)).code, 0)
    assert.equal((await accountOf(dismissed.sid)).status, 'CLOSED')
  }
})

test('a new agency is on; while it is off no account of its people is opened, and an invalid one is made off', async () => {
  const agency = await make('agency', { agency_name: 'Harbour new' })
  const invalid = await make('agency', { agency_name: 'Harbour invalid', valid: false })
  const states = await tenant.db.selectFrom('agency').select('account_open').where('sid', 'in', [agency, invalid]).orderBy('sid').execute()
  assert.deepEqual(
    states.map(({ account_open }) => account_open),
    [true, false],
  )
  const person = await make('user_info', { name: '港（虚构）', person_type: 'AGENCY', agency_sid: agency })
  const open = () => call('user/do/create', { account: 'harbour_new', user_info_sid: person, platform: '2' }, { as: admin, lang: 'en' })
  assert.equal((await change('agency', { sid: agency, account_open: false })).code, 0)
  assert.match((await open()).errors[0]?.reason ?? '', /“Accounts open” is off/)
  assert.equal((await change('agency', { sid: agency, account_open: true })).code, 0)
  assert.equal((await open()).code, 0)
})

test('[4.11] the account of a person who has resigned cannot be opened', async () => {
  const person = await make('user_info', { name: '已离职', person_status: 'RESIGNED' })
  const opened = await call('user/do/create', { account: 'long_gone', user_info_sid: person }, { as: admin, lang: 'en' })
  assert.match(opened.errors[0]?.reason ?? '', /has resigned/)
})
