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
import { readConfig } from '../server/config.ts'
import { openServer } from '../server/open.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { testDatabase } from './harness/postgres.ts'
import { enrol } from './harness/server.ts'

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const ROUNDS = Number(process.env.INNOE_ROUNDS ?? 3)
const url = await testDatabase()
const data = mkdtempSync(join(tmpdir(), 'innoe-kill-'))
const settings = {
  PORT: '0',
  HOST: '127.0.0.1',
  INNOE_DATA: data,
  DATABASE_URL: url,
  INNOE_DEMO: '0',
  INNOE_RATE_LIMIT: '100000000',
  INNOE_COSTLY_LIMIT: '100000000',
  LOG_LEVEL: 'silent',
}

// Whoever looks at what is left: no server of its own that would write.
const witness = await openServer(readConfig(settings), url)
await seedTenants(witness)
const { db } = witness.tenants.of('')
const manager = await enrol(witness.tenants.of(''), 'ip_manager')
const children = new Set<ChildProcess>()
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await witness.close()
  rmSync(data, { recursive: true, force: true })
})

async function startMain() {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...settings, NODE_TEST_CONTEXT: '' }, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const address = await new Promise<string>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    let found = ''
    createInterface(child.stdout).on('line', (line) => {
      found = /^Innoe\s+(http\S+?)\/innoe-web\//.exec(line)?.[1] ?? found
      if (line.includes('Ctrl-C')) ready(found)
    })
  })
  return { child, address }
}

type Reply = { code: number; data: Record<string, unknown> } | undefined

