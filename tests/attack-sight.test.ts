import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startJobs } from '../server/jobs/start.ts'
import { createRow } from '../server/records/write/create.ts'
import { systemContext } from '../server/records/context.ts'
import { insertRows } from '../server/records/write/write.ts'
import { modelOf } from './harness/engine.ts'
import { jobEnded, sendFile, workbook } from './harness/cases/exchange.ts'
import { type Person, testServer } from './harness/server.ts'

// Responses computed from several records contain only records that the reader may see.
process.env.INNOE_RATE_LIMIT = '100000000'
const { app, tenant, enrol, server, call } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())

let made = 0
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const admin = await enrol('system_admin')
const elsewhere = await make('company', { company_name: '别处（虚构）', simple_name: '别处' })
const engineer = await enrol('ip_engineer')
const far = await enrol('ip_manager', { company_sid: elsewhere, department_sid: null })
const patent = (more: Record<string, unknown> = {}) =>
  make('patent', { title: `近案 ${++made}`, country: 'CN', patent_type: 'INVENTION', owner_sid: engineer.sid, company_sid: admin.company, ...more })
const farPatent = (more: Record<string, unknown> = {}) =>
  patent({ title: `Qzxfar ${++made}`, company_sid: elsewhere, owner_sid: far.sid, case_no: `QZX-${made}`, ...more })
const ask = <T = Record<string, unknown>>(path: string, body: unknown, as: Person) => call<T>(path, body, { as, lang: 'en' })
const showsNoSecret = (path: string, text: string) => assert.doesNotMatch(text, /qzx/i, path)

/** A person whose roles have these grants, each role its own. */
async function personWith(...roles: Record<string, unknown>[][]): Promise<Person> {
  const sids: string[] = []
  for (const grants of roles) {
    const sid = await make('role', { code: `sight_${++made}`, name: `sight ${made}`, platform: '1', weight: 1000 })
    for (const grant of grants) await make('role_grant', { role_sid: sid, verbs: ['get', 'search', 'count', 'export'], data_scope: 'ALL', ...grant })
    sids.push(sid)
  }
  return enrol('inventor', { role_sids: sids })
}

const pending = { status: 'SE', filing_date: '2024-02-01', se_entered_date: '2025-01-06' }

test('deadlines as of a date contain no record of another company, on any date', async () => {
  const sid = await farPatent(pending)
  for (const day of ['2025-06-02', '2026-11-02', '2031-06-02']) {
    const { data, text } = await ask<{ record: unknown[]; fees: unknown[] }>('deadline/do/as_of', { day, case_sid: sid }, engineer)
    assert.deepEqual([data.record, data.fees], [[], []], text)
    const all = await ask<{ record: { case_sid: string }[] }>('deadline/do/as_of', { day }, engineer)
    assert.ok(all.data.record.every(({ case_sid }) => case_sid !== sid))
  }
})

test('deadlines as of a future date contain only the deadlines and fees that the reader may see', async () => {
  const sid = await patent({ country: 'US', status: 'US_GRANTED', filing_date: '2024-02-01', grant_date: '2026-01-06' })
  const whole = await ask<{ record: { name_en: string }[]; fees: unknown[] }>('deadline/do/as_of', { day: '2035-06-02', case_sid: sid }, admin)
  assert.ok(whole.data.record.length > 0 && whole.data.fees.length > 0, whole.text)
  const name = String(
    (await ask<{ record: { name: string }[] }>('deadline/do/search', { iql: `case_sid = '${sid}'`, fl: 'name', rows: 1 }, admin)).data.record[0]
      ?.name,
  )
  const some = await personWith([
    { entity: 'patent' },
    { entity: 'deadline', data_scope: 'CUSTOM', query: `name = '${name}'` },
    { entity: 'fee', data_scope: 'CUSTOM', query: "fee_type = 'NONE'" },
  ])
  const { data, text } = await ask<{ record: { name: string }[]; fees: unknown[] }>('deadline/do/as_of', { day: '2035-06-02', case_sid: sid }, some)
  assert.deepEqual([[...new Set(data.record.map((one) => one.name))], data.fees], [[name], []], text)
})

