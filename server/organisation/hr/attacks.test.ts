import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { createRow } from '../../records/write/create.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { operations, PATCH, personalToken, scimCaller, USER } from '../../../tests/harness/sign-in/scim.ts'
import { testServer } from '../../../tests/harness/server.ts'

const server = await testServer()
const { app, tenant, enrol, call } = server
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), values)
const admin = await enrol('system_admin')
const personnel = await make('role', { code: 'personnel', name: '人事', weight: 20 })
for (const entity of ['user_info', 'user', 'department'])
  await make('role_grant', { role_sid: personnel, entity, verbs: ['get', 'search', 'count', 'create', 'update', 'delete'], data_scope: 'ALL' })
const keeper = await enrol('inventor', { role_sids: [personnel] })
const scim = scimCaller(server, await personalToken(server, keeper))
const person = (userName: string, more: Record<string, unknown> = {}) => ({ schemas: [USER], userName, displayName: '虚构', ...more })
const set = (id: string, ...all: unknown[]) => scim('PATCH', `/Users/${id}`, operations(...all))

test('without a token, with an unknown one, one of a session or of an agency nobody is told anything', async () => {
  const agency = await make('agency', { agency_name: '虚构代理' })
  const agent = await enrol('agency_admin', { agency_sid: agency })
  for (const [token, status] of [
    ['', 401],
    ['p_unknown-token-of-somebody', 401],
    [keeper.token, 403],
    [await personalToken(server, agent), 403],
    [await personalToken(server, await enrol('ip_engineer')), 403],
  ] as const) {
    const { status: own, body, headers } = await scim('POST', '/Users', person('nobody@example.test'), { token })
    assert.equal(own, status, token)
    assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
    if (status === 401) assert.match(String(headers['www-authenticate']), /^Bearer/)
  }
  const refused = await tenant.db.selectFrom('user_info').select('sid').where('sync_name', '=', 'nobody@example.test').execute()
  assert.deepEqual(refused, [])
  const { status } = await scim('GET', '/Users', undefined, { headers: { host: 'other.test' } })
  assert.equal(status, 401, 'a token of one tenant is unknown at another')
})

test('nobody above the owner of the token is changed, closed, deleted or moved', async () => {
  const boss = await enrol('system_admin', { email: 'boss@example.test' })
  for (const operation of [
    { op: 'replace', path: 'active', value: false },
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'mine@example.test' },
    { op: 'add', path: 'externalId', value: 'taken-over' },
    { op: 'replace', path: 'roles', value: [] },
  ])
    assert.equal((await set(boss.sid, operation)).status, 400, JSON.stringify(operation))
  assert.equal((await scim('DELETE', `/Users/${boss.sid}`)).status, 400)
  const byHand = await call('user_info/do/update', { sid: boss.sid, sync_id: 'taken-over' }, { as: keeper })
  assert.deepEqual(
    byHand.errors.map(({ field }) => field),
    ['sync_id'],
    'nor is the ID by which the HR system finds them set by hand',
  )
  assert.notEqual((await call('user_info/do/update', { sid: keeper.sid, sync_status: 'REMOVED' }, { as: keeper })).code, 0)
  assert.equal((await call('user_info/do/my', undefined, { as: boss })).code, 0)
  const row = await tenant.db
    .selectFrom('user_info')
    .select(['email', 'sync_id', 'sync_status', 'account_status'])
    .where('sid', '=', boss.sid)
    .executeTakeFirst()
  assert.deepEqual(row, { email: 'boss@example.test', sync_id: null, sync_status: null, account_status: 'OPEN' })
})

