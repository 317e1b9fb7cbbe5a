// What a file says of refusals and of the international phase of a case that is new.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ZONE } from '../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const as = await enrol('ip_manager')
const { done, listed } = casesOf(call, as, 'en')
const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
let made = 0

/** The case that an import makes of a row that says this of it; its preview and the record agree. */
async function imported(country: string, said: string, refused = '', heading = '驳回日期') {
  const title = `虚构案 ${++made}`
  const file = await workbook([['专利名称', '国家', '申请日', '法律状态', heading], [title, country, ago(900), said, refused]]) // oxfmt-ignore
  const send = (verb: string) => sendFile(app, { path: `patent/do/${verb}`, token: as.token, file, name: '台账.xlsx', lang: 'en' })
  const preview = await send('import_preview')
  assert.equal(preview.status, 200, preview.message)
  const job = await jobEnded(tenant, (await send('import')).data.job_sid)
  assert.deepEqual([job.ok, preview.data.forecast.created], [1, 1], JSON.stringify(job.errors))
  const { record } = await done<{ record: Row[] }>('patent/do/search', { iql: `title = '${title}'`, fl: 'sid,status' })
  const one = record[0] ?? assert.fail(title)
  const findings = (await listed('finding', one.sid, 'code,words_en', " AND status = 'OPEN'")).map(({ code }) => code)
  const deadlines = await listed('deadline', one.sid, 'rule_id,official_due,status')
  return { status: one.status, findings, deadlines, remarks: preview.data.remarks.map(({ reason }: { reason: string }) => reason).join('\n') }
}

for (const [country, said, status] of [
  ['CN', '驳回', 'REFUSED'],
  ['CN', 'refused', 'REFUSED'],
  ['CN', 'Final rejection of the office', 'REFUSED'],
  ['JP', '驳回', 'JP_REFUSED'],
  ['KR', 'Final Rejection', 'JP_REFUSED'],
  ['EP', 'Refused', 'EP_REFUSED'],
  ['US', 'Rejected', 'US_FINAL'],
  ['US', 'Final Rejection Mailed', 'US_FINAL'],
  ['US', 'Advisory Action Mailed', 'US_FINAL'],
  ['US', 'Non Final Action Mailed', 'US_NONFINAL'],
] as const)
  test(`a new ${country} case that is “${said}” is in ${status}, and a finding asks for the notice`, async () => {
    const one = await imported(country, said)
    assert.equal(one.status, status)
    assert.ok(one.findings.includes('MISSING_NOTICE'), JSON.stringify(one.findings))
  })

for (const [country, said, status] of [
  ['CN', '驳回失效', 'REFUSED_FINAL'],
  ['EP', 'Refused, final', 'EP_REFUSED_FINAL'],
  ['US', 'Abandoned after final rejection', 'US_ABANDONED'],
  ['CN', '不予受理', 'NOT_ACCEPTED'],
  ['WO', 'PCT有效期内', 'INTL_FILED'],
  ['WO', 'PCT 国际阶段', 'INTL_FILED'],
  ['WO', 'PCT进入指定国（指定期内）', 'NATIONAL'],
  ['CN', 'PCT国家阶段有效', 'GRANTED'],
] as const)
  test(`a new ${country} case that is “${said}” is in ${status}`, async () => assert.equal((await imported(country, said)).status, status))

for (const [country, said, heading, rule] of [
  ['CN', '驳回', '驳回日期', 'CNP29'],
  ['US', 'Final Rejection', 'Final rejection date', 'US09'],
  ['JP', 'Rejected', 'Date of refusal', 'JP06'],
  ['KR', '거절결정', 'Rejection date', 'KR05'],
] as const)
  test(`the day of the refusal in a file opens ${rule} of a new ${country} case`, async () => {
    const one = await imported(country, said, ago(20), heading)
    const [found] = one.deadlines.filter(({ rule_id }) => rule_id === rule)
    assert.equal(found?.status, 'OPEN', JSON.stringify(one.deadlines))
    assert.ok(!one.findings.includes('MISSING_NOTICE'), JSON.stringify(one.findings))
  })

test('the day of a refusal in the future, or of a case that is not refused, is a remark', async () => {
  for (const [said, day] of [
    ['驳回', today.add({ days: 3 }).toString()],
    ['授权', ago(20)],
  ] as const)
    // oxfmt-ignore
    assert.match((await imported('CN', said, day)).remarks, /the date of the refusal, .+, was not imported/)
})
