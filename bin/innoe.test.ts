import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { writeXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { readConfig } from '../server/config.ts'
import { openServer } from '../server/open.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { digest, isPassword } from '../server/auth/session/secrets.ts'
import { testDatabase } from '../tests/harness/postgres.ts'

const program = fileURLToPath(new URL('innoe', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'innoe-cli-'))
after(() => rmSync(place, { recursive: true, force: true }))

// The types are stripped once for all of its runs.
const COMPILED = process.env['NODE_COMPILE_CACHE'] ?? join(place, 'compiled')

function innoe(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, [...args], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env['PATH'], LANG: 'en_US.UTF-8', INNOE_DATA: place, NODE_COMPILE_CACHE: COMPILED, ...env },
  })
  return { status, stdout, stderr }
}

test('the program without a command lists all commands', () => {
  const { status, stdout } = innoe([])
  assert.equal(status, 0)
  for (const command of ['start', 'migrate', 'backup <file>', 'restore <file>', 'doctor']) assert.ok(stdout.includes(`  ${command}`), command)
})

for (const [args, status, words] of [
  [['backup', '--help'], 0, /innoe backup <file>/],
  [['migrate', '--help'], 0, /--plan/],
  [['backup'], 2, /<file> is missing/],
  [['backup', 'a', 'b'], 2, /Unexpected argument: b/],
  [['migrate', '--loud'], 2, /Wrong arguments/],
  [['dance'], 2, /There is no such command: dance/],
  [['restore', '/nowhere/at.all'], 1, /There is no file/],
  [['backup', ' '], 2, /<file> is missing/],
  [['import', 'patent', '/tmp'], 1, /^There is no file \/tmp\n$/],
] as const) {
  test(`innoe ${args.join(' ')} ends with ${status}`, () => {
    const { status: ended, stdout, stderr } = innoe(args)
    assert.equal(ended, status)
    assert.match(stdout + stderr, words)
  })
}

test('messages are in Chinese when the system language is Chinese', () => {
  assert.match(innoe(['backup'], { LANG: 'zh_CN.UTF-8' }).stderr, /缺少 <file>/)
})

test('all invalid settings are reported and nothing starts', () => {
  const { status, stderr } = innoe(['migrate'], { PORT: 'x', INNOE_DEMO: 'x' })
  assert.equal(status, 1)
  assert.match(stderr, /PORT must be[\s\S]*INNOE_DEMO must be/)
})

test('an unreachable database is reported in one line, without the password', () => {
  const { status, stderr } = innoe(['migrate'], { DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/innoe' })
  assert.equal(status, 1)
  assert.match(stderr, /^The database cannot be reached \(ECONNREFUSED\)[^\n]*\n$/)
  assert.ok(!stderr.includes('hunter2'))
})

test('a migration empties the plan, and a backup restores into another database', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()]
  assert.match(innoe(['migrate', '--plan'], { DATABASE_URL: one }).stdout, /create table (if not exists )?"patent"/)
  assert.match(innoe(['migrate'], { DATABASE_URL: one }).stdout, /up to date/)
  assert.match(innoe(['migrate', '--plan'], { DATABASE_URL: one }).stdout, /^-- default: 0\n$/)
  const file = join(place, 'one.backup')
  assert.match(innoe(['backup', file], { DATABASE_URL: one }).stdout, /tables and 0 documents/)
  assert.match(innoe(['backup', file], { DATABASE_URL: one }).stderr, /already exists/)
  assert.match(innoe(['restore', file], { DATABASE_URL: other }).stdout, /was restored/)
  assert.match(innoe(['restore', file], { DATABASE_URL: other }).stderr, /not empty/)
  assert.equal(innoe(['restore', file, '--force'], { DATABASE_URL: other }).status, 0)
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
  const env = { DATABASE_URL: await testDatabase() }
  innoe(['migrate'], env)
  await ask(env.DATABASE_URL, 'create table if not exists t_default.migration (name text primary key, timestamp text not null)')
  await ask(env.DATABASE_URL, `insert into t_default.migration values ('9999-later', '2099-01-01T00:00:00.000Z')`)
  await ask(env.DATABASE_URL, 'drop index t_default.patent__recent')
  const planned = innoe(['migrate', '--plan'], env)
  assert.equal(planned.status, 1)
  assert.match(planned.stderr, /^The database of tenant default is newer than this program: .*\(9999-later\)[^\n]*\n$/)
  assert.match(innoe(['migrate'], { ...env, LANG: 'zh_CN.UTF-8' }).stderr, /^租户 default 的数据库比本程序新：.*9999-later/)
  assert.deepEqual(await ask(env.DATABASE_URL, `select to_regclass('t_default.patent__recent') as there`), [{ there: null }])
})

test('an account is unlocked and gets a password and a token; a missing account is named in the error', async () => {
  const url = await testDatabase()
  const env = { DATABASE_URL: url }
  innoe(['migrate'], env)
  const [person, user] = [randomUUID(), randomUUID()]
  await ask(url, `insert into t_default.user_info (sid, name) values ($1, '张三')`, [person])
  const values = `($1, 'zhangsan', $2, '1', 'OPEN', now() + '1 hour')`
  await ask(url, `insert into t_default."user" (sid, account, user_info_sid, platform, status, locked_until) values ${values}`, [user, person])
  assert.match(innoe(['user', 'unlock', 'ZhangSan'], env).stdout, /is unlocked/)
  const password = innoe(['user', 'password', 'zhangsan'], env).stdout.trim()
  const token = innoe(['token', 'create', 'zhangsan', '--days', '30', '--name', 'robot'], env).stdout.trim()
  const [account, more] = await ask(url, 'select u.*, t.name, t.hash from t_default."user" u join t_default.token t on t.user_sid = u.sid')
  assert.equal(more, undefined)
  assert.equal(account.locked_until, null)
  assert.equal(account.must_change_password, true)
  assert.ok(await isPassword(password, account.secret[0]))
  assert.deepEqual([account.name, account.hash], ['robot', digest(token)])
  assert.match(innoe(['user', 'reset-second-factor', 'zhangsan'], env).stdout, /second factor of zhangsan is reset/)
  assert.match(innoe(['user', 'unlock', 'nobody'], env).stderr, /no account “nobody”/)
  assert.match(innoe(['user', 'unlock', 'zhangsan', '--tenant', 'other'], env).stderr, /no tenant other/)
  assert.equal(innoe(['token', 'create', 'zhangsan', '--days', 'x'], env).status, 2)
})

