import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fieldsOf } from '../server/records/registry.ts'
import { systemContext } from '../server/records/context.ts'
import { createRow } from '../server/records/write/create.ts'
import { type Endpoint, routesOf } from './harness/endpoints.ts'
import { modelOf } from './harness/engine.ts'
import { type Person, testServer } from './harness/server.ts'

// Who may call what: every route of Fastify's table, every declared action, every verb of every model, and records of one's own
// and of others, each for every kind of person. The expected answers stand in tests/permission-matrix; a line that is missing there
// fails. When one is added or changed deliberately, check who is named, then take over the line that the test prints.
process.env.INNOE_RATE_LIMIT = '100000000'
const { app, tenant, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)

const firm = await make('agency', { agency_name: '甲代理（虚构）' })
const rival = await make('agency', { agency_name: '乙代理（虚构）' })
const admin = await enrol('system_admin')
const head = admin.company
const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: head })
const beside = await make('company', { company_name: '旁系公司（虚构）', parent_sid: head })
const lab = await make('department', { name: '研发部（虚构）', company_sid: head })
const subLab = await make('department', { name: '子公司研发部（虚构）', company_sid: sub })
const ofSub = await make('role', { code: 'sub_admin', name: '子公司管理员', weight: 90 })
await make('role_grant', { role_sid: ofSub, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: sub })
const stranger = await enrol('ip_engineer', { department_sid: lab })

/** Each letter is a kind of person; a line names those who may. */
const PEOPLE: Record<string, Person | undefined> = {
  o: undefined, // without signing in
  n: await enrol('inventor', { role_sids: [] }),
  i: await enrol('inventor'),
  d: await enrol('dept_leader'),
  e: await enrol('ip_engineer'),
  f: await enrol('finance'),
  m: await enrol('ip_manager'),
  g: await enrol('agency_admin', { agency_sid: firm, department_sid: null }),
  a: await enrol('agent', { agency_sid: firm, department_sid: null }),
  c: await enrol('inventor', { role_sids: [ofSub], company_sid: sub, department_sid: subLab }), // administrator of a sub-company
  s: admin,
}
const SIGNED_IN = Object.entries(PEOPLE).flatMap(([letter, person]) => (person ? [{ letter, person }] : []))

