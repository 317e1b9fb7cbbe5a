// The copyright of programs through the API: its life, its term, its numbers, and the import of a list of the registry.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body?: unknown): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as: admin })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const { sid: owner } = await ok('applicant/do/create', { name: '虚构软件有限公司', country: 'CN' })
const { sid: developer } = await ok('inventor/do/create', { name: '虚构开发者' })
const basic = { title: '虚构管理软件', version_no: 'V1.0', owners: [{ applicant_sid: owner }], developers: [{ inventor_sid: developer }] }
const make = (more: object = {}) => ok('software/do/create', { ...basic, ...more })
const take = (sid: string, transition: string, fields: object = {}) => ok('software/do/transition', { sid, transition, ...fields })
const faults = async (more: object) =>
  (await call('software/do/create', { ...basic, title: '虚构乙软件', ...more }, { as: admin })).errors.map(({ field }) => field)
const deadlines = async (sid: string) =>
  (await ok<{ record: Row[] }>('deadline/do/search', { fl: ['rule_id', 'status', 'official_due'], iql: `case_sid = '${sid}' ORDER BY rule_id` }))
    .record
const deadlineTexts = async (sid: string) => (await deadlines(sid)).map(({ rule_id, status, official_due }) => `${rule_id} ${status} ${official_due}`)

/** A file of the case, kept among its documents. */
async function attached(case_sid: string, name: string) {
  const { data, status, message } = await sendFile(app, { path: 'document/do/upload', token: admin.token, file: '虚构', name, fields: { case_sid } })
  assert.equal(status, 200, message)
  return { sid: String(data.sid ?? data[0]?.sid), name }
}

test('a program that is typed in with its registration is registered', async () => {
  const { status } = await make({ title: '虚构已登记软件', complete_date: '2019-02-03', reg_no: '2020SR0654321', reg_date: '2020-03-04' })
  assert.equal(status, 'SW_REGISTERED')
})

test('a registration entered later registers the program only for those who may change states', async () => {
  const given = (model: string, row: object) => createRow(systemContext(tenant), modelNamed(tenant.models, model), { ...row })
  const role = await given('role', { code: 'typist', name: '虚构录入', name_en: 'Typist', weight: 1 })
  await given('role_grant', { role_sid: role, entity: 'software', verbs: ['get', 'search', 'update'], data_scope: 'ALL' })
  const typist = await enrol('inventor', { role_sids: [role] })
  const { sid } = await make({ title: '虚构后登记软件', complete_date: '2019-02-03' })
  const byTypist = await call<Row>('software/do/update', { sid, reg_date: '2020-03-04' }, { as: typist })
  assert.deepEqual([byTypist.status, (await ok(`software/${sid}`)).status], [200, 'SW_DRAFT'], byTypist.text)
  assert.equal((await ok('software/do/update', { sid, reg_no: '2020SR0654399' })).status, 'SW_REGISTERED')
})

test('[1.01] a program is prepared, reviewed with its deposit, accepted, corrected and registered; its protection ends with the fiftieth year', async () => {
  const { sid, case_no, status } = await make({ complete_date: '2024-01-10' })
  assert.match(String(case_no), /^S\d{9}$/)
  assert.equal(status, 'SW_DRAFT')
  const bare = await call('software/do/transition', { sid, transition: 'review' }, { as: admin })
  assert.deepEqual(bare.errors.map(({ field }) => field).toSorted(), ['manual', 'source_code'])
  await ok('software/do/update', { sid, source_code: [await attached(sid, 'code.txt')], manual: [await attached(sid, 'manual.txt')] })
  await take(sid, 'review')
  await take(sid, 'submit', { submit_date: '2024-02-01' })
  await take(sid, 'accept', { accept_no: '2024R11S0000001', accept_date: '2024-02-05' })
  assert.deepEqual(await deadlineTexts(sid), ['CNS02 OPEN 2074-12-31', 'CNS05 OPEN 2024-04-05'])
  await ok('official_event/do/create', { case_sid: sid, code: 'SW02C', name: '补正通知', event_date: '2024-03-01' })
  assert.equal((await ok(`software/${sid}`)).status, 'SW_CORRECT')
  assert.ok((await deadlineTexts(sid)).includes('CNS01 MISSED 2024-04-01')) // 31 March is a Sunday
  await ok('official_event/do/create', { case_sid: sid, code: 'SW_CORRECTION', name: '补正', event_date: '2024-03-10' })
  assert.equal((await ok(`software/${sid}`)).status, 'SW_ACCEPTED')
  assert.ok((await deadlineTexts(sid)).includes('CNS01 DONE 2024-04-01'))
  const registered = await take(sid, 'register', { reg_no: ' 2024sr 0123456', reg_date: '2024-04-02' })
  assert.deepEqual([registered.status, registered.reg_no, registered.expiry_date], ['SW_REGISTERED', '2024SR0123456', '2074-12-31'])
  const published = await ok('software/do/update', { sid, published: true, first_pub_date: '2025-03-01' })
  assert.equal(published.expiry_date, '2075-12-31')
  const head = await ok(`case/${sid}`)
  assert.deepEqual([head.kind, head.phase, head.country], ['software', 'GRANTED', 'CN'])
  const { record } = await ok<{ record: Row[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })
  assert.deepEqual(record.map(({ code }) => code), []) // oxfmt-ignore
})

