// Several people vote while the server, and connections of its database, are killed at random: no confirmed vote is lost, none counts twice.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Graph } from '../model/approval/graph.ts'
import { after as stateAfter, BEGINNING, type RunFact, type RunState } from '../model/approval/state.ts'
import { readConfig } from '../server/config.ts'
import { initCluster, startCluster } from '../server/database/cluster/cluster.ts'
import { openServer } from '../server/open.ts'
import { systemContext } from '../server/records/context.ts'
import { createRow } from '../server/records/write/create.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { level } from './harness/cases/approvals.ts'
import { modelOf } from './harness/engine.ts'
import { enrol, type Person } from './harness/server.ts'

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))
// `INNOE_ROUNDS=6` is 60 approvals with some 250 votes.
const KILLS = Number(process.env.INNOE_ROUNDS ?? 2)
const APPROVALS = 10 * KILLS

// A database of its own: it recovers from the death of a connection, which ends those of everybody else.
const place = mkdtempSync(join(tmpdir(), 'innoe-votes-'))
await initCluster(join(place, 'postgres'), { durable: false })
const cluster = await startCluster({
  folder: join(place, 'postgres'),
  sockets: join(place, 's'),
  log: join(place, 'log'),
  settings: { fsync: 'off', max_connections: '60' },
})
const url = cluster.url('postgres')
const settings = { PORT: '0', HOST: '127.0.0.1', INNOE_DATA: place, DATABASE_URL: url, INNOE_DEMO: '0', INNOE_RATE_LIMIT: '100000000', INNOE_COSTLY_LIMIT: '100000000', LOG_LEVEL: 'silent' } // oxfmt-ignore
const witness = await openServer(readConfig(settings), url)
await seedTenants(witness)
const children = new Set<ChildProcess>()
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await witness.close()
  await cluster.stop()
  rmSync(place, { recursive: true, force: true })
})

const tenant = witness.tenants.of('')
const admin = await enrol(tenant, 'system_admin')
const starter = await enrol(tenant, 'ip_engineer')
const five = await Promise.all([1, 2, 3, 4, 5].map(() => enrol(tenant, 'ip_engineer')))
const patents = await Promise.all(
  Array.from({ length: APPROVALS }, (_, at) =>
    createRow(systemContext(tenant), modelOf(tenant, 'patent'), { title: `虚构装置 ${at}`, country: 'CN', patent_type: 'INVENTION', owner_sid: starter.sid, company_sid: starter.company }),
  ),
) // oxfmt-ignore

let address = ''
let main: ChildProcess | undefined

async function startMain() {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...settings, NODE_TEST_CONTEXT: '' }, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  main = child
  address = await new Promise<string>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    let found = ''
    createInterface(child.stdout).on('line', (line) => {
      found = /^Innoe\s+(http\S+?)\/innoe-web\//.exec(line)?.[1] ?? found
      if (line.includes('Ctrl-C')) ready(found)
    })
  })
}

type Reply<T = Record<string, unknown>> = { code: number; data: T; message: string }

