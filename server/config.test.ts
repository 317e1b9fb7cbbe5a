import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig, StartFault } from './config.ts'

const data = mkdtempSync(join(tmpdir(), 'innoe-config-'))
after(() => rmSync(data, { recursive: true, force: true }))

function faultsOf(env: Record<string, string>) {
  try {
    readConfig({ INNOE_DATA: data, ...env })
    return []
  } catch (error) {
    assert.ok(error instanceof StartFault)
    return error.faults.map(([, en]) => en)
  }
}

test('without settings, the server listens on this machine only and uses the embedded database and files on disk', () => {
  const config = readConfig({ INNOE_DATA: data })
  const { secret, ...rest } = config
  assert.deepEqual(rest, {
    port: 8080,
    host: '127.0.0.1',
    data,
    databaseUrl: undefined,
    replicaUrl: undefined,
    storageUrl: `file://${data}/documents`,
    edition: 'enterprise',
    role: 'all',
    proxies: [],
    drainSeconds: 0,
    apiDocs: 'open',
    demo: true,
    logLevel: 'warn',
  })
  assert.ok(Object.isFrozen(config))
  assert.ok(secret.length >= 32)
})

test('the secret is generated once, and only the file owner may read it', () => {
  const { secret } = readConfig({ INNOE_DATA: data })
  assert.equal(readConfig({ INNOE_DATA: data }).secret, secret)
  assert.equal(readFileSync(join(data, 'secret'), 'utf8').trim(), secret)
  assert.equal(statSync(join(data, 'secret')).mode & 0o777, 0o600)
})

for (const [setting, value, fault] of [
  ['PORT', '80800', /PORT must be a whole number/],
  ['INNOE_DRAIN_SECONDS', '601', /INNOE_DRAIN_SECONDS must be a whole number of seconds from 0 to 600/],
  ['PORT', '80a', /PORT must be a whole number/],
  ['DATABASE_URL', 'mysql://host/base', /DATABASE_URL must be a URL/],
  ['STORAGE_URL', 'ftp://host', /STORAGE_URL must be a URL/],
  ['INNOE_EDITION', 'home', /INNOE_EDITION must be one of enterprise, cloud/],
  ['INNOE_ROLE', 'mail', /INNOE_ROLE must be one of all, web, worker/],
  ['INNOE_ROLE', 'worker', /needs DATABASE_URL/],
  ['INNOE_DEMO', 'yes', /INNOE_DEMO must be one of 1, 0/],
  ['INNOE_PROXIES', '10.0.0.0/8, balancer', /INNOE_PROXIES must be IP addresses or networks separated by commas; invalid: balancer/],
  ['INNOE_PROXIES', '10.0.0.0/33', /INNOE_PROXIES/],
  ['INNOE_BI_LISTEN', 'localhost', /INNOE_BI_LISTEN must be an IP address of this machine and a port/],
  ['STORAGE_URL', 's3://', /STORAGE_URL must be like/],
  ['STORAGE_URL', 'file:documents', /STORAGE_URL must be like/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of/],
  ['INNOE_RATE_LIMIT', 'much', /INNOE_RATE_LIMIT must be a positive whole number/],
  ['INNOE_SCANNER', 'clamd', /INNOE_SCANNER must be like/],
  ['INNOE_COSTLY_LIMIT', 'none', /INNOE_COSTLY_LIMIT must be a positive whole number/],
  ['INNOE_LOGIN_LIMIT', '-1', /INNOE_LOGIN_LIMIT must be a positive whole number/],
  ['INNOE_NODES', 'north.example', /INNOE_NODES must be like north=postgres/],
  ['INNOE_NODES', 'a=postgres://x/y a=postgres://x/z', /INNOE_NODES must be like/],
  ['INNOE_NODES', 'home=postgres://x/y', /INNOE_NODES: home is the name of the installation’s own database/],
  ['INNOE_NODES', 'a=postgres://x/y b=postgres://me@x:5432/y', /INNOE_NODES: .* each name is of another database/],
  ['INNOE_REPLICA_URL', 'replica.example', /INNOE_REPLICA_URL must be a URL that begins with postgres:\/\/ or/],
  ['INNOE_STATEMENT_SECONDS', '1.5', /INNOE_STATEMENT_SECONDS must be a positive whole number/],
  ['INNOE_MAX_EXPORTED', '0', /INNOE_MAX_EXPORTED must be a positive whole number/],
  ['INNOE_MAX_SELECTED', 'all', /INNOE_MAX_SELECTED must be a positive whole number/],
  ['INNOE_IMPORT_KEPT_DAYS', 'never', /INNOE_IMPORT_KEPT_DAYS must be a positive whole number/],
  ['INNOE_RSA_BITS', 'long', /INNOE_RSA_BITS must be a positive whole number/],
  ['INNOE_AUDIT_KEPT_DAYS', '0', /INNOE_AUDIT_KEPT_DAYS must be a positive whole number/],
  ['INNOE_AUDIT_FORWARD', 'syslog+tcp://logs.example', /INNOE_AUDIT_FORWARD must be like/],
  ['INNOE_AUDIT_FORWARD', 'syslog+tls://logs.example', /INNOE_AUDIT_FORWARD must be like/],
  ['INNOE_OUTBOUND_HOSTS', 'mail.example, http://idp.example', /INNOE_OUTBOUND_HOSTS must be names of hosts .*invalid: http:..idp.example/],
  ['INNOE_AUDIT_FORWARD', 'http://logs.example:514', /INNOE_AUDIT_FORWARD must be a URL that begins with/],
  ['INNOE_AUDIT_FORWARD', 'file:audit.jsonl', /INNOE_AUDIT_FORWARD must be like/],
  ['INNOE_ADDRESS_TOKENS', 'no', /INNOE_ADDRESS_TOKENS must be one of accepted, refused/],
  ['INNOE_API_DOCS', 'closed', /INNOE_API_DOCS must be one of open, signed-in/],
  ['INNOE_SECRET', 'short', /at least 32 characters/],
] as const) {
  test(`${setting}=${value} is refused`, () => {
    const faults = faultsOf({ [setting]: value })
    assert.equal(faults.length, 1)
    assert.match(`${faults[0]}`, fault)
  })
}

test('trusted proxies are given as addresses and networks', () => {
  const { proxies } = readConfig({ INNOE_DATA: data, INNOE_PROXIES: '10.0.0.0/8, 192.168.1.7,fd00::/8' })
  assert.deepEqual(proxies, ['10.0.0.0/8', '192.168.1.7', 'fd00::/8'])
})

test('all configuration faults are reported together', () => {
  assert.equal(faultsOf({ PORT: 'x', INNOE_DEMO: 'x', INNOE_ROLE: 'x' }).length, 3)
})

test('a password in an address is not repeated in the fault', () => {
  assert.ok(!faultsOf({ DATABASE_URL: 'http://me:hunter2@host' }).join().includes('hunter2'))
})

test('a data folder that is a file is a fault', () => {
  writeFileSync(join(data, 'file'), '')
  assert.match(faultsOf({ INNOE_DATA: join(data, 'file') }).join(), /cannot be read and written/)
})

test('a truncated secret is reported as damaged, and its file is not changed', () => {
  const own = join(data, 'cut')
  mkdirSync(own)
  writeFileSync(join(own, 'secret'), '')
  assert.match(faultsOf({ INNOE_DATA: own }).join(), /secret is damaged/)
  assert.equal(readFileSync(join(own, 'secret'), 'utf8'), '')
})
