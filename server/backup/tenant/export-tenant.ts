import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Field } from '../../../model/kit/fields.ts'
import type { Db } from '../../database/pool.ts'
import { quote } from '../../database/sync/sync.ts'
import type { Tenant } from '../../records/context.ts'
import type { Models } from '../../records/registry.ts'
import { packKey, thumbnailKey } from '../../storage/keys.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { type Manifest as Archive, productVersion, writeArchive } from '../archive.ts'
import { KEPT_SETTINGS, type OpenTable, openTables } from './tables.ts'

/** `optional`: was made of another file, or is removed in time. */
export type TenantFile = { key: string; path: string; optional?: true }
export type TenantManifest = Archive & {
  kind: 'tenant'
  tenant: string
  tables: readonly (OpenTable & { rows: number })[]
  documents: number
  /** Files that records name, and that the storage no longer has. */
  lost: readonly string[]
}

/** Rows read at once, limited by memory */
const BATCH = 500

/**
 * Exports a whole tenant as open files in one archive: each table as JSON lines, the meaning of its columns, and each stored file
 * by its digest. The rows are those of one moment; credentials of this installation are excluded. `told` gets the progress.
 */
export async function exportTenant(tenant: Tenant, file: string, told: (done: number) => Promise<void> = async () => {}): Promise<TenantManifest> {
  const trx = await tenant.db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`set local statement_timeout = 0`.execute(trx)
    const tables = await openTables(trx, tenant.schema, tenant.models)
    const counts = new Map<string, number>()
    const lost: string[] = []
    let documents = 0
    async function* parts() {
      yield { path: 'schema.json', open: async () => Readable.from([schemaText(tenant.models, tables)]) }
      for (const table of tables) {
        yield { path: `data/${table.name}.jsonl`, open: async () => Readable.from(linesOf(trx, table, counts)) }
        await told(sumOf(counts))
      }
      const seen = new Set<string>()
      for await (const { key, path, optional } of filesOf(trx, tenant.models)) {
        if (seen.has(path)) continue
        if ((await storageOf(tenant).size(key)) === undefined) {
          if (!optional) lost.push(key)
          continue
        }
        seen.add(path)
        documents += 1
        yield { path, open: () => storageOf(tenant).get(key) }
      }
    }
    const facts = () => ({
      ...{ innoe: productVersion(), made_at: new Date().toISOString(), kind: 'tenant' as const, tenant: tenant.name },
      ...{ tables: tables.map((table) => ({ ...table, rows: counts.get(table.name) ?? 0 })), documents, lost },
    })
    return await writeArchive<TenantManifest>(file, parts(), facts)
  } finally {
    await trx.rollback().execute()
  }
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, one) => sum + one, 0)

/** PostgreSQL writes each row, so that amounts and times are exact to the last digit. */
async function* linesOf(trx: Db, { name, columns }: OpenTable, counts: Map<string, number>): AsyncGenerator<string> {
  const list = sql.join(columns.map((code) => sql.ref(code)))
  const only = name === 'setting' ? sql`where key like any(${KEPT_SETTINGS})` : sql``
  const cursor = sql.raw(quote(`innoe_open_${name}`.slice(0, 60)))
  await sql`declare ${cursor} no scroll cursor for select row_to_json(r)::text as line from (select ${list} from ${sql.table(name)} ${only}) as r`.execute(
    trx,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(BATCH))} from ${cursor}`.execute(trx)
    if (rows.length === 0) break
    counts.set(name, (counts.get(name) ?? 0) + rows.length)
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await sql`close ${cursor}`.execute(trx)
}

/** The stored files that records name, with those made of them. */
export async function* filesOf(db: Db, models: Models): AsyncGenerator<TenantFile> {
  for (const model of models.all.values()) {
    if (!('file_key' in model.fields) || !('hash' in model.fields)) continue
    const { rows } = await sql<{ key: string; hash: string }>`select file_key as key, hash from ${sql.table(model.name)} where file_key is not null and hash is not null order by sid`.execute(db) // oxfmt-ignore
    for (const { key, hash } of rows) {
      yield { key, path: `documents/${hash}` }
      if ('picture_width' in model.fields) yield { key: thumbnailKey(key), path: `documents/${hash}.thumbnail`, optional: true }
    }
  }
  for (const { sid, sha256 } of await db.selectFrom('configuration_pack').select(['sid', 'sha256']).where('sha256', 'is not', null).execute())
    yield { key: packKey(sid), path: `documents/${sha256}`, optional: true }
}

/** Describes every table and column for readers of the files who do not have the product. */
function schemaText(models: Models, tables: readonly OpenTable[]): string {
  const described = tables.map(({ name, columns, left }) => {
    const model = models.all.get(name)
    if (!model) return { table: name, columns, note: 'kept by the engine' }
    const fields = Object.entries<Field>(model.fields).filter(([code]) => columns.includes(code))
    return { table: name, zh: model.zh, en: model.en, columns: Object.fromEntries(fields.map(([code, field]) => [code, describe(field)])), left_out: left } // oxfmt-ignore
  })
  return `${JSON.stringify({ format: 'JSON lines: one record a line, columns by name; references are the sid of the other record', tables: described }, null, 1)}\n`
}

function describe(field: Field): Record<string, unknown> {
  const { type, zh, en } = field
  return {
    ...{ type, zh, en },
    ...('to' in field && { refers_to: field.to }),
    ...('options' in field && field.options && { options: field.options }),
    ...(type === 'money' && { currency: field.currency }),
    ...(type === 'rows' && { of: Object.fromEntries(Object.entries<Field>(field.of).map(([code, part]) => [code, describe(part)])) }),
  }
}
