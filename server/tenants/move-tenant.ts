import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { StartFault } from '../config.ts'
import { beyondTables } from '../database/catalogue.ts'
import { hasCitus, moveInCluster } from '../database/citus.ts'
import { withdrawBi } from '../database/bi/role.ts'
import { readMigrations, refuseOlderPrograms } from '../database/migrate.ts'
import { askOn, breakOff, connectionOf, type Db, handleOf } from '../database/pool.ts'
import { quote } from '../database/sync/sync.ts'
import { declaredModels } from '../records/registry.ts'
import type { Server } from '../server.ts'
import { bringUp, DEFAULT_TENANT, inTurn, schemaIn, tenantRows } from './bring-up.ts'
import { copyAll, lockWrites } from './copy-tenant.ts'
import { dropSchema } from './drop-schema.ts'
import { ARRIVING, departedOf, departing, isDeparting, isSchema, markOf, takeBack, unmarkArrived } from './marks.ts'
import { KEPT, type Move, watchMove } from './watch-move.ts'
import { HOME } from './nodes.ts'

/** How soon every process that runs has heard that a tenant moves. */
const NOTICED_MS = 1000

/**
 * Moves a tenant to another server while it is used. With Citus its own move does so, for `host:port`. Between plain servers the tables
 * are copied while nothing is written: reads go on, and every process answers writes by 503 at once.
 */
export async function moveTenant({ pool, tenants }: Pick<Server, 'pool' | 'tenants'>, name: string, to: string): Promise<void> {
  const node = to === HOME ? null : to
  let left: Move | undefined
  try {
    left = await inTurn(pool, async (root) => {
      const row = (await tenantRows(root)).find((one) => one.name === name)
      if (!row) throw new StartFault([`没有租户 ${name}`, `There is no tenant ${name}`])
      if (row.node === null && (await hasCitus(root))) return void (await moveInCluster(root, row.schema, to))
      if (row.node === node) throw new StartFault([`租户 ${name} 已在 ${to}`, `The tenant ${name} is on ${to} already`])
      // Hosts that no tenant has, and questions about the installation itself, are answered by it.
      if (name === DEFAULT_TENANT && node !== null)
        throw new StartFault([`默认租户 ${name} 只能在本安装的数据库中`, `The default tenant ${name} stays in the database of the installation`])
      if (!row.ready) throw new StartFault([`租户 ${name} 正在建立`, `The tenant ${name} is being filled`])
      if (node !== null) await refuseOlderPrograms(schemaIn(pool, { name: DEFAULT_TENANT, schema: 't_default' }))
      const [from, into] = [await tenants.structureOf(row), await tenants.structureOf({ node })]
      const move = { pool, row, node, from, into, token: randomUUID() }
      await takeBack(handleOf(from, 'public'), row)
      // Where this breaks off before the list has been told, the mark stays, and the processes that run end the move: `endBrokenMoves`.
      await sql`update public.tenant set moving = ${move.token} where name = ${name}`.execute(root)
      await tenants.tellAll()
      await wait(NOTICED_MS)
      await moveTables(move, root)
      return move
    })
  } catch (error) {
    await tenants.endBrokenMoves().catch(() => {}) // else a process that runs, or starts, ends it
    throw error
  } finally {
    await tenants.tellAll().catch(() => {})
  }
  if (left) await clearUp(left)
}

async function moveTables(move: Move, root: Db) {
  const { row, from, into, token } = move
  const source = await connectionOf(from)
  const watch = await watchMove(root, move, () => breakOff(source))
  try {
    await source.query(KEPT)
    await source.query('begin')
    await source.query('set local statement_timeout = 0')
    await source.query('set local idle_in_transaction_session_timeout = 0')
    await refuseOneDatabase(source, into, token)
    await clearPlaces(move)
    const beyond = await beyondTables(source, [row.schema])
    if (beyond.length > 0) throw new StartFault([`无法迁移：${beyond.join('、')}`, `Cannot be moved: ${beyond.join(', ')}`])
    const tables = await lockWrites(source, row.schema)
    await watch.refuseLost()
    await copyAll(source, into, row.schema, tables)
    // Triggers, and views of BI tools, are made there anew; nobody may write before they are.
    const one = schemaIn(into, row)
    await bringUp({ pool: into, declared: await declaredModels() }, one, await readMigrations(), move.node !== null)
    await leave(move, source)
  } catch (error) {
    await source.query('rollback').catch(() => {})
    throw watch.lost() ?? error
  } finally {
    watch.stop()
    source.release(true) // its settings are not those of others
  }
}

