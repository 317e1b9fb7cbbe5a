// Papers through the API: the secrecy review before the publication, their numbers, and the import of a list of citations.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { jobEnded, sendFile } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { csvRows } from '../../import/workbook/csv.ts'
import { startJobs } from '../../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body?: unknown, as = admin): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const { sid: author } = await ok('inventor/do/create', { name: '虚构作者' })
const basic = { title: '虚构方法研究', authors: [{ inventor_sid: author, corresponding: true }] }
const faults = async (more: object) => (await call('paper/do/create', { ...basic, ...more }, { as: admin })).errors.map(({ field }) => field)
const take = (sid: string, transition: string, fields: object = {}) => ok('paper/do/transition', { sid, transition, ...fields }, engineer)

test('[1.01] a paper is reviewed before it leaves the company, submitted, accepted and published', async () => {
  const { sid, case_no, secrecy_review } = await ok('paper/do/create', basic, engineer)
  assert.match(String(case_no), /^L\d{9}$/)
  assert.equal(secrecy_review, 'PENDING')
  await take(sid, 'request_review')
  const fields = { journal: '虚构学报', submit_date: '2024-05-06' }
  const early = await call('paper/do/transition', { sid, transition: 'submit', ...fields }, { as: engineer })
  assert.deepEqual(early.errors.map(({ field }) => field), ['secrecy_review']) // oxfmt-ignore
  const refused = await take(sid, 'refuse', { review_opinion: '应先申请专利' })
  assert.deepEqual([refused.status, refused.secrecy_review, (refused.reviewed_by as Row).sid], ['DRAFT', 'REFUSED', engineer.sid])
  const again = await take(sid, 'request_review')
  assert.deepEqual([again.secrecy_review, again.reviewed_by, again.reviewed_on], ['PENDING', null, null])
  await take(sid, 'submit', { ...fields, secrecy_review: 'PASSED' })
  await take(sid, 'accept', { accept_date: '2024-06-06' })
  const published = await take(sid, 'publish', { publish_date: '2024-07-01', doi: 'https://doi.org/10.1000/ABC.1' })
  assert.deepEqual([published.status, published.doi], ['PUBLISHED', '10.1000/abc.1'])
  const { record } = await ok<{ record: Row[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })
  assert.deepEqual(record, [])
  assert.equal((await ok(`case/${sid}`)).phase, 'GRANTED')
})

test('a rejected paper is revised and reviewed again', async () => {
  const { sid } = await ok('paper/do/create', { ...basic, title: '虚构乙' }, engineer)
  await take(sid, 'request_review')
  await take(sid, 'submit', { journal: '虚构学报', submit_date: '2024-05-06', secrecy_review: 'PASSED' })
  await take(sid, 'reject')
  const revised = await take(sid, 'revise')
  assert.deepEqual([revised.status, revised.secrecy_review, revised.close_date], ['DRAFT', 'PENDING', null])
})

for (const [why, values, fields] of [
  ['an ISSN with a wrong check digit', { issn: '1942-0863' }, ['issn']],
  ['an ISSN without its dash', { issn: '19420862' }, []],
  ['text as a DOI', { doi: 'vol. 7' }, ['doi']],
  ['an acceptance before the submission', { submit_date: '2024-05-06', accept_date: '2024-05-05' }, ['accept_date']],
  ['a publication without its review', { status: 'PUBLISHED', publish_date: '2024-05-06' }, ['secrecy_review']],
] as const)
  test(`${why} is ${fields.length > 0 ? 'refused' : 'accepted'}`, async () => assert.deepEqual(await faults(values), fields))

const FILE = readFileSync(new URL('citations-sample.csv', import.meta.url), 'utf8')
async function* pieces() {
  yield FILE
}

const PRINTED: Record<string, (row: string[]) => unknown> = {
  title: ([title]) => title,
  authors_said: (row) => row[1],
  journal: (row) => row[2],
  publish_date: (row) => row[3] || null,
  volume: (row) => row[4] || null,
  issue: (row) => row[5] || null,
  pages: (row) => row[6] || null,
  issn: (row) => row[7] || null,
  doi: (row) => row[8]?.toLowerCase() || null,
}

test('a list of citations is imported value by value as published papers, and again without a change', async () => {
  const imported = async (mode: string) => {
    const { data, status, message } = await sendFile(app, { path: 'paper/do/import', token: admin.token, file: FILE, name: 'citations.csv', fields: { mode } }) // oxfmt-ignore
    assert.equal(status, 200, message)
    return jobEnded(tenant, data.job_sid)
  }
  const rows = (await Array.fromAsync(csvRows(pieces()))).slice(1)
  const job = await imported('skip')
  assert.deepEqual([job.ok, job.failed], [rows.length, 0], JSON.stringify(job.errors))
  const fl = [...Object.keys(PRINTED), 'status', 'secrecy_review', 'related_cases']
  const { record } = await ok<{ record: Row[] }>('paper/do/search', { fl, iql: "data_source LIKE 'citations.csv%'", rows: 100 })
  for (const row of rows) {
    const one = record.find(({ title }) => title === row[0])
    for (const [code, printed] of Object.entries(PRINTED)) assert.equal(one?.[code] ?? null, printed(row), `${row[0]} ${code}`)
    assert.deepEqual([one?.status, one?.secrecy_review, one?.related_cases], ['PUBLISHED', 'PASSED', [row[9]]], row[0] ?? '')
  }
  const again = (await imported('update')).outcome as Record<string, number>
  assert.deepEqual([again.created, again.updated, again.rejected], [0, 0, 0])
})
