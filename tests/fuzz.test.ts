import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type ActionDeclaration, isRecordBody } from '../model/kit/action.ts'
import type { Field } from '../model/kit/fields.ts'
import { encodeSafe, oddValues } from './harness/odd-values.ts'
import { testServer } from './harness/server.ts'

const SEED = Number(process.env.INNOE_SEED ?? 20261121)
const RUNS = Number(process.env.INNOE_RUNS ?? 500)

// Thousands of calls a minute are the point here.
process.env.INNOE_RATE_LIMIT = '100000000'
const { app, tenant, enrol, server, call } = await testServer()
// What the answer hides, a failing test tells.
let cause: unknown
app.addHook('onError', async (_request, _reply, error) => void (cause = error))
const people = [await enrol('system_admin'), await enrol('ip_engineer'), await enrol('inventor'), await enrol('finance')]
const models = [...tenant.models.all.values()]
const owner = people[1]
const made = await call('patent/do/create', { title: '一种电池', country: 'CN', patent_type: 'INVENTION' }, { as: owner })
assert.equal(made.code, 0, made.text)
const known = [String(made.data.sid), owner?.sid ?? '', owner?.company ?? '', owner?.department ?? '']

const { texts, sids, odd, record } = oddValues(known)

const iqls = fc.oneof(
  texts,
  fc.constantFrom('title CONTAINS "电池"', 'ORDER BY title', 'created_at IN (NULL)', "filing_date WITHIN '9d'", "tags = 'x' OR NOT tags IS EMPTY"),
)
const KEYS = [
  'sid',
  'sids',
  'changes',
  'version',
  'fl',
  'iql',
  'rows',
  'start',
  'total',
  'transition',
  'format',
  'to',
  'reason',
  'name',
  'code',
  'key',
  'data',
  'files',
  'steps',
  'amount',
  'currency',
  'country',
  'date',
  'days',
  'status',
  'password',
  'old_password',
  'new_password',
  'account',
]
const anyBody = fc.oneof(
  fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), texts), odd, { maxKeys: 5 }),
  odd,
  fc.record(
    {
      fl: fc.oneof(odd, fc.constant('title,owner_sid.name')),
      iql: fc.oneof(iqls, odd),
      rows: fc.oneof(fc.nat(120), odd),
      start: fc.oneof(fc.nat(), odd),
      total: fc.constantFrom('exact', 'capped', 'none', 'x'),
    },
    { requiredKeys: [] },
  ),
)

type Shot = { method: 'GET' | 'POST'; url: string; payload?: string; headers: Record<string, string> }

const VERBS = [
  'create',
  'update',
  'search',
  'count',
  'transition',
  'batch_update',
  'batch_delete',
  'search_deleted',
  'restore',
  'history',
  'aggregate',
  'export',
]
const sent = (body: unknown) => JSON.stringify(body) ?? 'undefined'

const verbShots: fc.Arbitrary<Shot> = fc.constantFrom(...models).chain((model) => {
  const fields = record(model.fields as Record<string, Field>)
  const states = Object.keys(model.states?.transitions ?? { none: 1 })
  const bodies: Record<string, fc.Arbitrary<unknown>> = {
    create: fields,
    update: fc.tuple(fields, fc.oneof(sids, odd), fc.oneof(fc.constant(undefined), odd)).map(([one, sid, version]) => ({ ...one, sid, version })),
    transition: fc.tuple(fields, sids, fc.constantFrom(...states)).map(([one, sid, transition]) => ({ ...one, sid, transition })),
    batch_update: fc.tuple(fields, fc.array(sids, { maxLength: 3 })).map(([changes, list]) => ({ changes, sids: list })),
  }
  return fc
    .constantFrom(...VERBS)
    .chain((verb) =>
      fc
        .oneof({ weight: 3, arbitrary: bodies[verb] ?? anyBody }, { weight: 1, arbitrary: anyBody })
        .map((body): Shot => ({ method: 'POST', url: `/innoe-webapi/model/${model.name}/do/${verb}`, payload: sent(body), headers: JSON_TYPE })),
    )
})

const JSON_TYPE: Record<string, string> = { 'content-type': 'application/json' }
const NO_HEADERS: Record<string, string> = {}
// Ending sessions and changing the fuzzer's own roles would only stop the fuzzing.
const SKIPPED = new Set(['token delete', 'user create'])
const extras = tenant.modules.actions
  .map(({ method, at, name, declared }) => ({ method, key: `${at} ${name}`, url: `/innoe-webapi/model/${at}/do/${name}`, declared }))
  .filter(({ key }) => !SKIPPED.has(key))
