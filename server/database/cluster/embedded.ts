import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Config, StartFault } from '../../config.ts'
import { type Cluster, initCluster, isRunning, OWNER, readPostmaster, startCluster, StillInUse, stopProcess, urlOf } from './cluster.ts'
import { isTaken, takeFolder } from './data-lock.ts'
import { supervise } from './supervise.ts'

export type Database = {
  url: string
  stop: () => Promise<void>
  /** Settles if the embedded database keeps ending by itself, or cannot be started again; the program cannot go on then. */
  died: Promise<StartFault>
}

const SETTINGS = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '60',
  superuser_reserved_connections: '40', // ours; roles of BI tools share the rest, however many tenants have one
  max_wal_size: '2GB',
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  log_line_prefix: '%m [%p] ',
  // Our own log has the errors with their requests; statement texts and a line every few minutes would only fill the disk.
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
}

const NEEDED_SPACE = 200 << 20
const LARGEST_LOG = 10 << 20
const HOUR = 3_600_000
// A Unix socket's path ends at 107 bytes, and PostgreSQL adds `/.s.PGSQL.65535.lock` to its folder's.
const MAX_SOCKET_FOLDER = 84

/** Runs the embedded database in the data folder, which is ours alone until `stop`. */
export async function startEmbedded(config: Pick<Config, 'data' | 'biListen'>): Promise<Database> {
  const release = takeFolder(config.data)
  try {
    return await startInFolder(config, release)
  } catch (error) {
    release()
    throw error
  }
}

/** For a command beside a running server: its database as it is; for one alone: the database for as long as the command needs it. */
export async function reachDatabase(config: Pick<Config, 'data' | 'databaseUrl' | 'biListen'>): Promise<Database> {
  const untouched = { stop: async () => {}, died: new Promise<never>(() => {}) }
  if (config.databaseUrl) return { url: config.databaseUrl, ...untouched }
  const there = isTaken(config.data) ? readPostmaster(folderOf(config.data)) : undefined
  if (there?.ready && isRunning(there.pid)) return { url: urlOf(there.sockets, OWNER, there.port), ...untouched }
  return startEmbedded(config)
}

async function startInFolder({ data, biListen }: Pick<Config, 'data' | 'biListen'>, release: () => void): Promise<Database> {
  const folder = folderOf(data)
  refuseFullDisk(data)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initCluster(folder)
  const sockets = socketFolder(data)
  const log = join(data, 'postgres.log')
  const begin = async () => {
    await endOrphan(folder)
    rmSync(sockets, { recursive: true, force: true }) // a killed database leaves its lock there, and the folder is ours
    rotate(log)
    return startPatiently({ folder, sockets, log, settings: SETTINGS, listen: biListen })
  }
  const {
    first: { url },
    stop,
    died,
  } = await supervise(begin, () =>
    console.error('数据库意外结束，正在重新启动，见 postgres.log。 The database stopped unexpectedly and is restarting; see postgres.log.'),
  )
  const timer = setInterval(rotate, HOUR, log).unref()
  await makeDatabase(url('postgres'))
  const leave = async () => {
    clearInterval(timer)
    await stop()
    if (sockets.startsWith(tmpdir())) rmSync(sockets, { recursive: true, force: true })
    release()
  }
  return { url: url(OWNER), stop: leave, died }
}

/** Backends of a postmaster that was killed take a moment to notice. */
async function startPatiently(cluster: Cluster) {
  for (const until = Date.now() + 20_000; ; await wait(200)) {
    try {
      return await startCluster(cluster)
    } catch (error) {
      if (!(error instanceof StillInUse) || Date.now() > until) throw error
    }
  }
}

const folderOf = (data: string) => join(data, 'postgres')

/** Emptied where it is, as the database that writes to its end keeps it open. */
export function rotate(log: string, largest = LARGEST_LOG) {
  try {
    if (statSync(log).size <= largest) return
    copyFileSync(log, `${log}.old`)
    truncateSync(log)
  } catch {
    return // none yet, or a full disk: the next hour tries again
  }
}

function socketFolder(data: string) {
  const folder = join(data, 'socket')
  return Buffer.byteLength(folder) <= MAX_SOCKET_FOLDER ? folder : mkdtempSync(join(tmpdir(), 'innoe-'))
}

function refuseFullDisk(data: string) {
  const { bavail, bsize } = statfsSync(data)
  if (bavail * bsize >= NEEDED_SPACE) return
  const left = Math.floor((bavail * bsize) / (1 << 20))
  throw new StartFault([
    `${data} 所在磁盘只剩 ${left} MB，至少需要 200 MB`,
    `The disk of ${data} has only ${left} MB left; at least 200 MB are needed`,
  ])
}

/** A database whose Innoe was killed may still be shutting down, or still run: it is ended, and recovers when it starts. */
async function endOrphan(folder: string) {
  const there = readPostmaster(folder)
  if (!there) return
  // A power failure may leave the file empty; its process no longer exists.
  if (!(there.pid > 0)) return rmSync(join(folder, 'postmaster.pid'))
  if (isPostmaster(there.pid)) await stopProcess(there.pid)
  else forgetPid(folder)
}

/** The pid in a stale file may have gone to another program since. */
function isPostmaster(pid: number) {
  const commandLine = `/proc/${pid}/cmdline`
  if (!existsSync('/proc/self')) return isRunning(pid)
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('postgres')
}

// Larger than any pid that Linux gives. The file itself stays: it leads PostgreSQL to backends that outlived their postmaster.
const NOBODY = '2147483646'

function forgetPid(folder: string) {
  const file = join(folder, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, NOBODY))
}

async function makeDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [OWNER])
    if (!rowCount) await client.query(`create database ${OWNER}`)
  } finally {
    await client.end()
  }
}
