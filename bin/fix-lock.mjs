// npm leaves optional packages of other platforms out of the lock file when the registry does not carry them,
// and `npm ci` then refuses that lock. Run after every `npm install`; it adds the entry that each of them lacks.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = process.argv[2] ?? fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = Object.entries(lock.packages).flatMap(([folder, entry]) => missingFrom(folder, entry))

for (const { name, version, entry } of missing) {
  const scope = entry.dev ? { dev: true } : entry.devOptional ? { devOptional: true } : {}
  lock.packages[`node_modules/${name}`] = { version, ...scope, optional: true, ...platformOf(name) }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length} entries added`)

/** Only exact versions: a range cannot be settled without the registry. */
function missingFrom(folder, entry) {
  return Object.entries(entry.optionalDependencies ?? {})
    .filter(([name, version]) => /^\d/.test(version) && !isLocked(folder, name))
    .map(([name, version]) => ({ name, version, entry }))
}

/** Looks where Node would: in the package's own folder, then in each folder above. */
function isLocked(folder, name) {
  if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
  return folder !== '' && isLocked(folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '', name)
}

function platformOf(name) {
  const os = name.match(/android|darwin|win32|linux|freebsd|openbsd|netbsd|sunos|aix|openharmony/)?.[0]
  const cpu = name.match(/arm64|x64|ia32|arm|ppc64|s390x|riscv64|loong64|mips64el/)?.[0]
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}
