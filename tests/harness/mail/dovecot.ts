import { execFile, spawn } from 'node:child_process'
import { chmod, cp, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import forge from 'node-forge'

const run = promisify(execFile)

/** Debian's packages of the server and of the libraries that a small installation lacks. */
const PACKAGES = ['dovecot-core', 'dovecot-imapd', 'libsodium23', 'libunwind8', 'libpam0g', 'libaudit1', 'libcap-ng0', 'libcrypt1', 'libwrap0', 'libstemmer0d', 'libexttextcat-2.0-0', 'libicu72', 'liblua5.4-0', 'libtirpc3', 'libapparmor1', 'liblzma5', 'liblz4-1', 'libzstd1'] // oxfmt-ignore

export type Dovecot = {
  host: string
  port: number
  tlsPort: number
  user: string
  pass: string
  fill(mail: string | Buffer, folder?: string): Promise<void>
  restartUids(): Promise<void>
}

/** A real Dovecot for the tests of a file, which ends after them. */
export async function openDovecot(as: { user?: string; pass?: string } = {}): Promise<Dovecot> {
  const { stop, ...dovecot } = await launchDovecot(as)
  after(stop)
  return dovecot
}

/** A real Dovecot on free ports of this machine, unpacked from Debian's packages into a temporary folder; it needs no root. The caller stops it. */
export async function launchDovecot({ user = 'archive', pass = 'Dovecot-secret-1' } = {}): Promise<Dovecot & { stop(): Promise<void> }> {
  const home = await mkdtemp('/tmp/dv-')
  // Dovecot has the folder of its programs in them, which one of the same length takes the place of.
  const programs = home.padEnd(16, 'x')
  const daemon: { pid?: number } = {}
  const stop = async () => {
    if (daemon.pid) process.kill(daemon.pid, 'SIGTERM')
    await new Promise((done) => setTimeout(done, 300))
    for (const path of [home, programs, `${programs}c`]) await rm(path, { recursive: true, force: true })
  }
  try {
    await unpack(home, programs)
  } catch (error) {
    await stop()
    throw error
  }
  const [port, tlsPort] = [await freePort(), await freePort()]
  await configure(home, programs, { port, tlsPort, user, pass })
  const child = spawn(join(programs, 'dovecot'), ['-F', '-c', join(home, 'dovecot.conf')], { stdio: 'ignore' })
  if (child.pid !== undefined) daemon.pid = child.pid
  child.once('exit', () => delete daemon.pid)
  await listening(port, join(home, 'log'))
  const mail = join(home, 'mail')
  let made = 0
  return {
    host: '127.0.0.1', port, tlsPort, user, pass, stop,
    fill: async (content, folder = '') => {
      const own = join(mail, user, 'Maildir', folder)
      const name = `${String(1_700_000_000 + ++made)}.M${made}.test`
      await writeFile(join(own, 'tmp', name), content, { mode: 0o666 })
      await rename(join(own, 'tmp', name), join(own, 'new', name))
    },
    restartUids: async () => {
      for (const name of await readdir(join(mail, user, 'Maildir'))) if (name.startsWith('dovecot')) await rm(join(mail, user, 'Maildir', name))
    },
  } // oxfmt-ignore
}

async function unpack(home: string, programs: string) {
  const debs = join(home, 'debs')
  const root = join(home, 'root')
  await mkdir(debs)
  await downloadDebian(home, debs, PACKAGES)
  for (const name of await readdir(debs)) if (name.endsWith('.deb')) await run('dpkg', ['-x', join(debs, name), root])
  await cp(join(root, 'usr/lib/dovecot'), programs, { recursive: true, verbatimSymlinks: true })
  await cp(join(root, 'usr/sbin/dovecot'), join(programs, 'dovecot'))
  await cp(join(root, 'usr/bin/doveconf'), `${programs}c`)
  for await (const path of glob([`${root}/usr/lib/*-linux-gnu/*.so.*`, `${root}/lib/*-linux-gnu/*.so.*`]))
    await cp(path, join(programs, path.slice(path.lastIndexOf('/') + 1)), { verbatimSymlinks: false, dereference: true })
  for await (const path of glob(`${programs}/modules/**/libstats_auth.so`)) await symlink(path, join(programs, 'libstats_auth.so'))
  for (const entry of await readdir(programs, { withFileTypes: true })) if (entry.isFile()) await moved(join(programs, entry.name), programs)
  await moved(`${programs}c`, programs)
  for (const path of [home, programs]) await chmod(path, 0o755)
}

/** Debian's packages, into a folder; without lists of packages they are fetched into the same home. */
export async function downloadDebian(home: string, debs: string, packages: readonly string[]) {
  const own = ['-o', `Dir::State=${home}/state`, '-o', `Dir::Cache=${home}/cache`, '-o', 'APT::Sandbox::User=']
  const get = (options: readonly string[]) => run('apt-get', [...options, 'download', ...packages], { cwd: debs })
  await get([]).catch(async () => {
    await mkdir(join(home, 'state/lists/partial'), { recursive: true })
    await mkdir(join(home, 'cache/archives/partial'), { recursive: true })
    await run('apt-get', [...own, 'update'])
    await get(own)
  })
}

async function moved(path: string, programs: string) {
  const bytes = await readFile(path)
  let isChanged = false
  for (const [from, to] of [
    ['/usr/lib/dovecot', programs],
    ['/usr/bin/doveconf', `${programs}c`],
  ] as const)
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) {
      bytes.write(to, at, 'latin1')
      isChanged = true
    }
  if (isChanged) await writeFile(path, bytes)
}

