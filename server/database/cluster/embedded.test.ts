import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../tests/harness/mail/dovecot.ts'
import { StartFault } from '../../config.ts'
import { scramVerifier } from '../bi/scram.ts'
import { faultIn, isRunning, readPostmaster } from './cluster.ts'
import { reachDatabase, rotate, startEmbedded } from './embedded.ts'

const places: string[] = []
after(() => places.forEach((place) => rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })))

function newPlace(name = 'innoe-embedded-') {
  const place = mkdtempSync(join(tmpdir(), name))
  places.push(place)
  return place
}

async function ask(url: string, question: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(question).finally(() => client.end())
  return rows[0] as Record<string, unknown> | undefined // whatever the question asked for
}

/** Another process that runs the database of this folder and prints `ready`. */
async function another(data: string): Promise<ChildProcess> {
  const program = `import { startEmbedded } from '${import.meta.resolve('./embedded.ts')}'
    await startEmbedded({ data: process.argv[1] }); console.log('ready'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program, data], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((ready) => child.stdout.once('data', ready))
  return child
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('written data remains after a stop and a start; text is Unicode and sorts by code point', async () => {
  const data = newPlace()
  const first = await startEmbedded({ data })
  await ask(first.url, `create table kept as select '专利' as word`)
  assert.deepEqual(await ask(first.url, `select lower('ÄÖ') as lower, 'Z' < 'a' as by_code_point, current_setting('data_checksums') as checked`), {
    lower: 'äö',
    by_code_point: true,
    checked: 'on',
  })
  await first.stop()
  const second = await startEmbedded({ data })
  assert.deepEqual(await ask(second.url, 'select word from kept'), { word: '专利' })
  await second.stop()
  assert.equal(readPostmaster(join(data, 'postgres')), undefined)
  assert.equal(existsSync(join(data, 'innoe.lock')), false)
})

test('a folder in use is refused to a second server, and available to a command', async () => {
  const data = newPlace()
  const server = await startEmbedded({ data })
  await assert.rejects(startEmbedded({ data }), isInUse)
  const command = await reachDatabase({ data, databaseUrl: undefined })
  assert.deepEqual(await ask(command.url, 'select 1 as one'), { one: 1 })
  await command.stop()
  assert.deepEqual(await ask(server.url, 'select 1 as one'), { one: 1 })
  await server.stop()
})

const isInUse = (error: unknown) => error instanceof StartFault && /in use by another Innoe \(process \d+\)/.test(error.words('en'))

test('after SIGKILL the database ends by itself, no committed data is lost, and the next start uses the folder', async () => {
  const data = newPlace()
  const child = await another(data)
  const there = readPostmaster(join(data, 'postgres'))
  assert.ok(there)
  await assert.rejects(startEmbedded({ data }), isInUse)
  const url = (await reachDatabase({ data, databaseUrl: undefined })).url
  await ask(url, 'create table kept as select 7 as number')
  await kill(child)
  for (let tries = 0; isRunning(there.pid) && tries < 200; tries++) await wait(50)
  assert.equal(isRunning(there.pid), false)
  const next = await startEmbedded({ data })
  assert.deepEqual(await ask(next.url, 'select number from kept'), { number: 7 })
  await next.stop()
})

test('a database that was also killed recovers, although its pid file names another running process', async () => {
  const data = newPlace()
  const child = await another(data)
  const { url } = await reachDatabase({ data, databaseUrl: undefined })
  await ask(url, 'create table kept as select 8 as number')
  const pid = readPostmaster(join(data, 'postgres'))?.pid
  assert.ok(pid)
  process.kill(pid, 'SIGKILL')
  await kill(child)
  const file = join(data, 'postgres', 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, `${process.ppid}`))
  const next = await startEmbedded({ data })
  assert.deepEqual(await ask(next.url, 'select number from kept'), { number: 8 })
  await next.stop()
})

test('an empty pid file after a power failure does not prevent the start', async () => {
  const data = newPlace()
  await (await startEmbedded({ data })).stop()
  for (const left of ['', 'half']) {
    writeFileSync(join(data, 'postgres', 'postmaster.pid'), left)
    const next = await startEmbedded({ data })
    assert.deepEqual(await ask(next.url, 'select 9 as number'), { number: 9 })
    await next.stop()
  }
})

test('a folder with other content is refused with a reason, and left unchanged', async () => {
  const data = newPlace()
  mkdirSync(join(data, 'postgres'))
  writeFileSync(join(data, 'postgres', 'letter'), 'mine')
  await assert.rejects(startEmbedded({ data }), (error) => error instanceof StartFault && /no database of Innoe/.test(error.words('en')))
  assert.deepEqual(readdirSync(data), ['postgres'])
  assert.equal(readFileSync(join(data, 'postgres', 'letter'), 'utf8'), 'mine')
})

test('it listens for the roles of BI tools alone; its log is emptied when it is large, and logging continues', async () => {
  const data = newPlace()
  const port = await freePort()
  const server = await startEmbedded({ data, biListen: { address: '127.0.0.1', port } })
  assert.equal((await reachDatabase({ data, databaseUrl: undefined })).url, server.url)
  await ask(server.url, `create role innoe_bi_default login password '${scramVerifier('the-right-one')}'`)
  await ask(server.url, `create role somebody login password '${scramVerifier('the-right-one')}'`)
  const over = (user: string, database = 'innoe') => ask(`postgresql://${user}@127.0.0.1:${port}/${database}`, 'select current_user as me')
  assert.deepEqual(await over('innoe_bi_default:the-right-one'), { me: 'innoe_bi_default' })
  await assert.rejects(over('innoe_bi_default:the-wrong-one'), /password authentication failed/)
  for (const [user, database] of [['innoe:x'], ['somebody:the-right-one'], ['innoe_bi_default:the-right-one', 'postgres']] as const)
    await assert.rejects(over(user, database), /no pg_hba.conf entry/)
  const log = join(data, 'postgres.log')
  rotate(log, 10)
  assert.ok(readFileSync(`${log}.old`, 'utf8').includes('ready to accept connections'))
  assert.equal(readFileSync(log, 'utf8'), '')
  await assert.rejects(ask(server.url, 'select secret_of_mine from nowhere'))
  const written = readFileSync(log, 'utf8')
  assert.match(written, /^\d{4}-.*relation "nowhere" does not exist/)
  assert.ok(!written.includes('secret_of_mine'))
  await server.stop()
})

