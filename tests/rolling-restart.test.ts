import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startBalancer } from './harness/balancer.ts'
import { type RunningServer, startServer } from './harness/running.ts'
import { testServer } from './harness/server.ts'

process.env.INNOE_RATE_LIMIT = '100000000'
const { enrol, server, tenant, url } = await testServer()
const manager = await enrol('ip_manager')
const { storageUrl, secret } = server.config
const settings = {
  DATABASE_URL: url,
  STORAGE_URL: storageUrl,
  INNOE_SECRET: secret,
  INNOE_DEMO: '0',
  INNOE_DRAIN_SECONDS: '2',
  NODE_TEST_CONTEXT: '',
}
const running = new Set<RunningServer>()
const balancer = await startBalancer()
after(async () => {
  balancer.stop()
  await Promise.all([...running].map(({ stop }) => stop()))
})

async function start(role: 'web' | 'worker') {
  const one = await startServer({ ...settings, INNOE_ROLE: role })
  running.add(one)
  if (role === 'web') await balancer.add(one.address)
  return one
}

/** As an upgrade does it: a new process first, then the old one is asked to stop. */
async function replace(old: RunningServer, role: 'web' | 'worker') {
  const next = await start(role)
  await old.stop()
  running.delete(old)
  balancer.remove(old.address)
  return next
}

async function call(path: string, body: unknown) {
  const answer = await fetch(`${balancer.address}/innoe-webapi/model/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { data: { sid: string; job_sid: string } }).data // the envelope
}

/** A file every half second, each of which a worker makes. */
async function exporting(going: () => boolean) {
  const jobs: string[] = []
  while (going()) {
    const made = await call('patent/do/export', { fl: ['case_no', 'title'], format: 'csv' }).catch((error: unknown) =>
      asked.failed.push(String(error)),
    )
    if (typeof made === 'object') jobs.push(made.job_sid)
    await wait(500)
  }
  return jobs
}

async function ended(sids: readonly string[]) {
  for (let n = 0; n < 300; n++) {
    const jobs = await tenant.db.selectFrom('job').select('state').where('sid', 'in', sids).execute()
    if (jobs.every(({ state }) => state !== 'WAITING' && state !== 'RUNNING')) return jobs.map(({ state }) => state)
    await wait(200)
  }
  throw new Error('the jobs did not end')
}

const asked = { saved: new Map<string, string>(), calls: 0, failed: [] as string[] }

/** A person at work: saves a case, finds it, changes it, again and again. */
async function work(name: string, going: () => boolean) {
  for (let n = 0; going(); n++) {
    const title = `${name} ${n}`
    try {
      const { sid } = await call('patent/do/create', { title, country: 'CN', patent_type: 'INVENTION', company_sid: manager.company })
      asked.saved.set(title, sid)
      await call('patent/do/search', { iql: `title = '${title}'` })
      await call('patent/do/update', { sid, remark: title })
      asked.calls += 3
    } catch (error) {
      asked.failed.push(String(error))
    }
    await wait(200)
  }
}

test('web processes and workers are replaced one after the other while people work: no request fails, nothing is lost, jobs run', async () => {
  let webs = [await start('web'), await start('web')]
  let workers = [await start('worker')]
  let going = true
  const files = exporting(() => going)
  const people = ['a', 'b', 'c', 'd'].map((name) => work(name, () => going))
  await wait(1000)
  const before = asked.calls
  for (const old of webs) webs = [...webs.filter((one) => one !== old), await replace(old, 'web')]
  for (const old of workers) workers = [await replace(old, 'worker')]
  const during = asked.calls - before
  going = false
  await Promise.all(people)
  assert.deepEqual(asked.failed, [])
  assert.ok(during > 20, `only ${during} calls while processes were replaced`)
  const rows = await tenant.db.selectFrom('patent').select(['sid', 'title', 'remark']).execute()
  assert.equal(rows.length, asked.saved.size)
  for (const { sid, title, remark } of rows) assert.deepEqual([asked.saved.get(String(title)), remark], [sid, title])
  const jobs = await files
  assert.ok(jobs.length > 3)
  assert.deepEqual(new Set(await ended(jobs)), new Set(['DONE']))
})
