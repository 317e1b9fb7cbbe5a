import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import type { Tenant } from '../records/context.ts'

const { server, app, tenant, other, call, enrolAt } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())

type Place = { tenant: Tenant; host: string; admin: Person; manager: Person; sids: Record<string, string> }

/** The same people, agencies and custom fields on either side, and no case. */
async function placeAt(at: Tenant, host: string): Promise<Place> {
  const admin = await enrolAt(at, 'system_admin', { name: '管理员' })
  const manager = await enrolAt(at, 'ip_manager', { name: '经理甲' })
  const sids: Record<string, string> = {}
  const make = async (model: string, body: Record<string, unknown>) => {
    const { data, status, message, errors } = await call<{ sid: string }>(`${model}/do/create`, body, { as: admin, host })
    assert.equal(status, 200, `${model}: ${message} ${JSON.stringify(errors)}`)
    return data.sid
  }
  sids.manager = manager.sid
  sids.agency = await make('agency', { agency_name: '北京往返知识产权代理有限公司', simple_name: '往返', country: 'CN' })
  sids.agent = await make('agent', { name: '代理甲', agency_sid: sids.agency, email: 'a@example.com' })
  sids.node = await make('tech_node', { code: 'B1', name: '电池' })
  sids.second = await make('tech_node', { code: 'B2', name: '隔膜 (涂层)' })
  for (const field of [
    { code: 'own_text', name: '自定义文字', name_en: 'Own text', data_type: 'STRING' },
    { code: 'own_date', name: '自定义日期', name_en: 'Own date', data_type: 'DATE' },
    { code: 'own_money', name: '自定义金额', name_en: 'Own amount', data_type: 'DECIMAL' },
    { code: 'own_choice', name: '自定义选项', name_en: 'Own choice', data_type: 'OPTION', options: [{ code: 'A', label_zh: '甲类' }, { code: 'B', label_zh: '乙类' }] }, // oxfmt-ignore
  ]) {
    const sid = await make('custom_field', { entity: 'patent', ...field })
    const { status, message } = await call('custom_field/do/publish', { sid }, { as: admin, host })
    assert.equal(status, 200, message)
  }
  return { tenant: at, host, admin, manager, sids }
}

const here = await placeAt(tenant, 'localhost')
const there = await placeAt(other, 'other.test')

const LONG = `一、${'很长的权利要求，带"引号"、; 分号与\n换行。'.repeat(900)}`

const CASES = ({ sids }: Place): Record<string, unknown>[] => [
  {
    case_no: 'RT-001',
    title: '=SUM(1) 一种“往返”的 <方法> & 装置😀𠮷',
    title_en: "'Quoted' title; with | signs",
    patent_type: 'INVENTION',
    country: 'CN',
    route: 'DIRECT',
    status: 'SE',
    application_no: '202310123456.6',
    filing_date: '2023-02-20',
    submission_date: '2023-02-21',
    publication_no: 'CN117123456A',
    publication_date: '2024-08-20',
    agency_sid: sids.agency,
    agent_sids: [sids.agent],
    agency_ref: '=1+1',
    tech_node_sids: [sids.node, sids.second],
    ipc_main: 'H01M 10/0525',
    ipc: ['H01M 10/0525', 'H01M 4/38'],
    cpc: ['H01M 10/0525'],
    tags: ['重点, 海外'],
    product_names: ['产品一', '产品;二'.replace(';', '、')],
    claims_count: 12,
    independent_claims: 2,
    pages: 30,
    abstract: '第一行\n第二行：“+1”，-2；@三',
    claims: LONG,
    early_publication: true,
    sub_exam_requested: true,
    sub_exam_date: '2023-05-06',
    se_entered_date: '2024-09-01',
    fee_reduction: '85',
    fee_reduction_record_no: '00123',
    fee_reduction_year: 2023,
    importance: 'A',
    value_grade: 'B',
    secrecy_level: 'CONFIDENTIAL',
    share_level: 'NO',
    expedite: 'PRIORITY_EXAM',
    bio_deposit: [{ depository: 'CGMCC, 北京', deposit_no: 'No.123:4', deposit_date: '2023-01-02', taxon: 'Bacillus [subtilis]' }],
    remark: '备注, 一',
    own_text: '007',
    own_date: '2024-02-29',
    own_money: '1234567.89',
    own_choice: 'B',
  },
  { case_no: '0042', title: '外观', patent_type: 'DESIGN', country: 'CN', status: 'FILED', application_no: '202530011223.7', filing_date: '2025-01-02', loc: ['09-01'], own_money: '0.00' },
  { case_no: 'RT-003', title: 'Widget', patent_type: 'INVENTION', country: 'US', route: 'PCT_NATIONAL', status: 'US_GRANTED', application_no: '18/123,456', filing_date: '2022-03-04', grant_no: 'US 11,987,654 B2', grant_date: '2024-05-21', pct_no: 'PCT/CN2022/079123', pct_filing_date: '2022-03-04', entry_date: '2023-09-04', pta_days: 31, fee_reduction: 'SMALL' },
] // oxfmt-ignore

const PEOPLE = [
  {
    applicants: ['甲公司', 'Beta, Inc.'],
    shares: ['60.00', '40.00'],
    inventors: ['张三', '李四', 'Lee, Ann'],
    contributions: ['50.00', '30.00', '20.00'],
  },
  { applicants: ['甲公司'], shares: [], inventors: ['张三'], contributions: [] },
  { applicants: ['Beta, Inc.'], shares: [], inventors: ['O’Neil, J. [Jr]', 'Kim'], contributions: [] },
]

