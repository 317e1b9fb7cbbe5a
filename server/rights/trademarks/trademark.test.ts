import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { after } from 'node:test'
import { jobEnded } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'

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
const make = async (model: string, values: object) => (await ok(`${model}/do/create`, values)).sid
const owner = await make('applicant', { name: '虚构商贸有限公司', applicant_kind: 'COMPANY', country: 'CN' })
const CLASSES = [{ class_no: '35', goods: '广告；替他人推销' }, { class_no: '9', goods: '计算机；耳机；传感器' }] // oxfmt-ignore
const MARK = { title: '虚构之星', country: 'CN', classes: CLASSES, applicants: [{ applicant_sid: owner }] }
const mark = (more: object = {}) => make('trademark', { ...MARK, ...more })
const faults = async (values: object) => {
  const { status, errors } = await call('trademark/do/create', { ...MARK, ...values }, { as: admin, lang: 'en' })
  assert.ok(status === 200 || status === 400, String(status))
  return errors.map(({ field }) => field)
}
const take = (sid: string, transition: string, fields: object = {}) => ok('trademark/do/transition', { sid, transition, ...fields })

test('a trademark is numbered by country and first class, its classes are listed in order and its goods are counted', async () => {
  const record = await ok(`trademark/${await mark()}`)
  assert.match(String(record.case_no), /^T\d{9}CN-09$/)
  assert.deepEqual(record.nice_classes, ['9', '35'])
  assert.deepEqual((record.classes as Row[]).map(({ goods_count }) => goods_count), [2, 3]) // oxfmt-ignore
  const head = await ok(`case/${record.sid}`)
  assert.deepEqual([head.kind, head.title, head.subtype, head.phase], ['trademark', '虚构之星', 'GOODS_SERVICE', 'PREPARATION'])
})

for (const [why, values, fields] of [
  ['a Chinese number of nine digits', { application_no: '123456789' }, ['application_no']],
  ['a Chinese number', { application_no: '81234567' }, []],
  ['an international number in China', { application_no: 'G1678901', route: 'MADRID_DESIGNATION' }, []],
  ['a class twice', { classes: [{ class_no: '9' }, { class_no: '9' }] }, ['classes']],
  ['class 46', { classes: [{ class_no: '46' }] }, ['classes']],
  [
    'a Chinese publication after the registration',
    { filing_date: '2023-01-05', prelim_pub_date: '2024-05-05', reg_date: '2024-05-04' },
    ['reg_date'],
  ],
  ['a publication before the filing', { filing_date: '2024-05-06', prelim_pub_date: '2024-05-05' }, ['prelim_pub_date']],
  ['a term that ends before it begins', { valid_from: '2024-05-06', valid_to: '2024-05-05' }, ['valid_to']],
  ['a state of an international registration in China', { status: 'MAD_REGISTERED' }, ['status']],
  ['a state of the United States in China', { status: 'US_TM_ALLOWED' }, ['status']],
  ['the route of the EU in China', { route: 'EUTM' }, ['route']],
  ['the same applicant twice', { applicants: [{ applicant_sid: owner }, { applicant_sid: owner }] }, ['applicants']],
  ['a Vienna code', { vienna_codes: ['26.13.02', '021116'] }, []],
  ['text as a Vienna code', { vienna_codes: ['circle'] }, ['vienna_codes']],
] as const)
  test(`${why} is ${fields.length > 0 ? 'refused' : 'accepted'}`, async () => assert.deepEqual(await faults(values), fields))

for (const [country, given, printed] of [
  ['US', '86642534', '86/642,534'],
  ['US', '86/642,534', '86/642,534'],
  ['KR', '4020150043843', '40-2015-0043843'],
  ['EM', '428557', '000428557'],
] as const)
  test(`the number ${given} of ${country} is stored as ${printed} and found in both spellings`, async () => {
    const sid = await mark({ country, application_no: given, title: `${country} ${given}` })
    assert.equal((await ok(`trademark/${sid}`)).application_no, printed)
    for (const spelling of [given, printed]) {
      const { record } = await ok<{ record: Row[] }>('trademark/do/search', { iql: `application_no = '${spelling}' AND country = '${country}'` })
      assert.ok(record.some((one) => one.sid === sid), spelling) // oxfmt-ignore
    }
    await ok(`trademark/do/delete/${sid}`, {})
  })