/** What the server confirmed or refused; nothing when it could not answer. */
async function call<T>(path: string, body: unknown, as: Person): Promise<Reply<T> | undefined> {
  try {
    const answer = await fetch(`${address}/innoe-webapi/model/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.status >= 500 ? undefined : ((await answer.json()) as Reply<T>) // the envelope
  } catch {
    return undefined
  }
}

const confirmed = new Map<string, { person: string; act: 'AGREE' | 'REFUSE' }>()
let isOver = false

/** Votes on whatever waits for this person, and asks again after an answer that did not come. */
async function votes(as: Person, at: number) {
  for (let turn = at; !isOver; turn++) {
    const list = await call<{ tasks: { sid: string }[] }>('approval_task/do/todo', { start: turn % 3, rows: 5 }, as)
    const task = list?.data?.tasks?.[0]
    if (!task) {
      await wait(50)
      continue
    }
    const act = turn % 7 === 0 ? 'refuse' : 'agree'
    const answer = await call(`approval_task/do/${act}`, { sid: task.sid, opinion: '虚构' }, as)
    if (answer?.code === 0) {
      assert.equal(confirmed.has(task.sid), false, 'the same vote was confirmed twice')
      confirmed.set(task.sid, { person: as.sid, act: act === 'agree' ? 'AGREE' : 'REFUSE' })
    } else if (answer) assert.equal(answer.code, 500016, answer.message)
  }
}

/** By turns the whole server, and one connection of the database in the middle of its work. */
async function kill(at: number) {
  if (at % 2 === 0) {
    const ended = once(main ?? assert.fail('no server'), 'exit')
    main?.kill('SIGKILL')
    await ended
    return startMain()
  }
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by state = 'active' desc, random() limit 1`.execute(tenant.db) // oxfmt-ignore
  process.kill(rows[0]?.pid ?? assert.fail('no connection'), 'SIGKILL')
}

test('[4.07] five people vote while the server and its database are killed: every confirmed vote stands once, and the log gives the same state', { timeout: 300_000 }, async () => {
  await startMain()
  const made = await call<{ sid: string }>('approval_process/do/create', { code: 'KILL', name: '虚构', name_en: 'Fictional', entity: 'patent', transition: 'ready', levels: [level(five, 'HALF_PASS'), level(five.slice(0, 2), 'ALL_SUBMIT')] }, admin)
  assert.equal((await call('approval_process/do/publish', { sid: made?.data.sid }, admin))?.code, 0)
  for (const sid of patents) assert.equal((await call('patent/do/transition', { sid, transition: 'ready' }, starter))?.code, 500014)
  const working = Promise.all(five.map(votes)).finally(() => (isOver = true))
  let kills = 0
  for (; kills < KILLS; kills++) {
    const goal = confirmed.size + 10 + Math.random() * 15
    while ((await running()) > 0 && confirmed.size < goal) await wait(20)
    await kill(kills)
  }
  for (let tries = 0; !isOver && (await running()) > 0; tries++) {
    assert.ok(tries < 600, `${await running()} approvals still run`)
    await wait(200)
  }
  isOver = true
  await working
  assert.ok(confirmed.size > 2 * APPROVALS, `${confirmed.size} votes confirmed`)
  await everyVoteStandsOnce()
  await everyLogGivesItsState()
}) // oxfmt-ignore

/** The witness's own connection may be among those that end. */
async function running(): Promise<number> {
  const found = await tenant.db.selectFrom('approval').select((of) => of.fn.countAll<string>().as('n')).where('ended_at', 'is', null).executeTakeFirst().catch(() => undefined) // oxfmt-ignore
  return Number(found?.n ?? APPROVALS)
}

async function everyVoteStandsOnce() {
  const lines = await tenant.db.selectFrom('approval_log').select(['act', 'person_sid', 'fact']).where('act', 'in', ['AGREE', 'REFUSE']).execute()
  const told = Map.groupBy(lines, ({ fact }) => String((fact as { task?: string }).task)) // as a decision is logged
  for (const [task, twice] of told) assert.equal(twice.length, 1, `task ${task}`)
  for (const [task, { person, act }] of confirmed) {
    const [line] = told.get(task) ?? []
    assert.deepEqual([line?.act, line?.person_sid], [act, person])
  }
  const rows = await tenant.db.selectFrom('approval_task').select(['sid', 'state']).where('state', 'in', ['AGREED', 'REFUSED']).execute()
  assert.deepEqual(rows.map(({ sid }) => sid).toSorted(), [...told.keys()].toSorted()) // oxfmt-ignore
}

async function everyLogGivesItsState() {
  const process = await tenant.db.selectFrom('approval_process').select('graph').where('code', '=', 'KILL').executeTakeFirstOrThrow()
  const graph = process.graph as Graph // as it was saved
  const approvals = await tenant.db.selectFrom('approval').selectAll().execute()
  assert.equal(approvals.length, APPROVALS)
  for (const approval of approvals) {
    const lines = await tenant.db.selectFrom('approval_log').select(['seq', 'fact']).where('approval_sid', '=', approval.sid).orderBy('seq').execute()
    assert.deepEqual(lines.map(({ seq }) => seq), lines.map((_, at) => at + 1)) // oxfmt-ignore
    const facts = lines.flatMap(({ fact }) => (fact ? [fact as RunFact] : [])) // as they were saved
    const { tasks, end, ...progress } = facts.reduce((state: RunState, fact) => stateAfter(graph, state, fact), BEGINNING)
    assert.deepEqual(approval.progress, progress)
    assert.equal(approval.state, end)
    const kept = await tenant.db
      .selectFrom('approval_task')
      .select(['sid', 'state'])
      .where('approval_sid', '=', approval.sid)
      .orderBy('sid')
      .execute()
    assert.deepEqual(kept, tasks.map(({ sid, state }) => ({ sid, state })).toSorted((one, other) => (one.sid < other.sid ? -1 : 1))) // oxfmt-ignore
    const record = await tenant.db.selectFrom('patent').select('status').where('sid', '=', String(approval.record_sid)).executeTakeFirstOrThrow()
    assert.equal(record.status, end === 'APPROVED' ? 'READY' : 'DRAFTING')
    const steps = await tenant.db.selectFrom('change_log').select('sid').where('record_sid', '=', String(approval.record_sid)).where('action', '=', 'TRANSITION').execute() // oxfmt-ignore
    assert.equal(steps.length, end === 'APPROVED' ? 1 : 0)
  }
}
