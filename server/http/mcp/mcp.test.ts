import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import sharp from 'sharp'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { pdfOf, sheet } from '../../../tests/harness/cases/papers.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { presentDay, systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'

const { app, tenant, call, enrol } = await testServer()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo // it listens on a port
const ADDRESS = new URL(`http://localhost:${port}/innoe-webapi/mcp`)

type Json = Record<string, unknown>
type Scope = 'ALL' | 'READ' | 'ASSISTANT'
const make = (model: string, row: Json) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)
const soon = `${Temporal.PlainDate.from(presentDay()).add({ days: 10 })}`

const agency = await make('agency', { agency_name: '虚构代理所' })
const admin = await enrol('system_admin', { mobile: '13900001111' })
const inventor = await enrol('inventor', { name: '虚构发明人' })
const agent = await enrol('agent', { name: '虚构代理师', agency_sid: agency })
const own = await make('inventor', { name: '虚构发明人', user_sid: inventor.sid })
const patents = {
  theirs: await make('patent', { title: '散热装置', country: 'CN', patent_type: 'INVENTION', filing_date: '2024-03-01', remark: '内部评语', inventors: [{ inventor_sid: own }], owner_sid: admin.sid, company_sid: admin.company }),
  agencys: await make('patent', { title: '连接器', country: 'CN', patent_type: 'INVENTION', agency_sid: agency, owner_sid: admin.sid, remark: '内部评语', importance: 'A', company_sid: admin.company }),
} // oxfmt-ignore
const due = await make('deadline', {
  case_sid: patents.agencys,
  name: '答复',
  name_en: 'Reply',
  kind: 'ACTION',
  official_due: soon,
  internal_due: soon,
})
assert.equal((await call('/innoe-webapi/setting/sign_in/do/update', { assistants: true }, { as: admin })).code, 0)

const tokenOf = async (as: typeof admin, scope: Scope = 'ASSISTANT') => {
  const { code, data, message } = await call<{ token: string; sid: string; scope: Scope }>('token/do/create', { name: '助手', scope }, { as })
  assert.deepEqual([code, data?.scope], [0, scope], message)
  return data
}

/** An assistant, as the SDK of the protocol connects it. */
async function connect(token: string, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(ADDRESS, { requestInit: { headers: { authorization: `Bearer ${token}`, 'accept-language': 'en', ...headers } } }))
  after(() => client.close())
  return async (name: string, args: Json = {}) => {
    const answer = await client.callTool({ name, arguments: args })
    const [first] = answer.content as { text: string }[] // each tool answers with one text
    return { refused: answer.isError === true, text: first?.text ?? '', found: (answer.structuredContent ?? {}) as Json, client }
  }
} // oxfmt-ignore

const tokens = { admin: await tokenOf(admin), inventor: await tokenOf(inventor), agent: await tokenOf(agent) }
const asked = { admin: await connect(tokens.admin.token), inventor: await connect(tokens.inventor.token), agent: await connect(tokens.agent.token) }
const titles = ({ found }: { found: Json }) => (found['cases'] as Json[]).map(({ title }) => title).sort()

test('[3] an assistant learns the tools, and that they only read', async () => {
  const { client } = await asked.admin('count')
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['search_cases', 'read_case', 'list_due', 'explain_date', 'read_document_text', 'count', 'list_fields'],
  )
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
  assert.match(client.getInstructions() ?? '', /never instructions/)
})

test('an inventor, an agency and an administrator get different answers to the same question', async () => {
  assert.deepEqual(titles(await asked.admin('search_cases')), ['散热装置', '连接器'])
  assert.deepEqual(titles(await asked.inventor('search_cases')), ['散热装置'])
  assert.deepEqual(titles(await asked.agent('search_cases')), ['连接器'])
  assert.deepEqual(titles(await asked.agent('search_cases', { text: '散热' })), [])
  assert.deepEqual((await asked.admin('count', { kind: 'patent', by: 'country' })).found['groups'], [{ country: { code: 'CN', name: 'China' }, count: 2 }])
  assert.deepEqual((await asked.agent('count', { kind: 'patent' })).found, { total: 1 })
  assert.equal((await asked.agent('read_case', { case: patents.theirs })).refused, true)
  const { found } = await asked.admin('list_due', { until: soon })
  assert.equal((found['deadlines'] as Json[]).some(({ sid }) => sid === due), true)
  assert.deepEqual((await asked.inventor('list_due', { until: soon })).found['deadlines'] ?? [], [])
}) // oxfmt-ignore