type Asked = Endpoint & { body?: unknown }
async function ask({ method, path, body = {} }: Asked, person: Person | undefined) {
  const response = await app.inject({
    method,
    url: path,
    headers: { 'accept-language': 'en', ...(person && { authorization: `Bearer ${person.token}` }), ...(method === 'POST' && { 'content-type': 'application/json' }) }, // oxfmt-ignore
    ...(method === 'POST' && { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, text: response.body }
}

/** Whether the permission was there: a call without its values is then refused for those. */
async function passes(asked: Asked, person: Person | undefined) {
  const { status, text } = await ask(asked, person)
  assert.ok(
    status < 500 || status === 501 || status === 503,
    `${asked.method} ${asked.path} answered ${status} to ${person?.account ?? 'nobody'}: ${text}`,
  )
  return status !== 401 && status !== 403
}

async function lettersOf(test: (person: Person | undefined) => Promise<boolean>, letters = Object.keys(PEOPLE)) {
  const may: string[] = []
  for (const letter of letters) may.push((await test(PEOPLE[letter])) ? letter : '')
  return may.join('') || '-'
}

/** The lines of a file must be exactly these. */
function compare(file: string, lines: readonly string[]) {
  const expected = readFileSync(new URL(`permission-matrix/${file}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
  const [found, known] = [new Set(lines), new Set(expected)]
  const more = lines.filter((line) => !known.has(line))
  const less = expected.filter((line) => !found.has(line))
  assert.deepEqual({ 'without a row, or answered otherwise': more, 'in the file, but not so': less }, { 'without a row, or answered otherwise': [], 'in the file, but not so': [] }) // oxfmt-ignore
}

const SID = '01900000-0000-7000-8000-000000000000'
const DATES = { country: 'CN' }
const filled = (path: string) => path.replace(/:(sid|key|name)\b/g, (_, part: string) => (part === 'sid' ? SID : part)).replace('/*', '')

/** Open to everyone by the declaration; with a session some would end it. */
const isOpen = (path: string) => !path.startsWith('/innoe-webapi/')
/** It answers as long as the session lasts. */
const STREAM = '/innoe-webapi/events'
/** Those that hold models and actions, which are asked one by one below. */
const isGeneric = (path: string) => path.includes('/:model')

test('every route is open to the people of its row', async () => {
  const lines: string[] = []
  for (const { method, path } of routesOf(app)) {
    if (isGeneric(path)) continue
    const asked = { method, path: filled(path) }
    const letters = isOpen(path) || path === STREAM ? ['o'] : undefined
    lines.push(`${method} ${path} ${await lettersOf((person) => passes(asked, person), letters)}`)
  }
  compare('routes', lines.toSorted())
})

test('every declared action is open to the people of its row', async () => {
  const lines: string[] = []
  for (const { method, at, name } of tenant.modules.actions) {
    const asked = { method, path: `/innoe-webapi/model/${at}/do/${name}` }
    lines.push(`${method} ${at}/${name} ${await lettersOf((person) => passes(asked, person))}`)
  }
  compare('actions', lines.toSorted())
})

const VERBS = ['get', 'search', 'create', 'update', 'delete', 'transition', 'import', 'export'] as const

test('every verb of every model is granted to the people of its row', async () => {
  const lines: string[] = []
  for (const model of tenant.models.all.values()) {
    const granted = new Map<string, string[]>()
    for (const { letter, person } of SIGNED_IN) {
      const { status, text } = await ask({ method: 'GET', path: `/innoe-webapi/model/${model.name}` }, person)
      if (status !== 200) continue
      const { data } = JSON.parse(text) as { data: { actions: { verb: string; allowed: boolean }[] } } // the schema, as the API gives it
      for (const { verb, allowed } of data.actions) if (allowed) granted.set(verb, [...(granted.get(verb) ?? []), letter])
    }
    assert.ok(fieldsOf(model).length > 0)
    lines.push(`${model.name}: ${VERBS.map((verb) => `${verb} ${granted.get(verb)?.join('') ?? '-'}`).join(', ')}`)
  }
  compare('models', lines.toSorted())
})

type Place = { owner_sid?: string | null; company_sid: string; department_sid?: string | null; agency_sid?: string | null }

/** Where a record lies, as a person sees it. */
const PLACES: Record<string, (person: Person) => Place> = {
  'own': ({ sid, company, department, agency }) => ({ owner_sid: sid, company_sid: company, department_sid: department || null, agency_sid: agency }), // oxfmt-ignore
  'own department': ({ company, department }) => ({ owner_sid: stranger.sid, company_sid: company, department_sid: department || null }),
  'other department': ({ company }) => ({ owner_sid: stranger.sid, company_sid: company, department_sid: company === sub ? null : lab }),
  'other company': () => ({ owner_sid: stranger.sid, company_sid: beside }),
  'own agency': () => ({ owner_sid: stranger.sid, company_sid: head, agency_sid: firm }),
  'other agency': () => ({ owner_sid: stranger.sid, company_sid: head, agency_sid: rival }),
}

const patent = (place: Place) => make('patent', { title: '虚构装置', patent_type: 'INVENTION', ...DATES, ...place })
const person = ({ company_sid, department_sid = null, agency_sid = null }: Place) =>
  make('user_info', { name: '某人（虚构）', company_sid, department_sid, agency_sid, person_type: agency_sid ? 'AGENCY' : 'INTERNAL' })
const RECORDS: Record<string, (place: Place) => Promise<string>> = {
  patent,
  trademark: (place) => make('trademark', { title: '虚构商标', country: 'CN', ...place }),
  fee: async (place) =>
    make('fee', { case_sid: await patent(place), fee_class: 'ANNUITY', fee_type: 'DRAFT', due_date: '2027-01-04', amount: '100' }),
  official_event: async (place) => make('official_event', { case_sid: await patent(place), code: 'CN14', event_date: '2026-10-12' }),
  deadline: async (place) => make('deadline', { case_sid: await patent(place), name: '虚构期限', official_due: '2031-01-01' }),
  user_info: person,
}

for (const [model, create] of Object.entries(RECORDS))
  test(`records of ${model}, one's own and those of other departments, companies and agencies, are open to the people of their rows`, async () => {
    const lines: string[] = []
    for (const [place, of] of Object.entries(PLACES)) {
      const may: Record<string, string> = { view: '', change: '', delete: '' }
      for (const { letter, person: who } of SIGNED_IN) {
        const sid = await create(of(who))
        const calls: Record<string, Asked> = {
          view: { method: 'GET', path: `/innoe-webapi/model/${model}/${sid}` },
          change: { method: 'POST', path: `/innoe-webapi/model/${model}/do/update`, body: { sid } },
          delete: { method: 'POST', path: `/innoe-webapi/model/${model}/do/delete/${sid}` },
        }
        for (const [what, call] of Object.entries(calls)) {
          const { status, text } = await ask(call, who)
          assert.ok([200, 400, 403, 404].includes(status), `${what} ${model} ${place} ${letter}: ${text}`)
          // A rule may refuse the deletion of a record that this person could delete otherwise.
          if (status === 200 || (what === 'delete' && status === 400)) may[what] += letter
        }
        assert.equal((await ask({ method: 'GET', path: `/innoe-webapi/model/${model}/${sid}` }, undefined)).status, 401)
      }
      lines.push(`${place}: ${Object.entries(may).map(([what, letters]) => `${what} ${letters || '-'}`).join(', ')}`) // oxfmt-ignore
    }
    compare(model, lines)
  })
