import { existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, StartFault } from '../config.ts'
import { initCluster, OWNER, readPostmaster, signalTo, startCluster, stopProcess, urlOf } from './cluster.ts'

export type Database = {
  url: string
  stop: () => Promise<void>
  /** Settles if the embedded database ends by itself; the program cannot go on then. */
  died: Promise<StartFault>
}

const SETTINGS = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '60',
  max_wal_size: '2GB',
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
}

const NEEDED_SPACE = 200 << 20
const LARGEST_LOG = 10 << 20
// A Unix socket's path ends at 107 bytes, and PostgreSQL adds `/.s.PGSQL.5432.lock` to its folder's.
const LONGEST_SOCKET_FOLDER = 85

/** Runs the embedded database in the data folder, which is ours alone until `stop`. */
export async function startEmbedded(config: Pick<Config, 'data'>): Promise<Database> {
  const release = takeFolder(config.data)
  try {
    return await startInFolder(config.data, release)
  } catch (error) {
    release()
    throw error
  }
}

/** For a command beside a running server: its database as it is; for one alone: the database for as long as the command needs it. */
export async function reachDatabase(config: Pick<Config, 'data' | 'databaseUrl'>): Promise<Database> {
  const untouched = { stop: async () => {}, died: new Promise<never>(() => {}) }
  if (config.databaseUrl) return { url: config.databaseUrl, ...untouched }
  const there = ownerOf(lockOf(config.data)) && readPostmaster(folderOf(config.data))
  if (there && there.ready && signalTo(there.pid, 0)) return { url: urlOf(there.sockets, OWNER), ...untouched }
  return startEmbedded(config)
}

async function startInFolder(data: string, release: () => void): Promise<Database> {
  const folder = folderOf(data)
  refuseFullDisk(data)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initCluster(folder)
  await endOrphan(folder)
  const sockets = socketFolder(data)
  const { url, stop, died } = await startCluster({ folder, sockets, log: logOf(data), settings: SETTINGS })
  await makeDatabase(url('postgres'))
  const leave = async () => {
    await stop()
    if (sockets.startsWith(tmpdir())) rmSync(sockets, { recursive: true, force: true })
    release()
  }
  return { url: url(OWNER), stop: leave, died }
}

const folderOf = (data: string) => join(data, 'postgres')
const lockOf = (data: string) => join(data, 'innoe.lock')

function logOf(data: string) {
  const log = join(data, 'postgres.log')
  if (existsSync(log) && statSync(log).size > LARGEST_LOG) renameSync(log, `${log}.old`)
  return log
}

function socketFolder(data: string) {
  const folder = join(data, 'socket')
  return Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER ? folder : mkdtempSync(join(tmpdir(), 'innoe-'))
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
  if (there && isPostmaster(there.pid)) await stopProcess(there.pid)
}

/** The pid in a stale file may have gone to another program since. */
function isPostmaster(pid: number) {
  const commandLine = `/proc/${pid}/cmdline`
  if (!existsSync('/proc/self')) return signalTo(pid, 0)
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('postgres')
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

/** The lock file appears with its owner already in it; that of a dead owner is cleared away. */
function takeFolder(data: string) {
  const lock = lockOf(data)
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, ownMark())
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      const owner = tryLink(mine, lock)
      if (!owner) return () => rmSync(lock, { force: true })
      if (isAlive(owner)) throw inUse(data, owner)
      clearDead(lock, owner)
    }
    throw inUse(data, '?')
  } finally {
    rmSync(mine, { force: true })
  }
}

function tryLink(mine: string, lock: string) {
  try {
    linkSync(mine, lock)
    return undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readMark(lock) ?? '0'
    throw error
  }
}

/** Someone quicker may have cleared it and taken its place since: then it is theirs, and goes back. */
function clearDead(lock: string, owner: string) {
  const aside = `${lock}.dead.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (readMark(aside) === owner) rmSync(aside, { force: true })
  else renameSync(aside, lock)
}

function inUse(data: string, owner: string) {
  const pid = owner.split(' ')[0]
  return new StartFault([`${data} 正被另一个 Innoe（进程 ${pid}）使用`, `${data} is in use by another Innoe (process ${pid})`])
}

const ownerOf = (lock: string) => {
  const mark = readMark(lock)
  return mark !== undefined && isAlive(mark)
}

function readMark(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Pid and, where the system tells, the moment that process began: a pid alone is given again. */
const ownMark = () => markOf(process.pid)
const markOf = (pid: number) => `${pid} ${beginOf(pid)}`
const isAlive = (mark: string) => signalTo(Number(mark.split(' ')[0]), 0) && markOf(Number(mark.split(' ')[0])) === mark

function beginOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
