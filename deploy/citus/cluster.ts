import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, readFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

// What a cluster needs: the triggers that keep the heads of cases write to tables of their own tenant only, which are beside them.
// `synchronous_commit` stays on: with it off, moves lose confirmed writes.
const SETTINGS = `
shared_preload_libraries = 'citus'
citus.enable_unsafe_triggers = on
wal_level = logical
max_connections = 200
max_prepared_transactions = 200
max_worker_processes = 32
max_logical_replication_workers = 16
max_sync_workers_per_subscription = 8
max_locks_per_transaction = 512
shared_buffers = 128MB
listen_addresses = '127.0.0.1'
jit = off
fsync = off
timezone = 'UTC'
`

export type Member = { port: number; start(): void; stop(how: 'fast' | 'immediate'): void }

/** A coordinator and so many workers on this machine, of the PostgreSQL whose `pg_config` is given. Everything goes with `close`. */
export async function startCitus(pgConfig: string, workers: number, firstPort: number) {
  const binaries = execFileSync(pgConfig, ['--bindir'], { encoding: 'utf8' }).trim()
  const place = mkdtempSync(join(tmpdir(), 'innoe-citus-'))
  const owner = process.getuid?.() === 0 ? 'postgres' : undefined // PostgreSQL does not run as root
  if (owner) execFileSync('chown', [owner, place])
  chmodSync(place, 0o755)
  const run = (program: string, words: readonly string[]) => {
    const path = join(binaries, program)
    if (owner) execFileSync('setpriv', ['--reuid', owner, '--regid', owner, '--clear-groups', path, ...words], { stdio: 'ignore', cwd: '/' })
    else execFileSync(path, words, { stdio: 'ignore', cwd: '/' })
  }
  const member = (port: number): Member => {
    const folder = join(place, `${port}`)
    run('initdb', ['-D', folder, '-U', 'innoe', '-A', 'trust', '--no-sync', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']) // oxfmt-ignore
    appendFileSync(join(folder, 'postgresql.conf'), `${SETTINGS}port = ${port}\nunix_socket_directories = '${place}'\n`)
    const start = () => run('pg_ctl', ['-D', folder, '-l', join(place, `${port}.log`), '-w', '-t', '60', 'start'])
    start()
    return { port, start, stop: (how) => run('pg_ctl', ['-D', folder, '-m', how, '-w', 'stop']) }
  }
  mkdirSync(join(place, 'files'))
  const members = Array.from({ length: workers + 1 }, (_, at) => member(firstPort + at))
  const url = (port: number, database = 'innoe') => `postgresql://innoe@127.0.0.1:${port}/${database}`
  for (const { port } of members) {
    await query(url(port, 'postgres'), 'create database innoe')
    await query(url(port), 'create extension citus')
  }
  const [coordinator, ...others] = members
  if (!coordinator) throw new Error('no coordinator')
  await query(url(coordinator.port), `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
  for (const { port } of others) await query(url(coordinator.port), `select citus_add_node('127.0.0.1', ${port})`)
  // Tenants are on the workers, the list of tenants and the queue on the coordinator.
  await query(url(coordinator.port), `select citus_set_node_property('127.0.0.1', ${coordinator.port}, 'shouldhaveshards', false)`)
  return {
    url: url(coordinator.port),
    files: join(place, 'files'),
    workers: others,
    /** The last faults that the servers have written down. */
    faults: () => members.map(({ port }) => readFileSync(join(place, `${port}.log`), 'utf8').split('\n').filter((line) => /ERROR|STATEMENT|DETAIL|HINT|FATAL/.test(line)).slice(-12).map((line) => line.slice(0, 300)).join('\n')).join('\n--\n'), // oxfmt-ignore
    close() {
      for (const one of members) {
        try {
          one.stop('immediate')
        } catch {
          // it is stopped already
        }
      }
      rmSync(place, { recursive: true, force: true })
    },
  }
}

export async function query(url: string, text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // a connection that breaks also fails its question
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
