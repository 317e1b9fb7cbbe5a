// The register of the EPO is asked over HTTP, by recorded answers; what it says becomes official data of the cases, through the API.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { epCheckDigit } from '../../model/cases/numbers/ep.ts'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { asking, type Person, testServer } from '../../tests/harness/server.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { anyTable } from '../database/pool.ts'
import { startJobs } from '../jobs/start.ts'
import { Refusal } from '../errors.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'
import { dropAnswers } from './answers.ts'
import { askRegister } from './epo-client.ts'
import { type Office, openOffice } from './office.ts'
import { paceFrom, waitFrom } from './pace.ts'

process.env['INNOE_PRIVATE_TARGETS'] = 'allowed'
after(() => delete process.env['INNOE_PRIVATE_TARGETS'])

const { server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [admin, engineer, inventor] = [await enrol('system_admin'), await enrol('ip_engineer'), await enrol('inventor')]

/** An answer of the EPO of October 2025, without people and addresses. */
const RECORDED = readFileSync(new URL('../../tests/fixtures/offices/epo-register.xml', import.meta.url), 'utf8')

type Answering = (response: ServerResponse, path: string) => void
const xml = (body: string) => (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end()
const usual: Answering = (response, path) => (path.includes('EP10167109/') ? xml(RECORDED)(response) : status(404)(response))

/** The office; `next` are its coming answers, before the usual ones, and `signingIn` those to who signs in. */
const office = {
  asked: [] as string[],
  signedIn: 0,
  next: [] as Answering[],
  signingIn: [] as Answering[],
  secret: 'a fictional secret',
  expires: '1199',
}
const epo = createServer((request, response) => {
  request.resume()
  const path = request.url ?? ''
  if (path === '/3.2/auth/accesstoken') {
    office.signedIn++
    const other = office.signingIn.shift()
    if (other) return other(response, path)
    const isRight = request.headers.authorization === `Basic ${Buffer.from(`key:${office.secret}`).toString('base64')}`
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
    return void response.end(
      JSON.stringify(isRight ? { access_token: `token${office.signedIn}`, expires_in: office.expires } : { error: 'invalid_client' }),
    )
  }
  office.asked.push(path)
  const answer = office.next.shift() ?? usual
  answer(response, path)
}).listen(0, '127.0.0.1')
await once(epo, 'listening')
after(() => {
  epo.closeAllConnections()
  epo.close()
})
const at = epo.address()
const base_url = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/3.2`
beforeEach(async () => {
  Object.assign(office, { asked: [], signedIn: 0, next: [], signingIn: [], secret: 'a fictional secret' })
  await dropAnswers(tenant, 'EP')
})

type Row = Record<string, unknown> & { sid: string }
const { ask, ok } = asking(call, engineer)
const SETTINGS = '/innoe-webapi/setting/register'
const settings = (body: object, as = admin) => ask(`${SETTINGS}/do/update/EP`, body, as)
const patent = async (application_no: string, more: object = {}) =>
  (await ok('patent/do/create', { title: '虚构装置', country: 'EP', patent_type: 'INVENTION', application_no, filing_date: '2010-06-24', ...more }))
    .sid
const compare = (iql: string, as: Person = engineer) => ask<{ job_sid: string }>('official_record/do/compare_with_registers', { iql }, as)
async function compared(iql: string, as: Person = engineer) {
  const { data, text } = await compare(iql, as)
  assert.ok(data?.job_sid, text)
  return jobEnded(tenant, data.job_sid)
}
const recordsOf = async (iql: string) => (await ok<{ record: Row[] }>('official_record/do/search', { fl: ['sid', 'application_no', 'status', 'differences', 'grant_no', 'title', 'source', 'patent_sid'], iql })).record // oxfmt-ignore

const ours = await patent('EP10167109.7', { publication_date: '2011-12-29' })
const unknownOne = await patent('EP10167110.5')
const chinese = await patent('202110236543.3', { country: 'CN' })

test('[2.33] without a key an administrator is named, who alone sets it; the secret is kept encrypted and never shown', async () => {
  assert.match((await compare(`sid = '${ours}'`)).text, /ask an administrator to enter it under Settings/)
  assert.equal((await settings({ consumer_key: 'key' }, engineer)).status, 403)
  assert.equal((await ask(`${SETTINGS}/EP`, undefined, engineer)).status, 403)
  const kept = await settings({ consumer_key: 'key', consumer_secret: office.secret, base_url, per_minute: 300 })
  assert.equal(kept.code, 0, kept.text)
  assert.deepEqual((await ok(`${SETTINGS}/EP`, undefined, admin))['consumer_secret'], { is_set: true })
  const { value } = await tenant.db.selectFrom('setting').select('value').where('key', '=', 'epo.settings').executeTakeFirstOrThrow()
  assert.ok(!JSON.stringify(value).includes(office.secret))
  const told = await anyTable(tenant.db).selectFrom('change_log').selectAll().execute()
  assert.ok(told.length > 0 && !JSON.stringify(told).includes(office.secret))
  assert.equal((await ask(`${SETTINGS}/do/test/EP`, {}, admin)).code, 0)
})

test('the secret goes to the address for which it was entered; internal addresses are refused unless the operator allows them', async () => {
  assert.deepEqual((await settings({ base_url: 'https://elsewhere.example/3.2' })).errors.map(({ field }) => field), ['consumer_secret']) // oxfmt-ignore
  assert.deepEqual((await settings({ consumer_key: 'another' })).errors.map(({ field }) => field), ['consumer_secret']) // oxfmt-ignore
  delete process.env['INNOE_PRIVATE_TARGETS']
  const refused = await settings({ base_url: 'https://169.254.169.254/', consumer_secret: 'x' })
  process.env['INNOE_PRIVATE_TARGETS'] = 'allowed'
  assert.deepEqual(refused.errors.map(({ field }) => field), ['base_url']) // oxfmt-ignore
})

test('[2.33] what the register says becomes official data beside the case, and is taken over by a person', async () => {
  const job = await compared(`sid IN ('${ours}', '${unknownOne}', '${chinese}')`)
  assert.deepEqual([job.state, job.total, job.ok, job.failed], ['DONE', 2, 1, 1], String(job.message))
  assert.match(
    String(job.message),
    /1 compared, 1 with differences, 9 register events to decide, 1 not compared; 1 neither European nor US, or without/,
  )
  assert.match(JSON.stringify(job.errors), /does not know this application number/)
  const [record] = await recordsOf("source = 'EPO OPS'")
  assert.ok(record)
  assert.deepEqual([record.application_no, record.status, record.grant_no, record.title], ['EP10167109.7', 'DIFFERENT', 'EP2400812B1', 'BLUETOOTH NETWORKING']) // oxfmt-ignore
  assert.deepEqual((record.differences as { field: string; official: string }[]).map(({ field, official }) => [field, official]), [['publication_no', 'EP2400812A1'], ['publication_date', '2011-12-28'], ['grant_no', 'EP2400812B1'], ['grant_date', '2019-11-27']]) // oxfmt-ignore
  assert.equal((await ok(`patent/${ours}`)).publication_date, '2011-12-29')
  assert.equal((await compare(`sid = '${ours}'`, inventor)).status, 403)

  // Asked again on the same day: nothing is fetched, and the case as it is now is compared.
  office.asked = []
  await ok('patent/do/update', { sid: ours, publication_date: '2011-12-28' })
  const again = await compared(`sid = '${ours}'`)
  assert.deepEqual([again.ok, office.asked.length], [1, 0])
  const [now, ...others] = await recordsOf("source = 'EPO OPS'")
  assert.deepEqual([(now?.differences as object[] | undefined)?.length, others.length], [3, 0])

  const accepted = await ask('official_record/do/transition', { sid: record.sid, transition: 'accept' })
  assert.equal(accepted.data?.status, 'ACCEPTED', accepted.text)
  assert.equal((await ok(`patent/${ours}`)).grant_no, 'EP 2400812 B1')
  await compared(`sid = '${ours}'`)
  assert.equal((await recordsOf("source = 'EPO OPS'"))[0]?.status, 'SAME')
})

test('a selection without European cases is refused at once, and a case that a person does not see is not asked for', async () => {
  assert.match((await compare(`sid = '${chinese}'`)).text, /None of the cases is a European or US one/)
  assert.equal((await compare('')).status, 400)
  const make = (model: string, row: object) => createRow(systemContext(tenant), modelOf(tenant, model), { ...row })
  const company_sid = await make('company', { company_name: '虚构的另一公司' })
  const department_sid = await make('department', { name: '虚构的他人部门', company_sid })
  const hidden = await make('patent', {
    title: '虚构的他人装置',
    country: 'EP',
    patent_type: 'INVENTION',
    application_no: 'EP10167112.1',
    owner_sid: admin.sid,
    department_sid,
    company_sid,
  })
  assert.match((await compare(`sid = '${hidden}'`)).text, /None of the cases is a European or US one/)
})

const openEpo = (account: object = {}, more: Partial<Office> = {}) =>
  openOffice({ db: tenant.db, tenant }, { name: ['登记簿', 'EPO register'], turn: 'epo.turn', account: { base: base_url, user: 'key', secret: office.secret, perMinute: 6000, ...account } }, more) // oxfmt-ignore

test('the token is kept until it expires, renewed once when the office does not know it, and a wrong key ends the run', async () => {
  const open = () => openEpo()
  await askRegister(open(), 'register/application/epodoc/EP10167109/biblio')
  const { signedIn } = office
  office.next = [status(401)]
  const got = await askRegister(open(), 'register/application/epodoc/EP10167109/biblio')
  assert.ok(got !== 'unknown' && 'bytes' in got)
  assert.equal(office.signedIn, signedIn + 1)
  office.next = [status(401), status(401)]
  await assert.rejects(askRegister(open(), 'x'), says(/does not accept the key that is set/))
  const wrong = openEpo({ secret: 'wrong' })
  await assert.rejects(askRegister(wrong, 'x'), says(/does not accept the key that is set/))
})

/** When the office was last asked, as it were. */
const turn = (updated_at: Date) => tenant.db.updateTable('setting').set({ updated_at: updated_at.toISOString() }).where('key', '=', 'epo.turn').execute() // oxfmt-ignore
const says = (words: RegExp) => (error: unknown) =>
  error instanceof Refusal && words.test(error.words('en')) && !error.words('zh').includes(office.secret)

test('a fault of the sign-in that may pass is tried again, and one that stays is told with its reason', async () => {
  office.secret = 'another secret' // nobody has signed in with it
  const open = () => openEpo({}, { pause: async () => undefined })
  const broken: Answering = (response) => void response.destroy()
  office.signingIn = [broken, broken, broken]
  await assert.rejects(askRegister(open(), 'x'), says(/cannot be reached \(the connection broke off\)/))
  office.signingIn = [status(503), status(429), status(500)]
  await assert.rejects(askRegister(open(), 'x'), says(/the office is busy/))
  office.signingIn = [status(404)]
  await assert.rejects(askRegister(open(), 'x'), says(/what answers there is not the office/))
  office.signingIn = [status(503), broken]
  const got = await askRegister(open(), 'register/application/epodoc/EP10167109/biblio')
  assert.ok(got !== 'unknown' && 'bytes' in got)
})

test('the office is asked no more than it likes, again after the time it names, and not at all when the quota is used up', async () => {
  const waits: number[] = []
  const open = (more: object = {}) => openEpo({}, { pause: async (ms: number) => void waits.push(ms), ...more })
  office.next = [status(503, { 'retry-after': '3' }), status(403), usual]
  const one = open()
  const got = await askRegister(one, 'register/application/epodoc/EP10167109/biblio')
  assert.ok(got !== 'unknown' && 'bytes' in got)
  assert.deepEqual(waits.filter((ms) => ms >= 1000), [3000, 2000]) // oxfmt-ignore
  office.next = [(response) => void response.writeHead(200, { 'x-throttling-control': 'busy (images=green:100, other=yellow:5)' }).end(RECORDED)]
  await askRegister(one, 'register/application/epodoc/EP10167109/biblio')
  assert.equal(one.perMinute, 5)
  office.next = [status(429), status(429), status(429)]
  await assert.rejects(askRegister(open(), 'x'), says(/the office is busy/))
  office.next = [status(403, { 'x-throttling-control': 'overloaded (other=black:0, retrieval=black:0)' })]
  await assert.rejects(askRegister(open(), 'x'), says(/the office is busy/))
  assert.equal(office.next.length, 0)
  // An answer that the office has kept says nothing of its pace.
  await turn(new Date(0))
  office.next = [usual]
  await askRegister(one, 'register/application/epodoc/EP10167109/biblio')
  assert.equal(one.perMinute, 5)
  office.next = [status(503, { 'retry-after': '900' })]
  await assert.rejects(askRegister(open(), 'x'), says(/wait 15 minutes: start again then/))
  const tooFast = (light: string, wait: string) => status(403, { 'x-rejection-reason': 'ThrottlingControlQuota', 'x-throttling-control': `idle (${light}, retrieval=green:200)`, 'retry-after': wait }) // oxfmt-ignore
  office.next = [tooFast('other=red:3000', '2500'), usual]
  assert.ok('bytes' in Object(await askRegister(open(), 'register/application/epodoc/EP10167109/biblio')))
  assert.ok(waits.includes(2500))
  office.next = [tooFast('other=black:0', '216383')]
  await assert.rejects(askRegister(open(), 'x'), says(/wait 4 minutes: start again then/))
  office.next = [status(403, { 'x-rejection-reason': 'RegisteredQuotaPerWeek' })]
  await assert.rejects(askRegister(open(), 'x'), says(/weekly quota of the account is used up/))
  office.next = [status(403, { 'x-rejection-reason': 'IndividualQuotaPerHour' })]
  await assert.rejects(askRegister(open(), 'x'), says(/quota of the account is used up: start again in an hour/))
})

test('an office that does not answer ends the run with what to do; an answer without end or without bounds is not read', async () => {
  const open = (more: object = {}) => openEpo({}, { pause: async () => undefined, ...more }) // oxfmt-ignore
  const away = openEpo({ base: 'http://127.0.0.1:1/3.2' })
  await assert.rejects(askRegister(away, 'x'), says(/cannot be reached .*Try again later, or ask an administrator/))
  await askRegister(open(), 'register/application/epodoc/EP10167109/biblio')
  office.next = [1, 2, 3].map(() => () => undefined)
  await assert.rejects(askRegister(open({ timeoutMs: 150 }), 'x'), says(/cannot be reached \(there was no answer in time\)/))
  office.next = [1, 2, 3].map(() => (response) => void response.writeHead(200).write('<a>'))
  await assert.rejects(askRegister(open({ timeoutMs: 150 }), 'x'), says(/there was no answer in time/))
  office.next = [(response) => void response.writeHead(200).write('<a>', () => response.destroy())]
  assert.match(JSON.stringify(await askRegister(open(), 'x')), /broke off/)
  office.next = [flood]
  assert.match(JSON.stringify(await askRegister(open(), 'x')), /too long/)
})

/** 50 MB, as fast as they are taken; what was written of them is little. */
const flooded = { bytes: 0 }
function flood(response: ServerResponse) {
  const part = Buffer.alloc(1 << 20, 'a')
  const write = () => {
    while (flooded.bytes < 50 << 20 && !response.destroyed) {
      flooded.bytes += part.length
      if (!response.write(part)) return void response.once('drain', write)
    }
    response.end()
  }
  response.writeHead(200, { 'content-type': 'application/xml' })
  write()
}

test('a case whose answer is damaged, hostile or of another application is named, and the others are compared', async () => {
  const OTHER = RECORDED.replace('>10167109<', '>10167110<')
  const BOMB = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "cc">]>${RECORDED.slice(RECORDED.indexOf('<ns2:'))}`
  for (const [body, why] of [
    [RECORDED.slice(0, 900), /damaged/],
    ['not at all XML', /damaged|not about/],
    [BOMB, /declares a document type/],
    [OTHER, /not about this application/],
    ['<a>'.repeat(60) + '</a>'.repeat(60), /too much content/],
  ] as const) {
    office.next = [xml(body)]
    const job = await compared(`sid = '${ours}'`)
    assert.deepEqual([job.state, job.ok, job.failed], ['DONE', 0, 1], String(job.message))
    assert.match(JSON.stringify(job.errors), why)
  }
})

