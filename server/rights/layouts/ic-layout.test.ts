// Layout designs through the API: the two years for the filing, the term, the refusal and its review.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
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
const { sid: owner } = await ok('applicant/do/create', { name: '虚构微电子有限公司', country: 'CN' })
const basic = { title: '虚构电源芯片', structure: 'MOS', technology: 'CMOS', completion_date: '2019-01-10', owners: [{ applicant_sid: owner }] }
const make = (more: object = {}) => ok('ic_layout/do/create', { ...basic, ...more })
const faults = async (more: object) => (await call('ic_layout/do/create', { ...basic, ...more }, { as: admin })).errors.map(({ field }) => field)
const ago = (span: Temporal.DurationLike) => `${Temporal.Now.plainDateISO(ZONE).subtract(span)}`
const take = (sid: string, transition: string, fields: object = {}) => ok('ic_layout/do/transition', { sid, transition, ...fields })

for (const [why, values, end] of [
  ['exploited before its filing', { first_exploit_date: '2019-06-01', filing_date: '2020-03-02' }, '2029-06-01'],
  ['exploited after its filing', { first_exploit_date: '2021-06-01', filing_date: '2020-03-02' }, '2030-03-02'],
  ['never exploited', { filing_date: '2020-03-02' }, '2030-03-02'],
  ['filed long after its completion', { completion_date: '2010-01-10', filing_date: '2020-03-02' }, '2025-01-10'],
] as const)
  test(`a layout design ${why} is protected until ${end}`, async () => {
    assert.equal((await ok(`ic_layout/${(await make(values)).sid}`)).expiry_date, end)
  })

for (const [why, values, fields] of [
  ['a filing on the last day of two years', { first_exploit_date: '2019-03-01', filing_date: '2021-03-01' }, []],
  ['a filing after a last day that is a Saturday', { first_exploit_date: '2019-03-06', filing_date: '2021-03-08' }, []],
  ['a filing two years and a day after the exploitation', { first_exploit_date: '2019-03-01', filing_date: '2021-03-02' }, ['filing_date']],
  ['a filing before the completion', { filing_date: '2018-03-01' }, ['filing_date']],
  ['a number of another form', { application_no: '2020123' }, ['application_no']],
  ['a layout without its completion', { completion_date: null }, ['completion_date']],
] as const)
  test(`${why} is ${fields.length > 0 ? 'refused' : 'accepted'}`, async () => assert.deepEqual(await faults(values), fields))

test('a layout design is filed with its drawings, refused, reviewed and registered', async () => {
  const { sid, case_no } = await make({ first_exploit_date: '2019-06-03' })
  assert.match(String(case_no), /^B\d{9}$/)
  const due = async () => (await ok<{ record: Row[] }>('deadline/do/search', { fl: ['rule_id', 'status', 'official_due'], iql: `case_sid = '${sid}' ORDER BY rule_id` })).record.map((one) => `${one.rule_id} ${one.status} ${one.official_due}`) // oxfmt-ignore
  assert.ok((await due()).includes('CNI01 MISSED 2021-06-03'), `${await due()}`)
  const { data } = await sendFile(app, {
    path: 'document/do/upload',
    token: admin.token,
    file: '虚构',
    name: 'layout.txt',
    fields: { case_sid: sid },
  })
  const drawings = [{ sid: String(data.sid ?? data[0]?.sid), name: 'layout.txt' }]
  await take(sid, 'file', { application_no: 'bs.20500001.3', filing_date: '2020-03-02', drawings })
  assert.ok((await due()).includes('CNI01 DONE 2021-06-03'), `${await due()}`)
  await ok('official_event/do/create', { case_sid: sid, code: 'IC02', name: '驳回决定', event_date: '2020-06-01' })
  const refused = await ok(`ic_layout/${sid}`)
  assert.deepEqual([refused.status, refused.application_no], ['REFUSED', 'BS.20500001.3'])
  assert.ok(
    (await due()).some((one) => one.startsWith('CNI02 ') && one.endsWith('2020-09-01')),
    `${await due()}`,
  )
  await take(sid, 'request_review')
  await take(sid, 'review_allowed')
  const registered = await take(sid, 'register', { reg_no: 'BS.20500001.3', reg_date: '2020-12-01', announce_date: '2020-12-01' })
  assert.deepEqual([registered.status, registered.expiry_date], ['REGISTERED', '2029-06-03'])
  assert.equal((await take(sid, 'surrender')).status, 'SURRENDERED')
})

test('the fees of the registration and of the review are due with their deadlines, and the payment closes that of the registration', async () => {
  const { sid } = await make({ filing_date: ago({ days: 10 }), status: 'PRELIM' })
  const fees = async () => (await ok<{ record: Row[] }>('fee/do/search', { fl: ['fee_type', 'amount'], iql: `case_sid = '${sid}'` })).record
  const [registration, ...others] = await fees()
  assert.deepEqual([registration?.fee_type, registration?.amount, others], ['IC.REG', '1000.00', []])
  await ok('fee/do/transition', { sid: registration?.sid, transition: 'pay', pay_date: ago({ days: 5 }) })
  const paid = await ok<{ record: Row[] }>('deadline/do/search', { fl: ['status'], iql: `case_sid = '${sid}' AND rule_id = 'CNI06'` })
  assert.deepEqual(paid.record.map(({ status }) => status), ['DONE']) // oxfmt-ignore
  await ok('official_event/do/create', { case_sid: sid, code: 'IC02', name: '驳回决定', event_date: ago({ days: 2 }) })
  assert.deepEqual((await fees()).map(({ fee_type, amount }) => `${fee_type} ${amount}`).sort(), ['IC.REG 1000.00', 'IC.REVIEW 300.00']) // oxfmt-ignore
})

test('a list of the register is imported once, with owners, creators and the state that follows from its dates', async () => {
  const file = await workbook([
    [
      '序号',
      '布图设计名称',
      '布图设计申请号',
      '申请日',
      '布图设计创作完成日',
      '登记号',
      '颁证日期',
      '布图设计权利人',
      '布图设计创作人',
      '布图设计结构',
    ],
    [1, '虚构驱动芯片', 'BS.20500002.1', '2020-03-02', '2019-05-01', 'BS.20500002.1', '2020-06-01', '虚构微电子有限公司', '虚构甲；虚构乙', 'MOS'],
    [2, '虚构接口芯片', '', '', '2021-05-01', '', '', '虚构微电子有限公司', '虚构甲', '双极'],
    [3, '虚构接口芯片', '', '', '', '', '', '虚构微电子有限公司', '虚构甲', '双极'],
  ])
  const { data, status, message } = await sendFile(app, { path: 'ic_layout/do/import', token: admin.token, file, name: 'b.xlsx', fields: { mode: 'skip' } }) // oxfmt-ignore
  assert.equal(status, 200, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [2, 1], JSON.stringify(job.errors))
  const { record } = await ok<{ record: Row[] }>('ic_layout/do/search', { fl: ['status', 'structure', 'data_source', 'creators'], iql: "data_source LIKE 'b.xlsx%' ORDER BY case_no" }) // oxfmt-ignore
  assert.deepEqual(
    record.map(({ status: state, structure, data_source, creators }) => [state, structure, data_source, (creators as Row[]).length]),
    [
      ['REGISTERED', 'MOS', 'b.xlsx #2', 2],
      ['DRAFT', 'BIPOLAR', 'b.xlsx #3', 1],
    ],
  )
})