for (const [why, values, fields] of [
  ['a registration number of three digits', { reg_no: '2024SR123' }, ['reg_no']],
  ['a registration number of six digits', { reg_no: '2012SR309930', version_no: 'V1.1' }, []],
  ['a registration number of another country', { reg_no: 'TX 1-234-567', country: 'US', version_no: 'V1.2' }, []],
  ['a publication before the completion', { complete_date: '2024-05-06', published: true, first_pub_date: '2024-05-05' }, ['first_pub_date']],
  ['a day of publication of an unpublished program', { first_pub_date: '2024-05-05' }, ['first_pub_date']],
  ['a registration to come', { reg_date: '2999-01-01' }, ['reg_date']],
  ['the number of an original for an original program', { previous_reg_no: '2012SR309930' }, ['previous_reg_no']],
  ['a developer twice', { developers: [{ inventor_sid: developer }, { inventor_sid: developer }] }, ['developers']],
  ['contributions of ninety percent', { developers: [{ inventor_sid: developer, contribution_pct: '90' }] }, ['developers']],
] as const)
  test(`${why} is ${fields.length > 0 ? 'refused' : 'accepted'}`, async () => assert.deepEqual(await faults(values), fields))

test('one version of a program is one case, and so is one registration', async () => {
  await make({ title: '虚构丙软件', reg_no: '2020SR0000001' })
  assert.deepEqual(await faults({ title: '虚构丙软件' }), ['company_sid', 'title', 'version_no'])
  assert.deepEqual(await faults({ title: '虚构丁软件', reg_no: '2020SR0000001' }), ['reg_no'])
})

test('the protection of the program of a natural person is counted from the death of the author, and until then nothing is due', async () => {
  const { sid } = await make({ title: '虚构个人软件', holder_kind: 'NATURAL', status: 'SW_REGISTERED', complete_date: '2001-02-03', reg_date: '2002-03-04', reg_no: '2002SR000001' }) // oxfmt-ignore
  assert.deepEqual(await deadlineTexts(sid), [])
  const codes = async () =>
    (await ok<{ record: Row[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })).record
  assert.deepEqual(await codes(), [])
  assert.equal((await ok('software/do/update', { sid, last_death_date: '2010-06-07' })).expiry_date, '2060-12-31')
  const expire = (confirm: string[]) => call('software/do/transition', { sid, transition: 'expire', confirm }, { as: admin, lang: 'en' })
  const asked = await expire([])
  assert.deepEqual([asked.status, /31 December 2060|31 Dec 2060/.test(asked.text)], [412, true], 'a computed end may be wrong: it is asked about')
  assert.equal((await expire(['before_its_day'])).status, 200)
})

test('a later version is related to the earlier one, and no relation of patents is offered', async () => {
  const [one, two] = [await make({ title: '虚构戊软件', complete_date: '2020-01-02' }), await make({ title: '虚构戊软件', version_no: 'V2.0', complete_date: '2022-01-02' })] // oxfmt-ignore
  const relate = (relation_type: string, earlier = one.sid, later = two.sid) =>
    call('related_case/do/create', { earlier_sid: earlier, later_sid: later, relation_type }, { as: admin })
  assert.equal((await relate('DIV')).status, 400)
  assert.match((await relate('VERSION', two.sid, one.sid)).errors[0]?.reason ?? '', /2022-01-02/)
  assert.equal((await relate('VERSION')).status, 200)
})

