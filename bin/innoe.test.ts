import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { writeXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { readConfig } from '../server/config.ts'
import { openServer } from '../server/open.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { digest, isPassword } from '../server/auth/session/secrets.ts'
import { testDatabase } from '../tests/harness/postgres.ts'
import { migratedDatabase } from '../tests/harness/tenant.ts'
import { addressOf } from './commands/bi.ts'
import { runProgram } from './commands/program.ts'

const program = fileURLToPath(new URL('innoe', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'innoe-cli-'))
after(() => rmSync(place, { recursive: true, force: true }))

// The types are stripped once for all of its runs.
const COMPILED = process.env['NODE_COMPILE_CACHE'] ?? join(place, 'compiled')

type Run = { status: number | null; stdout: string; stderr: string }

/** As typed in a terminal. */
function started(args: readonly string[], env: Record<string, string> = {}): Run {
  const { status, stdout, stderr } = spawnSync(program, [...args], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env['PATH'], LANG: 'en_US.UTF-8', INNOE_DATA: place, NODE_COMPILE_CACHE: COMPILED, ...env },
  })
  return { status, stdout, stderr }
}

/** The same without a process of its own, whose start takes longer than most commands. */
async function innoe(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const before = { ...process.env }
  Object.assign(process.env, { LANG: 'en_US.UTF-8', LC_ALL: '', LC_MESSAGES: '', INNOE_DATA: place, ...env })
  const out = mock.method(console, 'log', () => {})
  const errors = mock.method(console, 'error', () => {})
  const written = (to: typeof out) => to.mock.calls.map(({ arguments: said }) => `${format(...said)}\n`).join('')
  try {
    const status = await runProgram(args)
    return { status, stdout: written(out), stderr: written(errors) }
  } finally {
    out.mock.restore()
    errors.mock.restore()
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(before, name)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

test('the program without a command lists all commands', () => {
  const { status, stdout } = started([])
  assert.equal(status, 0)
  for (const command of ['start', 'migrate', 'backup <file>', 'restore <file>', 'doctor']) assert.ok(stdout.includes(`  ${command}`), command)
})

for (const [args, status, words] of [
  [['backup', '--help'], 0, /innoe backup <file>/],
  [['migrate', '--help'], 0, /--plan/],
  [['bi', 'create', '--help'], 0, /its password is printed once[^]*--tenant/],
  [['backup'], 2, /<file> is missing/],
  [['backup', 'a', 'b'], 2, /Unexpected argument: b/],
  [['migrate', '--loud'], 2, /Wrong arguments/],
  [['dance'], 2, /There is no such command: dance/],
  [['restore', '/nowhere/at.all'], 1, /There is no file/],
  [['backup', ' '], 2, /<file> is missing/],
  [['import', 'patent', '/tmp'], 1, /^There is no file \/tmp\n$/],
] as const) {
  test(`innoe ${args.join(' ')} ends with ${status}`, () => {
    const { status: ended, stdout, stderr } = started(args)
    assert.equal(ended, status)
    assert.match(stdout + stderr, words)
  })
}

test('messages are in Chinese when the system language is Chinese', () => {
  assert.match(started(['backup'], { LANG: 'zh_CN.UTF-8' }).stderr, /缺少 <file>/)
})

test('all invalid settings are reported and nothing starts', () => {
  const { status, stderr } = started(['migrate'], { PORT: 'x', INNOE_DEMO: 'x' })
  assert.equal(status, 1)
  assert.match(stderr, /PORT must be[\s\S]*INNOE_DEMO must be/)
})

test('an unreachable database is reported in one line, without the password', () => {
  const { status, stderr } = started(['migrate'], { DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/innoe' })
  assert.equal(status, 1)
  assert.match(stderr, /^The database cannot be reached \(ECONNREFUSED\)[^\n]*\n$/)
  assert.ok(!stderr.includes('hunter2'))
})

test('a migration empties the plan, and a backup restores into another database', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()]
  assert.match((await innoe(['migrate', '--plan'], { DATABASE_URL: one })).stdout, /create table (if not exists )?"patent"/)
  assert.match((await innoe(['migrate'], { DATABASE_URL: one })).stdout, /up to date/)
  assert.match((await innoe(['migrate', '--plan'], { DATABASE_URL: one })).stdout, /^-- default: 0\n$/)
  const file = join(place, 'one.backup')
  assert.match((await innoe(['backup', file], { DATABASE_URL: one })).stdout, /tables and 0 documents/)
  assert.match((await innoe(['backup', file], { DATABASE_URL: one })).stderr, /already exists/)
  assert.match((await innoe(['restore', file], { DATABASE_URL: other })).stdout, /was restored/)
  assert.match((await innoe(['restore', file], { DATABASE_URL: other })).stderr, /not empty/)
  assert.equal((await innoe(['restore', file, '--force'], { DATABASE_URL: other })).status, 0)
})

async function ask(url: string, question: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(question, [...values])).rows
  } finally {
    await client.end()
  }
}