/** With the keys that it takes, each with a value of any kind; or with anything at all. */
const bodyFor = ({ body }: ActionDeclaration) => {
  const own = isRecordBody(body) ? anyBody : fc.record(Object.fromEntries(Object.keys(body).map((code) => [code, odd])), { requiredKeys: [] })
  return fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: anyBody })
}
const extraShots: fc.Arbitrary<Shot> = fc
  .constantFrom(...extras)
  .chain((extra) => fc.tuple(fc.constant(extra), bodyFor(extra.declared), fc.oneof(fc.constant(''), texts.map(encodeSafe), sids)))
  .map(([{ method, url }, body, rest]) => ({
    method,
    url: `${url}${rest && `/${rest}`}${method === 'GET' ? `?sid=${known[0]}&a=${rest}` : ''}`,
    ...(method === 'POST' && { payload: sent(body) }),
    headers: method === 'POST' ? JSON_TYPE : {},
  }))

const FIXED = [
  '/innoe-passport/login',
  '/innoe-passport/refresh',
  '/innoe-passport/login_email',
  '/innoe-passport/send_code',
  '/innoe-webapi/aggr/password/do/update',
  '/innoe-webapi/setting/user/do/update',
  '/innoe-webapi/setting/user/x/setting',
  '/innoe-webapi/model/nothing/do/search',
  '/innoe-webapi/model/patent/do/nothing',
  '/innoe-webapi/model/__proto__/do/search',
  '/innoe-webapi/model/constructor/do/schema',
  '/innoe-webapi/model/patent/do/constructor',
  '/innoe-webapi/model/document/do/upload',
  '/innoe-webapi/model/patent/do/import',
  '/innoe-webapi/model/patent/do/import_preview',
  '/innoe-webapi/nothing',
  '/innoe-openapi/x',
  '/innoe-passport/captcha',
  '/innoe-webapi/openapi.json',
]
const fixedShots: fc.Arbitrary<Shot> = fc
  .tuple(fc.constantFrom(...FIXED), fc.constantFrom('GET' as const, 'POST' as const), anyBody)
  .map(([url, method, body]) => ({ method, url, ...(method === 'POST' && { payload: sent(body) }), headers: JSON_TYPE }))