test('where the opposition follows the registration, the publication may follow it too', async () => {
  const dates = { filing_date: '2023-01-05', reg_date: '2023-05-04', prelim_pub_date: '2023-06-09' }
  assert.deepEqual(await faults({ country: 'DE', application_no: '302023100001', status: 'TM_REGISTERED', ...dates }), [])
})

for (const [what, values, status] of [
  ['a Chinese registration', { reg_no: '14123456', filing_date: '2014-03-05', reg_date: '2015-06-14' }, 'TM_REGISTERED'],
  ['a Chinese date of registration alone', { application_no: '14123457', reg_date: '2015-06-14' }, 'TM_REGISTERED'],
  ['a registration of the United States', { country: 'US', reg_no: '6123456', reg_date: '2020-06-16' }, 'TM_REGISTERED'],
  ['an international registration', { country: 'WO', reg_no: '1678901', reg_date: '2022-02-03', intl_reg_no: '1678901' }, 'MAD_REGISTERED'],
  ['a protected designation', { country: 'JP', route: 'MADRID_DESIGNATION', intl_reg_no: '1678902', reg_date: '2023-02-03' }, 'DES_PROTECTED'],
  ['an application', { application_no: '14123458', filing_date: '2026-03-05' }, 'TM_PREPARING'],
] as const)
  test(`${what} that is typed in is in the state ${status}, with the renewals of its term`, async () => {
    const sid = await mark(values)
    const { status: entered, valid_to } = await ok(`trademark/${sid}`)
    assert.deepEqual([entered, typeof valid_to === 'string'], [status, status !== 'TM_PREPARING' && !('intl_reg_no' in values && 'route' in values)])
  })

test('a draft to which the registration is added becomes registered', async () => {
  const sid = await mark({ application_no: '14123459' })
  const { version } = await ok(`trademark/${sid}`)
  await ok('trademark/do/update', { sid, version, reg_date: '2024-06-14' })
  assert.equal((await ok(`trademark/${sid}`)).status, 'TM_REGISTERED')
})

test('one application is one case', async () => {
  await mark({ application_no: '70000001' })
  assert.deepEqual(await faults({ application_no: '70000001' }), ['application_no'])
})

test('[1.01] a trademark is filed, examined, refused in part, reviewed, published, registered and renewed, and its term follows', async () => {
  const sid = await mark()
  const bare = await call('trademark/do/transition', { sid, transition: 'file' }, { as: admin })
  assert.deepEqual(bare.errors.map(({ field }) => field).sort(), ['application_no', 'filing_date'])
  await take(sid, 'file', { application_no: '70000010', filing_date: '2014-01-06' })
  await take(sid, 'accept')
  await take(sid, 'refuse_in_part')
  await take(sid, 'request_review')
  await take(sid, 'review_allowed')
  await take(sid, 'publish', { prelim_pub_date: '2015-11-27', prelim_pub_issue: 1481 })
  const registered = await take(sid, 'register', { reg_date: '2016-02-28', reg_pub_issue: 1493 })
  assert.deepEqual(
    [registered.status, registered.reg_no, registered.valid_from, registered.valid_to],
    ['TM_REGISTERED', '70000010', '2016-02-28', '2026-02-27'],
  )
  const renewed = await take(sid, 'renew', { renewed_on: '2026-01-05' })
  assert.deepEqual([renewed.status, renewed.valid_to], ['TM_REGISTERED', '2036-02-27'])
  await take(sid, 'contest_use')
  await take(sid, 'decide_cancellation')
  assert.equal((await take(sid, 'keep')).status, 'TM_REGISTERED')
  const ended = await take(sid, 'surrender', { close_reason: '业务终止' })
  assert.equal(typeof ended.close_date, 'string')
  const head = await ok(`case/${sid}`)
  assert.deepEqual([head.phase, head.filing_date], ['LAPSED', '2014-01-06'])
})