test('a case comes with its deadlines, fees and documents, without what the role hides', async () => {
  const whole = await asked.admin('read_case', { case: patents.agencys })
  assert.equal((whole.found['case'] as Json)['remark'], '内部评语')
  assert.equal(((whole.found['deadlines'] as Json)['rows'] as Json[]).some(({ name_en }) => name_en === 'Reply'), true)
  const { case_no } = whole.found['case'] as Json
  const theirs = await asked.agent('read_case', { case: case_no })
  assert.equal((theirs.found['case'] as Json)['title'], '连接器', 'the number leads to it as well')
  for (const name of ['read_case', 'explain_date', 'list_due', 'search_cases', 'list_fields'])
    for (const args of [{ case: patents.agencys }, { deadline: due }, {}, { kind: 'patent' }]) {
      const { text } = await asked.agent(name, args)
      assert.doesNotMatch(text, /内部评语|"importance"/, `${name} ${JSON.stringify(args)}`)
    }
  const hidden = await asked.agent('search_cases', { kind: 'patent', fields: 'title,importance' })
  assert.equal(hidden.refused, true)
  const { text: mobile } = await asked.agent('search_cases', { kind: 'patent', fields: 'title,owner_sid.mobile' })
  assert.doesNotMatch(mobile, /13900001111/)
  assert.equal((await asked.agent('search_cases', { kind: 'patent', where: "remark CONTAINS '评'" })).refused, true)
}) // oxfmt-ignore

test('a date is explained, and the text of a document is read in parts', async () => {
  assert.deepEqual((await asked.admin('explain_date', { deadline: due })).found['why'], ['Entered by hand, without a rule.'])
  const content = `虚构说明书。${'正文'.repeat(15_000)}`
  await tenant.db
    .insertInto('text_content')
    .values({ hash: 'a'.repeat(64), content, state: 'READ' })
    .execute()
  const file = (case_sid: string, visibility: string) => make('document', { case_sid, file_name: '说明书.txt', visibility })
  const [open, closed] = [await file(patents.agencys, 'V2'), await file(patents.agencys, 'V7')]
  await tenant.db
    .updateTable('document')
    .set({ hash: 'a'.repeat(64) })
    .where('sid', 'in', [open, closed])
    .execute()
  const first = await asked.admin('read_document_text', { document: open })
  assert.deepEqual([first.found['characters'], first.found['next'], String(first.found['text']).length], [content.length, 20_000, 20_000])
  const rest = await asked.admin('read_document_text', { document: open, from: 20_000 })
  assert.equal(`${String(first.found['text'])}${String(rest.found['text'])}`, content)
  assert.equal((await asked.admin('read_document_text', { document: closed })).refused, true, 'the content of a trade secret')
  assert.equal((await asked.inventor('read_document_text', { document: open })).refused, true)
})

test('a file is read from the storage; a scan is not recognised for assistants, and the answer says so', async () => {
  const words = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><text x="20" y="120" font-size="80">SCANNED</text></svg>'
  const picture = await sharp(Buffer.from(words)).flatten({ background: '#fff' }).png().toBuffer()
  const read = async (name: string, file: Uint8Array<ArrayBuffer>) => {
    const { data } = await sendFile(app, { path: 'document/do/upload', token: admin.token, file, name, fields: { case_sid: patents.agencys } })
    return asked.admin('read_document_text', { document: String(data.sid) })
  }
  assert.match(String((await read('说明.pdf', new Uint8Array(pdfOf([sheet('plain words')])))).found['text']), /plain words/)
  const { found } = await read('空白.pdf', new Uint8Array(pdfOf([sheet()])))
  assert.deepEqual([found['text'], /scan/.test(String(found['note']))], ['', true])
  const refused = await read('扫描.png', new Uint8Array(picture))
  assert.deepEqual([refused.refused, /text cannot be read/.test(refused.text)], [true, true])
})

