// The copyright of works through the API: its life, its term by holder and publication, its numbers and its import.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const author = await enrol('inventor')
const other = await enrol('inventor')

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body?: unknown, as = admin): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const { sid: owner } = await ok('applicant/do/create', { name: '虚构出版有限公司', country: 'CN' })
const { sid: writer } = await ok('inventor/do/create', { name: '虚构作者', user_sid: author.sid })
const basic = { title: '虚构图集', work_type: 'ART', owners: [{ applicant_sid: owner }], authors: [{ inventor_sid: writer }] }
const make = (more: object = {}) => ok('copyright/do/create', { ...basic, ...more })
const take = (sid: string, transition: string, fields: object = {}) => ok('copyright/do/transition', { sid, transition, ...fields })
const faults = async (more: object) => (await call('copyright/do/create', { ...basic, ...more }, { as: admin })).errors.map(({ field }) => field)

test('[1.01] a work is submitted with its sample, corrected, registered and changed; each step is offered in its state only', async () => {
  const { sid, case_no } = await make({ completion_date: '2023-01-10' })
  assert.match(String(case_no), /^C\d{9}$/)
  const bare = await call('copyright/do/transition', { sid, transition: 'submit', submit_date: '2023-02-01' }, { as: admin })
  assert.deepEqual(bare.errors.map(({ field }) => field), ['sample']) // oxfmt-ignore
  const { data } = await sendFile(app, { path: 'document/do/upload', token: admin.token, file: '虚构', name: 'work.txt', fields: { case_sid: sid } })
  await take(sid, 'submit', { submit_date: '2023-02-01', sample: [{ sid: String(data.sid ?? data[0]?.sid), name: 'work.txt' }] })
  await ok('official_event/do/create', { case_sid: sid, code: 'WK02', name: '补正通知', event_date: '2023-02-06' })
  assert.equal((await ok(`copyright/${sid}`)).status, 'CORRECT')
  const { record } = await ok<{ record: Row[] }>('deadline/do/search', { fl: ['official_due'], iql: `case_sid = '${sid}' AND rule_id = 'CNS07'` })
  assert.deepEqual(record.map(({ official_due }) => official_due), ['2023-02-21']) // oxfmt-ignore
  await take(sid, 'answer_correction')
  assert.equal((await call('copyright/do/transition', { sid, transition: 'change' }, { as: admin })).status, 400)
  const registered = await take(sid, 'register', { reg_no: '国作登字-2023-F-00012345', reg_date: '2023-03-01' })
  assert.deepEqual([registered.status, registered.expiry_date], ['REGISTERED', '2073-12-31'])
  assert.equal((await take(sid, 'change')).status, 'CHANGED')
  const revoked = await take(sid, 'revoke', { close_date: '2024-03-01', close_reason: '权属争议' })
  assert.equal(revoked.status, 'REVOKED')
  assert.equal((await ok(`case/${sid}`)).phase, 'INVALID')
})

for (const [why, values, end] of [
  ['published by a legal person', { published: true, first_pub_date: '2001-05-06' }, '2051-12-31'],
  ['unpublished, of a legal person', {}, '2050-12-31'],
  ['of a natural person who lives', { holder_kind: 'NATURAL' }, null],
  ['of a natural person who died', { holder_kind: 'NATURAL', last_death_date: '2010-01-01' }, '2060-12-31'],
  [
    'audiovisual, of a natural person, published',
    { holder_kind: 'NATURAL', work_type: 'AUDIOVISUAL', published: true, first_pub_date: '2002-01-01' },
    '2052-12-31',
  ],
  ['at another office', { country: 'US' }, null],
] as const)
  // oxfmt-ignore
  test(`a work ${why} is protected until ${end ?? 'a day that is not yet known'}`, async () => {
    const { sid } = await make({ completion_date: '2000-02-29', ...values })
    assert.equal((await ok(`copyright/${sid}`)).expiry_date, end)
  })

for (const [why, values, fields] of [
  ['a registration number without its kind of work', { reg_no: '国作登字-2023-00012345' }, ['reg_no']],
  ['a provincial registration number', { reg_no: '粤作登字-2023-F-00012345' }, []],
  ['a completion to come', { completion_date: '2999-01-01' }, ['completion_date']],
  ['a registration before the completion', { completion_date: '2023-05-06', reg_date: '2023-05-05' }, ['reg_date']],
  ['an original of an original work', { original_work: '虚构原作' }, ['original_work']],
  ['a right that the law does not know', { rights_owned: ['READING'] }, ['rights_owned']],
] as const)
  test(`${why} is ${fields.length > 0 ? 'refused' : 'accepted'}`, async () => assert.deepEqual(await faults(values), fields))

test('an author sees own works without their grading, and nobody sees those of others', async () => {
  const { sid } = await make({ title: '虚构长篇', work_type: 'WRITTEN', importance: 'A' })
  const own = await ok(`copyright/${sid}`, undefined, author)
  assert.deepEqual([own.title, 'importance' in own], ['虚构长篇', false])
  assert.equal((await call(`copyright/${sid}`, undefined, { as: other })).status, 404)
})

test('a translation derives from an earlier work, and not from a later one', async () => {
  const [one, two] = [await make({ completion_date: '2001-01-02' }), await make({ completion_date: '2002-01-02' })]
  const relate = (earlier_sid: string, later_sid: string) =>
    call('related_case/do/create', { earlier_sid, later_sid, relation_type: 'DERIVED' }, { as: admin })
  assert.equal((await relate(two.sid, one.sid)).status, 400)
  assert.equal((await relate(one.sid, two.sid)).status, 200)
})

test('a list of a register of works is imported by its headings', async () => {
  const file = await workbook([
    ['序号', '作品名称', '作品类别', '登记号', '登记日期', '创作完成日期', '首次发表日期', '著作权人', '作者'],
    [1, '虚构壁画', '美术作品', '国作登字-2022-F-00000011', '2022-05-06', '2021-01-02', '2021-02-03', '虚构出版有限公司', '虚构作者'],
    [2, '虚构乐曲', '音乐作品', '国作登字-2022-B-00000012', '2022-05-07', '2021-01-03', '', '虚构出版有限公司', ''],
    [3, '虚构舞谱', '舞谱', '国作登字-2022-B-00000013', '2022-05-07', '2021-01-03', '', '虚构出版有限公司', ''],
  ])
  const { data, status, message } = await sendFile(app, { path: 'copyright/do/import', token: admin.token, file, name: 'works.xlsx', fields: { mode: 'skip' } }) // oxfmt-ignore
  assert.equal(status, 200, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [2, 1], JSON.stringify(job.errors))
  const fl = ['title', 'work_type', 'status', 'expiry_date', 'published']
  const { record } = await ok<{ record: Row[] }>('copyright/do/search', { fl, iql: "data_source LIKE 'works.xlsx%' ORDER BY reg_no" })
  assert.deepEqual(
    record.map((one) => fl.map((code) => one[code])),
    [
      ['虚构乐曲', 'MUSIC', 'REGISTERED', '2071-12-31', false],
      ['虚构壁画', 'ART', 'REGISTERED', '2071-12-31', true],
    ],
  )
})
