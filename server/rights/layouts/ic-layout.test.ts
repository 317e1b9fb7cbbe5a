// Layout designs through the API: the two years for the filing, the term, the refusal and its review.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendFile } from '../../../tests/harness/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { app, call, enrol } = await testServer()
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