type Settings = { port: number; tlsPort: number; user: string; pass: string }

async function configure(home: string, programs: string, { port, tlsPort, user, pass }: Settings) {
  const isRoot = process.getuid?.() === 0
  // Mail is never read as root: then all that belongs to the daemon runs as another user.
  const own = isRoot ? 'nobody' : (await run('id', ['-un'])).stdout.trim()
  const group = isRoot ? 'nogroup' : (await run('id', ['-gn'])).stdout.trim()
  for (const folder of ['run', 'state', `mail/${user}/Maildir/new`, `mail/${user}/Maildir/cur`, `mail/${user}/Maildir/tmp`])
    await mkdir(join(home, folder), { recursive: true })
  for (const folder of [
    'mail',
    `mail/${user}`,
    `mail/${user}/Maildir`,
    `mail/${user}/Maildir/new`,
    `mail/${user}/Maildir/cur`,
    `mail/${user}/Maildir/tmp`,
  ])
    await chmod(join(home, folder), 0o777)
  const { key, certificate } = selfSigned()
  await writeFile(join(home, 'key.pem'), key)
  await writeFile(join(home, 'cert.pem'), certificate)
  await writeFile(join(home, 'users'), `${user}:{PLAIN}${pass}::::${home}/mail/${user}::\n`)
  await chmod(join(home, 'users'), 0o644)
  await writeFile(join(home, 'dovecot.conf'), settingsText(home, programs, { port, tlsPort, own, group }))
}

const SERVICES = ['imap-login', 'auth', 'auth-worker', 'log', 'config', 'stats', 'imap', 'dict', 'dns_client', 'director', 'ipc']

type Owned = { port: number; tlsPort: number; own: string; group: string }

const settingsText = (home: string, programs: string, { port, tlsPort, own, group }: Owned) => `
base_dir = ${home}/run
state_dir = ${home}/state
libexec_dir = ${programs}
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = ${own}
default_internal_group = ${group}
default_login_user = ${own}
mail_location = maildir:~/Maildir
mail_plugin_dir = ${programs}/modules
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
login_trusted_networks =
first_valid_uid = 1
ssl = yes
ssl_cert = <${home}/cert.pem
ssl_key = <${home}/key.pem
passdb {
  driver = passwd-file
  args = ${home}/users
}
userdb {
  driver = static
  args = uid=${own} gid=${group} home=${home}/mail/%u allow_all_users=yes
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
${SERVICES.map((name) => `service ${name} {\n  chroot =\n}`).join('\n')}
`

function selfSigned() {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const made = forge.pki.createCertificate()
  made.publicKey = keys.publicKey
  made.serialNumber = '01'
  made.validity.notBefore = new Date(Date.now() - 86_400_000)
  made.validity.notAfter = new Date(Date.now() + 86_400_000)
  const subject = [{ name: 'commonName', value: 'imap.invalid' }]
  made.setSubject(subject)
  made.setIssuer(subject)
  made.sign(keys.privateKey, forge.md.sha256.create())
  return { key: forge.pki.privateKeyToPem(keys.privateKey), certificate: forge.pki.certificateToPem(made) }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

const WAIT_MS = 15_000

async function listening(port: number, log: string) {
  for (const start = Date.now(); Date.now() - start < WAIT_MS;) {
    const isThere = await new Promise<boolean>((answer) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', () => (socket.destroy(), answer(true)))
      socket.once('error', () => answer(false))
      setTimeout(() => (socket.destroy(), answer(false)), 1000)
    })
    if (isThere) return
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error(`Dovecot does not answer: ${await readFile(log, 'utf8').catch(() => 'no log')}`)
}
