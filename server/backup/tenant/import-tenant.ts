import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { StartFault } from '../../config.ts'
import { anyTable, type Db } from '../../database/pool.ts'
import { syncSchema } from '../../database/sync/sync.ts'
import type { Tenant } from '../../records/context.ts'
import { loadModels } from '../../records/registry.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { readArchive } from '../archive.ts'
import { filesOf, type TenantManifest } from './export-tenant.ts'
import { openTables } from './tables.ts'

type Archive = Awaited<ReturnType<typeof readArchive<TenantManifest>>>

/** Custom fields come first: they are columns of the other tables. */
const SHAPES = ['custom_field', 'dictionary', 'dictionary_item']

const BATCH = 500

/** Fills an empty tenant: every byte of the file is proved first, and the rows come in one transaction. */
export async function importTenant(tenant: Tenant, file: string): Promise<TenantManifest> {
  const archive = await readArchive<TenantManifest>(file)
  try {
    const { manifest } = archive
    if (manifest.kind !== 'tenant') throw new StartFault([`${file} 不是租户的导出文件`, `${file} is not an export of a tenant`])
    await refuseUnlessEmpty(tenant)
    await addShapes(tenant, archive)
    await refuseNewer(tenant, manifest)
    await tenant.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await withoutTriggers(trx, tenant, async () => {
        for (const { name } of manifest.tables) if (!SHAPES.includes(name)) await fill(trx, archive, name)
      })
    })
    await keepFiles(tenant, archive)
    return manifest
  } finally {
    await archive.close()
  }
}

async function refuseUnlessEmpty({ db, schema, models }: Tenant) {
  for (const { name } of await openTables(db, schema, models)) {
    if (name === 'setting') continue
    const row = await anyTable(db)
      .selectFrom(name)
      .select(sql<number>`1`.as('one'))
      .limit(1)
      .executeTakeFirst()
    if (row) throw new StartFault([`租户已有数据（${name}），请导入到空的租户`, `The tenant has data (${name}): import into an empty tenant`])
  }
}

/** The columns of custom fields are made before rows fill them; if one is refused, none stay. */
async function addShapes(tenant: Tenant, archive: Archive) {
  await tenant.db.transaction().execute(async (trx) => {
    for (const name of SHAPES) await fill(trx, archive, name)
  })
  tenant.models = await loadModels(tenant.db, tenant.declared)
  await syncSchema(tenant.structure, tenant.models.all.values(), tenant.schema)
}

/** A column that is not here is of a later version; one that is missing there stays empty. */
async function refuseNewer(tenant: Tenant, { tables }: TenantManifest) {
  const here = new Map((await openTables(tenant.db, tenant.schema, tenant.models)).map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of tables) {
    const unknown = columns.find((code) => !here.get(name)?.has(code))
    if (unknown !== undefined)
      throw new StartFault([
        `此版本没有“${name}.${unknown}”：文件由更新的版本导出，请先升级`,
        `This version has no ${name}.${unknown}: the file was exported by a newer one, so upgrade first`,
      ])
  }
}

/** The rows that triggers derive are in the file themselves. */
async function withoutTriggers(trx: Db, { schema }: Tenant, act: () => Promise<void>) {
  const { rows } = await sql<{ name: string }>`select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${schema} and not t.tgisinternal`.execute(trx)
  for (const { name } of rows) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
  await act()
  for (const { name } of rows) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
}

async function fill(trx: Db, { manifest, open }: Archive, name: string) {
  const table = manifest.tables.find((one) => one.name === name)
  if (!table || table.rows === 0) return
  let lines: string[] = []
  let filled = 0
  const insert = async () => {
    const list = sql.join(table.columns.map((code) => sql.ref(code)))
    const given = `[${lines.join(',')}]`
    const kept = name === 'setting' ? sql`on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at` : sql``
    await sql`insert into ${sql.table(name)} (${list}) select ${list} from json_populate_recordset(null::${sql.table(name)}, ${given}::json) ${kept}`.execute(
      trx,
    )
    filled += lines.length
    lines = []
  }
  for await (const line of linesIn(await open(`data/${name}.jsonl`))) {
    lines.push(line)
    if (lines.length >= BATCH) await insert()
  }
  if (lines.length > 0) await insert()
  if (filled !== table.rows) throw new StartFault([`${name} 的行数不符`, `${name} has another number of rows than the file says`])
}

/** Lines end by a line feed alone: texts contain other line breaks. */
async function* linesIn(content: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of content.setEncoding('utf8')) {
    const lines = (rest + String(piece)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Under the keys by which the records name them. */
async function keepFiles(tenant: Tenant, { manifest, open }: Archive) {
  const there = new Set(manifest.entries.map(({ path }) => path))
  for await (const { key, path } of filesOf(tenant.db, tenant.models))
    if (there.has(path)) await storageOf(tenant).put(key, await open(path), 'application/octet-stream')
}
