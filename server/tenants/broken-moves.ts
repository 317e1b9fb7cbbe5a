import { sql } from 'kysely'
import { isUnreached } from '../database/away.ts'
import { type Db, handleOf } from '../database/pool.ts'
import { isLockTimeout } from '../database/sync/sync-while-used.ts'
import { type TenantRow, tenantRows } from './bring-up.ts'
import { isSchema, takeBack } from './marks.ts'
import type { Nodes } from './nodes.ts'

const BROKEN = 'broken'

const said = new Set<string>()

/**
 * In the turn, so that the process of every move that the list still names has ended, or has lost the turn and may not tell the list
 * any more. The tenant is then used again where the list says it is; where its server is away, or that process still locks its tables,
 * it waits for the next time.
 */
export async function endBrokenMoves(root: Db, nodes: Nodes) {
  for (const row of (await tenantRows(root)).filter(({ moving }) => moving !== null)) {
    const { rows } = await sql<{ node: string | null }>`
      update public.tenant set moving = ${BROKEN} where name = ${row.name} and moving is not null returning node`.execute(root)
    const [broken] = rows
    if (!broken) continue // it has told the list just now
    try {
      const db = handleOf(await nodes.structureOf(broken), 'public')
      await takeBack(db, row)
      await db.transaction().execute((trx) => endUnlessLocked(root, trx, row))
    } catch (error) {
      if (!isUnreached(error) && !nodes.isUnknown(broken) && !isLockTimeout(error)) sayOnce(row, error)
    }
  }
}

/** The copy of a move locks the tables: whoever wrote again would wait for it. */
async function endUnlessLocked(root: Db, trx: Db, { name, schema }: TenantRow) {
  await sql`set local lock_timeout = 1000`.execute(trx)
  if (await isSchema(trx, schema)) await sql`lock table ${sql.id(schema, 'record_count')} in row exclusive mode`.execute(trx)
  await sql`update public.tenant set moving = null where name = ${name} and moving = ${BROKEN}`.execute(root)
}

function sayOnce({ name }: TenantRow, error: unknown) {
  const why = error instanceof Error ? error.message : String(error)
  if (said.has(`${name} ${why}`)) return
  said.add(`${name} ${why}`)
  console.error(`租户 ${name} 中断的迁移未能撤回，将重试：${why} / the broken move of the tenant ${name} was not undone, and is tried again: ${why}`)
}
