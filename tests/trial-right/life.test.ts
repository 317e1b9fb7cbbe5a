import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { startJobs } from '../../server/jobs/start.ts'
import { jobEnded } from '../harness/cases/exchange.ts'
import type { Person } from '../harness/server.ts'
import { trialServer } from '../harness/cases/trial-right.ts'

const { server, app, tenant, call, enrol } = await trialServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')

type Made = { sid: string }
type Page = { total: number; record: Record<string, unknown>[] }

/** The answer's data; a refusal fails the test with its words. */
async function ok<T = Record<string, unknown>>(path: string, body?: unknown, as: Person = admin): Promise<T> {
  const { status, data, message, errors } = await call<T>(path, body, { as })
  assert.equal(status, 200, `${path}: ${message} ${JSON.stringify(errors)}`)
  return data
}
const make = async (model: string, values: Record<string, unknown>, as: Person = admin) => (await ok<Made>(`${model}/do/create`, values, as)).sid

const VARIETY = { denomination: '金穗一号', crop_kind: 'CEREAL', office: 'CN', botanical_taxon: 'Oryza sativa' }
let made = 0
const variety = (more: Record<string, unknown> = {}, as: Person = admin) => make('plant_variety', { case_no: `V-${++made}`, ...VARIETY, ...more }, as)
const patent = (more: Record<string, unknown> = {}) =>
  make('patent', { case_no: `P-${++made}`, title: '收割机', patent_type: 'INVENTION', country: 'CN', ...more })

test('a declared kind has its table, its columns and its entry in the table of all cases', async () => {
  const sid = await variety({ trial_sites: ['海南', '四川'] })
  const record = await ok(`plant_variety/${sid}`)
  assert.deepEqual([record.denomination, record.status, record.trial_sites], ['金穗一号', 'PREPARING', ['海南', '四川']])
  const head = await ok(`case/${sid}`)
  assert.deepEqual([head.kind, head.title, head.subtype, head.country, head.phase], ['plant_variety', '金穗一号', 'CEREAL', 'CN', 'PREPARATION'])
  assert.deepEqual(head.owner_sid, record.breeder_in_charge)
})

test('its schema lists its fields, states and transitions, and the table of all cases offers its kind', async () => {
  type Schema = { fields: { code: string; options?: { code: string }[] }[]; actions: { verb: string; allowed: boolean }[]; label: string }
  const schema = await ok<Schema>('plant_variety/do/schema')
  const codes = schema.fields.map(({ code }) => code)
  for (const code of ['case_no', 'denomination', 'crop_kind', 'botanical_taxon', 'breeders', 'firm_sid']) assert.ok(codes.includes(code), code)
  assert.ok(!codes.includes('application_key'))
  assert.ok(schema.actions.some(({ verb, allowed }) => verb === 'create' && allowed))
  const head = await ok<Schema>('case/do/schema')
  const optionsOf = (of: string) => head.fields.find(({ code }) => code === of)?.options?.map(({ code }) => code) ?? []
  assert.deepEqual(optionsOf('kind'), [
    'dispute',
    'indexing_task',
    'licence',
    'pledge',
    'project',
    'retrieval_request',
    'risk',
    'transfer',
    'achievement',
    'copyright',
    'domain',
    'ic_layout',
    'paper',
    'patent',
    'proposal',
    'software',
    'trade_secret',
    'trademark',
    'plant_variety',
  ])
  for (const code of ['DRAFTING', 'GROWING_TEST']) assert.ok(optionsOf('status').includes(code), code)
  for (const code of ['INVENTION', 'FLOWER']) assert.ok(optionsOf('subtype').includes(code), code)
})

