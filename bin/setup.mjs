import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

// Runs before anything is installed, on any Node from 20: built-in modules only.
const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...path) => join(root, ...path)
const lock = at('.setup.lock')
const patience = 10 * 60_000

if (Number(process.versions.node.split('.')[0]) < 20)
  die(`Node.js ${process.version} is too old: 20 or newer is needed / Node.js 版本过低，需要 20 或更新`)

if (!isInstalled() || !isBuilt()) {
  await takeTurn()
  try {
    if (!isInstalled()) install()
    if (!isBuilt()) build()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Compares what npm says it has put there with what the lock file asks; packages of other platforms may be absent. */
function isInstalled() {
  const installed = packagesIn(at('node_modules', '.package-lock.json'))
  const wanted = packagesIn(at('package-lock.json'))
  if (!installed || !existsSync(at('node_modules', '.bin', 'node'))) return false
  const isThere = ([folder, { version, optional }]) => (installed[folder] ? installed[folder].version === version : optional)
  return Object.entries(wanted).every(([folder, entry]) => folder === '' || isThere([folder, entry]))
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

function install() {
  say('Installing packages, once… / 正在安装依赖（仅首次）…')
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const cache = cacheInstead()
  const words = ['--include=dev', '--include=optional', '--loglevel=error', '--no-fund', '--no-audit', '--no-progress']
  run([...npm, 'ci', ...words, ...(cache ? [`--cache=${cache}`] : [])])
  if (cache) rmSync(cache, { recursive: true, force: true })
}

/** A user of a service often has no home, or may not write there, and npm wants a place for what it downloads. */
function cacheInstead() {
  const usual = process.env.npm_config_cache || join(homedir(), '.npm')
  try {
    mkdirSync(usual, { recursive: true })
    accessSync(usual, constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return at('node_modules.cache')
  }
}

function isBuilt() {
  const stamp = at('web', 'dist', '.sources')
  return !existsSync(at('web', 'index.html')) || (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesOfWeb())
}

/** Built beside and then swapped in, so that a server running meanwhile never serves half of it. */
function build() {
  say('Building the web client… / 正在构建网页…')
  const fresh = at('web', 'dist.new')
  const old = at('web', 'dist.old')
  const sources = sourcesOfWeb()
  rmSync(fresh, { recursive: true, force: true })
  run([
    at('node_modules', '.bin', 'node'),
    at('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    at('web'),
    '--outDir',
    fresh,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ])
  mkdirSync(fresh, { recursive: true })
  writeFileSync(join(fresh, '.sources'), sources)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(at('web', 'dist'))) renameSync(at('web', 'dist'), old)
  renameSync(fresh, at('web', 'dist'))
  rmSync(old, { recursive: true, force: true })
}

function sourcesOfWeb() {
  const digest = createHash('sha256')
  for (const file of [...filesUnder('web'), ...filesUnder('model'), 'package-lock.json'])
    digest
      .update(`${file}\0`)
      .update(readFileSync(at(file)))
      .update('\0')
  return digest.digest('hex')
}

function filesUnder(folder) {
  const entries = readdirSync(at(folder), { withFileTypes: true }).filter(({ name }) => !/^dist(\.|$)|^node_modules$|\.test\.tsx?$/.test(name))
  const files = entries.flatMap((entry) => (entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
  return files.sort()
}

/** One setup at a time: the lock file appears with its owner's pid already in it, and the lock of a dead owner is cleared away. */
async function takeTurn() {
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid}`)
  process.once('exit', () => rmSync(mine, { force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (rmSync(lock, { force: true }), process.exit(1)))
  for (const until = Date.now() + patience; Date.now() < until; await wait(200)) {
    try {
      linkSync(mine, lock)
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      clearIfDead()
    }
  }
  die(`Another setup has held ${lock} for ten minutes; delete it if none is running / 另一个安装进程占用了 ${lock}，若已无该进程请删除此文件`)
}

function clearIfDead() {
  const owner = ownerOf(lock)
  if (!owner || isAlive(owner)) return
  const aside = `${lock}.dead.${process.pid}`
  try {
    renameSync(lock, aside)
    // Someone quicker may have cleared it and taken the turn since: then it is theirs, and goes back.
    if (ownerOf(aside) !== owner) renameSync(aside, lock)
    else rmSync(aside, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function run([program, ...words]) {
  const { status, error, stdout, stderr } = spawnSync(program, words, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status === 0) return
  rmSync(lock, { force: true })
  die(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n${program} ${words.slice(0, 2).join(' ')}: failed / 失败`)
}

function say(words) {
  console.error(words)
}

function die(words) {
  say(words)
  process.exit(1)
}