/** What the server confirmed; nothing when it died meanwhile. */
async function call(address: string, path: string, body: unknown): Promise<Reply> {
  try {
    const answer = await fetch(`${address}/innoe-webapi/model/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Reply // the envelope
  } catch {
    return undefined
  }
}

type Confirmed = { made: Map<string, string>; titles: Map<string, number>; batches: { sids: string[]; importance: string; at: number }[] }
const confirmed: Confirmed = { made: new Map(), titles: new Map(), batches: [] }
let numbered = 0

/** Saves, changes and batch edits, each kept in mind only once it was confirmed. */
async function ctx(address: string, going: () => boolean) {
  const own: string[] = []
  while (going()) {
    const n = ++numbered
    const created = await call(address, 'patent/do/create', {
      case_no: `KILL-${n}`,
      title: `第 ${n} 案`,
      country: 'CN',
      patent_type: 'INVENTION',
      filing_date: '2024-05-06',
      status: 'FILED',
      application_no: null,
    })
    if (created?.code !== 0) {
      if (created) assert.fail(JSON.stringify(created).slice(0, 500))
      return
    }
    const sid = String(created.data.sid)
    confirmed.made.set(sid, `KILL-${n}`)
    own.push(sid)
    const updated = await call(address, 'patent/do/update', { sid, title: `第 ${n} 案改` })
    if (updated?.code === 0) confirmed.titles.set(sid, Number(updated.data.version))
    if (own.length % 4) continue
    const importance = ['A', 'B', 'C', 'D'][n % 4] ?? 'A'
    const sids = own.slice(-4)
    const edited = await call(address, 'patent/do/batch_update', { sids, changes: { importance } })
    if (edited?.code === 0) confirmed.batches.push({ sids, importance, at: n })
  }
}

/** A slow machine needs longer until every kind of write is under way. */
async function batchConfirmed(before: number) {
  for (let i = 0; i < 200 && confirmed.batches.length === before; i++) await wait(100)
}

test(`a server killed ${ROUNDS} times during saves keeps every confirmed write and has no partial write`, { timeout: 300_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { child, address } = await startMain()
    let going = true
    const workers = Array.from({ length: 6 }, () => ctx(address, () => going))
    await batchConfirmed(confirmed.batches.length)
    await wait(Math.random() * 1500)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    going = false
    await Promise.all(workers)
  }
  assert.ok(confirmed.made.size > 10 && confirmed.batches.length > 0, `${confirmed.made.size} cases, ${confirmed.batches.length} batches`)
  await transactionsEnded()
  await everythingConfirmedIsThere()
  await nothingIsHalfDone()
})

/** PostgreSQL notices that the killed process is gone. */
async function transactionsEnded() {
  for (let i = 0; i < 100; i++) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
      db,
    )
    if (rows[0]?.n === 0) return
    await wait(100)
  }
}

async function everythingConfirmedIsThere() {
  const rows = new Map((await db.selectFrom('patent').selectAll().where('case_no', 'like', 'KILL-%').execute()).map((row) => [row.sid, row]))
  for (const [sid, case_no] of confirmed.made) assert.equal(rows.get(sid)?.case_no, case_no)
  for (const [sid, version] of confirmed.titles) {
    assert.match(String(rows.get(sid)?.title), /改$/)
    assert.ok(Number(rows.get(sid)?.version) >= version)
  }
  for (const { sids, importance } of confirmed.batches) for (const sid of sids) assert.equal(rows.get(sid)?.importance, importance)
}

async function nothingIsHalfDone() {
  const none = async (what: string, query: ReturnType<typeof sql<{ sid: string }>>) => assert.deepEqual((await query.execute(db)).rows, [], what)
  await none(
    'a row without its creation in the history',
    sql`select p.sid from patent p where not exists (select from change_log c where c.record_sid = p.sid::text and c.entity = 'patent' and c.action = 'CREATE')`,
  )
  await none(
    'a history of a row that is not there',
    sql`select c.record_sid as sid from change_log c where c.entity = 'patent' and not exists (select from patent p where p.sid::text = c.record_sid)`,
  )
  await none(
    'a version without its line in the history',
    sql`select p.sid from patent p where p.version <> (select count(*) from change_log c where c.record_sid = p.sid::text and c.entity = 'patent')`,
  )
  for (const table of ['deadline', 'fee'])
    await none(
      `a ${table} without its case`,
      sql`select d.sid from ${sql.table(table)} d where not exists (select from patent p where p.sid = d.case_sid)`,
    )
  await none(
    'a filed case without deadlines',
    sql`select p.sid from patent p where p.status = 'FILED' and not exists (select from deadline d where d.case_sid = p.sid)`,
  )
  await none(
    'a batch edit of which only some rows are there',
    sql`select b.sid from batch_edit b where b.count_ok <> jsonb_array_length(b.edited_records)`,
  )
  await none(
    'a batch edit whose rows were not changed',
    sql`select b.sid from batch_edit b cross join jsonb_array_elements(b.edited_records) e where not exists (
      select from change_log c where c.record_sid = e ->> 'sid' and c.reason = 'batch ' || b.sid)`,
  )
  await none(
    'a row changed by a batch edit that is not there',
    sql`select c.record_sid as sid from change_log c where c.reason like 'batch %' and not exists (select from batch_edit b where 'batch ' || b.sid = c.reason)`,
  )
  for (const table of ['patent', 'deadline', 'fee', 'batch_edit']) {
    const counted = sql`select coalesce(sum(n), 0) from record_count where model = ${table}`
    await none(
      `a wrong total of ${table}`,
      sql`select 'x' as sid where (${counted}) <> (select count(*) from ${sql.table(table)} where deleted_at is null)`,
    )
  }
}

test('a server killed at random moments of its first start starts completely the next time', { timeout: 300_000 }, async () => {
  const fresh = await testDatabase()
  for (let round = 0; round < ROUNDS; round++) {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...settings, DATABASE_URL: fresh, NODE_TEST_CONTEXT: '' },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await wait(600 + Math.random() * 2500)
    child.kill('SIGKILL')
    await ended
  }
  const server = await openServer(readConfig(settings), fresh)
  try {
    await seedTenants(server)
    const own = server.tenants.of('').db
    const same = async (table: string) => {
      const n = async (from: typeof db) => (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(from)).rows[0]?.n
      assert.equal(await n(own), await n(db), table)
    }
    for (const table of ['role', 'role_grant', 'rbac_menu', 'document_type', 'deadline_rule', 'office_calendar', 'fee_schedule']) await same(table)
    const { rows } = await sql<{ n: number }>`select count(*) as n from "user" where account = 'admin'`.execute(own)
    assert.equal(rows[0]?.n, 1)
  } finally {
    await server.close()
  }
})