/** Ten registrations as an information service lists them. */
const LIST = `登记号,软件全称,软件简称,版本号,著作权人,首次发表日期,登记日期,分类号
2016SR309930,朗动网络企查查网页版软件,企查查网页版,V3.0.0,苏州朗动网络科技有限公司,2016-05-27,2016-10-27,30200-0000
2016SR263095,朗动网络企查查数据接口服务平台软件,企查查数据接口服务平台,V2.0.0,苏州朗动网络科技有限公司,2016-04-15,2016-09-18,30200-0000
2016SR263077,朗动网络企查查iOS版软件,企查查iOS版,V9.0.0,苏州朗动网络科技有限公司,2016-06-03,2016-09-18,30200-0000
2016SR263061,朗动网络企查查大数据软件,企查查大数据,V2.0.0,苏州朗动网络科技有限公司,2016-05-15,2016-09-18,30200-0000
2016SR263072,朗动网络科技企查查安卓版软件,企查查安卓版,V9.0.0,苏州朗动网络科技有限公司,2016-06-14,2016-09-18,30200-0000
2016SR263145,朗动网络企查查微信版软件,企查查微信,V9.0.0,苏州朗动网络科技有限公司,2016-06-14,2016-09-18,30200-0000
2015SR290185,朗动网络企业信息服务系统软件,,V1.0,苏州朗动网络科技有限公司,2014-07-01,2015-12-30,30200-0000
2015SR287978,朗动网络企业信用信息查询微信版软件,企业信用信息查询微信版,V1.0,苏州朗动网络科技有限公司,2014-07-01,2015-12-29,30200-0000
2015SR284903,朗动网络企业信用信息查询Android软件,企业信用信息查询,V8.0.0,苏州朗动网络科技有限公司,2014-11-07,2015-12-28,30200-0000
2015SR286901,朗动网络企查查专辑系统软件,,V1.0.0,苏州朗动网络科技有限公司,2014-12-10,2015-12-28,30200-0000
`

test('a list of the registry is imported: every number, name, version, owner and day, in the state registered', async () => {
  const imported = async (mode: string) => {
    const { data, status, message } = await sendFile(app, {
      path: 'software/do/import',
      token: admin.token,
      file: LIST,
      name: 'list.csv',
      fields: { mode },
    })
    assert.equal(status, 200, message)
    return jobEnded(tenant, data.job_sid)
  }
  const job = await imported('skip')
  assert.deepEqual([job.ok, job.failed], [10, 0], JSON.stringify(job.errors))
  const codes = [
    'reg_no',
    'title',
    'short_name',
    'version_no',
    'owners',
    'first_pub_date',
    'reg_date',
    'class_no',
    'status',
    'published',
    'expiry_date',
  ]
  const search = () => ok<{ total: number; record: Row[] }>('software/do/search', { fl: codes, iql: "data_source LIKE 'list.csv%'", rows: 100 })
  const { total, record } = await search()
  assert.equal(total, 10)
  for (const line of LIST.trim().split('\n').slice(1)) {
    const [reg_no = '', title, short_name, version_no, , first_pub_date, reg_date, class_no] = line.split(',')
    const one = record.find((row) => row.reg_no === reg_no)
    assert.ok(one, reg_no)
    assert.deepEqual(
      [one.title, one.short_name ?? '', one.version_no, one.first_pub_date, one.reg_date, one.class_no, one.status, one.published],
      [title, short_name, version_no, first_pub_date, reg_date, class_no, 'SW_REGISTERED', true],
    )
    assert.equal(one.expiry_date, `${Number(first_pub_date?.slice(0, 4)) + 50}-12-31`)
    assert.match(JSON.stringify(one.owners), /苏州朗动网络科技有限公司/)
  }
  const again = await imported('update')
  assert.deepEqual([(again.outcome as Record<string, number>).created, (again.outcome as Record<string, number>).rejected], [0, 0])
})
