import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'
import { runFiveMinutes, runMinute, runNightly } from '../jobs/nightly.ts'
import { startJobs } from '../jobs/start.ts'

const { call, enrol, server, tenant } = await testServer()
const manager = await enrol('ip_manager')
const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

/** Each figure that is asked for, without what Prometheus adds to a histogram. */
const asked = (text: string) => [...new Set([...text.matchAll(/\binnoe_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')))].sort() // oxfmt-ignore

test('the dashboard and the alerts ask for figures that the server gives, with the labels that they name', async () => {
  const jobs = await startJobs(server)
  const { data } = await call<{ job_sid: string }>('patent/do/export', { fl: ['case_no'], format: 'csv' }, { as: manager })
  const stateOf = async () => (await tenant.db.selectFrom('job').select('state').where('sid', '=', data.job_sid).executeTakeFirstOrThrow()).state
  while (['WAITING', 'RUNNING'].includes((await stateOf()) ?? '')) await new Promise((next) => setTimeout(next, 100))
  await runMinute(server)
  await runFiveMinutes(server)
  await runNightly(server)
  await jobs.stop()
  const { text, status, headers } = await call('/metrics')
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
  const given = [...text.matchAll(/^# TYPE (\S+) \S+$/gm)].map(([, name]) => name)
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  for (const name of [...asked(expressions), ...asked(read('alerts.yaml'))]) assert.ok(given.includes(name), `${name} is not given`)
  for (const line of [
    /^innoe_requests_total\{method="POST",route="\/innoe-webapi\/model\/:model\/do\/export",status="200"\} \d+$/m,
    /^innoe_request_seconds_bucket\{le="0\.3",method="POST",route="[^"]+"\} \d+$/m,
    /^innoe_jobs_ended_total\{state="DONE"\} [1-9]/m,
    /^innoe_timed_work_ended_timestamp_seconds\{work="minute"\} \d{10}/m,
    /^innoe_timed_work_ended_timestamp_seconds\{work="five_minutes"\} \d{10}/m,
    /^innoe_timed_work_ended_timestamp_seconds\{work="nightly"\} \d{10}/m,
    /^innoe_database_connections\{state="waiting"\} \d+$/m,
    /^innoe_memory_bytes\{kind="rss"\} \d+$/m,
  ])
    assert.match(text, line)
})
