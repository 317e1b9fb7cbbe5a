import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartFault } from '../config.ts'
import { nameOf, spellOut, type Table, tenantsElsewhere, tenantSchemas } from '../database/catalogue.ts'
import { withdrawBi } from '../database/bi/role.ts'
import { endSessions } from '../database/bi/sessions.ts'
import { runBootstrapSql } from '../database/bootstrap.ts'
import { type Db, handleOf, openPool } from '../database/pool.ts'
import { quote } from '../database/sync/sync.ts'
import { readArchive } from './archive.ts'
import { type Manifest, pathOf } from './backup.ts'
import type { Files } from './files.ts'

/** The database is restored in one transaction. Documents come first, since an unused one does no harm. */
export async function restore(url: string, files: Files, file: string, { force = false } = {}): Promise<Manifest & { elsewhere: readonly string[] }> {
  const { manifest, open, close } = await readArchive<Manifest>(file)
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const there = await tenantSchemas(client)
    if (there.length > 0 && !force)
      throw new StartFault([
        '数据库非空：请恢复到新数据库，或用 --force 覆盖',
        'The database is not empty: restore into a new database, or overwrite it with --force',
      ])
    for (const { path } of manifest.entries) if (path.startsWith('documents/')) await files.write(path.slice('documents/'.length), await open(path))
    await onRoot(url, async (root) => {
      await runBootstrapSql(root)
      for (const schema of there) await endSessions(root, schema)
    })
    await client.query('begin')
    for (const schema of there) await client.query(`drop schema if exists ${quote(schema)} cascade`)
    await restoreTables(client, manifest, open)
    await client.query('commit')
    // The next start restores the views of the other schemas.
    const gone = there.filter((schema) => !manifest.schemas.includes(schema))
    if (gone.length > 0)
      await onRoot(url, async (root) => {
        for (const schema of gone) await withdrawBi(root, schema)
      })
    return { ...manifest, elsewhere: await tenantsElsewhere(client) }
  } finally {
    await client.end()
    await close()
  }
}

async function onRoot(url: string, work: (root: Db) => Promise<void>) {
  const pool = openPool(url, 1)
  try {
    await work(handleOf(pool, 'public'))
  } finally {
    await pool.end()
  }
}

/** Within a transaction of the client. */
export async function restoreTables(
  client: pg.ClientBase,
  { schemas, tables, sequences }: Pick<Manifest, 'schemas' | 'tables' | 'sequences'>,
  open: (path: string) => Promise<Readable>,
) {
  await spellOut(client)
  for (const schema of schemas) if (schema !== 'public') await client.query(`create schema ${quote(schema)}`)
  for (const { create } of sequences) await client.query(create)
  const after: string[] = []
  for (const table of tables) {
    if (!(await exists(client, table))) after.push(...table.after)
    await fill(client, table, await open(pathOf(table)))
  }
  const isForeign = (statement: string) => / FOREIGN KEY /.test(statement)
  for (const statement of [...after.filter((one) => !isForeign(one)), ...after.filter(isForeign)]) await client.query(statement)
  for (const sequence of sequences) if (sequence.last) await client.query('select setval($1, $2)', [nameOf(sequence), sequence.last])
  for (const schema of schemas)
    await client.query(
      `analyze ${tables
        .filter((table) => table.schema === schema)
        .map(nameOf)
        .join(', ')}`,
    )
}

/** An engine table exists already and keeps its own keys. */
async function exists(client: pg.ClientBase, table: Table) {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [nameOf(table)])
  return rows[0]?.there === true
}

async function fill(client: pg.ClientBase, table: Table, rows: Readable) {
  await client.query(table.create)
  await client.query(`truncate ${nameOf(table)} cascade`)
  await pipeline(rows, client.query(copyFrom(`copy ${nameOf(table)} (${table.columns.map(quote).join(', ')}) from stdin`)))
}
