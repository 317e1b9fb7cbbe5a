// Priorities that a case has through its family: shown with their origin, recorded as its own with one call; relations by spreadsheet.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { officeWords } from '../../../model/cases/offices.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'

const { server, app, call, enrol, tenant } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [as, agent] = [await enrol('ip_manager'), await enrol('agent')]

type Row = Record<string, unknown> & { sid: string }
const ok = async <T = Row>(path: string, body: object) => {
  const answer = await call<T>(path, body, { as, lang: 'en' })
  assert.equal(answer.code, 0, `${path}: ${answer.text}`)
  return answer.data
}
const patent = (country: string, more: object) => ok('patent/do/create', { title: `Gear ${country}`, patent_type: 'INVENTION', country, ...more })
const relate = (earlier_sid: string, later_sid: string, relation_type: string) =>
  ok('related_case/do/create', { earlier_sid, later_sid, relation_type })
const inheritedOf = async (sid: string) => (await ok<{ priorities: Row[] }>('patent/do/inherited_priorities', { sid })).priorities

const first = await patent('CN', { filing_date: '2024-06-12', application_no: '202410754321.4', status: 'FILED' })
const pct = await patent('WO', { route: 'PCT_INTL', filing_date: '2025-06-10', status: 'INTL_FILED', designated: ['CN', 'EP'] })
const ep = await patent('EP', { route: 'PCT_NATIONAL' })

test('a priority of the family is shown with the case that provides it, until it is recorded as own', async () => {
  assert.deepEqual(await inheritedOf(ep.sid), [])
  await relate(first.sid, pct.sid, 'PCTA')
  await relate(pct.sid, ep.sid, 'PCT')
  const of = (through: Row, relation_type: string) => ({
    priority_date: '2024-06-12',
    priority_country: 'CN',
    priority_no: '202410754321.4',
    priority_case_sid: first.sid,
    relation_type,
    through_sid: through.sid,
    through_no: `${through.case_no} ${officeWords(String(through.country))[1]}`,
  })
  assert.deepEqual(await inheritedOf(pct.sid), [of(first, 'PCTA')])
  const [claim, ...more] = await inheritedOf(ep.sid)
  assert.deepEqual([claim, more], [of(pct, 'PCT'), []])
  assert.ok(claim)
  const { priority_date, priority_country, priority_no, priority_case_sid } = claim
  await ok('priority/do/create', { case_sid: ep.sid, priority_date, priority_country, priority_no, priority_case_sid })
  assert.deepEqual(await inheritedOf(ep.sid), [])
})

test('a person who may not see the case gets no information about it', async () => {
  const answer = await call('patent/do/inherited_priorities', { sid: pct.sid }, { as: agent })
  assert.notEqual(answer.code, 0)
  assert.ok(!answer.text.includes('2024-06-12'))
})

test('relations are imported by the numbers of their cases, under the same rules', async () => {
  const granted = await patent('EP', { filing_date: '2020-03-17', grant_date: '2025-06-18', status: 'EP_GRANTED' })
  const german = await patent('DE', { route: 'EP_VALIDATION', status: 'GRANTED' })
  const japanese = await patent('JP', { route: 'EP_VALIDATION' })
  const book = await workbook([
    ['在先案(母案)', '在后案(子案)', '关联类型'],
    [String(granted.case_no), String(german.case_no), '欧洲专利生效'],
    [String(granted.case_no), String(japanese.case_no), 'EP validation'],
  ])
  const { status, data, message } = await sendFile(app, { path: 'related_case/do/import', token: as.token, file: book, name: '关联.xlsx' })
  assert.equal(status, 200, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([Number(job.ok), Number(job.failed)], [1, 1], JSON.stringify(job.errors))
  assert.match(JSON.stringify(job.errors), /日本|Japan/)
  const { data: one } = await call(`patent/${german.sid}`, undefined, { as })
  assert.deepEqual([one.filing_date, one.grant_date], ['2020-03-17', '2025-06-18'])
})
