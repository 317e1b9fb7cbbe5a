import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { StartFault } from '../config.ts'
import type { Db } from '../database/pool.ts'
import type { TenantRow } from './bring-up.ts'

export type Move = { pool: pg.Pool; row: TenantRow; node: string | null; from: pg.Pool; into: pg.Pool; token: string }

const EVERY_MS = 10_000
const SILENCE_MS = 5000

/** A server ends a session half a minute after its client is gone without a word, with its locks and its turn; idle ones are kept open. */
export const KEPT = 'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/**
 * Whoever moves a tenant keeps the turn and the name of its move in the list, both through `root`; where it has lost one of them, the
 * move is ended by others, and `onLost` breaks off what still holds its locks.
 */
export async function watchMove(root: Db, { row: { name }, token }: Move, onLost: () => void) {
  const stop = new AbortController()
  let lost: StartFault | undefined
  await sql.raw(KEPT).execute(root)

  async function refuseLost() {
    const asked = sql`select from public.tenant where name = ${name} and moving = ${token}`.execute(root).then(({ rows }) => rows.length === 1)
    const isMine = await Promise.race([asked.catch(() => false), wait(SILENCE_MS, false, { ref: false })])
    if (isMine || stop.signal.aborted) return
    lost = new StartFault([`租户 ${name} 的迁移已中断，请重新进行`, `The move of the tenant ${name} broke off; ask for it again`])
    onLost()
    throw lost
  }

  const watching = async () => {
    for (;;) {
      await wait(EVERY_MS, undefined, { ref: false, signal: stop.signal })
      await refuseLost()
    }
  }
  watching().catch(() => {}) // it has ended, or broken off what was under way
  return { refuseLost, lost: () => lost, stop: () => stop.abort() }
}
