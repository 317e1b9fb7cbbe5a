import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fchmodSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartFault } from '../../config.ts'
import { binariesFor, commandAs, giveTo, userFor, type Runner } from './cluster-user.ts'

const run = promisify(execFile)

/** The cluster's own administrator, known only behind the socket, whose folder only its owner may enter. */
export const OWNER = 'innoe'

export type Cluster = {
  /** The folder of the data itself (PGDATA). */
  folder: string
  /** The folder of the Unix socket. */
  sockets: string
  /** Network address for the roles of BI tools, with passwords, and for no other role. Absent: no port is opened. */
  listen?: { address: string; port: number } | undefined
  /** The file that PostgreSQL writes its messages to. */
  log: string
  settings: Readonly<Record<string, string>>
  /** A folder to delete when the database has ended because we have. */
  temporary?: string
}

type Running = {
  url: (database: string) => string
  stop: () => Promise<void>
  /** Settles if the database ends without having been asked to. */
  died: Promise<StartFault>
}

/**
 * UTF-8 with PostgreSQL's own C.UTF-8: text sorts by code point, and case follows Unicode, the same on every machine.
 * A collation of the C library or of ICU may change with the operating system and silently spoil every index on text.
 */
const LOCALE = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/** Makes the cluster beside its place and then moves it there, so that a start that was cut off leaves nothing half-made. */
export async function initCluster(folder: string, { durable = true } = {}) {
  await clearHalfMade(folder)
  await mkdir(dirname(folder), { recursive: true })
  // A name of its own: the `initdb` of a start that was killed may still run, and clears its folder away when it fails.
  const fresh = await mkdtemp(`${folder}.new-`)
  const runner = await runnerFor(fresh)
  await giveTo(runner.user, fresh)
  const words = [`--pgdata=${fresh}`, `--username=${OWNER}`, '--auth=trust', ...LOCALE, ...(durable ? [] : ['--no-sync'])]
  const { command, args, options } = commandAs(runner, 'initdb', words)
  try {
    await run(command, args, { ...options, cwd: '/' })
  } catch (error) {
    const { stderr } = error as { stderr?: string } // what execFile rejects with carries the output
    await rm(fresh, { recursive: true, force: true })
    throw faultIn(stderr || String(error), folder)
  }
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true })
    throw faultIn(String(error), folder)
  })
}

async function clearHalfMade(folder: string) {
  const begins = `${basename(folder)}.new`
  for (const name of await readdir(dirname(folder)).catch(() => []))
    if (name.startsWith(begins)) await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
}

export async function startCluster(cluster: Cluster): Promise<Running> {
  const runner = await runnerFor(cluster.folder)
  await giveTo(runner.user, cluster.folder)
  await mkdir(cluster.sockets, { recursive: true, mode: 0o700 })
  await giveTo(runner.user, cluster.sockets)
  const begun = existsSync(cluster.log) ? statSync(cluster.log).size : 0
  const postmaster = spawnPostmaster(runner, cluster)
  const guard = guardOf(cluster, postmaster)
  let asked = false
  const ended = new Promise<void>((done) => postmaster.once('exit', () => done()))
  const died = ended.then(() => (asked ? new Promise<never>(() => {}) : faultIn(messagesSince(begun, cluster.log), cluster.folder)))
  await Promise.race([
    isReady(cluster.folder, postmaster),
    died.then((fault) => {
      guard.stdin?.end()
      throw fault
    }),
  ])
  void ended.then(() => asked || cluster.temporary || guard.stdin?.end()) // a new start has its own guard process
  const stop = async () => {
    asked = true
    postmaster.ref() // nothing else may be left to keep us waiting for it
    await stopProcess(postmaster.pid)
    await ended
    guard.stdin?.end()
  }
  return { url: (database) => urlOf(cluster.sockets, database, cluster.listen?.port), stop, died }
}

/** Content of `postmaster.pid`: the server that runs, or last ran, on this folder */
export function readPostmaster(folder: string) {
  try {
    const [pid, , , port, sockets, , , status] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(pid), port: Number(port), sockets: `${sockets}`, ready: status?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** The port is part of the name of the socket. */
export const urlOf = (sockets: string, database: string, port = PORT) =>
  `postgresql://${OWNER}@localhost${port === PORT ? '' : `:${port}`}/${database}?host=${encodeURIComponent(sockets)}`

const PORT = 5432

/** Fast shutdown; immediate after half a minute. */
export async function stopProcess(pid: number | undefined) {
  if (!pid) return
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!signalTo(pid, signal)) return
    for (const until = Date.now() + 30_000; Date.now() < until; await wait(20)) if (!isRunning(pid)) return
  }
}

