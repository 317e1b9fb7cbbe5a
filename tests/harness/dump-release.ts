import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../server/app.ts'
import { backUp } from '../../server/backup/backup.ts'
import { filesOf } from '../../server/backup/files.ts'
import { readConfig } from '../../server/config.ts'
import { startJobs } from '../../server/jobs/start.ts'
import { openServer } from '../../server/open.ts'
import { seedTenants } from '../../server/seed/seed.ts'
import type { Server } from '../../server/server.ts'
import { fillTenant } from './fill-tenant.ts'
import { startTestPostgres } from './postgres.ts'

/**
 * Backs up a tenant of this version with fictional rows in every table, from which later versions prove that they upgrade it:
 * `node tests/harness/dump-release.ts tests/fixtures/releases/<version>-<commit>.zip`.
 */
const [file = ''] = process.argv.slice(2)
assert.ok(file, 'a file name is needed')
const place = mkdtempSync(join(tmpdir(), 'innoe-dump-'))
const postgres = await startTestPostgres()
const config = readConfig({ INNOE_DATA: place, INNOE_DEMO: '0' })
const server = await openServer(config, postgres.url)
try {
  await seedTenants(server)
  await fill(server)
  assert.deepEqual(await emptyTables(server), [], 'every table needs a row: extend tests/harness/fill-tenant.ts')
} finally {
  await server.close()
}
const { tables, documents } = await backUp(postgres.url, filesOf(config.storageUrl), file)
console.log(`${file}: ${tables.length} tables, ${documents} documents, ${statSync(file).size} bytes`)
await postgres.stop()
rmSync(place, { recursive: true, force: true })

async function fill(server: Server) {
  const jobs = await startJobs(server)
  const app = await buildApp(server)
  try {
    await fillTenant(app, server.tenants.of(''))
  } finally {
    await app.close()
    await jobs.stop()
  }
}

async function emptyTables({ pool, tenants }: Server) {
  const { schema } = tenants.of('')
  const { rows } = await pool.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = $1 order by 1`, [schema])
  const empty: string[] = []
  for (const { name } of rows) if ((await pool.query(`select from "${schema}"."${name}" limit 1`)).rowCount === 0) empty.push(name)
  return empty
}
