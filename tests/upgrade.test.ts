import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { filesOf } from '../server/backup/files.ts'
import { restore } from '../server/backup/restore.ts'
import { readConfig } from '../server/config.ts'
import { readMigrations } from '../server/database/migrate.ts'
import { openServer } from '../server/open.ts'
import { openPool } from '../server/database/pool.ts'
import { declaredModels } from '../server/records/registry.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { planTenants } from '../server/tenants/tenants.ts'
import { testDatabase } from './harness/postgres.ts'
import { migratedDatabase } from './harness/tenant.ts'
import { startServer } from './harness/running.ts'
import { openSession } from './harness/server.ts'
import { shapeOf } from './harness/shape.ts'

// Backups of earlier versions with rows in every table, made by tests/harness/dump-release.ts.
const RELEASES = fileURLToPath(new URL('fixtures/releases/', import.meta.url))
const SCHEMA = 't_default'
/** Columns such as 'deadline.case_sid' that a migration removes or rewrites; that migration's own test proves what became of them. */
const REWRITTEN = new Set<string>([
  'role_grant.verbs',
  'deadline_rule.content',
  'patent.suspended_from',
  'patent.suspended_to',
  'fee.fee_no',
  'rbac_menu.name',
  'rbac_menu.name_en',
  'rbac_menu.parent_sid',
  'rbac_menu.sort_by',
  'role.description',
  'saved_view.name_en',
  'deadline.status',
  'agency.account_open',
  'invoice.vat_key',
])

type Row = Record<string, unknown>
type Rows = Map<string, Row[]>
type Answer = { status: number; data: Row & { record?: Row[]; total?: number } }
type Call = (path: string, body?: Row) => Promise<Answer>

const [declared, migrations] = [await declaredModels(), await readMigrations()]

for (const file of readdirSync(RELEASES)) describe(file, () => upgrade(join(RELEASES, file)))

function upgrade(file: string) {
  const place = mkdtempSync(join(tmpdir(), 'innoe-upgrade-'))
  const config = readConfig({ INNOE_DATA: place, INNOE_DEMO: '0' })
  const prepared = prepare(file, config.storageUrl)
  after(async () => {
    await (await prepared).pool.end()
    rmSync(place, { recursive: true, force: true })
  })

  test('the backup of the release has rows in every table, and the plan lists every migration', async () => {
    const { pool, old } = await prepared
    assert.ok(old.size > 40)
    for (const [table, rows] of old) assert.ok(rows.length > 0, table)
    const [plan] = await planTenants({ pool, declared })
    const had = new Set(old.get('migration')?.map(({ name }) => name))
    assert.deepEqual(plan?.migrations, Object.keys(migrations).filter((name) => !had.has(name))) // oxfmt-ignore
  })

  test('every row keeps its values, and the tables equal those of a new tenant', async () => {
    const { url, pool, old } = await prepared
    await (await openServer(config, url)).close()
    assert.deepEqual(lostIn(old, await rowsOf(pool)), [])
    const fresh = await migratedDatabase()
    await (await openServer(config, fresh)).close()
    const [own, other] = [await shapeOf(pool, SCHEMA), openPool(fresh, 1)]
    const wanted = await shapeOf(other, SCHEMA)
    await other.end()
    const columns = new Set(own.columns.map((one) => JSON.stringify(one)))
    assert.deepEqual(wanted.columns.filter((one) => !columns.has(JSON.stringify(one))), []) // oxfmt-ignore
    for (const kind of ['constraints', 'indexes'] as const) assert.deepEqual([...new Set(wanted[kind]).difference(new Set(own[kind]))], [])
  })

  test('the program starts on the upgraded database, and the same people can read each row through the API and continue to work', async () => {
    const { url, pool, old } = await prepared
    const sessions = await sessionsOn(url, config)
    const running = await startServer({ DATABASE_URL: url, INNOE_DATA: place, INNOE_DEMO: '0' })
    try {
      const calls = sessions.map((token) => caller(running.address, token))
      for (const [table, rows] of old) if (declared.all.has(table)) assert.deepEqual(await unread(calls, table, rows), [], table)
      await showsOldCase(calls, old)
      await goesOnWorking(calls, old)
      assert.deepEqual([...(await rowsOf(pool))].filter(([table, rows]) => rows.length < (old.get(table) ?? []).length && declared.all.has(table)), []) // oxfmt-ignore
    } finally {
      await running.stop()
    }
  })

  test('roles and menus equal those of a new tenant, and changes of an administrator are kept', async () => {
    const [old, fresh] = [await prepared, await migratedDatabase()]
    const [upgraded, wanted] = [await accessIn(config, old.url), await accessIn(config, fresh)]
    for (const part of ['roles', 'grants', 'menus'] as const) assert.deepEqual(upgraded[part].filter((one) => wanted[part].includes(one)), wanted[part]) // oxfmt-ignore

    const { url } = await prepare(file, config.storageUrl)
    await alterAccess(url)
    const altered = await accessIn(config, url)
    const has = (part: readonly string[], start: string) => part.filter((one) => one.startsWith(start))
    assert.deepEqual(has(altered.grants, 'finance agent'), [])
    assert.deepEqual(has(altered.grants, 'inventor patent'), ['inventor patent ["get"] SELF'])
    assert.deepEqual(has(altered.menus, 'dates tags'), ['dates tags 我们的标签'])
    assert.deepEqual(has(altered.menus, 'fees'), [])
    assert.deepEqual(has(altered.menus, 'dates deadlines_by_day'), ['dates deadlines_by_day 按日查看'])
  })

  test('a second start changes nothing', async () => {
    const { url, pool } = await prepared
    const start = async () => {
      const server = await openServer(config, url)
      await seedTenants(server).finally(server.close)
    }
    await start()
    const before = [await rowsOf(pool), await shapeOf(pool, SCHEMA)]
    await start()
    assert.deepEqual([await rowsOf(pool), await shapeOf(pool, SCHEMA)], before)
    assert.deepEqual(await planTenants({ pool, declared }), [{ tenant: 'default', migrations: [], steps: [], differing: [] }])
  })
}

