import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = mkdtempSync(join(tmpdir(), 'innoe-sbom-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const program = fileURLToPath(new URL('sbom.ts', import.meta.url))
const { status, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8', timeout: 120_000 })

type Component = { name: string; version: string; purl: string; hashes?: unknown[] }
type Sbom = {
  bomFormat: string
  metadata: { component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { dependencies: Record<string, string> }

test('the command writes a CycloneDX list of the shipped packages: server, web client and their dependencies', () => {
  assert.equal(status, 0, stderr)
  const { bomFormat, metadata, components, dependencies } = JSON.parse(readFileSync(join(folder, 'innoe.cdx.json'), 'utf8')) as Sbom
  assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', 'innoe'])
  const there = new Map(components.map((one) => [`${one.name}@${one.version}`, one]))
  for (const [name, version] of Object.entries(own.dependencies)) assert.ok(there.get(`${name}@${version}`)?.purl, name)
  const names = new Set(components.map(({ name }) => name))
  for (const name of ['react', 'react-dom', 'antd', 'scheduler', '@fastify/busboy']) assert.ok(names.has(name), name)
  for (const name of ['typescript', 'playwright-core', 'oxlint', 'fast-check']) assert.ok(!names.has(name), name)
  const refs = new Set(dependencies.map(({ ref }) => ref))
  for (const { dependsOn } of dependencies) for (const ref of dependsOn) assert.ok(refs.has(ref), ref)
})

test('the notice contains the name, licence and licence text of each package', () => {
  const notice = readFileSync(join(folder, 'NOTICE'), 'utf8')
  for (const [name, version] of Object.entries(own.dependencies)) assert.ok(notice.includes(`\n${name} ${version}: `), name)
  assert.match(notice, /\nreact 19\.\S+: MIT\n/)
  assert.match(notice, /Copyright \(c\) Meta Platforms/)
  assert.match(notice, /fastify \S+\n[\s\S]*The Fastify/)
})