async function fill(place: Place) {
  const named = new Map<string, string>()
  const sidOf = async (model: string, name: string) => {
    const known = named.get(`${model} ${name}`)
    if (known) return known
    const body = model === 'applicant' ? { name, applicant_kind: 'COMPANY', country: 'CN' } : { name }
    const { data, message } = await call<{ sid: string }>(`${model}/do/create`, body, { as: place.admin, host: place.host })
    assert.ok(data?.sid, message)
    named.set(`${model} ${name}`, data.sid)
    return data.sid
  }
  for (const [at, one] of CASES(place).entries()) {
    const people = PEOPLE[at]
    assert.ok(people)
    const applicants = []
    for (const [i, name] of people.applicants.entries())
      applicants.push({ applicant_sid: await sidOf('applicant', name), ...(people.shares[i] && { share_pct: people.shares[i] }) })
    const inventors = []
    for (const [i, name] of people.inventors.entries())
      inventors.push({
        inventor_sid: await sidOf('inventor', name),
        ...(people.contributions[i] && { contribution_pct: people.contributions[i] }),
        not_published: i === 1,
      })
    const { status, message, errors } = await call('patent/do/create', { ...one, applicants, inventors }, { as: place.manager, host: place.host })
    assert.equal(status, 200, `${message} ${JSON.stringify(errors)}`)
  }
}

type Described = { code: string; type: string; exportable: boolean; importable: boolean; editable: boolean; settable: boolean }

async function columnsBothWays(place: Place): Promise<string[]> {
  const { data } = await call<{ fields: Described[] }>('patent/do/schema', undefined, { as: place.manager, host: place.host })
  return data.fields.flatMap(({ code, exportable, importable }) => (exportable && importable ? code : []))
}

/** As the API shows them, with names in the place of what differs from one installation to the next. */
async function records(place: Place, codes: readonly string[]) {
  const body = { fl: codes, iql: 'case_no LIKE "RT-%" OR case_no = "0042" ORDER BY case_no', rows: 10 }
  const { data, message } = await call<{ record: Record<string, unknown>[] }>('patent/do/search', body, { as: place.manager, host: place.host })
  assert.ok(data?.record, message)
  return data.record.map((row) => Object.fromEntries(codes.map((code) => [code, plain(row[code])])))
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  if ('sid' in value && 'name' in value) return value.name
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
}

async function send(place: Place, bytes: Uint8Array<ArrayBuffer>, mode: string) {
  const form = new FormData()
  form.append('mode', mode)
  form.append('file', new File([bytes], 'back.xlsx'))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const { data, message } = (
    await app.inject({
      method: 'POST',
      url: '/innoe-webapi/model/patent/do/import',
      headers: { host: place.host, 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${place.manager.token}` },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  ).json<{ data?: { job_sid: string }; message: string }>()
  assert.ok(data, message)
  return jobEnded(place.tenant, data.job_sid)
}

async function exported(place: Place, fl: readonly string[], lang: 'zh' | 'en') {
  const { data, message } = await call<{ job_sid: string }>('patent/do/export', { fl }, { as: place.manager, host: place.host, lang })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(place.tenant, data.job_sid)
  assert.equal(job.state, 'DONE', String(job.message))
  const file = await app.inject({ url: String(job.result_url), headers: { host: place.host, authorization: `Bearer ${place.manager.token}` } })
  return new Uint8Array(file.rawPayload)
}

// The case records its source file, and its dates are recomputed.
const OF_THE_PLACE = new Set(['data_source'])

test('[2.28] every column of every case is unchanged after export and import into an empty installation', async () => {
  await fill(here)
  const codes = (await columnsBothWays(here)).filter((code) => !OF_THE_PLACE.has(code))
  const job = await send(there, await exported(here, codes, 'zh'), 'skip')
  assert.deepEqual([job.state, job.ok, job.failed], ['DONE', 3, 0], `${String(job.message)} ${JSON.stringify(job.errors)}`)
  const [ours, theirs] = [await records(here, codes), await records(there, codes)]
  assert.equal(ours.length, 3)
  for (const [at, one] of ours.entries()) for (const code of codes) assert.deepEqual(theirs[at]?.[code], one[code], `${String(one.case_no)} ${code}`)
})

test('[2.28] an export imported into its own installation changes nothing', async () => {
  const codes = (await columnsBothWays(here)).filter((code) => !OF_THE_PLACE.has(code))
  const versions = () => tenant.db.selectFrom('patent').select(['case_no', 'version']).orderBy('case_no').execute()
  const before = await versions()
  const job = await send(here, await exported(here, codes, 'en'), 'update')
  assert.deepEqual([job.state, job.ok, job.failed], ['DONE', 0, 0], JSON.stringify(job.errors))
  assert.deepEqual(await versions(), before)
})

test('[2.28] a text too long for a cell is marked in the file, and the stored text stays complete', async () => {
  const description = '很长的说明书。'.repeat(9000)
  const { data: list } = await call<{ record: { sid: string; version: number }[] }>(
    'patent/do/search',
    { fl: ['sid', 'version'], iql: 'case_no = "RT-003"' },
    { as: here.manager },
  )
  const [one] = list.record
  const changed = await call('patent/do/update', { sid: one?.sid, version: one?.version, description }, { as: here.manager })
  assert.equal(changed.status, 200, changed.message)
  const job = await send(here, await exported(here, ['case_no', 'title', 'country', 'patent_type', 'description'], 'zh'), 'update')
  assert.deepEqual([job.state, job.failed], ['DONE', 0], JSON.stringify(job.errors))
  const row = await tenant.db.selectFrom('patent').select('description').where('case_no', '=', 'RT-003').executeTakeFirstOrThrow()
  assert.equal(String(row.description).length, description.length)
})