test('a database migrated by a newer program is refused by name and stays unchanged', async () => {
  const env = { DATABASE_URL: await migratedDatabase() }
  await ask(env.DATABASE_URL, 'create table if not exists t_default.migration (name text primary key, timestamp text not null)')
  await ask(env.DATABASE_URL, `insert into t_default.migration values ('9999-later', '2099-01-01T00:00:00.000Z')`)
  await ask(env.DATABASE_URL, 'drop index t_default.patent__latest')
  const planned = await innoe(['migrate', '--plan'], env)
  assert.equal(planned.status, 1)
  assert.match(planned.stderr, /^The database of tenant default is newer than this program: .*\(9999-later\)[^\n]*\n$/)
  assert.match((await innoe(['migrate'], { ...env, LANG: 'zh_CN.UTF-8' })).stderr, /^租户 default 的数据库比本程序新：.*9999-later/)
  assert.deepEqual(await ask(env.DATABASE_URL, `select to_regclass('t_default.patent__latest') as there`), [{ there: null }])
})

test('an account is unlocked and gets a password and a token; a missing account is named in the error', async () => {
  const url = await migratedDatabase()
  const env = { DATABASE_URL: url }
  const [person, user] = [randomUUID(), randomUUID()]
  await ask(url, `insert into t_default.user_info (sid, name) values ($1, '张三')`, [person])
  const values = `($1, 'zhangsan', $2, '1', 'OPEN', now() + '1 hour')`
  await ask(url, `insert into t_default."user" (sid, account, user_info_sid, platform, status, locked_until) values ${values}`, [user, person])
  assert.match((await innoe(['user', 'unlock', 'ZhangSan'], env)).stdout, /is unlocked/)
  const password = (await innoe(['user', 'password', 'zhangsan'], env)).stdout.trim()
  const token = (await innoe(['token', 'create', 'zhangsan', '--days', '30', '--name', 'robot'], env)).stdout.trim()
  const [account, more] = await ask(url, 'select u.*, t.name, t.hash from t_default."user" u join t_default.token t on t.user_sid = u.sid')
  assert.equal(more, undefined)
  assert.equal(account.locked_until, null)
  assert.equal(account.must_change_password, true)
  assert.ok(await isPassword(password, account.secret[0]))
  assert.deepEqual([account.name, account.hash], ['robot', digest(token)])
  assert.match((await innoe(['user', 'reset-second-factor', 'zhangsan'], env)).stdout, /second factor of zhangsan is reset/)
  assert.match((await innoe(['user', 'unlock', 'nobody'], env)).stderr, /no account “nobody”/)
  assert.match((await innoe(['user', 'unlock', 'zhangsan', '--tenant', 'other'], env)).stderr, /no tenant other/)
  assert.equal((await innoe(['token', 'create', 'zhangsan', '--days', 'x'], env)).status, 2)
})

