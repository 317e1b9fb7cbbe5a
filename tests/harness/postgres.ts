import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { initCluster, startCluster } from '../../server/database/cluster/cluster.ts'

// Fast, and nothing in it need outlive the run.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '500',
  shared_buffers: '128MB',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
}

/** The environment in which the runner of the whole suite passes its PostgreSQL on to each test file. */
export const SHARED = 'INNOE_TEST_DATABASE_URL'

/** Ends, and its folder goes, with the process that started it, however that ends. */
export async function startTestPostgres() {
  const place = mkdtempSync(join(tmpdir(), 'innoe-test-'))
  const folder = join(place, 'postgres')
  await initCluster(folder, { durable: false })
  const { url, stop } = await startCluster({ folder, sockets: join(place, 's'), log: join(place, 'log'), settings: SETTINGS, temporary: place })
  return { url: url('postgres'), stop }
}

let server: Promise<string> | undefined

/** The run's PostgreSQL; a test file that is run by hand starts its own. */
export function postgresUrl(): Promise<string> {
  server ??= process.env[SHARED] ? Promise.resolve(process.env[SHARED]) : startTestPostgres().then(({ url }) => url)
  return server
}

/** A new, empty database, for one test file or one test alone. */
export async function testDatabase(): Promise<string> {
  return await onServer((client, url) => copyOf(client, url, 'template0'))
}

/**
 * A database of its own with what `fill` puts into an empty one and then closes. Of a `kind` that several files want alike,
 * it is filled once in a run and copied, with what `fill` writes into the folder `files`.
 */
export async function filledDatabase(fill: (url: string) => Promise<void>, kind?: string, files?: string): Promise<string> {
  return await onServer(async (client, url) => {
    const filled = async () => {
      const own = await copyOf(client, url, 'template0')
      await fill(own)
      return own
    }
    if (!kind) return await filled()
    await client.query('select pg_advisory_lock(hashtext($1))', [kind])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [kind])
    if (!rowCount) await client.query(`alter database ${new URL(await filled()).pathname.slice(1)} rename to ${kind}`)
    if (files) copyFiles(files, join(folderOf(url), `files of ${kind}`), !rowCount)
    await client.query('select pg_advisory_unlock_all()')
    return await copyOf(client, url, kind)
  })
}

/** The folder of the run's PostgreSQL, which goes with it. */
const folderOf = (url: string) => dirname(String(new URL(url).searchParams.get('host'))) // it is reached by a socket

function copyFiles(files: string, kept: string, areNew: boolean) {
  const [from, to] = areNew ? [files, kept] : [kept, files]
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}

/** Removes what a process that has ended left of databases: hundreds of them, each of thousands of files, keep a disk busy. */
export async function dropDatabasesOf(process: number): Promise<void> {
  await onServer(async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [prefixOf(process)])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
    return ''
  })
}

const prefixOf = (process: number) => `t_${process}_`

async function onServer(work: (client: pg.Client, url: string) => Promise<string>) {
  const url = await postgresUrl()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client, url)
  } finally {
    await client.end()
  }
}

async function copyOf(client: pg.Client, url: string, template: string) {
  const name = `${prefixOf(process.pid)}${randomBytes(8).toString('hex')}`
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}