function signalTo(pid: number, signal: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A zombie process, as in a container without an init, still accepts signals. */
export function isRunning(pid: number) {
  if (!signalTo(pid, 0)) return false
  const status = `/proc/${pid}/stat`
  return !existsSync(status) || readFileSync(status, 'utf8').split(') ').at(-1)?.[0] !== 'Z'
}

async function runnerFor(folder: string): Promise<Runner> {
  const user = await userFor(folder)
  return { user, binaries: await binariesFor(user), folder }
}

/** Its own process group: Ctrl-C reaches us first, and we end the work under way before we end the database. */
function spawnPostmaster(runner: Runner, { folder, sockets, log, settings, listen }: Cluster) {
  const admitted = listen ? { listen_addresses: listen.address, hba_file: writeAdmitted(folder) } : { listen_addresses: '' }
  const all = { ...settings, ...admitted, unix_socket_directories: sockets, unix_socket_permissions: '0700' }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, args, options } = commandAs(runner, 'postgres', ['-D', folder, '-p', `${listen?.port ?? PORT}`, ...flags])
  const output = openSync(log, 'a', 0o600)
  const postmaster = spawn(command, args, { ...options, cwd: '/', detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  postmaster.unref()
  return postmaster
}

/**
 * Allowed connections: over the network the roles of BI tools alone. The folder is closed to all others, the file is not secret.
 * It is written to a new file and then renamed: the folder may belong to another user, who could have put a link there.
 */
function writeAdmitted(folder: string) {
  const file = join(folder, 'innoe_hba.conf')
  const fresh = `${file}.${randomBytes(8).toString('hex')}`
  const output = openSync(fresh, 'wx', 0o644)
  try {
    fchmodSync(output, 0o644) // whatever the umask is: the user of the database reads it
    writeFileSync(output, `local all all trust\nhost ${OWNER} "/^${OWNER}_bi_" all scram-sha-256\n`)
  } finally {
    closeSync(output)
  }
  renameSync(fresh, file)
  return file
}

// Waits until we are gone, however we went, and then ends the database if it is still the one we started: it writes its file a moment later.
const GUARD = `
  cat >/dev/null
  for moment in $(seq 100); do
    kill -0 "$2" 2>/dev/null || break
    [ "$(head -n 1 "$1" 2>/dev/null)" = "$2" ] && kill -INT "$2" && break
    sleep 0.1
  done
  [ -n "$3" ] || exit 0
  while kill -0 "$2" 2>/dev/null; do sleep 0.1; done
  rm -rf "$3"`

function guardOf({ folder, temporary = '' }: Cluster, postmaster: ChildProcess) {
  const words = ['-c', GUARD, 'guard', join(folder, 'postmaster.pid'), `${postmaster.pid}`, temporary]
  const guard = spawn('sh', words, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  // A child's pipe is a socket, which @types/node calls a Writable.
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return guard
}

async function isReady(folder: string, postmaster: ChildProcess) {
  while (postmaster.exitCode === null && postmaster.signalCode === null) {
    const there = readPostmaster(folder)
    if (there?.pid === postmaster.pid && there?.ready) return
    await wait(20)
  }
}

/** Backends of an earlier server are still at work on the folder. */
export class StillInUse extends StartFault {}

const FAULTS: readonly [sign: RegExp, zh: string, en: string][] = [
  [
    /initialized by PostgreSQL version (\S+),.*this version (\S+?)\.?$/m,
    '{folder} 由 PostgreSQL $1 建立，本版为 $2：请用原版本的 Innoe 备份，再恢复到新文件夹',
    '{folder} was made by PostgreSQL $1 and this is $2: back up with the Innoe that made it and restore into a new folder',
  ],
  [/No space left on device/, '{folder} 所在磁盘已满', 'The disk of {folder} is full'],
  [
    /Permission denied|Read-only file system|Operation not permitted/,
    '数据库无法写入 {folder}：请检查权限',
    'The database cannot write to {folder}: check its permissions',
  ],
  [
    /ENOTEMPTY|EEXIST|ENOTDIR/,
    '{folder} 中有不属于 Innoe 数据库的文件：请移走，或另选 INNOE_DATA',
    '{folder} holds files that are no database of Innoe: move them away, or choose another INNOE_DATA',
  ],
  [
    /could not find the database system|could not open file .*No such file or directory/,
    '{folder} 中的数据库不完整：请恢复备份到新的 INNOE_DATA',
    '{folder} holds only part of a database: restore a backup into a new INNOE_DATA',
  ],
  [/lock file .* already exists|is in use by another/, '{folder} 正被另一个 Innoe 使用', '{folder} is in use by another Innoe'],
]

export function faultIn(output: string, folder: string) {
  for (const [sign, zh, en] of FAULTS) {
    const match = sign.exec(output)
    const fill = (words: string) => words.replace('{folder}', folder).replace('$1', `${match?.[1]}`).replace('$2', `${match?.[2]}`)
    if (match) return new StartFault([fill(zh), fill(en)])
  }
  if (output.includes('pre-existing shared memory block'))
    return new StillInUse([`${folder} 仍有上次运行的数据库进程`, `Database processes of an earlier run still use ${folder}`])
  const last = output.trim().split('\n').slice(-8).join('\n')
  return new StartFault([`内置数据库无法运行：\n${last}`, `The embedded database cannot run:\n${last}`])
}

function messagesSince(begun: number, log: string) {
  const all = readFileSync(log)
  return all
    .subarray(all.length < begun ? 0 : begun)
    .toString()
    .slice(-4000) // shorter: it was rotated meanwhile
}
