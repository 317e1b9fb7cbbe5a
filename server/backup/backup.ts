import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import {
  beyondTables,
  nameOf,
  type Sequence,
  sequencesOf,
  spellOut,
  type Table,
  tablesOf,
  tenantsElsewhere,
  tenantSchemas,
} from '../database/catalogue.ts'
import { quote } from '../database/sync/sync.ts'
import { StartFault } from '../config.ts'
import { type Manifest as Archive, productVersion, writeArchive } from './archive.ts'
import type { Files } from './files.ts'

/** `secrets`: of a backup of one tenant, the secrets of the installation with which its keys are encrypted, by their names. */
export type Manifest = Archive & {
  schemas: readonly string[]
  tables: readonly Table[]
  sequences: readonly Sequence[]
  documents: number
  secrets?: readonly string[]
}

/**
 * Every table of every tenant at one moment, then the documents. Queued jobs stay behind: their records are tables too.
 * Documents are never rewritten, so those that the tables name are still there when their turn comes.
 */
export async function backUp(url: string, files: Files, file: string): Promise<Manifest & { elsewhere: readonly string[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let elsewhere: readonly string[] = []
    async function schemas() {
      const tenants = await tenantSchemas(client)
      if (tenants.length === 0) throw new StartFault(['数据库中没有 Innoe 的数据', 'The database contains no data of Innoe'])
      elsewhere = await tenantsElsewhere(client)
      return ['public', ...tenants]
    }
    const made = await writeBackup(client, schemas, files.list(), files, file)
    return { ...made, elsewhere }
  } finally {
    await client.end()
  }
}

/** Of these schemas and these keys of documents; the client is left within no transaction. */
export async function writeBackup(
  client: pg.ClientBase,
  schemas: () => Promise<readonly string[]>,
  keys: AsyncIterable<string>,
  files: Files,
  file: string,
  more: Pick<Manifest, 'secrets'> = {},
): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query('set local statement_timeout = 0')
    await spellOut(client)
    const facts = await factsOf(client, await schemas())
    let documents = 0
    async function* parts() {
      for (const table of facts.tables) yield { path: pathOf(table), open: async () => rowsOf(client, table) }
      await client.query('commit')
      for await (const key of keys) {
        documents += 1
        yield { path: `documents/${key}`, open: () => files.read(key) }
      }
    }
    const made = () => ({ innoe: productVersion(), made_at: new Date().toISOString(), ...facts, ...more, documents })
    return await writeArchive<Manifest>(file, parts(), made)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

export const pathOf = ({ schema, name }: Table) => `tables/${schema}/${name}.copy`

async function factsOf(client: pg.ClientBase, schemas: readonly string[]) {
  const beyond = await beyondTables(client, schemas)
  if (beyond.length > 0) throw new StartFault([`无法备份：${beyond.join('、')}`, `Cannot be backed up: ${beyond.join(', ')}`])
  return { schemas, tables: await tablesOf(client, schemas), sequences: await sequencesOf(client, schemas) }
}

function rowsOf(client: pg.ClientBase, table: Table): Readable {
  return client.query(copyTo(`copy ${nameOf(table)} (${table.columns.map(quote).join(', ')}) to stdout`))
}