test('a corrected registration date moves the first term; a later term stays', async () => {
  const sid = await mark({ status: 'TM_REGISTERED', application_no: '70000011', filing_date: '2013-01-04', reg_date: '2014-03-07' })
  assert.equal((await ok(`trademark/${sid}`)).valid_to, '2024-03-06')
  assert.equal((await ok('trademark/do/update', { sid, reg_date: '2014-03-01' })).valid_to, '2024-02-29')
  await take(sid, 'renew', { renewed_on: '2024-01-05' })
  const { valid_to, renewal_window_from } = await ok('trademark/do/update', { sid, reg_date: '2014-02-28' })
  assert.deepEqual([valid_to, renewal_window_from], ['2034-02-28', '2033-02-28'])
})

test('a renewal that is corrected by hand is still the step to undo, and an undone one is not undone again', async () => {
  const sid = await mark({ status: 'TM_PRELIM_PUB', application_no: '70000012', filing_date: '2015-01-05', prelim_pub_date: '2015-11-27' })
  await take(sid, 'register', { reg_date: '2016-02-28' })
  await take(sid, 'renew', { renewed_on: '2026-01-05' })
  const undo = () => ok('trademark/do/undo_transition', { sid, reason: '误操作' })
  const events = async () => (await ok<{ total: number }>('official_event/do/count', { iql: `case_sid = '${sid}'` })).total
  const isUndoable = async () => (await ok<{ undoable: boolean }>('trademark/do/undoable', { sid })).undoable
  await ok('trademark/do/update', { sid, valid_to: '2026-02-27' })
  assert.deepEqual([await isUndoable(), await events()], [true, 1])
  const { status, reg_no, valid_to, renewed_on } = await undo()
  assert.deepEqual([status, reg_no, valid_to, renewed_on, await events()], ['TM_REGISTERED', '70000012', '2026-02-27', null, 0])
  assert.equal((await undo()).status, 'TM_PRELIM_PUB')
  assert.equal(await isUndoable(), false)
})

test('the term of an EU trade mark runs from its filing, that of a designation from the international registration', async () => {
  const eu = await mark({ country: 'EM', application_no: '018000001', status: 'TM_REGISTERED', filing_date: '2020-02-29', reg_date: '2020-09-01' })
  const europe = await ok(`trademark/${eu}`)
  assert.deepEqual([europe.route, europe.valid_from, europe.valid_to], ['EUTM', '2020-02-29', '2030-02-28'])
  const designated = await mark({
    country: 'JP', route: 'MADRID_DESIGNATION', status: 'DES_PROTECTED', intl_reg_no: '1678901', intl_reg_date: '2022-05-10', reg_date: '2023-06-01',
  }) // oxfmt-ignore
  const japan = await ok(`trademark/${designated}`)
  assert.deepEqual([japan.reg_no, japan.valid_from, japan.valid_to], ['1678901', '2022-05-10', '2032-05-10'])
})

test('an international registration and its designations have a life of their own', async () => {
  const sid = await mark({ country: 'WO', classes: CLASSES })
  assert.equal((await ok(`trademark/${sid}`)).route, 'MADRID_INTL')
  await take(sid, 'file_international', { filing_date: '2021-01-04', designated: ['US', 'JP', 'EM'] })
  await take(sid, 'irregular')
  await take(sid, 'cure')
  const registered = await take(sid, 'register_international', { reg_no: '1600001', reg_date: '2021-03-02' })
  assert.deepEqual([registered.status, registered.valid_to], ['MAD_REGISTERED', '2031-03-02'])
  const refused = await call('trademark/do/transition', { sid, transition: 'publish', prelim_pub_date: '2021-05-01' }, { as: admin })
  assert.equal(refused.status, 400)
  assert.equal((await take(sid, 'base_ceased')).status, 'MAD_CANCELLED')
})