const rawShots: fc.Arbitrary<Shot> = fc
  .tuple(
    fc.constantFrom(
      '/innoe-webapi/model/patent/do/search',
      '/innoe-webapi/model/patent/do/create',
      '/innoe-webapi/model/document/do/upload',
      '/innoe-webapi/model/patent/do/import',
      '/innoe-passport/login',
    ),
    fc.constantFrom(
      'application/json',
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'x',
      '',
    ),
    fc.constantFrom(
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '1',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '[['.repeat(50_000),
      '{"a":'.repeat(50_000),
      '{"rows":1e999}',
      `{"title":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
      `{"patent_type":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`,
      '\ufeff{}',
      '--x\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a.xlsx"\r\n\r\nPK\x03\x04\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\r\n',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="\0.xlsx"\r\n\r\n\r\n--x--\r\n',
      '--x--\r\n',
      'a=1&b[]=2',
    ),
  )
  .map(([url, type, payload]): Shot => ({ method: 'POST', url, payload, headers: type ? { 'content-type': type } : NO_HEADERS }))

const pathShots: fc.Arbitrary<Shot> = fc
  .tuple(
    fc.constantFrom(
      '/innoe-webapi/model/',
      '/innoe-webapi/model/patent/',
      '/innoe-webapi/model/patent/do/delete/',
      '/innoe-webapi/model/document/do/download/',
      '/innoe-webapi/model/job/do/download/',
      '/innoe-web/',
      '/innoe-web/assets/',
      '/innoe-webapi/docs/',
      '/',
      '/innoe-webapi/setting/user/',
    ),
    fc.oneof(
      texts.map(encodeSafe),
      fc.constantFrom(
        '..%2f..%2f..%2fetc%2fpasswd',
        '../../../etc/passwd',
        '%2e%2e/%2e%2e/package.json',
        '..%5c..%5cx',
        '%00',
        '%',
        '%zz',
        '%c0%ae%c0%ae/',
        '//etc/passwd',
        '?flat=1&flat=2',
        '?a[b]=c',
        `${known[0]}?flat=1`,
        'x'.repeat(3000),
      ),
    ),
    fc.constantFrom('GET' as const, 'POST' as const),
  )
  .map(([base, rest, method]) => ({ method, url: base + rest, headers: {} }))

const headers = fc.dictionary(
  fc.constantFrom(
    'accept-language',
    'x-request-id',
    'x-event-source',
    'x-company-sid',
    'x-resource-code',
    'authorization',
    'accept',
    'accept-encoding',
    'range',
    'if-none-match',
    'host',
    'x-forwarded-for',
    'content-length',
  ),
  fc.constantFrom(
    '',
    'x',
    'en',
    'zh-CN,zh;q=0.9',
    '../..',
    "' or 1=1",
    'Bearer ',
    'Bearer x',
    `Bearer ${'y'.repeat(200)}`,
    known[2] ?? '',
    known[0] ?? '',
    'bytes=9-1',
    '*/*',
    'gzip, br;q=0',
    'job',
    'other.test',
    '\u00e9',
    '1',
    'a'.repeat(4000),
  ),
  { maxKeys: 3 },
)

const LEAKS = [
  /\bat (async )?\S+ \(?(file|node):/,
  /node_modules/,
  /\bselect\b.{1,200}\bfrom\b/i,
  /\binsert into\b/i,
  /\bduplicate key\b/,
  /\b(relation|column|operator|function) "?\S+"? (does not|is)/,
  /syntax error at/,
  /invalid input syntax/,
  /root:x:0/,
  /\bECONN|ENOENT|EACCES/,
  /TypeError|ReferenceError|RangeError|Cannot read prop/,
]
const folder = server.config.data

for (const [name, shots, runs] of [
  ['the verbs of every model', verbShots, 3],
  ['every further action', extraShots, 2],
  ['fixed addresses', fixedShots, 1],
  ['bodies that are no JSON, and broken multipart', rawShots, 0.5],
  ['addresses outside the public folder', pathShots, 1],
] as const) {
  test(`fuzz: ${name} return an envelope, never a server fault, a timeout or a leak`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(shots, headers, fc.constantFrom(undefined, ...people), async (shot, more, person) => {
        const authorization = person && { authorization: `Bearer ${person.token}` }
        const answer = await answerOf({ ...shot, headers: { host: 'localhost', ...shot.headers, ...authorization, ...more } })
        judge(shot, answer)
      }),
      { seed: SEED, numRuns: Math.ceil(RUNS * runs), endOnFailure: true },
    )
  })
}

test('a rule, price or holiday that would make the law unreadable is refused, and cases can still be saved', async () => {
  const [admin] = people
  const rule = await call(
    'deadline_rule/do/create',
    { rule_id: 'X.Y', rule_version: '1', name: 'x', name_en: 'x', office: 'CN', from_date: '2024-01-01', trigger_code: 'X', content: { a: 1 } },
    { as: admin },
  )
  const price = await call(
    'fee_schedule/do/create',
    { row_key: 'x', fee_code: 'X', name: 'x', office: 'CN', currency: 'CNY', content: [] },
    { as: admin },
  )
  for (const answer of [rule, price]) assert.ok(answer.status === 400 && answer.message, answer.text)
  const after = await call('patent/do/create', { title: '一种隔膜', country: 'CN', patent_type: 'INVENTION' }, { as: owner })
  assert.equal(after.code, 0, after.text)
})

test('the server works as before after all requests, and no session was ended or created', async () => {
  for (const person of people) assert.equal((await call('patent/do/count', {}, { as: person })).status, 200)
  assert.equal((await call('patent/do/count', {})).status, 401)
  const busy = () => server.pool.totalCount - server.pool.idleCount
  // Notices to other processes are sent a moment after their writes.
  for (const end = Date.now() + 5_000; busy() > 0 && Date.now() < end;) await new Promise((done) => setTimeout(done, 20))
  assert.equal(busy(), 0, 'every connection came back')
  assert.equal(({} as { a?: number }).a, undefined, 'no prototype was touched')
})

async function answerOf(shot: Shot) {
  let late: NodeJS.Timeout | undefined
  const hang = new Promise<never>((_, fail) => (late = setTimeout(() => fail(new Error(`no answer: ${shot.method} ${shot.url}`)), 20_000)))
  const { payload, ...rest } = shot
  try {
    return await Promise.race([app.inject({ ...rest, ...(payload !== undefined && { payload }) }), hang])
  } finally {
    clearTimeout(late)
  }
}

type Answered = Awaited<ReturnType<typeof answerOf>>

function judge(shot: Shot, { statusCode, headers: got, rawPayload }: Answered) {
  const body = (got['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
  const details = `${shot.method} ${shot.url.slice(0, 200)} ${shot.payload?.slice(0, 600) ?? ''} → ${statusCode} ${body.slice(0, 300)}`
  assert.ok(statusCode < 500, `${details}\n${cause instanceof Error ? cause.stack : ''}`)
  const isFile = statusCode === 200 && !String(got['content-type']).includes('json')
  const isDocument = shot.url.includes('openapi.json') || shot.url.startsWith('/innoe-webapi/docs')
  if (!isFile && !isDocument && statusCode >= 400) for (const leak of LEAKS) assert.doesNotMatch(withoutEcho(body, shot), leak, details)
  assert.ok(!body.includes(folder) && !body.includes(process.cwd()), details)
  if (!shot.url.startsWith('/innoe-') || shot.url.startsWith('/innoe-web/') || isFile || isDocument || statusCode === 302 || statusCode === 304)
    return
  const parsed = JSON.parse(body) as { code?: number; message?: string; request_id?: string }
  assert.equal(typeof parsed.code, 'number', details)
  assert.ok(parsed.request_id, details)
  assert.equal(parsed.code === 0, statusCode === 200, details)
  if (statusCode !== 200) assert.ok(parsed.message, details)
}

/** A refusal may repeat what the caller sent. */
function withoutEcho(body: string, { payload = '', url }: Shot) {
  return /select|insert|node_modules|etc\/passwd/i.test(payload + url) ? '' : body
}