test('a case is found, counted, changed, deleted and restored, and its history records each change', async () => {
  const sid = await variety({ denomination: '晚霞', crop_kind: 'FLOWER' })
  const iql = "denomination CONTAINS '晚霞' AND crop_kind = 'FLOWER'"
  const found = await ok<Page>('plant_variety/do/search', { iql, fl: ['denomination', 'crop_kind'] })
  assert.deepEqual([found.total, found.record[0]?.sid], [1, sid])
  assert.equal((await ok<Page>('plant_variety/do/count', { iql })).total, 1)
  await ok('plant_variety/do/update', { sid, denomination: '晚霞二号', growing_cycles: 3 })
  assert.equal((await ok(`case/${sid}`)).title, '晚霞二号')
  await ok(`plant_variety/do/delete/${sid}`, {})
  assert.equal((await call(`case/${sid}`, undefined, { as: admin })).status, 404)
  const bin = await ok<Page>('plant_variety/do/search_deleted', { iql: `sid = '${sid}'` })
  assert.equal(bin.total, 1)
  await ok('plant_variety/do/restore', { sids: [sid] })
  assert.equal((await ok(`case/${sid}`)).title, '晚霞二号')
  const history = await ok<Page>('plant_variety/do/history', { sid })
  assert.ok(JSON.stringify(history).includes('晚霞二号'))
  assert.ok(history.record.length >= 4, `${history.record.length} entries`)
})

test('missing and invalid values are reported by field with its own labels', async () => {
  const answer = await call('plant_variety/do/create', { case_no: 'V-wrong', crop_kind: 'TREE', growing_cycles: 99 }, { as: admin, lang: 'en' })
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.errors.map(({ field }) => field).sort(), ['crop_kind', 'denomination', 'growing_cycles', 'office'])
  assert.ok(answer.errors.some(({ label }) => label === 'Denomination'))
})

test('transitions move a case through its phases, and an unavailable transition is refused', async () => {
  const sid = await variety()
  const step = (transition: string, fields: Record<string, unknown> = {}) =>
    call('plant_variety/do/transition', { sid, transition, ...fields }, { as: admin })
  assert.equal((await step('grant', { granted_on: '2024-05-06' })).status, 400)
  const bare = await step('file')
  assert.deepEqual(bare.errors.map(({ field }) => field).sort(), ['application_no', 'filed_on'])
  assert.equal((await step('file', { application_no: 'CNA 2021-77.1', filed_on: '2021-03-04' })).status, 200)
  assert.equal((await step('start_test')).status, 200)
  assert.equal((await step('grant', { granted_on: '2024-05-06' })).status, 200)
  const head = await ok(`case/${sid}`)
  assert.deepEqual([head.status, head.phase, head.filing_date, head.application_no], ['IN_FORCE', 'GRANTED', '2021-03-04', 'CNA 2021-77.1'])
})

