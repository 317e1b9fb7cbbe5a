import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Field } from '../../../model/kit/fields.ts'
import { StartFault } from '../../config.ts'
import { anyTable, handleOf } from '../../database/pool.ts'
import type { Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { tenantRows } from '../../tenants/bring-up.ts'
import { DEFAULT_TENANT, schemaOf } from '../../tenants/tenants.ts'
import { readArchive } from '../archive.ts'
import { type Manifest, writeBackup } from '../backup.ts'
import { filesOf } from '../files.ts'
import { restoreTables } from '../restore.ts'

/** Its tables as they are, with accounts and keys, and its documents. */
export async function backUpTenant({ pool, tenants, config }: Server, tenant: Tenant, file: string): Promise<Manifest> {
  const { name, schema } = tenant
  if (name === DEFAULT_TENANT)
    throw new StartFault([
      '默认租户与整个安装一起备份和恢复：innoe backup',
      'The default tenant is backed up and restored with the whole installation: innoe backup',
    ])
  const row = (await tenantRows(handleOf(pool, 'public'))).find((one) => one.name === name)
  const files = filesOf(config.storageUrl)
  const secrets = await secretsOf(tenant)
  return withClient(await tenants.structureOf(row ?? { node: null }), (client) =>
    writeBackup(client, async () => [schema], files.list(name), files, file, { secrets }),
  )
}

/** The names of the secrets of the installation with which its keys are encrypted; one that was replaced is there until each is saved again. */
async function secretsOf({ db, models }: Tenant): Promise<string[]> {
  const found = new Set<string>()
  for (const model of models.all.values())
    for (const [code, field] of Object.entries<Field>(model.fields)) {
      if (!field.secret && !field.credential) continue
      const { rows } = await sql<{ id: string }>`
        select distinct split_part(${sql.ref(code)}::text, '.', 2) as id from ${sql.table(model.name)} where ${sql.ref(code)}::text like 'v1.%'`.execute(
        db,
      )
      for (const { id } of rows) found.add(id)
    }
  const settings = await anyTable(db).selectFrom('setting').select('value').execute()
  for (const { value } of settings) for (const [, id] of JSON.stringify(value).matchAll(SEALED)) found.add(id ?? '')
  return [...found].toSorted()
}

const SEALED = /"v1\.([0-9a-f]{8})\./g

/** `seed` adds the initial data of this release; `force`: also where keys cannot be decrypted here. */
type Asked = { name: string; hosts: readonly string[]; seed: (tenant: Tenant) => Promise<unknown>; force?: boolean }

/**
 * Makes a tenant again from its backup, or out of a backup of the whole installation: as it stood then, brought up to this release as at a
 * start. Keys are encrypted for the name of the tenant, so it keeps its own. Refused where it exists; what fails leaves nothing.
 */
export async function restoreTenant({ tenants, config }: Server, file: string, { name, hosts, seed, force = false }: Asked): Promise<Manifest> {
  const archive = await readArchive<Manifest>(file)
  try {
    const { manifest, open } = archive
    const of = onlyOf(manifest, schemaOf(name), file)
    const { keys } = tenants.of('')
    const unknown = (manifest.secrets ?? []).filter((id) => !keys.knows(id))
    if (unknown.length > 0 && !force)
      throw new StartFault([
        `${file} 中有密钥由另一 INNOE_SECRET 加密：请以该密钥启动，或设为 INNOE_SECRET_BEFORE；也可用 --force 恢复，之后重新录入这些密钥`,
        `Keys in ${file} are encrypted with another INNOE_SECRET: start with it, give it as INNOE_SECRET_BEFORE, or restore with --force and enter those keys again`,
      ])
    const files = filesOf(config.storageUrl)
    await tenants.addAgain(
      { name, hosts },
      {
        make: (pool) => withClient(pool, (client) => restoreInto(client, of, open)),
        async fill(fresh) {
          for (const { path } of manifest.entries)
            if (path.startsWith(`documents/${name}/`)) await files.write(path.slice('documents/'.length), await open(path))
          await seed(fresh)
        },
      },
    )
    return manifest
  } finally {
    await archive.close()
  }
}

function onlyOf({ schemas, tables, sequences }: Partial<Manifest>, schema: string, file: string) {
  if (!schemas || !tables || !sequences) throw new StartFault([`${file} 不是备份文件`, `${file} is not a backup`])
  if (!schemas.includes(schema)) {
    const held = schemas.filter((one) => one !== 'public').join(', ')
    throw new StartFault([`${file} 中没有 ${schema}，只有 ${held}`, `${file} has no ${schema}; it has ${held}`])
  }
  const isOwn = (one: { schema: string }) => one.schema === schema
  return { schemas: [schema], tables: tables.filter(isOwn), sequences: sequences.filter(isOwn) }
}

async function restoreInto(client: pg.ClientBase, of: Parameters<typeof restoreTables>[1], open: (path: string) => Promise<Readable>) {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await restoreTables(client, of, open)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release(true) // its search path was changed
  }
}
