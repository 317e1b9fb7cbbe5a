import type { Kysely } from 'kysely'
import type pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { handleOf, limitedStatements, openPool } from './pool.ts'
import type { Tables } from './tables.ts'

/** A streaming replica of the database, for reads. */
export type Replica = {
  handle(schema: string): Kysely<Tables>
  /** All commits before this moment of `performance.now()` are on the replica; -Infinity if its position is unknown. */
  complete(): number
  /** Whether it has come past this position of the log. */
  hasReached(position: string): boolean
  /** It failed a reader: it is left alone until it answers again. */
  failed(): void
  /** Current end of the log of the database itself */
  position(): Promise<string>
  close(): Promise<void>
}

const EVERY = 200
const AFTER_FAILURE = 2000
// The known position is discarded after this many milliseconds without an answer.
const SILENCE = 2000
const CONNECTIONS = 16

/** Polls the positions of both. A fault of the replica does no harm: reads then use the database itself. */
export function openReplica(url: string, database: pg.Pool): Replica {
  const pool = openPool(url, CONNECTIONS, limitedStatements())
  const stop = new AbortController()
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { ref: false, signal: stop.signal }).catch(() => {})
  let [complete, reached, heard] = [-Infinity, 0n, 0]

  /** The end of the log now is waited for; once it has come, all that was committed until now is there. */
  async function follow() {
    const begun = performance.now()
    const end = positionAt(await endOf(database))
    for (;;) {
      const asked = { text: REPLAYED, query_timeout: SILENCE } // a way that is cut answers nothing, nor does it fail
      const { rows } = await pool.query<{ at: string | null }>(asked)
      if (!rows[0]?.at) throw new Error('it is no replica')
      reached = positionAt(rows[0].at)
      heard = performance.now()
      if (reached >= end || stop.signal.aborted) break
      await pause(EVERY / 10)
    }
    complete = begun
  }

  const forget = () => ([complete, reached] = [-Infinity, 0n])
  const following = (async () => {
    while (!stop.signal.aborted)
      await follow().then(
        () => pause(EVERY),
        () => (forget(), pause(AFTER_FAILURE)),
      )
  })()

  const isHeard = () => performance.now() - heard < SILENCE
  return {
    handle: (schema) => handleOf(pool, schema, () => 'read'),
    complete: () => (isHeard() ? complete : -Infinity),
    hasReached: (position) => isHeard() && reached >= positionAt(position),
    failed: forget,
    position: () => endOf(database),
    async close() {
      stop.abort()
      await Promise.all([pool.end(), following])
    },
  }
}

// A server that was promoted still tells its last position, although it follows nothing any more.
const REPLAYED = 'select pg_last_wal_replay_lsn()::text as at where pg_is_in_recovery()'

async function endOf(database: pg.Pool) {
  const { rows } = await database.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
  return rows[0]?.at ?? ''
}

export const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/

/** Such as 16/B374D848: the upper and the lower 32 bits. */
function positionAt(text: string): bigint {
  const [upper = '0', lower = '0'] = text.split('/')
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`)
}
