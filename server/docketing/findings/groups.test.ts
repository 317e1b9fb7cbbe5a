import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { FINDING_KINDS } from '../../../model/docketing/findings/finding-kinds.ts'
import type { FindingGroup } from '../../../model/docketing/findings/finding-actions.ts'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const agent = await enrol('agent')

async function imported(rows: readonly (readonly string[])[]): Promise<string> {
  const file = await workbook([['专利名称', '国家/地区', '申请日', '授权日', '法律状态'], ...rows])
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: 'a.xlsx' })
  assert.ok(data?.job_sid, message)
  await jobEnded(tenant, data.job_sid)
  return data.job_sid
}

const groupsOf = async (body: object, as = manager) => (await call<{ groups: FindingGroup[] }>('finding/do/groups', body, { as })).data.groups
const lawless = (groups: readonly FindingGroup[]) =>
  groups.filter(({ code }) => code === 'NO_RULES_FOR_OFFICE').map(({ country, kind, count }) => [country, kind, count])

const first = await imported([1, 2, 3].map((at) => [`印度 ${at}`, 'IN', '2019-01-01', '2022-01-01', '授权']))
const second = await imported([
  ['以色列 1', 'IL', '2019-01-01', '2022-01-01', '授权'],
  ['印度 4', 'IN', '2019-01-01', '2022-01-01', '授权'],
])

test('findings are grouped by kind, office and kind of right, with texts in both languages', async () => {
  const groups = await groupsOf({})
  assert.deepEqual(lawless(groups), [['IN', 'patent', 4], ['IL', 'patent', 1]]) // oxfmt-ignore
  const india = groups.find(({ code, country }) => code === 'NO_RULES_FOR_OFFICE' && country === 'IN')
  assert.match(india?.words ?? '', /^没有印度的期限规则/)
  assert.match(india?.words_en ?? '', /^No deadline rules are loaded for India/)
})

test('a line of several findings has general words, without a mark for the days of its cases', async () => {
  await imported(['2004-01-01', '2005-02-02'].map((day, at) => [`期满 ${at}`, 'CN', day, '2008-01-01', '授权']))
  const over = (await groupsOf({})).find(({ code }) => code === 'TERM_OVER')
  assert.deepEqual(
    [over?.count, over?.words, over?.words_en],
    [2, '已过届满日，状态仍为有效：请结案', 'The term has ended, but the status of the case is still in force: close the case'],
  )
  for (const [code, words] of Object.entries(FINDING_KINDS)) assert.doesNotMatch(words.join(' '), /…|[{}]|\d/, code)
})

test('an import lists the findings on its own cases', async () => {
  assert.deepEqual(lawless(await groupsOf({ job_sid: first })), [['IN', 'patent', 3]])
  assert.deepEqual(lawless(await groupsOf({ job_sid: second })), [['IL', 'patent', 1], ['IN', 'patent', 1]]) // oxfmt-ignore
})

test('a person counts the findings of cases that they see', async () => {
  const { status, data } = await call<{ groups: FindingGroup[] }>('finding/do/groups', {}, { as: agent })
  assert.ok(status === 403 || data.groups.length === 0, `${status} ${JSON.stringify(data)}`)
})