const numbered = (body: string) => `EP${body}.${epCheckDigit(body)}`
const recordedAs = (body: string) => xml(RECORDED.replaceAll('10167109', body))

/** Somebody whose only role sees all patents without the hidden fields, and may do this with official data. */
async function seeing(code: string, hidden_fields: string[], verbs = ['*'], data_scope = 'ALL') {
  const role = await ok('role/do/create', { code, name: code }, admin)
  const patents = { entity: 'patent', verbs: ['get', 'search', 'count', 'update'], hidden_fields, data_scope }
  for (const grant of [patents, { entity: 'official_record', verbs }])
    await ok('role_grant/do/create', { role_sid: role.sid, data_scope: 'ALL', ...grant }, admin)
  return enrol('ip_engineer', { role_sids: [role.sid] })
}

test('what is not said is left as another list told it; differences in fields that a person may not see are kept, not told to them, nor decided by them', async () => {
  const sid = await patent(numbered('10167113'))
  const { sid: record } = await ok('official_record/do/create', { application_no: numbered('10167113'), country: 'EP', grant_date: '2019-11-20', title: 'told before' }) // oxfmt-ignore
  office.next = [xml(RECORDED.replaceAll('10167109', '10167113').replace('>20191127<', '>20190231<'))]
  assert.equal((await compared(`sid = '${sid}'`)).ok, 1)
  const read = async () => ok(`official_record/${record}`)
  const said = await read()
  assert.deepEqual([said['grant_date'], said['grant_no'], said['title']], ['2019-11-20', 'EP2400812B1', 'BLUETOOTH NETWORKING'])
  const person = await seeing('no_grants', ['case_no', 'grant_no'])
  const refused = await ask('official_record/do/transition', { sid: record, transition: 'accept' }, person)
  assert.deepEqual(refused.errors.map(({ field }) => field), ['differences'], refused.text) // oxfmt-ignore
  const { ok: done, message } = await compared(`sid = '${sid}'`, person)
  assert.equal(done, 1, String(message))
  const fieldsIn = (row: object | undefined) => (row as { differences: { field: string }[] }).differences.map(({ field }) => field)
  const all = ['publication_no', 'publication_date', 'grant_no', 'grant_date']
  assert.deepEqual(fieldsIn(await read()), all)
  const told = await ask<Row>(`official_record/${record}`, undefined, person)
  assert.deepEqual([fieldsIn(told.data), told.data.status], [all.filter((code) => code !== 'grant_no'), 'DIFFERENT'])
  const search = (body: object) => ask<{ record: Row[] }>('official_record/do/search', { iql: `sid = '${record}'`, ...body }, person)
  assert.deepEqual((await search({ fl: ['differences.field'] })).data.record[0]?.['differences.field'], all.filter((code) => code !== 'grant_no')) // oxfmt-ignore
  assert.match((await search({ iql: "differences.ours = 'x'" })).text, /masked for you/)
  const blind = await seeing('no_cases', [], ['*'], 'SELF')
  assert.equal((await ask<{ total: number }>('official_record/do/search', { iql: `sid = '${record}'` }, blind)).data.total, 0)
  assert.ok(!(await ask('official_record/do/history', { sid: record }, person)).text.includes('EP2400812B1"}'))
  const keep = { sid: record, transition: 'keep', decision_reason: 'x' }
  assert.deepEqual((await ask('official_record/do/transition', keep, person)).errors.map(({ field }) => field), ['differences']) // oxfmt-ignore
  assert.match((await compare(`sid = '${sid}'`, await seeing('no_numbers', ['application_no']))).text, /see “Application no\.” of patents/)
  assert.match((await compare(`sid = '${sid}'`, await seeing('no_creator', [], ['get', 'search', 'import', 'update']))).text, /create Official data/)
  // Somebody has changed the number in the meantime, as it were.
  await tenant.db.updateTable('patent').set({ application_key: 'EP0' }).where('sid', '=', sid).execute()
  const unmatched = await compared(`sid = '${sid}'`)
  assert.deepEqual([unmatched.ok, unmatched.failed], [0, 1])
  assert.match(JSON.stringify(unmatched.errors), /not compared with this case/)
})

