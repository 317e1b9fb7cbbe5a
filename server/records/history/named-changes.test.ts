import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded } from '../../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../context.ts'
import { modelNamed } from '../registry.ts'
import { createRow } from '../write/create.ts'
import { type Change, withNames } from './named-changes.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager', { name_en: 'Manager One' })
const other = await enrol('ip_engineer', { name: '工程师', name_en: 'Engineer Two' })
const make = (name: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, name), values)

const applicant = await make('applicant', { name: '甲公司', name_en: 'Alpha Ltd', country: 'CN', applicant_kind: 'COMPANY' })
const second = await make('applicant', { name: '乙公司', name_en: 'Beta Ltd', country: 'CN', applicant_kind: 'COMPANY' })
const inventor = await make('inventor', { name: '张三', name_en: 'Zhang San' })
const created = await call<{ sid: string; version: number }>(
  'patent/do/create',
  {
    title: '电池',
    country: 'CN',
    patent_type: 'INVENTION',
    owner_sid: manager.sid,
    applicants: [{ applicant_sid: applicant, share_pct: '100' }],
    inventors: [{ inventor_sid: inventor, contribution_pct: '100' }],
  },
  { as: manager },
)
const { sid } = created.data
const applicants = [
  { applicant_sid: applicant, share_pct: '40' },
  { applicant_sid: second, share_pct: '60' },
]
const changed = await call('patent/do/update', { sid, applicants, owner_sid: other.sid, co_owner_sids: [manager.sid] }, { as: manager })
assert.equal(changed.code, 0, changed.message)

type Ref = { sid: string; name: string }
type Row = { applicant_sid: Ref; share_pct: string }
type Line = { action: string; changes: Change[] }

async function lastChanges(model: string, of: string, as: Person, lang: 'zh' | 'en') {
  const { data } = await call<{ record: Line[] }>(`${model}/do/history`, { sid: of }, { as, lang })
  return new Map(data.record[0]?.changes.map((change) => [change.field, change]))
}

for (const [lang, alpha, beta, engineer] of [
  ['zh', '甲公司', '乙公司', /^工程师/],
  ['en', 'Alpha Ltd', 'Beta Ltd', /^Engineer Two/],
] as const) {
  test(`${lang}: the change log names the records of references, lists of references and rows`, async () => {
    const changes = await lastChanges('patent', sid, manager, lang)
    const { old, new: now } = changes.get('applicants') ?? {}
    const rows = (value: unknown) => (value as Row[]).map(({ applicant_sid, share_pct }) => [applicant_sid.sid, applicant_sid.name, share_pct])
    assert.deepEqual(rows(old), [[applicant, alpha, '100.00']])
    assert.deepEqual(rows(now), [
      [applicant, alpha, '40.00'],
      [second, beta, '60.00'],
    ])
    const owner = changes.get('owner_sid')?.new as Ref
    assert.equal(owner.sid, other.sid)
    assert.match(owner.name, engineer)
    const [coOwner] = (changes.get('co_owner_sids')?.new ?? []) as Ref[]
    assert.equal(coOwner?.sid, manager.sid)
    assert.notEqual(coOwner?.name, '')
  })

  test(`${lang}: lists, records and exports show rows by name`, async () => {
    const listed = await call<{ record: { applicants: Row[] }[] }>(
      'patent/do/search',
      { fl: ['applicants'], iql: "title = '电池'" },
      { as: manager, lang },
    )
    assert.deepEqual(
      listed.data.record[0]?.applicants.map(({ applicant_sid }) => applicant_sid.name),
      [alpha, beta],
    )
    const record = await call<{ applicants: Row[] }>(`patent/${sid}`, undefined, { as: manager, lang })
    assert.deepEqual(
      record.data.applicants.map(({ applicant_sid }) => applicant_sid.name),
      [alpha, beta],
    )
    const { data } = await call<{ job_sid: string }>('patent/do/export', { fl: ['applicants'], format: 'csv' }, { as: manager, lang })
    const job = await jobEnded(tenant, data.job_sid)
    const file = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${manager.token}` } })
    for (const name of [alpha, beta]) assert.ok(file.body.includes(name), file.body)
    assert.ok(!file.body.includes(applicant))
  })
}

test('the name of a record hidden from the reader is left out of the change log', async () => {
  const hidden = await make('company', { company_name: '另一公司' })
  const earlier = await make('patent', { title: '机密在先案', country: 'CN', patent_type: 'INVENTION', owner_sid: manager.sid, company_sid: hidden })
  const relation = await make('related_case', { earlier_sid: earlier, later_sid: sid, relation_type: 'DIV' })
  const admin = await enrol('system_admin')
  const seen = (await lastChanges('related_case', relation, admin, 'zh')).get('earlier_sid')?.new as Ref
  assert.match(seen.name, /机密在先案/)
  const unseen = (await lastChanges('related_case', relation, manager, 'zh')).get('earlier_sid')?.new as Ref
  assert.deepEqual(unseen, { sid: earlier, name: '' })
})

test('names are read by one query for each model, for any number of rows', async () => {
  let queries = 0
  const db = tenant.db.withPlugin({ transformQuery: ({ node }) => (queries++, node), transformResult: async ({ result }) => result })
  const ctx = { ...systemContext(tenant), db }
  const row = (applicant_sid: string) => ({ applicant_sid, share_pct: '1.00' })
  const many: Change[] = Array.from({ length: 50 }, () => ({ field: 'applicants', old: [row(applicant)], new: [row(applicant), row(second)] }))
  await withNames(ctx, modelNamed(tenant.models, 'patent'), many)
  assert.ok(queries <= 1, `${queries} queries`)
})