test('no role above the owner of the token is given, neither to a new person nor to a known one, nor to oneself', async () => {
  const made = await scim('POST', '/Users', person('climber@example.test', { roles: [{ value: 'system_admin' }] }))
  assert.equal(made.status, 400, made.text)
  assert.match(made.text, /you may not grant/)
  assert.equal((await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "climber@example.test"')}`)).body.totalResults, 0)
  const { body } = await scim('POST', '/Users', person('climber@example.test', { roles: ['inventor'] }))
  assert.equal((await set(body.id, { op: 'add', path: 'roles', value: [{ value: 'system_admin' }] })).status, 400)
  assert.equal((await set(keeper.sid, { op: 'add', path: 'roles', value: [{ value: 'system_admin' }] })).status, 400)
  assert.equal((await set(body.id, { op: 'add', path: 'roles', value: [{ value: 'no_such_role' }] })).status, 400)
  const { status, body: after } = await set(body.id, { op: 'add', path: 'roles', value: [{ value: 'personnel' }] })
  assert.deepEqual([status, (after.roles as { value: string }[]).map(({ value }) => value)], [200, ['inventor', 'personnel']])
})

test('the owner of the token closes neither their own account nor that of the last administrator', async () => {
  assert.equal((await set(keeper.sid, { op: 'replace', path: 'active', value: false })).status, 400)
  const all = scimCaller(server, await personalToken(server, admin))
  const others = await tenant.db
    .selectFrom('user')
    .select('user_info_sid')
    .where('account', 'like', 'system_admin%')
    .where('user_info_sid', '!=', admin.sid)
    .execute()
  for (const { user_info_sid } of others) assert.equal((await all('DELETE', `/Users/${user_info_sid}`)).status, 204)
  assert.equal((await all('DELETE', `/Users/${admin.sid}`)).status, 400)
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('account', '=', 'admin').execute()
  for (const operation of [
    { op: 'replace', path: 'active', value: false },
    { op: 'replace', path: 'roles', value: [{ value: 'inventor' }] },
    { op: 'remove', path: 'roles' },
    { op: 'remove', path: 'roles[value eq "system_admin"]' },
  ]) {
    const { status, text } = await all('PATCH', `/Users/${admin.sid}`, operations(operation))
    assert.equal(status, 400, `${JSON.stringify(operation)} ${text}`)
    if (operation.path !== 'active') assert.match(text, /At least one system administrator must remain/)
  }
  const group = await all('POST', '/Groups', { displayName: '虚构末位部', members: [{ value: admin.sid }] })
  assert.equal((await all('DELETE', `/Groups/${group.body.id}`)).status < 500, true)
  assert.equal((await call('user_info/do/my', undefined, { as: admin })).code, 0)
})

test('who sees one company neither finds nor changes people of another', async () => {
  const other = await make('company', { company_name: '虚构子公司', parent_sid: keeper.company })
  const theirs = await make('user_info', { name: '虚构别处', company_sid: other, sync_name: 'theirs@example.test' })
  const narrow = await make('role', { code: 'personnel_here', name: '本公司人事', weight: 20 })
  for (const entity of ['user_info', 'user', 'department'])
    await make('role_grant', { role_sid: narrow, entity, verbs: ['get', 'search', 'count', 'create', 'update'], data_scope: 'COMPANY' })
  const here = scimCaller(server, await personalToken(server, await enrol('inventor', { role_sids: [narrow] })))
  assert.equal((await here('GET', `/Users?filter=${encodeURIComponent('userName eq "theirs@example.test"')}`)).body.totalResults, 0)
  assert.equal((await here('GET', `/Users/${theirs}`)).status, 404)
  assert.equal((await here('PATCH', `/Users/${theirs}`, operations({ op: 'replace', path: 'title', value: 'x' }))).status, 404)
  const group = await here('POST', '/Groups', { displayName: '虚构抢人部', members: [{ value: theirs }] })
  assert.equal(group.status, 400, group.text)
})

test('a role that hides or locks a field hides or locks it here, too', async () => {
  const blind = await make('role', { code: 'personnel_blind', name: '人事（不见邮箱）', weight: 20 })
  await make('role_grant', { role_sid: blind, entity: 'user_info', verbs: ['get', 'search', 'count', 'update'], data_scope: 'ALL', hidden_fields: ['email'], read_only_fields: ['job_title'] }) // oxfmt-ignore
  const half = scimCaller(server, await personalToken(server, await enrol('inventor', { role_sids: [blind] })))
  const { body } = await scim('POST', '/Users', person('hidden@example.test', { emails: [{ value: 'secret@example.test' }], title: '甲' }))
  const seen = await half('GET', `/Users/${body.id}`)
  assert.equal(seen.status, 200, seen.text)
  assert.ok(!seen.text.includes('secret@'))
  assert.equal((await half('GET', `/Users?filter=${encodeURIComponent('emails.value eq "secret@example.test"')}`)).status, 400)
  assert.equal((await half('PATCH', `/Users/${body.id}`, operations({ op: 'replace', path: 'title', value: '乙' }))).status, 400)
  assert.equal((await half('PATCH', `/Users/${body.id}`, operations({ op: 'replace', path: 'active', value: false }))).status, 403)
})

test('a filter that is too deep, too long or wrong is refused by its position', async () => {
  for (const filter of [
    `${'('.repeat(30)}userName pr${')'.repeat(30)}`,
    Array.from({ length: 60 }, () => 'userName pr').join(' or '),
    `userName eq "${'x'.repeat(3000)}"`,
    'userName', 'userName eq', 'userName eq x', 'userName eq "x', 'userName like "x"', 'eq "x"', 'userName eq "x" and', 'not userName pr',
    'userName eq "x" userName', 'emails[type eq "work"', 'emails[[type eq "work"]]', 'emails[emails[value pr]]', 'name[formatted eq "x"]',
    'password eq "x"', 'passwordHash pr', 'userName gt "x"', 'active gt true', 'active eq "maybe"', 'meta.created gt "yesterday"', "userName eq 'x'",
    'userName eq {"a":1}', '__proto__ eq "x"', 'constructor.name eq "x"', 'emails.constructor pr', ')', '"', '\\',
  ]) {
    const { status, body, text } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    assert.deepEqual([status, body.scimType], [400, 'invalidFilter'], `${filter.slice(0, 60)}: ${text}`)
  } // oxfmt-ignore
  for (const query of ['startIndex=x', 'count=1e9', 'count=99999999999', 'filter=userName%20pr&filter=active%20pr'])
    assert.equal((await scim('GET', `/Users?${query}`)).status, 400, query)
  const quoted = await scim('GET', `/Users?filter=${encodeURIComponent('displayName co "a\\" OR 1=1 --\\\\ %_"')}`)
  assert.deepEqual([quoted.status, quoted.body.totalResults], [200, 0])
})

test('a body that is no resource, or has values of the wrong type or length, is refused without a change', async () => {
  const { body } = await scim('POST', '/Users', person('bodies@example.test'))
  const deep = JSON.parse(`${'{"name":'.repeat(80)}1${'}'.repeat(80)}`)
  const bad: unknown[] = [
    '[]', '"x"', 'null', '{', '', [person('a')], deep, {}, { schemas: [USER] }, person(''), person('x', { schemas: ['urn:other'] }), person('x', { schemas: 'x' }),
    person('x', { active: 'maybe' }), person('x', { active: 7 }), person('x', { name: 'text' }), person('x', { emails: [7] }), person('x', { emails: [[]] }),
    person('x', { emails: [{ value: 'not an address' }] }), person('x', { displayName: { a: 1 } }), person('x', { displayName: 'x'.repeat(3000) }),
    person('x'.repeat(300)), person('x', { displayName: 'x'.repeat(60) }), person('x', { displayName: 'a\u0000b' }), person('x', { displayName: '\ud800' }),
    person('x', { roles: Array.from({ length: 2000 }, (_, at) => ({ value: `r${at}` })) }), person({ toString: 1 } as unknown as string), person('x', { externalId: [] }),
    person('x', { phoneNumbers: [{ type: 'mobile', value: '12' }] }), { ...person('x'), 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': 7 },
  ] // oxfmt-ignore
  for (const one of bad) {
    const { status, text } = await scim('POST', '/Users', one)
    assert.ok(status >= 400 && status < 500, `${JSON.stringify(one).slice(0, 80)}: ${status} ${text}`)
  }
  const wrong: unknown[] = [
    {}, { Operations: [] }, { Operations: 'x' }, { Operations: [1] }, { schemas: ['x'], Operations: [{ op: 'add', path: 'title', value: 'x' }] },
    operations({ op: 'move', path: 'title' }), operations({ op: 'remove' }), operations({ op: 'add', value: 'x' }), operations({ op: 'add', path: 7, value: 'x' }),
    operations({ op: 'replace', path: 'id', value: 'x' }), operations({ op: 'replace', path: 'meta.created', value: 'x' }), operations({ op: 'remove', path: 'userName' }),
    operations({ op: 'replace', value: { displayName: null, name: { formatted: null } } }), operations({ op: 'replace', path: 'active', value: 'x' }),
    operations({ op: 'replace', path: 'emails[', value: 'x' }), operations({ op: 'replace', path: 'emails[type co "z"].value', value: 'x@example.test' }),
    operations({ op: 'replace', path: 'title[type eq "x"]', value: 'x' }), operations({ op: 'replace', path: 'a.b.c', value: 'x' }),
    operations({ op: 'replace', path: `emails[${'('.repeat(50)}`, value: 'x' }), operations({ op: 'add', path: 'x'.repeat(5000), value: 1 }),
    operations(...Array.from({ length: 1001 }, () => ({ op: 'add', path: 'title', value: 'x' }))),
    operations({ op: 'add', path: 'emails', value: Array.from({ length: 1001 }, () => ({ value: 'x@example.test' })) }),
  ] // oxfmt-ignore
  for (const one of wrong) {
    const { status, text } = await scim('PATCH', `/Users/${body.id}`, one)
    assert.ok(status >= 400 && status < 500, `${JSON.stringify(one).slice(0, 80)}: ${status} ${text}`)
  }
  const polluting = `{"schemas":["${PATCH}"],"Operations":[{"op":"add","path":"__proto__.polluted","value":"x"}]}`
  assert.ok((await scim('PATCH', `/Users/${body.id}`, polluting)).status < 500)
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  assert.deepEqual((await scim('GET', `/Users/${body.id}`)).body.displayName, '虚构')
  assert.equal((await scim('POST', '/Users', `{"a":"${'x'.repeat(2 << 20)}"}`)).status, 413)
  assert.equal((await scim('POST', '/Users', 'x', { headers: { 'content-type': 'application/xml' } })).status, 415)
})

test('what this server does not do has the form of the standard; what it does is described without a token', async () => {
  for (const url of ['/Bulk', '/Me']) assert.equal((await scim('POST', url, {})).status, 501, url)
  assert.equal((await scim('GET', '/Nothing')).body.status, '404')
  assert.equal((await scim('GET', '/Users/not-an-id')).status, 404)
  const { body } = await scim('GET', '/ServiceProviderConfig', undefined, { token: '' })
  assert.deepEqual([body.patch, body.bulk], [{ supported: true }, { supported: false, maxOperations: 0, maxPayloadSize: 0 }])
  const types = await scim('GET', '/ResourceTypes', undefined, { token: '' })
  assert.deepEqual(
    (types.body.Resources as { endpoint: string }[]).map(({ endpoint }) => endpoint),
    ['/Users', '/Groups'],
  )
  const schemas = (await scim('GET', '/Schemas', undefined, { token: '' })).body.Resources as { id: string; attributes: { name: string }[] }[]
  assert.deepEqual(
    schemas.map(({ id }) => id.split(':').at(-1)),
    ['User', 'User', 'Group'],
  )
  const one = await scim('GET', `/Schemas/${USER}`, undefined, { token: '' })
  assert.ok((one.body.attributes as { name: string }[]).some(({ name }) => name === 'userName'))
})

test('a token that may only read is refused before anything is computed or kept', async () => {
  const reader = await make('role', { code: 'reader', name: '只读', weight: 5 })
  for (const entity of ['user_info', 'user', 'department'])
    await make('role_grant', { role_sid: reader, entity, verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  const reads = scimCaller(server, await personalToken(server, await enrol('inventor', { role_sids: [reader] })))
  const group = await scim('POST', '/Groups', { displayName: '虚构只读部' })
  const { body } = await scim('POST', '/Users', person('read.only@example.test'))
  const kept = () => tenant.db.selectFrom('hr_change').select('sid').execute()
  const before = (await kept()).length
  for (const [method, url, sent] of [
    ['PATCH', `/Users/${body.id}`, operations({ op: 'replace', path: 'title', value: 'x' })],
    ['PUT', `/Users/${body.id}`, person('read.only@example.test')],
    ['DELETE', `/Users/${body.id}`, undefined],
    ['PATCH', `/Groups/${group.body.id}`, operations({ op: 'replace', path: 'displayName', value: 'x' })],
    ['PUT', `/Groups/${group.body.id}`, { displayName: 'x' }],
    ['DELETE', `/Groups/${group.body.id}`, undefined],
    ['POST', '/Users', person('x@example.test')],
    ['POST', '/Groups', { displayName: 'x' }],
  ] as const)
    assert.equal((await reads(method, url, sent)).status, 403, `${method} ${url}`)
  assert.equal((await kept()).length, before)
})

test('many values in many operations are refused, and as many as are allowed do not hold up the server', async () => {
  const { body } = await scim('POST', '/Groups', { displayName: '虚构大部门' })
  const add = (from: number, count: number) => ({
    op: 'add',
    path: 'members',
    value: Array.from({ length: count }, (_, at) => ({ value: `m${from + at}` })),
  })
  const send = (calls: number) => scim('PATCH', `/Groups/${body.id}`, operations(...Array.from({ length: calls }, (_, at) => add(at * 1000, 1000))))
  const began = performance.now()
  const { status, body: refused } = await send(25)
  assert.deepEqual([status, refused.scimType], [413, 'tooMany'])
  assert.equal((await send(5)).status, 413, 'more than are moved in one call')
  const repeats = Array.from({ length: 100 }, () => add(0, 50))
  assert.equal((await scim('PATCH', `/Groups/${body.id}`, operations(...repeats))).status, 400, 'unknown members')
  assert.ok(performance.now() - began < 5000)
})

test('over a socket, a refusal and a resource are whole answers of the standard', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const token = await personalToken(server, keeper)
  const ask = (lines: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
      socket.setTimeout(10_000, () => reject(socket.destroy(new Error('no answer within 10 s'))))
      let text = ''
      socket.on('data', (part) => (text += String(part)))
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
  const head = ['Host: localhost', 'Connection: close', `Authorization: Bearer ${token}`]
  const found = await ask([`GET /scim/v2/Users/${keeper.sid} HTTP/1.1`, ...head])
  assert.match(found, /^HTTP\/1\.1 200 [\s\S]*content-type: application\/scim\+json[\s\S]*"id":/i)
  const wrong = await ask([`GET /scim/v2/Users?filter=x HTTP/1.1`, ...head])
  assert.match(wrong, /^HTTP\/1\.1 400 [\s\S]*"scimType":"invalidFilter"/)
  const cut = await ask([`GET /scim/v2/Users/%zz HTTP/1.1`, ...head])
  assert.match(cut, /^HTTP\/1\.1 400 /)
})
