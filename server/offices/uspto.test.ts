// What the Open Data Portal of the USPTO says of an application, asked over HTTP, and how it becomes official data and events, through the API.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { asking, type Person, testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { dropAnswers } from './answers.ts'
import { readFileWrapper } from './uspto-answer.ts'

process.env['INNOE_PRIVATE_TARGETS'] = 'allowed'
after(() => delete process.env['INNOE_PRIVATE_TARGETS'])

const { server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [admin, engineer] = [await enrol('system_admin'), await enrol('ip_engineer')]
const { ask, ok } = asking(call, engineer)

/** An answer of the USPTO of 2026 about a granted application, without people and addresses. */
const RECORDED = readFileSync(new URL('../../tests/fixtures/offices/uspto-application.json', import.meta.url), 'utf8')

type Wrapper = { applicationNumberText: string; applicationMetaData: Record<string, unknown>; eventDataBag: Record<string, unknown>[] }
/** The recorded answer with this in it. */
function answered(number: string, meta: object, events?: readonly object[]): string {
  const answer = JSON.parse(RECORDED) as { patentFileWrapperDataBag: [Wrapper] }
  const [wrapper] = answer.patentFileWrapperDataBag
  Object.assign(wrapper, { applicationNumberText: number, ...(events && { eventDataBag: events }) })
  Object.assign(wrapper.applicationMetaData, meta)
  return JSON.stringify(answer)
}

const KEY = 'a-fictional-key'
const office = { asked: [] as string[], next: [] as ((response: ServerResponse) => void)[], answers: new Map<string, string>() }
const portal = createServer((request, response) => {
  const path = request.url ?? ''
  office.asked.push(path)
  const next = office.next.shift()
  if (next) return next(response)
  if (request.headers['x-api-key'] !== KEY) return void response.writeHead(403).end('{"message":"Forbidden"}')
  const body = path.startsWith('/api/v1/patent/status-codes') ? '{"count":1,"statusCodeBag":[]}' : office.answers.get(path.split('/').at(-1) ?? '')
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(body ?? '{"code":404}')
}).listen(0, '127.0.0.1')
await once(portal, 'listening')
after(() => {
  portal.closeAllConnections()
  portal.close()
})
const at = portal.address()
const base_url = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
beforeEach(async () => {
  Object.assign(office, { asked: [], next: [], answers: new Map([['17248024', RECORDED]]) })
  await dropAnswers(tenant, 'US')
})

type Row = Record<string, unknown> & { sid: string; status: string }
const SETTINGS = '/innoe-webapi/setting/register'
const settings = (body: object) => ask(`${SETTINGS}/do/update/US`, body, admin)
const patent = async (application_no: string, more: object = {}) =>
  (await ok('patent/do/create', { title: '虚构电池', country: 'US', patent_type: 'INVENTION', application_no, filing_date: '2021-01-05', ...more })).sid // oxfmt-ignore
const compare = (iql: string, as: Person = engineer) => ask<{ job_sid: string }>('official_record/do/compare_with_registers', { iql }, as)
async function compared(iql: string) {
  const { data, text } = await compare(iql)
  assert.ok(data?.job_sid, text)
  return jobEnded(tenant, data.job_sid)
}
const reportsOf = async (case_sid: string) =>
  (await ok<{ record: Row[] }>('office_report/do/search', { fl: ['sid', 'status', 'office_code', 'event_date', 'said', 'doc_type'], iql: `case_sid = '${case_sid}' ORDER BY event_date`, rows: 100 })).record // oxfmt-ignore

test('the answer tells numbers and dates in the terms of a case, and each act with the day of its mailing', () => {
  const said = readFileWrapper(Buffer.from(RECORDED), 'US17248024')
  assert.ok('told' in said)
  assert.deepEqual(said.told, {
    title: 'MAKING LITHIUM METAL - SEAWATER BATTERY CELLS HAVING PROTECTED LITHIUM ELECTRODES',
    filing_date: '2021-01-05',
    publication_no: 'US20210210819A1',
    publication_date: '2021-07-08',
    grant_no: 'US11646472',
    grant_date: '2023-05-09',
  })
  const acts = said.entries.filter(({ act }) => act).map(({ act, day }) => [act, day])
  assert.deepEqual(acts.toSorted(), [['US1', '2021-01-29'], ['US2', '2021-01-29'], ['US6', '2023-01-03'], ['US7', '2023-05-09'], ['US9', '2021-03-26']]) // oxfmt-ignore
  const words = said.entries.map((one) => one.said)
  assert.ok(words.includes('Issue Fee Payment Received'))
  for (const daily of ['Email Notification', 'Case Docketed to Examiner in GAU', 'Notice of Allowance Data Verification Completed'])
    assert.ok(!words.includes(daily), daily)
})

test('a national stage, a design and answers that are damaged, hostile or of another application', () => {
  const read = (text: string, number = 'US17248024') => readFileWrapper(Buffer.from(text), number)
  const told = (text: string) => {
    const said = read(text)
    return 'told' in said ? said.told : said
  }
  // The office tells the day on which the entry was complete; the filing date is that of the international application.
  assert.equal(Object(told(answered('17248024', { nationalStageIndicator: true })))['filing_date'], null)
  assert.equal(Object(told(answered('17248024', { nationalStageIndicator: undefined })))['filing_date'], null)
  const design = told(answered('17248024', { patentNumber: 'D0532742', earliestPublicationNumber: 'US 2017-0071586 A1', grantDate: '2023-02-30' }))
  assert.deepEqual([Object(design)['grant_no'], Object(design)['publication_no'], Object(design)['grant_date']], ['USD532742', 'US20170071586A1', null]) // oxfmt-ignore
  assert.match(JSON.stringify(read('{"count":')), /damaged/)
  for (const eventDataBag of [undefined, null, {}])
    assert.match(JSON.stringify(read(JSON.stringify({ patentFileWrapperDataBag: [{ applicationNumberText: '17248024', applicationMetaData: {}, eventDataBag }] }))), /has no history/) // oxfmt-ignore
  for (const other of [RECORDED, '[]', 'null', '{"patentFileWrapperDataBag":{"a":1}}', '{"patentFileWrapperDataBag":[null,7,{}]}'])
    assert.match(JSON.stringify(read(other, 'US17248025')), /not about this application/)
  const odd = read(answered('17248024', { inventionTitle: 7, patentNumber: ['x'] }, [{ eventCode: '<b>', eventDate: '2023-01-03' }, { eventCode: 'CTNX', eventDate: 20230103 }, 'x' as never])) // oxfmt-ignore
  assert.ok('told' in odd && odd.told.title === null && odd.told.grant_no === null && odd.entries.every(({ code }) => code === 'grant'))
})

test('an act is named only where code and words agree; what is mailed later is told once, by its mailing; the grant is never cut off', () => {
  const of = (...events: [code: string, words: string][]) => {
    const said = readFileWrapper(Buffer.from(answered('17248024', {}, events.map(([eventCode, eventDescriptionText]) => ({ eventCode, eventDescriptionText, eventDate: '2026-10-14' })))), 'US17248024') // oxfmt-ignore
    return 'entries' in said ? said.entries.map(({ code, act }) => [code, act]) : said
  }
  assert.deepEqual(of(['MCTNF', 'Something else'], ['MCTEQ', 'Mail Ex Parte Quayle Action (PTOL - 326)'], ['RCEX', 'Request for Continued Examination (RCE)']), [['grant', 'US7'], ['MCTNF', null], ['MCTEQ', 'US_QUAYLE'], ['RCEX', 'US_RCE']]) // oxfmt-ignore
  assert.deepEqual(of(['CTNF', 'Non-Final Rejection'], ['MCTNF', 'Mail Non-Final Rejection'], ['CTFR', 'Final Rejection']), [['grant', 'US7'], ['MCTNF', 'US4'], ['CTFR', null]]) // oxfmt-ignore
  const many = of(...Array.from({ length: 1500 }, (_, at): [string, string] => [`X${at}`, 'x']))
  assert.deepEqual(Array.isArray(many) && [many.length, many[0]], [1000, ['grant', 'US7']])
})

test('[2.33] a key of its own is entered, tried and kept; without it the register of that office is left out and named', async () => {
  const [american, european] = [await patent('17/248,024', { title: '虚构电池一' }), await patent('EP10167110.5', { country: 'EP' })]
  assert.match((await compare(`sid IN ('${american}', '${european}')`)).text, /key of the (?:USPTO|EPO) register and the (?:USPTO|EPO) register is not set/) // oxfmt-ignore
  assert.deepEqual((await settings({ consumer_key: 'x' })).errors.map(({ field }) => field), ['consumer_key']) // oxfmt-ignore
  assert.deepEqual((await settings({ api_key: 'with a space' })).errors.map(({ field }) => field), ['api_key']) // oxfmt-ignore
  assert.equal((await settings({ api_key: 'wrong', base_url, per_minute: 300 })).code, 0)
  assert.match((await ask(`${SETTINGS}/do/test/US`, {}, admin)).text, /does not accept the key/)
  assert.deepEqual((await settings({ base_url: 'https://elsewhere.example' })).errors.map(({ field }) => field), ['api_key']) // oxfmt-ignore
  assert.equal((await settings({ api_key: KEY })).code, 0)
  assert.equal((await ask(`${SETTINGS}/do/test/US`, {}, admin)).code, 0)
  assert.equal((await ask(`${SETTINGS}/CN`, undefined, admin)).status, 404)
  const kept = await ok(`${SETTINGS}/US`, undefined, admin)
  assert.deepEqual([kept['api_key'], kept['consumer_secret']], [{ is_set: true }, { is_set: false }])
  const { value } = await tenant.db.selectFrom('setting').select('value').where('key', '=', 'uspto.settings').executeTakeFirstOrThrow()
  assert.ok(!JSON.stringify(value).includes(KEY))

  const job = await compared(`sid IN ('${american}', '${european}')`)
  assert.deepEqual([job.state, job.total, job.ok], ['DONE', 1, 1], JSON.stringify(job.errors))
  assert.match(String(job.message), /1 not asked for: the key of the EPO register is not set/)
})

test('[2.33] a US case is compared; an office action that the register reports becomes one with its deadline when a person accepts it', async () => {
  const events = [
    { eventCode: 'CTNF', eventDate: '2026-10-05', eventDescriptionText: 'Non-Final Rejection' },
    { eventCode: 'MCTNF', eventDate: '2026-10-14', eventDescriptionText: 'Mail Non-Final Rejection' },
  ]
  office.answers.set('18123456', answered('18123456', { patentNumber: undefined, grantDate: undefined, filingDate: '2023-03-13' }, events))
  const sid = await patent('18/123,456', { filing_date: '2023-03-14', status: 'US_EXAM' })
  const job = await compared(`sid = '${sid}'`)
  assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
  const [record] = (await ok<{ record: Row[] }>('official_record/do/search', { fl: ['sid', 'status', 'differences', 'source'], iql: `patent_sid = '${sid}'` })).record // oxfmt-ignore
  assert.deepEqual([record?.status, record?.['source']], ['DIFFERENT', 'USPTO ODP'])
  assert.deepEqual(((record?.['differences'] ?? []) as { field: string }[]).map(({ field }) => field), ['filing_date', 'publication_no', 'publication_date']) // oxfmt-ignore
  const [action, ...others] = await reportsOf(sid)
  assert.deepEqual([action?.doc_type, action?.['event_date'], action?.status, others.length], ['US4', '2026-10-14', 'PROPOSED', 0])
  const accepted = await ask<Row>('office_report/do/transition', { sid: action?.sid, transition: 'accept' })
  assert.equal(accepted.data?.status, 'ACCEPTED', accepted.text)
  const deadlines = await tenant.db.selectFrom('deadline').select('official_due').where('case_sid', '=', sid).where('rule_id', '=', 'US08').execute() // oxfmt-ignore
  assert.deepEqual(deadlines.map(({ official_due }) => official_due), ['2027-01-14']) // oxfmt-ignore
  assert.equal((await ok(`patent/${sid}`))['status'], 'US_NONFINAL')
})

test('an office that stops the run stops its own cases alone', async () => {
  const body = { consumer_key: 'key', consumer_secret: 'a fictional secret', base_url: 'http://127.0.0.1:1', per_minute: 300 }
  assert.equal((await ask(`${SETTINGS}/do/update/EP`, body, admin)).code, 0)
  const european = await patent('EP10167111.3', { country: 'EP' })
  office.answers.set('17248027', answered('17248027', {}))
  const [american, refused] = [await patent('17/248,027'), await patent('17/248,028')]
  const compareBoth = async () => {
    const { state, ok: done, failed, message } = await compared(`sid IN ('${european}', '${american}')`)
    return [state, done, failed, String(message)] as const
  }
  // The EPO is away, and asked last or first.
  const [state, done] = await compareBoth()
  assert.deepEqual([['DONE', 'FAILED'].includes(String(state)), done], [true, 1])
  // The USPTO refuses its key, to which the EPO, asked after it, adds its own.
  await dropAnswers(tenant, 'US')
  office.next = [1, 2].map(() => (response) => void response.writeHead(403).end())
  const [ended, none, , message] = await compareBoth()
  assert.deepEqual([ended, none], ['FAILED', 0])
  assert.match(message, /register was not read/)
  await ask(`${SETTINGS}/do/update/EP`, { consumer_key: null }, admin)
  office.next = []
  const alone = await compared(`sid IN ('${american}', '${refused}')`)
  assert.deepEqual([alone.state, alone.ok, alone.failed], ['DONE', 1, 1], JSON.stringify(alone.errors))
})

test('a granted number without its kind is no difference; an unknown number and a wait are told', async () => {
  const sid = await patent('17/248,026', { publication_no: 'US 2021/0210819 A1', publication_date: '2021-07-08', grant_no: 'US 11,646,472 B2', grant_date: '2023-05-09' }) // oxfmt-ignore
  office.answers.set('17248026', answered('17248026', {}))
  await compared(`sid = '${sid}'`)
  const [record] = (await ok<{ record: Row[] }>('official_record/do/search', { fl: ['sid', 'status', 'differences'], iql: `patent_sid = '${sid}'` })).record // oxfmt-ignore
  assert.equal(record?.status, 'SAME', JSON.stringify(record?.['differences']))
  const gone = await patent('18/000,001')
  assert.match(JSON.stringify((await compared(`sid = '${gone}'`)).errors), /does not know this application number/)
  await dropAnswers(tenant, 'US')
  office.next = [(response) => void response.writeHead(429, { 'retry-after': '900' }).end()]
  const ended = await compared(`sid = '${gone}'`)
  assert.equal(ended.state, 'FAILED')
  assert.match(String(ended.message), /wait 15 minutes: start again then/)
})