test('the demo company is created only once', async () => {
  const env = { DATABASE_URL: await testDatabase() }
  const { stdout, stderr } = innoe(['seed', 'demo'], env)
  assert.match(stdout, /^admin {2}\S{12}$/m, stderr)
  assert.match(innoe(['seed', 'demo'], env).stderr, /already has accounts/)
  const file = join(place, 'cases.xlsx')
  await writeTable(file, [
    ['案号', '名称', '国家/地区', '专利类型', '申请日', '申请号', '状态'],
    ['CLI-1', '一种支架', 'US', '发明', '2024-05-06', '18/655,432', '已受理'],
  ])
  const brought = innoe(['import', 'patent', file, '--as', 'engineer'], env)
  assert.equal(brought.status, 0, brought.stdout + brought.stderr)
  const owners = await ask(
    env.DATABASE_URL,
    `select u.account from t_default.patent p join t_default.user u on u.user_info_sid = p.owner_sid where p.case_no = 'CLI-1'`,
  )
  assert.deepEqual(owners, [{ account: 'engineer' }])
  assert.match(innoe(['import', 'patent', file, '--as', 'nobody'], env).stderr, /There is no account/)
})

test('a table is imported in a dry run, then imported and exported; rejected rows are reported and saved to a file', async () => {
  const url = await testDatabase()
  const env = { DATABASE_URL: url, INNOE_DEMO: '0' }
  innoe(['migrate'], env)
  const [file, rejected] = [join(place, 'agencies.xlsx'), join(place, 'rejected.xlsx')]
  await writeTable(file, [['机构名称'], ['甲专利代理事务所'], ['乙专利代理事务所']])
  const names = () => ask(url, 'select agency_name from t_default.agency order by 1')
  const tried = innoe(['import', 'agency', file, '--dry-run'], env)
  assert.equal(tried.status, 0, tried.stdout + tried.stderr)
  assert.deepEqual(await names(), [])
  assert.equal(innoe(['import', 'agency', file], env).status, 0)
  assert.equal((await names()).length, 2)
  await writeTable(file, [
    ['机构名称', '备注'],
    ['丙专利代理事务所', 'x'.repeat(300)],
  ])
  assert.equal(innoe(['import', 'agency', file, '--rejected', rejected], env).status, 1)
  assert.ok(existsSync(rejected))
  assert.equal((await names()).length, 2)
  const out = join(place, 'agencies.csv')
  const exported = innoe(['export', 'agency', out, '--fields', 'agency_name', '--iql', `agency_name CONTAINS '甲专利'`], env)
  assert.equal(exported.status, 0, exported.stderr)
  assert.match(readFileSync(out, 'utf8'), /^\ufeff?"?Agency name"?\r?\n"?甲专利代理事务所"?\r?\n$/)
  assert.match(innoe(['export', 'agency', out], env).stderr, /already exists/)
  assert.equal(innoe(['export', 'agency', join(place, 'agencies.pdf')], env).status, 2)
  assert.match(innoe(['export', 'agency', join(place, 'bad.csv'), '--iql', 'agency_name ='], env).stderr, /wrong at character/)
  assert.equal(innoe(['import', 'nothing', file], env).status, 1)
  assert.match(innoe(['import', 'agency', '/nowhere.xlsx'], env).stderr, /There is no file/)
})

async function writeTable(file: string, rows: readonly (readonly string[])[]) {
  writeFileSync(file, await writeXlsx({ sheets: [{ name: 'Sheet1', rows: rows.map((row) => [...row]) }] }))
}

test('doctor reports each part, and its exit code is the overall result', async () => {
  const DATABASE_URL = await testDatabase()
  const config = readConfig({ INNOE_DATA: place, DATABASE_URL, INNOE_DEMO: '0' })
  const server = await openServer(config, DATABASE_URL)
  await seedTenants(server)
  await server.close()
  const { status, stdout } = innoe(['doctor'], { DATABASE_URL })
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
    return innoe(['doctor'], { DATABASE_URL })
  }
  await plant(
    `insert into t_default.document (sid, file_name, file_key, size, version) values (gen_random_uuid(), 'gone.pdf', 'document/gone', 7, 1)`,
  )
  const lost = await plant(`delete from t_default.deadline_rule where sid = (select min(sid::text)::uuid from t_default.deadline_rule)`)
  assert.equal(lost.status, 1)
  assert.match(lost.stdout, /^FAULT {2}Content of documents: 1 with lost content: \S+ gone\.pdf$/m)
  assert.match(lost.stdout, /^FAULT {2}Loaded deadline rules and fees: 1 not loaded/m)
  const behind = await plant('drop index t_default.patent__recent')
  assert.equal(behind.status, 1)
  assert.match(behind.stdout, /^FAULT {2}Schema: pending migrations or statements.*patent__recent/m)
})

test('doctor reports why the database is unreachable', () => {
  const { status, stdout } = innoe(['doctor'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
  assert.equal(status, 1)
  assert.match(stdout, /^FAULT  Database: .*ECONNREFUSED/m)
})
