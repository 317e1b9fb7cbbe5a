import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

type Locked = { version?: string; license?: string; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }
type Lock = { packages: Record<string, Locked> }
type Json = Record<string, unknown>

export type Shipped = { name: string; version: string; license: string; path: string }

const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Json // the files of npm

/** What an installation runs: the packages of the server, and those that the web client is built from, with all that they need. */
export function shippedPackages(): Shipped[] {
  const { packages } = read('package-lock.json') as Lock
  const found = new Map<string, Shipped>()
  const visit = (name: string, from: string) => {
    const path = pathOf(packages, name, from)
    const locked = path === undefined ? undefined : packages[path]
    if (path === undefined || !locked?.version || found.has(path)) return
    found.set(path, { name, version: locked.version, license: locked.license ?? licenceIn(path), path })
    for (const next of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) visit(next, path)
  }
  for (const name of [...Object.keys(packages['']?.dependencies ?? {}), ...importedByWeb()]) visit(name, '')
  return [...found.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** As Node looks for a package: beside whoever needs it, then in each folder above. */
function pathOf(packages: Lock['packages'], name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (at === '') return undefined
  }
}

const IMPORTS = /(?:from|import)\s*\(?\s*'([^'.][^']*)'/g

function importedByWeb(): string[] {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: ROOT, exclude: (name) => /dist|node_modules|\.test\./.test(name) })
  const names = files.flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTS)].map(([, name = '']) => packageOf(name)))
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('node:') && !builtinModules.includes(name)).sort()
}

const packageOf = (name: string) => /^(@[^/]+\/[^/]+|[^/@]+)/.exec(name)?.[1] ?? ''

function licenceIn(path: string) {
  const file = join(ROOT, path, 'package.json')
  const { license } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Json) : {}
  return typeof license === 'string' ? license : 'see its text'
}

/** CycloneDX, as npm knows it from the lock file, of what is shipped alone. */
export function makeSbom(): Json {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(stderr)
  const whole = JSON.parse(stdout) as { components: Json[]; dependencies: { ref: string; dependsOn?: string[] }[]; metadata: { component: Json } }
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`))
  const own = whole.metadata.component['bom-ref']
  const isShipped = (ref: unknown) => ref === own || shipped.has(String(ref).split('|').at(-1) ?? '')
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...whole.metadata.component, name: 'innoe', type: 'application' } },
    components: whole.components.filter(({ name, version }) => shipped.has(`${String(name)}@${String(version)}`)),
    dependencies: whole.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  }
}

const TEXTS = /^(licen[cs]e|notice|copying|copyright)/i

/** Each package with its licence, and each text once, with the packages that it is of. */
export function makeNotice(): string {
  const packages = shippedPackages()
  const texts = new Map<string, string[]>()
  for (const { name, version, path } of packages) {
    const folder = join(ROOT, path)
    const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile() && TEXTS.test(one.name)) : []
    for (const file of files) {
      const text = readFileSync(join(folder, file.name), 'utf8').replaceAll('\r\n', '\n').trim()
      texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`])
    }
  }
  const list = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`)
  const shown = [...texts].map(([text, of]) => `${'-'.repeat(80)}\n${[...new Set(of)].join('\n')}\n\n${text}`)
  return ['Innoe is licensed under the Apache License 2.0. It is shipped with these packages:', list.join('\n'), ...shown].join('\n\n') + '\n'
}