test('a tenant admits BI tools, and they are withdrawn although a start would wait for a lock', async () => {
  const env = { DATABASE_URL: await migratedDatabase() }
  const { stdout } = await innoe(['bi', 'create'], env)
  assert.match(stdout, /schema bi_default\nHost [^\n]*, database (\w+), user \1_bi_default\nPassword \(shown this once\): \S{32}\n$/)
  const holder = new pg.Client({ connectionString: env.DATABASE_URL })
  await holder.connect()
  await holder.query('select pg_advisory_lock(7260001)')
  assert.match((await innoe(['bi', 'withdraw', '--tenant', 'nowhere'], env)).stderr, /There is no tenant nowhere/)
  assert.deepEqual(await innoe(['bi', 'withdraw'], env), { status: 0, stdout: 'The views were dropped\n', stderr: '' })
  await holder.end()
})

test('the place that is named for BI tools is that of the setting, with what is still to be done', () => {
  const told = (url: string, config: Parameters<typeof addressOf>[1]) =>
    addressOf(url, config, { role: 'r', database: 'innoe', schema: 'bi_default', isNew: true }).map(([, en]) => en)
  const [socket, biListen] = ['postgresql://innoe@localhost/innoe?host=%2Fdata%2Fsocket', { address: '10.0.0.7', port: 5433 }]
  const there = 'Host 10.0.0.7, port 5433, database innoe, user r'
  assert.deepEqual(told('postgresql://me@db.test/innoe', { databaseUrl: 'given', biListen }), ['Host db.test, port 5432, database innoe, user r'])
  assert.deepEqual(told(socket.replace('localhost', 'localhost:5433'), { databaseUrl: undefined, biListen }), [there])
  assert.deepEqual(told(socket, { databaseUrl: undefined, biListen }), [there, 'It listens there after a restart of Innoe'])
  assert.match(told(socket, { databaseUrl: undefined, biListen: undefined }).join(), /Host \/data\/socket, port 5432.*set INNOE_BI_LISTEN/)
})

test('the demo company is created only once', async () => {
  const env = { DATABASE_URL: await testDatabase() }
  const { stdout, stderr } = await innoe(['seed', 'demo'], env)
  assert.match(stdout, /^admin {2}\S{12}$/m, stderr)
  assert.match((await innoe(['seed', 'demo'], env)).stderr, /already has accounts/)
  const file = join(place, 'cases.xlsx')
  await writeTable(file, [
    ['案号', '名称', '国家/地区', '专利类型', '申请日', '申请号', '状态'],
    ['CLI-1', '一种支架', 'US', '发明', '2024-05-06', '18/655,432', '已受理'],
  ])
  const brought = await innoe(['import', 'patent', file, '--as', 'engineer'], env)
  assert.equal(brought.status, 0, brought.stdout + brought.stderr)
  const owners = await ask(
    env.DATABASE_URL,
    `select u.account from t_default.patent p join t_default.user u on u.user_info_sid = p.owner_sid where p.case_no = 'CLI-1'`,
  )
  assert.deepEqual(owners, [{ account: 'engineer' }])
  assert.match((await innoe(['import', 'patent', file, '--as', 'nobody'], env)).stderr, /There is no account/)
})