async function prepare(file: string, storageUrl: string) {
  const url = await testDatabase()
  await restore(url, filesOf(storageUrl), file)
  const pool = openPool(url, 4)
  return { url, pool, old: await rowsOf(pool) }
}

/** What a start makes of roles, grants and menus: the codes and words of each, in the order of the menus. */
async function accessIn(config: ReturnType<typeof readConfig>, url: string) {
  const server = await openServer(config, url)
  await seedTenants(server).finally(server.close)
  const pool = openPool(url, 1)
  const lines = async (query: string) => (await pool.query<{ line: string }>(query)).rows.map(({ line }) => line)
  try {
    await pool.query(`set search_path to ${SCHEMA}`)
    return {
      roles: await lines(`select concat_ws(' ', code, description, description_en, document_classes) as line from role order by code`),
      grants:
        await lines(`select concat_ws(' ', r.code, g.entity, to_json(g.verbs), g.data_scope, g.query, g.hidden_fields, g.read_only_fields) as line
        from role_grant g join role r on r.sid = g.role_sid where g.deleted_at is null order by 1`),
      menus: await lines(`select concat_ws(' ', p.code, m.code, m.name) as line from rbac_menu m left join rbac_menu p on p.sid = m.parent_sid
        where m.deleted_at is null order by m.platform, p.sort_by, p.code, m.sort_by, m.sid`),
    }
  } finally {
    await pool.end()
  }
}

async function alterAccess(url: string) {
  const pool = openPool(url, 1)
  await pool.query(`set search_path to ${SCHEMA};
    update role_grant set deleted_at = now() where entity = 'agent' and role_sid = (select sid from role where code = 'finance');
    update role_grant set verbs = '{get}', hidden_fields = null where entity = 'patent' and role_sid = (select sid from role where code = 'inventor');
    update rbac_menu set parent_sid = (select sid from rbac_menu where code = 'dates'), name = '我们的标签' where code = 'tags';
    update rbac_menu set deleted_at = now() where code = 'fees' or parent_sid = (select sid from rbac_menu where code = 'fees')`)
  await pool.end()
}

/** Every row of every table, in an order of its own. */
async function rowsOf(pool: pg.Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>('select tablename as name from pg_tables where schemaname = $1 order by 1', [SCHEMA])
  const all: Rows = new Map()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${SCHEMA}."${name}" t order by to_jsonb(t)::text collate "C"`)
    all.set(name, rows.map(({ row }) => row)) // oxfmt-ignore
  }
  return all
}

/** The old columns that are gone, and the old rows that have no new row with the same values. */
function lostIn(old: Rows, now: Rows): string[] {
  return [...old].flatMap(([table, rows]) => {
    const there = now.get(table) ?? []
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !REWRITTEN.has(`${table}.${column}`))
    const gone = columns.filter((column) => !Object.hasOwn(there[0] ?? {}, column)).map((column) => `${table}.${column}`)
    const keyOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]))
    const kept = new Set(there.map(keyOf))
    return gone.length > 0 ? gone : rows.filter((row) => !kept.has(keyOf(row))).map((row) => `${table} ${keyOf(row)}`)
  })
}

/** A session for each account of the backup. */
async function sessionsOn(url: string, config: ReturnType<typeof readConfig>) {
  const server = await openServer(config, url)
  const tenant = server.tenants.of('')
  const accounts = await tenant.db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid as user', 'p.sid as person', 'p.company_sid as company', 'u.platform'])
    .execute()
  const tokens: string[] = []
  for (const { user, person, company, platform } of accounts)
    tokens.push(await openSession(tenant, { user, person, company: String(company), platform: Number(platform) }))
  await server.close()
  return tokens
}

const caller =
  (address: string, token: string): Call =>
  async (path, body) => {
    const answer = await fetch(`${address}/innoe-webapi/model/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, ...((await answer.json()) as { data: Answer['data'] }) } // the envelope
  }