test('the latest proof of use is kept as the last use', async () => {
  const sid = await mark({ use_evidence: [{ date: '2023-05-01', kind: 'SALE' }, { date: '2024-02-03', kind: 'FAIR' }] }) // oxfmt-ignore
  assert.equal((await ok(`trademark/${sid}`)).last_use_date, '2024-02-03')
})

test('a priority of a trademark has the number of a trademark, within six months', async () => {
  const sid = await mark({ filing_date: '2024-06-03', status: 'TM_FILED', application_no: '70000020' })
  const claim = { case_sid: sid, priority_no: '87654321', priority_country: 'CN', priority_date: '2024-01-02' }
  assert.equal((await ok(`priority/${await make('priority', claim)}`)).priority_no, '87654321')
  const late = await call('priority/do/create', { ...claim, priority_no: '87654322', priority_date: '2023-11-02' }, { as: admin })
  assert.deepEqual(late.errors.map(({ field }) => field), ['priority_date']) // oxfmt-ignore
})

test('an exported list of trademarks is imported again without a change, and a new one is created', async () => {
  const sid = await mark({ application_no: '70000030', title: '往返', filing_date: '2024-06-03', status: 'TM_FILED' })
  const { job_sid } = await ok<{ job_sid: string }>('trademark/do/export', { fl: ['case_no', 'title', 'application_no', 'nice_classes'], iql: `sid = '${sid}'` }) // oxfmt-ignore
  const job = await jobEnded(tenant, job_sid)
  assert.equal(job.state, 'DONE', String(job.message))
  const { rawPayload } = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${admin.token}` } })
  const [headings, row] = (await readXlsx(new Uint8Array(rawPayload))).sheets[0]?.rows ?? []
  assert.deepEqual(headings, ['案号', '商标名称', '申请号', '尼斯分类'])
  assert.deepEqual(row?.slice(1), ['往返', '70000030', '9 电子与科学仪器; 35 广告与商业经营'])
})

test('marks with the same or similar words or sound are found while one is entered, in its own and related classes, by those who see them', async () => {
  const of = (title: string, class_no: string, more: object = {}) => mark({ title, classes: [{ class_no, goods: '虚构商品' }], ...more })
  const [same, sounds, far] = [await of('虚谷牛', '32'), await of('须古妞', '33'), await of('虚谷牛', '13')]
  const other = await of('虚谷马', '32', { owner_sid: admin.sid })
  type Found = { record: { mark_sid: string; how: string; where: string; sound: string | null; classes: string[] }[] }
  const alikes = async (body: object, as = admin) => (await call<Found>('trademark/do/alikes', body, { as })).data.record
  const found = await alikes({ title: '虚谷牛', classes: ['32'] })
  assert.deepEqual(
    found.map(({ mark_sid, how, where, sound }) => [mark_sid, how, where, sound]),
    [
      [same, 'SAME', 'SAME', null],
      [sounds, 'SAME_SOUND', 'RELATED', 'xu gu niu'],
      [other, 'NEAR_TEXT', 'SAME', null],
    ],
  )
  assert.ok((await alikes({ title: '虚谷牛' })).some(({ mark_sid, where }) => mark_sid === far && where === 'ANY'))
  assert.deepEqual((await alikes({ title: 'XUGUNIU', classes: ['32'], sid: same })).map(({ mark_sid }) => mark_sid), [sounds]) // oxfmt-ignore
  await ok('trademark/do/update', { sid: sounds, title: '虚构他物' })
  assert.deepEqual((await alikes({ title: '须古妞', classes: ['33'] })).map(({ mark_sid }) => mark_sid), [same, other]) // oxfmt-ignore
  const agent = await enrol('agent', { agency_sid: await make('agency', { agency_name: '虚构商标代理' }) })
  assert.deepEqual(await alikes({ title: '虚谷牛', classes: ['32'] }, agent), [])
  assert.equal((await ok(`trademark/${same}`)).mark_keys, undefined)
})