test('hostile arguments are refused in words', async () => {
  const odd: [string, Json, RegExp][] = [
    ['search_cases', { where: "title = 'x'; DROP TABLE patent" }, /query|position/i],
    ['search_cases', { where: "title = 'x' OR 1=1 --" }, /query|position/i],
    ['search_cases', { text: 'a', where: "title = 'a'" }, /either/],
    ['search_cases', { limit: 1_000_000 }, /50/],
    ['search_cases', { kind: 'user' }, /there is no “user”/],
    ['count', { kind: 'token' }, /there is no “token”/],
    ['count', { by: 'a,b,c,d' }, /3/],
    ['count', { kind: 'patent', by: 'constructor' }, /constructor/],
    ['search_cases', { all: true }, /all/],
    ['read_case', { case: "' OR sid IS NOT NULL" }, /not/i],
    ['read_case', {}, /required/],
    ['explain_date', { deadline: `${due}' OR 'a` }, /./],
    ['list_due', { until: '2026-13-45' }, /date|day/i],
    ['read_document_text', { document: '../../etc/passwd' }, /not/i],
    ['drop_tables', {}, /there is no tool “drop_tables”/],
  ]
  for (const [name, args, says] of odd) {
    const { refused, text } = await asked.admin(name, args)
    assert.equal(refused, true, `${name} ${JSON.stringify(args)}: ${text}`)
    assert.match(text, says, `${name} ${JSON.stringify(args)}`)
  }
  const { found } = await asked.admin('count', { kind: 'patent' })
  assert.deepEqual(found, { total: 2 })
})

const post = async (token: string, message: unknown, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ method: 'POST', url: ADDRESS.pathname, headers: { host: 'localhost', 'accept-language': 'en', authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }, payload: JSON.stringify(message) })
  return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json<Json>() }
} // oxfmt-ignore
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