/** Two addresses may lead to one database, where what is to be cleared is the tenant itself. */
async function refuseOneDatabase(source: pg.PoolClient, into: pg.Pool, token: string) {
  const key = `hashtextextended('${token}', 0)`
  await source.query(`select pg_advisory_xact_lock(${key})`)
  const { rows } = await askOn<{ free: boolean }>(into, `select pg_try_advisory_xact_lock(${key}) as free`)
  if (!rows[0]?.free)
    throw new StartFault(['两个地址指向同一个数据库：无需迁移', 'Both addresses lead to the same database: there is nothing to move'])
}

/** What a move that broke off has left; anything else of this name is somebody's. */
async function clearPlaces({ row: { name, schema }, from, into }: Move) {
  const there = handleOf(into, 'public')
  if (await isSchema(there, schema)) {
    if ((await markOf(there, schema)) !== ARRIVING)
      throw new StartFault([
        `目标服务器上已有 ${schema}：可能是旧数据，请先移走`,
        `The server has a schema ${schema} already, which is not of a move of ${name}: move it away first`,
      ])
    await dropSchema(there, schema)
  }
  for (const pool of [from, into]) await dropDeparted(pool, schema)
}

/** The tenant is elsewhere since, or is here under its own name. */
async function dropDeparted(from: pg.Pool, schema: string) {
  const [db, departed] = [handleOf(from, 'public'), departedOf(schema)]
  if (!(await isSchema(db, departed))) return
  if (!isDeparting((await markOf(db, departed)) ?? null))
    throw new StartFault([`${departed} 不是迁移留下的：请先移走`, `The schema ${departed} is not of a move: move it away first`])
  await dropSchema(db, departed)
}

/** The tenant is served at its new place; a reader may still hold a table of the former one. */
async function clearUp({ pool, row: { name, schema, node }, from }: Move) {
  const clear = async (root: Db) => {
    // It may have come back, and be leaving again.
    if ((await tenantRows(root)).some((row) => row.name === name && row.node === node)) return
    await withdrawBi(handleOf(from, departedOf(schema)), schema)
    await dropDeparted(from, schema)
  }
  await inTurn(pool, clear).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    console.error(
      `租户 ${name} 已移走，但原服务器上的 ${departedOf(schema)} 未能删除，下次从那里移出或移除该租户时再删：${why} / the tenant ${name} has moved, but ${departedOf(schema)} stays on the server it was on, until it next moves from there or is removed: ${why}`,
    )
  })
}

/**
 * The tables leave their name before the list says where the tenant is: nobody writes to them any more, also who has not heard of
 * the move. Where this is cut off between the two, the departed schema gets its name back, and the list is not told any more.
 */
async function leave(move: Move, source: pg.PoolClient) {
  const { pool, row, from, into } = move
  const departed = departedOf(row.schema)
  await source.query(`alter schema ${quote(row.schema)} rename to ${quote(departed)}`)
  await source.query(`comment on schema ${quote(departed)} is '${departing(row)}'`)
  if (from === pool) await tell(move, (text, values) => source.query(text, values))
  await source.query('commit')
  if (from !== pool) await tellAgain(move)
  await unmarkArrived(handleOf(into, 'public'), row.schema).catch(() => {}) // else a process that opens it does
}

/** Only as long as this is the move under way: the tenant may have been taken back. */
async function tell({ row, node, token }: Move, ask: (text: string, values: unknown[]) => Promise<{ rowCount: number | null }>) {
  const { rowCount } = await ask(
    `update public.tenant set node = $1, moving = null where name = $2 and created_at::text = $3 and (moving = $4 or (moving is null and node is not distinct from $1))`,
    [node, row.name, row.since, token],
  )
  if (!rowCount) throw new StartFault([`租户 ${row.name} 的迁移已中断，请重新进行`, `The move of the tenant ${row.name} broke off; ask for it again`])
}

const TELL_ATTEMPTS = 60

/** Whether the list was told may be unknown where the connection breaks; it is the same to tell it twice. */
async function tellAgain(move: Move) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tell(move, (text, values) => askOn(move.pool, text, values))
    } catch (error) {
      if (error instanceof StartFault) await takeBack(handleOf(move.from, 'public'), move.row)
      if (error instanceof StartFault || attempt >= TELL_ATTEMPTS) throw error
      await wait(1000)
    }
  }
}
