import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartFault } from '../config.ts'
import { withdrawBi } from '../database/bi/role.ts'
import { nameOf, sequencesOf, spellOut, type Table, tablesOf } from '../database/catalogue.ts'
import { readMigrations } from '../database/migrate.ts'
import { handleOf } from '../database/pool.ts'
import { quote } from '../database/sync/sync.ts'
import { isLockTimeout } from '../database/sync/sync-while-used.ts'
import { declaredModels } from '../records/registry.ts'
import type { Server } from '../server.ts'
import { ARRIVING, bringUp, departedOf, inTurn, schemaIn, type TenantRow, tenantRows } from './bring-up.ts'
import { hasCitus, moveInCluster } from '../database/citus.ts'
import { dropSchema } from './drop-schema.ts'
import { isSchema } from './nodes.ts'

/** The name of the installation's own database among the nodes. */
export const HOME = 'home'

/**
 * Moves a tenant to another server while it is used. With Citus its own move does so, for `host:port`. Between plain servers the tables
 * are copied while nothing is written: reads go on, writes wait, and are answered by 503 if that takes longer than a statement may.
 */
export async function moveTenant({ pool, tenants }: Pick<Server, 'pool' | 'tenants'>, name: string, to: string): Promise<void> {
  const node = to === HOME ? null : to
  await inTurn(pool, async (root) => {
    const row = (await tenantRows(root)).find((one) => one.name === name)
    if (!row) throw new StartFault([`没有租户 ${name}`, `There is no tenant ${name}`])
    if (row.node === null && (await hasCitus(root))) return await moveInCluster(root, row.schema, to)
    if (row.node === node) throw new StartFault([`租户 ${name} 已在 ${to}`, `The tenant ${name} is on ${to} already`])
    const [from, into] = [await tenants.structureOf(row), await tenants.structureOf({ node })]
    await moveTables({ pool, row, node, from, into })
  })
  await tenants.tellAll()
}

type Move = { pool: pg.Pool; row: TenantRow; node: string | null; from: pg.Pool; into: pg.Pool }

async function moveTables(move: Move) {
  const { row, from, into } = move
  await clearPlace(into, row)
  const source = await from.connect()
  try {
    await source.query('begin')
    await source.query('set local statement_timeout = 0')
    const tables = await lockWrites(source, row.schema)
    await copyAll(source, into, row.schema, tables)
    // Triggers, and views of BI tools, are made there anew; nobody may write before they are.
    const one = schemaIn(into, row)
    await bringUp({ pool: into, declared: await declaredModels() }, one, await readMigrations(), move.node !== null)
    await sql`comment on schema ${sql.id(row.schema)} is null`.execute(one.db)
    await leave(move, source)
  } catch (error) {
    await source.query('rollback').catch(() => {})
    throw error
  } finally {
    source.release(true) // its settings are not those of others
  }
  await withdrawBi(handleOf(from, departedOf(row.schema)), row.schema)
  await dropSchema(handleOf(from, 'public'), departedOf(row.schema))
}

/** What a move that broke off has left; anything else of this name is somebody's. */
async function clearPlace(into: pg.Pool, { name, schema }: TenantRow) {
  const db = handleOf(into, 'public')
  if (!(await isSchema(db, schema))) return
  const { rows } = await sql<{
    mark: string | null
  }>`select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = ${schema}`.execute(db)
  if (rows[0]?.mark !== ARRIVING)
    throw new StartFault([
      `目标服务器上已有 ${schema}：可能是旧数据，请先移走`,
      `The server has a schema ${schema} already, which is not of a move of ${name}: move it away first`,
    ])
  await dropSchema(db, schema)
}

const LOCK_ATTEMPTS = 60

/** Everybody who writes now is waited for a moment; then they pass, and it is tried again. */
async function lockWrites(source: pg.PoolClient, schema: string): Promise<Table[]> {
  await source.query('set local lock_timeout = 500')
  for (let attempt = 1; ; attempt++) {
    await source.query('savepoint before')
    await source.query(`set local search_path to ''`)
    const tables = await tablesOf(source, [schema])
    try {
      await source.query(`lock table ${tables.map(nameOf).join(', ')} in share mode`)
      await source.query('set local lock_timeout = 0')
      return await tablesOf(source, [schema]) // a custom field may have been published meanwhile
    } catch (error) {
      if (!isLockTimeout(error) || attempt >= LOCK_ATTEMPTS) throw error
      await source.query('rollback to savepoint before')
      await wait(300)
    }
  }
}

/** The rows of all tables, in one transaction of the place that they come to. */
async function copyAll(source: pg.PoolClient, into: pg.Pool, schema: string, tables: readonly Table[]) {
  const sequences = await sequencesOf(source, [schema])
  const client = await into.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await spellOut(client)
    await client.query(`create schema ${quote(schema)}`)
    await client.query(`comment on schema ${quote(schema)} is '${ARRIVING}'`)
    for (const { create } of sequences) await client.query(create)
    const isForeign = (statement: string) => / FOREIGN KEY /.test(statement)
    for (const table of tables) {
      await client.query(table.create)
      const columns = table.columns.map(quote).join(', ')
      const rows = source.query(copyTo(`copy ${nameOf(table)} (${columns}) to stdout`))
      await pipeline(rows, client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`)))
    }
    const after = tables.flatMap((table) => table.after)
    for (const statement of [...after.filter((one) => !isForeign(one)), ...after.filter(isForeign)]) await client.query(statement)
    for (const sequence of sequences) if (sequence.last) await client.query('select setval($1, $2)', [nameOf(sequence), sequence.last])
    await client.query('commit')
    await client.query(`analyze ${tables.map(nameOf).join(', ')}`)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release(true)
  }
}

/**
 * The tables leave their name before the list says where the tenant is: nobody writes to them any more, also who has not heard of
 * the move. Between the two, a start finds the departed schema and gives it its name back.
 */
async function leave({ pool, row, node, from }: Move, source: pg.PoolClient) {
  const told = (on: pg.Pool | pg.PoolClient) => on.query('update public.tenant set node = $1 where name = $2', [node, row.name])
  await source.query(`alter schema ${quote(row.schema)} rename to ${quote(departedOf(row.schema))}`)
  if (from === pool) await told(source)
  await source.query('commit')
  if (from !== pool) await told(pool)
}