test('the official data of a case without company is found again', async () => {
  const sid = await createRow(systemContext(tenant), modelOf(tenant, 'patent'), { title: '虚构', country: 'EP', patent_type: 'INVENTION', application_no: numbered('10167114'), owner_sid: admin.sid }) // oxfmt-ignore
  const { company_sid } = await tenant.db.selectFrom('patent').select('company_sid').where('sid', '=', sid).executeTakeFirstOrThrow()
  assert.equal(company_sid, null)
  for (const _ of [1, 2]) {
    office.next = [recordedAs('10167114')]
    const job = await compared(`sid = '${sid}'`, admin)
    assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
  }
})

test('a second comparison is refused while one is under way; one that was cancelled asks for nothing more', async () => {
  await turn(new Date(Date.now() + 3_600_000))
  const first = await ok<{ job_sid: string }>('official_record/do/compare_with_registers', { iql: `sid = '${ours}'` })
  assert.match((await compare(`sid = '${unknownOne}'`, admin)).text, /A comparison with registers of offices is under way already/)
  await wait(300)
  await ok('job/do/cancel', { sid: first.job_sid })
  await wait(2500)
  await turn(new Date(0))
  await wait(400)
  assert.deepEqual(office.asked, [])
  // A case that is deleted while the run waits is named as its person knows it.
  await turn(new Date(Date.now() + 3_600_000))
  const gone = await patent(numbered('10167115'))
  const { case_no } = await ok(`patent/${gone}`)
  const { job_sid } = await ok<{ job_sid: string }>('official_record/do/compare_with_registers', {
    iql: `sid IN ('${ours}', '${gone}') ORDER BY created_at`,
  })
  await ok('patent/do/delete', { sid: gone })
  await turn(new Date(0))
  const { failed, errors } = await jobEnded(tenant, job_sid)
  assert.deepEqual([failed, (errors as { record: string }[]).map(({ record }) => record)], [1, [case_no]])
  assert.equal((await compared(`sid = '${ours}'`)).state, 'DONE')
})

for (const [said, expected, throttling] of [
  [undefined, undefined],
  ['0', 0],
  ['30', 30_000],
  ['900', 900_000],
  ['60000', 60_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  ['soon', undefined],
  ['30', 30_000, 'idle (other=green:1000)'],
  ['2000', 2000, 'idle (other=black:0)'],
] as const)
  test(`Retry-After ${said} ${throttling ? 'of the office itself ' : ''}means ${expected} ms`, () =>
    assert.equal(waitFrom({ 'retry-after': said, 'x-throttling-control': throttling }, 0), expected))

for (const [said, expected] of [
  [undefined, 20],
  ['idle (images=green:200, inpadoc=green:60, other=green:1000, retrieval=green:200, search=green:30)', 20],
  ['busy (images=green:100, other=yellow:8, retrieval=green:50)', 8],
  ['overloaded (other=black:0, retrieval=red:3)', 1],
  ['nonsense', 20],
] as const)
  test(`of ${said} the pace is ${expected} a minute`, () => assert.equal(paceFrom(said, 20), expected))