test('messages that the protocol does not know get an error of the protocol, or a refusal', async () => {
  const { token } = tokens.admin
  const errors = [{ ...PING, method: 'tools/delete' }, { ...PING, method: 'constructor' }, { ...PING, jsonrpc: '1.0' }, { ...PING, id: {} }, { ...PING, method: 'tools/call', params: { name: 7 } }] // oxfmt-ignore
  for (const message of errors) assert.ok((await post(token, message)).body['error'], JSON.stringify(message))
  assert.equal((await post(token, { jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202)
  for (const message of [[PING], 'ping', null, { ...PING, more: 1 }, { ...PING, params: [1] }, { ...PING, params: { text: '\0' } }])
    assert.ok((await post(token, message)).status < 500, JSON.stringify(message))
  assert.equal((await post(token, [PING])).status, 400)
  assert.equal((await post(token, PING, { origin: 'https://elsewhere.example' })).status, 403)
  const get = await app.inject({ url: ADDRESS.pathname, headers: { host: 'localhost', authorization: `Bearer ${token}` } })
  assert.equal(get.statusCode, 405)
})

test('only a token of this scope opens it, that token opens nothing else, and a revoked one nothing at all', async () => {
  const [all, read] = [await tokenOf(inventor, 'ALL'), await tokenOf(inventor, 'READ')]
  for (const token of [all.token, read.token, inventor.token]) assert.equal((await post(token, PING)).status, 403)
  assert.equal((await call('user_info/do/my', undefined, { as: tokens.inventor.token })).status, 403)
  const sent = await tokenOf(inventor)
  assert.equal((await post(sent.token, PING)).status, 200)
  assert.equal((await call('token/do/delete', { sid: sent.sid }, { as: inventor })).code, 0)
  assert.equal((await post(sent.token, PING)).status, 401)
})

test('a token that only reads changes nothing, whatever its owner may do', async () => {
  const { token } = await tokenOf(admin, 'READ')
  const at = { as: token, lang: 'en' } as const
  assert.equal((await call('patent/do/search', { rows: 1 }, at)).code, 0)
  const writes: [string, Json][] = [
    ['patent/do/update', { sid: patents.theirs, version: 1, title: 'x' }],
    ['patent/do/create', { title: 'x', country: 'CN', patent_type: 'INVENTION' }],
    ['patent/do/delete', { sid: patents.theirs }],
    ['patent/do/transition', { sid: patents.theirs, transition: 'submit_review' }],
    ['patent/do/export', { fl: ['case_no'] }],
    ['/innoe-webapi/setting/sign_in/do/update', { assistants: false }],
    ['/innoe-webapi/setting/user/do/update', { key: 'a', value: [1] }],
    ['token/do/create', { name: 'x' }],
  ]
  for (const [path, body] of writes) assert.equal((await call(path, body, at)).status, 403, path)
  assert.match((await call('/innoe-webapi/setting/user/do/update', { key: 'a', value: [1] }, at)).message, /only reads/)
  assert.equal((await call('patent/do/search', { rows: 1, iql: "title = 'x'" }, at)).data['total'], 0)
  const { data } = await sendFile(app, { path: 'document/do/upload', token: admin.token, file: new Uint8Array(pdfOf([sheet('x')])), name: 'x.pdf', fields: { case_sid: patents.agencys } }) // oxfmt-ignore
  const file = await app.inject({
    url: `/innoe-webapi/model/document/do/download/${data.sid}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
  })
  assert.deepEqual([file.statusCode, file.rawPayload.subarray(0, 4).toString()], [200, '%PDF'])
})

test('the audit log names the tool, who used it, and the call', async () => {
  await connect(tokens.agent.token, { 'x-request-id': 'assistant-call-7' }).then((ask) => ask('read_case', { case: patents.agencys }))
  const rows = await tenant.db.selectFrom('audit_entry').select(['account', 'entity', 'record_sid', 'details']).where('request_id', '=', 'assistant-call-7').where('event', '=', 'ASSISTED').execute() // oxfmt-ignore
  assert.deepEqual(rows, [{ account: agent.account, entity: 'patent', record_sid: patents.agencys, details: { tool: 'read_case' } }])
})

test('who may not download a file is not given its text either', async () => {
  const file = await make('document', { case_sid: patents.agencys, file_name: '说明书.txt', visibility: 'V2' })
  const content = await tenant.db.insertInto('text_content').values({ hash: 'b'.repeat(64), content: '虚构正文', state: 'READ' }).returning('hash').executeTakeFirstOrThrow() // oxfmt-ignore
  await tenant.db.updateTable('document').set(content).where('sid', '=', file).execute()
  assert.equal((await asked.agent('read_document_text', { document: file })).found['text'], '虚构正文')
  const finance = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'finance').executeTakeFirstOrThrow()
  const row = await tenant.db.selectFrom('rbac_resource').select('sid').where('code', '=', 'get.model_document_do_download_sid').executeTakeFirstOrThrow() // oxfmt-ignore
  const bind = async (role_sids: string[]) =>
    assert.equal((await call('rbac_resource/do/update', { sid: row.sid, role_sids }, { as: admin })).code, 0)
  await bind([finance.sid])
  const { refused, text } = await asked.agent('read_document_text', { document: file })
  assert.deepEqual([refused, /虚构正文/.test(text)], [true, false])
  await bind([])
  assert.equal((await asked.agent('read_document_text', { document: file })).refused, false)
})

test('switched off, nobody connects; switched on again, the same tokens serve', async () => {
  const set = (assistants: boolean | null) => call('/innoe-webapi/setting/sign_in/do/update', { assistants }, { as: admin })
  assert.equal((await set(null)).code, 0)
  const { status, body } = await post(tokens.admin.token, PING)
  assert.deepEqual([status, /switched off/.test(String(body['message']))], [403, true], 'as after an installation')
  assert.equal((await set(true)).code, 0)
  assert.equal((await post(tokens.admin.token, PING)).status, 200)
})
