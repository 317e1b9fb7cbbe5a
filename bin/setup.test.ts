import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const place = mkdtempSync(join(tmpdir(), 'innoe-setup-'))
after(() => rmSync(place, { recursive: true, force: true }))

/** A project without packages, in which the real setup runs. */
function newProject(name: string) {
  const root = join(place, name)
  mkdirSync(join(root, 'bin'), { recursive: true })
  for (const file of ['setup', 'setup.mjs', 'fix-lock.mjs']) copyFileSync(fileURLToPath(new URL(file, import.meta.url)), join(root, 'bin', file))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  const packages = { '': { name, version: '1.0.0' } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ name, version: '1.0.0', lockfileVersion: 3, requires: true, packages }))
  return root
}

async function setUp(root: string) {
  const child = spawn(join(root, 'bin', 'setup'), { stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: place } })
  const [code] = await once(child, 'exit')
  return code as number | null // what `exit` carries
}

test('two concurrent setups both succeed and leave no lock', async () => {
  const root = newProject('twice')
  assert.deepEqual(await Promise.all([setUp(root), setUp(root)]), [0, 0])
  assert.equal(existsSync(join(root, '.setup.lock')), false)
})

test('setup removes the lock of a killed setup', async () => {
  const root = newProject('killed')
  const { pid } = spawnSync('true')
  writeFileSync(join(root, '.setup.lock'), `${pid}`)
  assert.equal(await setUp(root), 0)
  assert.equal(existsSync(join(root, '.setup.lock')), false)
})

test('setup fails and reports it when the lock file does not match the packages', () => {
  const root = newProject('unfit')
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'unfit', version: '1.0.0', dependencies: { nothing: 'file:./nothing' } }))
  const { status, stderr } = spawnSync(join(root, 'bin', 'setup'), { encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: place } })
  assert.equal(status, 1)
  assert.match(stderr, /npm[\s\S]*failed/)
  assert.equal(existsSync(join(root, '.setup.lock')), false)
})

test('the packages of other platforms are added to the lock file once', () => {
  const root = newProject('platforms')
  const file = join(root, 'package-lock.json')
  const optionalDependencies = { '@tool/linux-x64-musl': '1.2.3', '@tool/win32-arm64': '1.2.3', '@tool/any': '^1.0.0' }
  writeFileSync(
    file,
    JSON.stringify({ lockfileVersion: 3, packages: { '': {}, 'node_modules/tool': { version: '1.2.3', dev: true, optionalDependencies } } }),
  )
  const fix = () => spawnSync(process.execPath, [join(root, 'bin', 'fix-lock.mjs')], { encoding: 'utf8' }).stdout
  assert.equal(fix(), '2 entries added\n')
  assert.equal(fix(), '0 entries added\n')
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  assert.deepEqual(packages['node_modules/@tool/linux-x64-musl'], {
    version: '1.2.3',
    dev: true,
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  })
  assert.deepEqual(packages['node_modules/@tool/win32-arm64'], { version: '1.2.3', dev: true, optional: true, os: ['win32'], cpu: ['arm64'] })
})

test('setup succeeds without a writable home directory', () => {
  const root = newProject('homeless')
  const { status, stderr } = spawnSync(join(root, 'bin', 'setup'), { encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: '/dev/null' } })
  assert.equal(status, 0, stderr)
  assert.equal(existsSync(join(root, 'node_modules.cache')), false)
})