test('a preview of dates names the visible cases of a family and counts the others', async () => {
  const first = await patent({ status: 'FILED', filing_date: '2026-02-02', application_no: '202610012345.1' })
  const later = await farPatent({ country: 'US', route: 'PARIS', status: 'DRAFTING' })
  await make('related_case', { earlier_sid: first, later_sid: later, relation_type: 'PARIS' })
  const { status, text } = await ask('patent/do/preview_dates', { sid: first, changes: { filing_date: '2026-02-03' } }, engineer)
  assert.equal(status, 200, text)
  showsNoSecret('preview_dates', text)
  assert.ok(!text.includes(later))
  for (const [path, body] of [
    ['patent/do/family', { sid: first }],
    ['patent/do/draw', { sid: first }],
    ['patent/do/inherited', { sid: first }],
    ['patent/do/inherited_priorities', { sid: first }],
    ['related_case/do/search', { fl: ['earlier_sid', 'later_sid', 'later_sid.title', 'relation_type'] }],
    ['priority/do/search', { fl: ['case_sid', 'priority_no', 'priority_case_sid'] }],
    ['patent/do/update', { sid: first, filing_date: '2026-02-04' }],
    ['related_case/do/check', { earlier_sid: first, later_sid: later, relation_type: 'PARIS' }],
  ] as const) {
    const answer = await ask(path, body, engineer)
    assert.ok(answer.status < 500, `${path} ${answer.text}`)
    showsNoSecret(path, answer.text)
  }
})

test('results of a query are counted and changed among visible records only, never by another person’s selection', async () => {
  const sid = await farPatent()
  const iql = `sid = '${sid}'`
  const counted = await ask<{ total: number }>('patent/do/results', { iql }, engineer)
  assert.deepEqual([counted.status, counted.data.total], [200, 0], counted.text)
  for (const total of [0, 1]) {
    const { status, text } = await ask('patent/do/update_results', { iql, total, changes: { title: 'taken' } }, engineer)
    assert.ok(status === 400 || status === 403, text)
    showsNoSecret('update_results', text)
  }
  const hidden = await personWith([{ entity: 'patent', verbs: ['get', 'search', 'count', 'update'], hidden_fields: ['title'] }])
  for (const body of [{ iql: "title LIKE 'Qzx%'" }, { iql: 'ORDER BY title' }])
    assert.equal((await ask('patent/do/update_results', { ...body, total: 1, changes: { title_en: 'x' } }, hidden)).status, 400)
  assert.equal((await ask('patent/do/results', { iql: "title LIKE 'Qzx%'" }, hidden)).status, 400)
  const row = await tenant.db.selectFrom('patent').select('title').where('sid', '=', sid).executeTakeFirstOrThrow()
  assert.match(String(row.title), /^Qzxfar/)
})

test('findings are grouped and counted among visible records only, also findings of another person’s import', async () => {
  const sid = await farPatent({ country: 'BR' })
  const now = new Date().toISOString()
  const finding = { sid: crypto.randomUUID(), version: 1, case_sid: sid, code: 'NO_RULES', status: 'OPEN', words: 'Qzxwords', words_en: 'Qzxwords', found_on: '2026-01-05', company_sid: elsewhere, valid: true, created_at: now, updated_at: now } // oxfmt-ignore
  await insertRows(systemContext(tenant), modelOf(tenant, 'finding'), [finding])
  const seen = await ask('finding/do/groups', {}, admin)
  assert.match(seen.text, /Qzxwords/)
  for (const body of [{}, { job_sid: crypto.randomUUID() }]) showsNoSecret('finding/do/groups', (await ask('finding/do/groups', body, engineer)).text)
})

test('a group by a reference to an invisible record does not reveal its name', async () => {
  const family = await make('patent_family', { title: 'Qzxfamily', company_sid: elsewhere })
  const sid = await patent({ family_sid: family })
  for (const [path, body] of [
    ['patent/do/aggregate', { by: ['family_sid'], iql: `sid = '${sid}'` }],
    ['patent/do/aggregate', { by: ['family_sid.title'], iql: `sid = '${sid}'` }],
    ['patent/do/search', { fl: ['family_sid', 'family_sid.title'], iql: `sid = '${sid}'` }],
    [`patent/${sid}`, undefined],
  ] as const) {
    const { text, status } = await ask(path, body, engineer)
    assert.equal(status, 200, text)
    showsNoSecret(path, text)
  }
})