/** Ends the database that runs now, and answers its pid. */
function end(data: string, signal: NodeJS.Signals) {
  const pid = Number(readPostmaster(join(data, 'postgres'))?.pid)
  process.kill(pid, signal)
  return pid
}

/** Waits until another database than this one answers. */
async function answersAnew(data: string, url: string, before: number) {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
    const there = readPostmaster(join(data, 'postgres'))
    if (there?.ready && there.pid !== before && isRunning(there.pid)) return ask(url, 'select count(*)::int as n from kept')
  }
  return assert.fail('the database did not come back')
}

test('a killed database is restarted with all confirmed data, until it ends too often', { timeout: 240_000 }, async () => {
  const data = newPlace()
  const server = await startEmbedded({ data })
  await ask(server.url, 'create table kept (n int)')
  for (const [at, signal] of (['SIGKILL', 'SIGQUIT', 'SIGKILL'] as const).entries()) {
    await ask(server.url, 'insert into kept values (1) returning n')
    assert.deepEqual(await answersAnew(data, server.url, end(data, signal)), { n: at + 1 })
  }
  end(data, 'SIGKILL')
  assert.ok((await server.died) instanceof StartFault)
  await server.stop()
})

test('a folder whose path is too long for a socket works', async () => {
  const data = join(newPlace(), 'a'.repeat(100))
  mkdirSync(data)
  const server = await startEmbedded({ data })
  assert.deepEqual(await ask(server.url, 'select 1 as one'), { one: 1 })
  await server.stop()
})

test('data of another major version is refused with a reason, and left unchanged', async () => {
  const data = newPlace()
  await (await startEmbedded({ data })).stop()
  writeFileSync(join(data, 'postgres', 'PG_VERSION'), '17\n')
  await assert.rejects(
    startEmbedded({ data }),
    (error) => error instanceof StartFault && /was made by PostgreSQL 17 and this is 18\.\d+:/.test(error.words('en')),
  )
  assert.equal(readFileSync(join(data, 'postgres', 'PG_VERSION'), 'utf8'), '17\n')
})

for (const [output, words] of [
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'The disk of /d is full'],
  ['initdb: error: could not create directory "/d": Permission denied', 'The database cannot write to /d: check its permissions'],
  ['FATAL:  lock file "postmaster.pid" already exists', '/d is in use by another Innoe'],
  ['FATAL:  something rare', 'The embedded database cannot run:\nFATAL:  something rare'],
] as const) {
  test(`“${output}” is reported as “${words}”`, () => assert.equal(faultIn(output, '/d').words('en'), words))
}
