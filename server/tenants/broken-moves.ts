import { sql } from 'kysely'
import { isUnreached } from '../database/away.ts'
import { type Db, handleOf } from '../database/pool.ts'
import { takeBack, tenantRows } from './bring-up.ts'
import type { Nodes } from './nodes.ts'

const BROKEN = 'broken'

/**
 * In the turn, so that the process of every move that the list still names has ended, or has lost the turn and may not tell the list
 * any more. The tenant is then used again where the list says it is; one whose server is away waits for the next time.
 */
export async function endBrokenMoves(root: Db, nodes: Nodes) {
  for (const row of (await tenantRows(root)).filter(({ moving }) => moving !== null)) {
    const { rows } = await sql<{ node: string | null }>`
      update public.tenant set moving = ${BROKEN} where name = ${row.name} and moving is not null returning node`.execute(root)
    const [broken] = rows
    if (!broken) continue // it has told the list just now
    try {
      await takeBack(handleOf(await nodes.structureOf(broken), 'public'), row)
      await sql`update public.tenant set moving = null where name = ${row.name} and moving = ${BROKEN}`.execute(root)
    } catch (error) {
      if (!isUnreached(error) && !nodes.isUnknown(broken)) throw error
    }
  }
}