/** The rows that nobody finds in a list or in the recycle bin. */
async function unread(calls: readonly Call[], model: string, rows: readonly Row[]) {
  const left = new Set(rows.map(({ sid }) => String(sid)))
  const verbs = rows.some((row) => row.deleted_at) ? ['search', 'search_deleted'] : ['search']
  for (const call of calls) {
    for (const verb of verbs) for (const sid of await listed(call, `${model}/do/${verb}`)) left.delete(sid)
    if (left.size === 0) return []
  }
  return [...left]
}

/** Nothing for somebody who may not ask. */
async function listed(call: Call, path: string) {
  const sids: string[] = []
  for (let start = 0, total = 1; start < total; start += 100) {
    const { status, data } = await call(path, { fl: 'sid', rows: 100, start })
    if (status !== 200) break
    total = Number(data.total)
    for (const { sid } of data.record ?? []) sids.push(String(sid))
  }
  return sids
}

/** What the first answer of any account is that is not a refusal. */
async function ask(calls: readonly Call[], path: string, body?: Row) {
  const answers: Answer[] = []
  for (const call of calls) {
    const answer = await call(path, body)
    if (answer.status === 200) return answer.data
    answers.push(answer)
  }
  return assert.fail(`${path}: ${JSON.stringify(answers)}`)
}

const oldCase = (old: Rows, case_no: string) => old.get('patent')?.find((row) => row.case_no === case_no) ?? assert.fail(case_no)

async function showsOldCase(calls: readonly Call[], old: Rows) {
  const { sid } = oldCase(old, 'OLD-1')
  const shown = await ask(calls, `patent/${sid}?flat=1`)
  assert.deepEqual(
    [shown.title, shown.status, shown.filing_date, shown.claims_count, shown.usage_kind, shown.lab_no, shown.tags],
    ['一种虚构的电池', 'GRANTED', '2020-02-20', 12, 'A', 7, ['虚构标签']],
  )
  const text = JSON.stringify(shown)
  for (const word of ['虚构科技有限公司', '张虚构', 'Fictio exempli']) assert.ok(text.includes(word), word)
  const history = await ask(calls, 'patent/do/history', { sid })
  assert.ok((history.record?.length ?? 0) > 1)
  const found = await ask(calls, 'patent/do/find', { text: '202010123456.2' })
  assert.ok(JSON.stringify(found).includes(String(sid)))
}

async function goesOnWorking(calls: readonly Call[], old: Rows) {
  const [granted, examined, deleted] = ['OLD-1', 'OLD-2', 'OLD-5'].map((case_no) => oldCase(old, case_no))
  const made = await ask(calls, 'patent/do/create', { case_no: 'NEW-1', title: '升级后的案件', country: 'CN', patent_type: 'INVENTION', status: 'FILED', filing_date: '2026-01-05', usage_kind: 'B' }) // oxfmt-ignore
  const deadlines = await ask(calls, 'deadline/do/search', { iql: `case_sid = '${made.sid}'`, fl: 'sid' })
  assert.ok(Number(deadlines.total) > 0)
  await ask(calls, 'patent/do/update', { sid: granted?.sid, title: '改名的电池' })
  assert.equal((await ask(calls, `patent/${granted?.sid}`)).title, '改名的电池')
  const { record } = await ask(calls, 'deadline/do/search', { iql: `case_sid = '${examined?.sid}' AND status = 'OPEN'`, fl: 'sid' })
  await ask(calls, 'deadline/do/transition', { sid: record?.[0]?.sid, transition: 'waive', handled_reason: '虚构原因' })
  await ask(calls, 'patent/do/restore', { sid: deleted?.sid })
  assert.equal((await ask(calls, `patent/${deleted?.sid}`)).case_no, 'OLD-5')
}