test('a case is exported with its own fields', async () => {
  const sid = await variety({ denomination: '出口稻' })
  const { job_sid } = await ok<{ job_sid: string }>('plant_variety/do/export', {
    fl: ['case_no', 'denomination', 'crop_kind'],
    iql: `sid = '${sid}'`,
  })
  const job = await jobEnded(tenant, job_sid)
  assert.equal(job.state, 'DONE', String(job.message))
  const { rawPayload } = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${admin.token}` } })
  const { sheets } = await readXlsx(new Uint8Array(rawPayload))
  const [headings, row] = sheets[0]?.rows ?? []
  assert.deepEqual(
    [headings, row?.slice(1)],
    [
      ['案号', '品种名称', '作物类别'],
      ['出口稻', '粮食作物'],
    ],
  )
})

test("paths of deadlines and fees resolve to each kind by name, and a bare code to the field of each case's own kind", async () => {
  const ofVariety = await variety({ botanical_taxon: 'Rosa chinensis' })
  const ofPatent = await patent({ value_grade: 'B', ipc: ['A01D 41/00'] })
  for (const model of ['deadline', 'fee'] as const) {
    const own = (case_sid: string) =>
      model === 'deadline'
        ? { case_sid, name: '两类', official_due: '2031-01-01' }
        : { case_sid, name: '两类', fee_type: 'X', fee_class: 'OTHER', due_date: '2031-01-01' }
    const [first, second] = [await make(model, own(ofVariety)), await make(model, own(ofPatent))]
    for (const [iql, expected] of [
      ["case_sid.plant_variety.botanical_taxon = 'Rosa chinensis'", [first]],
      ["case_sid.patent.value_grade = 'B'", [second]],
      ["case_sid.value_grade = 'B'", [second]],
      ["case_sid.botanical_taxon = 'Rosa chinensis'", [first]],
      ["name = '两类' AND case_sid.kind = 'plant_variety'", [first]],
      [`case_sid IN ('${ofVariety}', '${ofPatent}') AND case_sid.patent.value_grade IS EMPTY`, [first]],
      ["case_sid.plant_variety.botanical_taxon = 'Rosa chinensis' OR case_sid.patent.value_grade = 'B'", [first, second]],
    ] as const) {
      const found = await ok<Page>(`${model}/do/search`, { iql })
      assert.deepEqual(found.record.map(({ sid }) => sid).sort(), [...expected].sort(), `${model}: ${iql}`)
    }
  }
  const { errors, status } = await call('deadline/do/search', { iql: "case_sid.patent.botanical_taxon = 'x'" }, { as: admin })
  assert.equal(status, 400, JSON.stringify(errors))
})

test('each kind numbers its cases with its own pattern and sequence', async () => {
  const numberOf = async (sid: string, kind = 'plant_variety') => String((await ok(`${kind}/${sid}`)).case_no)
  const first = await numberOf(await make('plant_variety', VARIETY))
  assert.match(first, /^V\d{4}-\d{4}C$/)
  const other = await numberOf(await make('patent', { title: '收割机', patent_type: 'INVENTION', country: 'CN' }), 'patent')
  assert.match(other, /^P\d{9}CNI$/)
  const next = await numberOf(await make('plant_variety', { ...VARIETY, crop_kind: 'FLOWER' }))
  assert.equal(
    next,
    first.replace(/(\d{4})C$/, (_, seq: string) => `${String(Number(seq) + 1).padStart(4, '0')}B`),
  )
})

test('the numbering rules of a kind are shown, changed and refused separately from other kinds', async () => {
  const before = await ok('plant_variety/do/case_no_rule', {})
  assert.deepEqual([before.right, before.pattern], ['plant_variety', 'V{YYYY}-{SEQ:4}{TYPE}'])
  const company = await make('company', { company_name: '种业（虚构）', country: 'SG' })
  const rule = { pattern: 'ZY{YY}{SEQ:3}', company_sid: company }
  await ok('plant_variety/do/set_case_no_rule', rule)
  assert.match(String((await ok(`plant_variety/${await make('plant_variety', { ...VARIETY, company_sid: company })}`)).case_no), /^ZY\d{2}001$/)
  assert.equal((await ok('patent/do/case_no_rule', { company_sid: company })).pattern, 'P{YYYY}{SEQ:5}{COUNTRY}{TYPE}')
  assert.equal((await call('plant_variety/do/set_case_no_rule', { pattern: 'V{YYYY}' }, { as: admin })).status, 400)
})

test('a case number is unique within its kind, may exist in another kind, and is not reused after deletion', async () => {
  await variety({ case_no: 'SAME-1' })
  await patent({ case_no: 'SAME-1' })
  const twice = await call('plant_variety/do/create', { ...VARIETY, case_no: 'same-1' }, { as: admin })
  assert.deepEqual(twice.errors.map(({ field }) => field), ['case_no']) // oxfmt-ignore
  const sid = await variety({ case_no: 'GONE-1' })
  await ok(`plant_variety/do/delete/${sid}`, {})
  assert.deepEqual((await call('plant_variety/do/create', { ...VARIETY, case_no: 'GONE-1' }, { as: admin })).errors.map(({ field }) => field), ['case_no']) // oxfmt-ignore
})

test('a person with the permission undoes the last transition once', async () => {
  const sid = await variety()
  const undo = () => call('plant_variety/do/undo_transition', { sid, reason: '点错' }, { as: admin })
  assert.equal((await ok('plant_variety/do/undoable', { sid })).undoable, false)
  await ok('plant_variety/do/transition', { sid, transition: 'file', application_no: 'CNA 2022-5.2', filed_on: '2022-01-02' })
  assert.equal((await ok('plant_variety/do/undoable', { sid })).undoable, true)
  assert.equal((await undo()).data.status, 'PREPARING')
  const { data } = await call(`case/${sid}`, undefined, { as: admin })
  assert.deepEqual([data.phase, data.filing_date], ['PREPARATION', null])
  assert.equal((await undo()).status, 400)
})

test('an existing number is refused and found in every spelling', async () => {
  const sid = await variety({ application_no: 'CNA 2020-1000.1' })
  const twice = await call('plant_variety/do/create', { ...VARIETY, application_no: 'CNA20201000.1' }, { as: admin })
  assert.equal(twice.status, 400)
  const found = await ok<Page>('plant_variety/do/search', { iql: "application_no = 'CNA20201000.1'" })
  assert.deepEqual(
    found.record.map((one) => one.sid),
    [sid],
  )
})