test('a table is imported in a dry run, then imported and exported; rejected rows are reported and saved to a file', async () => {
  const url = await migratedDatabase()
  const env = { DATABASE_URL: url, INNOE_DEMO: '0' }
  const [file, rejected] = [join(place, 'agencies.xlsx'), join(place, 'rejected.xlsx')]
  await writeTable(file, [['机构名称'], ['甲专利代理事务所'], ['乙专利代理事务所']])
  const names = () => ask(url, 'select agency_name from t_default.agency order by 1')
  const tried = await innoe(['import', 'agency', file, '--dry-run'], env)
  assert.equal(tried.status, 0, tried.stdout + tried.stderr)
  assert.deepEqual(await names(), [])
  assert.equal((await innoe(['import', 'agency', file], env)).status, 0)
  assert.equal((await names()).length, 2)
  await writeTable(file, [
    ['机构名称', '备注'],
    ['丙专利代理事务所', 'x'.repeat(300)],
  ])
  assert.equal((await innoe(['import', 'agency', file, '--rejected', rejected], env)).status, 1)
  assert.ok(existsSync(rejected))
  assert.equal((await names()).length, 2)
  const out = join(place, 'agencies.csv')
  const exported = await innoe(['export', 'agency', out, '--fields', 'agency_name', '--iql', `agency_name CONTAINS '甲专利'`], env)
  assert.equal(exported.status, 0, exported.stderr)
  assert.match(readFileSync(out, 'utf8'), /^\ufeff?"?Agency name"?\r?\n"?甲专利代理事务所"?\r?\n$/)
  assert.match((await innoe(['export', 'agency', out], env)).stderr, /already exists/)
  assert.equal((await innoe(['export', 'agency', join(place, 'agencies.pdf')], env)).status, 2)
  assert.match((await innoe(['export', 'agency', join(place, 'bad.csv'), '--iql', 'agency_name ='], env)).stderr, /wrong at character/)
  assert.equal((await innoe(['import', 'nothing', file], env)).status, 1)
  assert.match((await innoe(['import', 'agency', '/nowhere.xlsx'], env)).stderr, /There is no file/)
})

async function writeTable(file: string, rows: readonly (readonly string[])[]) {
  writeFileSync(file, await writeXlsx({ sheets: [{ name: 'Sheet1', rows: rows.map((row) => [...row]) }] }))
}

test('doctor reports each part, and its exit code is the overall result', async () => {
  const DATABASE_URL = await migratedDatabase()
  const config = readConfig({ INNOE_DATA: place, DATABASE_URL, INNOE_DEMO: '0' })
  const server = await openServer(config, DATABASE_URL)
  await seedTenants(server)
  await server.close()
  const { status, stdout } = await innoe(['doctor'], { DATABASE_URL })
  for (const part of [
    'Settings',
    'Disk space',
    'Storage',
    'Web client',
    'Deadline rules and calendars',
    'Fee schedules',
    'Database',
    'Schema',
    'Loaded deadline rules and fees',
    'Content of documents',
    'Invariants',
  ])
    assert.match(stdout, new RegExp(`^(ok    |FAULT ) ${part}`, 'm'))
  assert.match(stdout, /^ok {5}Database: PostgreSQL 18/m)
  assert.equal(status, stdout.includes('FAULT') ? 1 : 0)
  const plant = async (fault: string) => {
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query(fault)
    await client.end()
    return await innoe(['doctor'], { DATABASE_URL })
  }
  await plant(
    `insert into t_default.document (sid, file_name, file_key, size, version) values (gen_random_uuid(), 'gone.pdf', 'document/gone', 7, 1)`,
  )
  const lost = await plant(`delete from t_default.deadline_rule where sid = (select min(sid::text)::uuid from t_default.deadline_rule)`)
  assert.equal(lost.status, 1)
  assert.match(lost.stdout, /^FAULT {2}Content of documents: 1 with lost content: \S+ gone\.pdf$/m)
  assert.match(lost.stdout, /^FAULT {2}Loaded deadline rules and fees: 1 not loaded/m)
  const behind = await plant('drop index t_default.patent__latest')
  assert.equal(behind.status, 1)
  assert.match(behind.stdout, /^FAULT {2}Schema: pending migrations or statements.*patent__latest/m)
})

test('doctor reports why the database is unreachable', async () => {
  const { status, stdout } = await innoe(['doctor'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
  assert.equal(status, 1)
  assert.match(stdout, /^FAULT  Database: .*ECONNREFUSED/m)
})