test('a confirmation, an undo and a stop of an invisible record return not found', async () => {
  const sid = await farPatent(pending)
  await make('official_event', { case_sid: sid, code: 'CN14', event_date: '2026-10-12' })
  const now = new Date().toISOString()
  const open = crypto.randomUUID()
  const row = { sid: open, version: 1, case_sid: sid, about: 'Qzxabout', about_en: 'Qzxabout', kind: 'NOTICE', entity: 'patent', record_sid: sid, former: {}, proposed: { title: 'Qzxtaken' }, deadlines: [], status: 'PROPOSED', proposed_by: admin.sid, company_sid: elsewhere, valid: true, created_at: now, updated_at: now } // oxfmt-ignore
  await insertRows(systemContext(tenant), modelOf(tenant, 'date_confirmation'), [row])
  for (const [path, body] of [
    ['date_confirmation/do/transition', { sid: open, transition: 'confirm' }],
    ['date_confirmation/do/transition', { sid: open, transition: 'refuse' }],
    ['date_confirmation/do/batch_transition', { sids: [open], transition: 'confirm' }],
    ['date_confirmation/do/history', { sid: open }],
    [`date_confirmation/${open}`, undefined],
  ] as const) {
    const { status, text } = await ask(path, body, engineer)
    assert.equal(status, 404, `${path} ${text}`)
    showsNoSecret(path, text)
  }
  showsNoSecret('list', (await ask('date_confirmation/do/search', {}, engineer)).text)
})

test('a person who may stop other people’s jobs can neither see nor undo an import of invisible records', async () => {
  const file = await workbook([['案号', '专利名称', '国家/地区', '申请日'], ['QZX-900', 'Qzximported', 'CN', '2026-02-02']]) // oxfmt-ignore
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: far.token, file, name: '远.xlsx' })
  assert.ok(data?.job_sid, message)
  await jobEnded(tenant, data.job_sid)
  const imported = await tenant.db.selectFrom('patent').select(['sid', 'version']).where('title', '=', 'Qzximported').executeTakeFirstOrThrow()
  assert.equal((await ask('patent/do/update', { ...imported, title_en: 'Qzxtouched' }, admin)).code, 0)
  const overseer = await personWith(
    [{ entity: 'job', verbs: ['get', 'search', 'cancel_any'] }],
    [{ entity: 'patent', verbs: ['get', 'search', 'update', 'delete'], data_scope: 'COMPANY' }],
  )
  for (const preview of [true, false]) {
    const { status, text } = await ask('job/do/take_back', { sid: data.job_sid, preview }, overseer)
    assert.equal(status, 404, text)
    showsNoSecret('take_back', text)
  }
  const shown = await ask('job/do/take_back', { sid: data.job_sid, preview: true }, admin)
  assert.match(shown.text, /Qzximported/)
})

test('an export omits hidden and masked columns, and queries on these columns are refused', async () => {
  const person = await make('user_info', { name: '某人', mobile: '13812340000', email: 'qzx@example.com', company_sid: admin.company })
  const role = await make('role', { code: `masked_${++made}`, name: 'masked', platform: '1', mask_mobile: true })
  await make('role_grant', {
    role_sid: role,
    entity: 'user_info',
    verbs: ['get', 'search', 'count', 'export'],
    data_scope: 'ALL',
    hidden_fields: ['email'],
  })
  const clerk = await enrol('inventor', { role_sids: [role] })
  for (const body of [
    { fl: ['name', 'email'] },
    { fl: ['name'], iql: "email LIKE 'qzx%'" },
    { fl: ['name'], iql: 'ORDER BY email' },
    { fl: ['name'], iql: "mobile LIKE '138%'" },
    { fl: ['name'], iql: "mobile > '138'" },
    { fl: ['name'], iql: 'ORDER BY mobile DESC' },
    { fl: ['name', 'created_by.email'] },
    { fl: ['name'], iql: "leader_sid.mobile = '13812340000'" },
  ]) {
    const { status, text } = await ask('user_info/do/export', { ...body, format: 'csv' }, clerk)
    assert.equal(status, 400, `${JSON.stringify(body)} ${text}`)
  }
  for (const body of [{ by: ['mobile'] }, { by: ['email'] }, { by: ['leader_sid.mobile'] }, { by: ['status'], iql: "mobile = '13812340000'" }])
    assert.equal((await ask('user_info/do/aggregate', body, clerk)).status, 400, JSON.stringify(body))
  const { data } = await ask('user_info/do/export', { fl: ['name', 'mobile'], iql: `sid = '${person}'`, format: 'csv' }, clerk)
  await jobEnded(tenant, String(data.job_sid))
  const url = `/innoe-webapi/model/job/do/download/${String(data.job_sid)}`
  const { payload } = await app.inject({ url, headers: { authorization: `Bearer ${clerk.token}` } })
  assert.match(payload, /138\*{4}0000/)
  assert.doesNotMatch(payload, /13812340000|qzx/)
})
