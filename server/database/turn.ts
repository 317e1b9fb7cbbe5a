import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Words } from '../../model/kit/fields.ts'

/** A question on the connection that is to hold the lock. */
type Ask = <R extends pg.QueryResultRow>(text: string) => Promise<{ rows: R[] }>

const WAIT_MS = 30_000

/**
 * Takes the advisory lock of this number for the session, however long others hold it; `waitsFor` is said every half minute with who does.
 * Asking again and again, since a statement that waits holds up the indexes that the process before it builds concurrently.
 */
export async function takeTurn(ask: Ask, lock: number, waitsFor: Words) {
  for (let begun = Date.now(); ; await wait(200)) {
    const { rows } = await ask<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`)
    if (rows[0]?.mine) return
    if (Date.now() - begun < WAIT_MS) continue
    begun = Date.now()
    await tellHolders(ask, lock, waitsFor)
  }
}

/** Every role may take every advisory lock; that of a BI tool has no use for it. */
async function tellHolders(ask: Ask, lock: number, [zh, en]: Words) {
  const { rows } = await ask<{ pid: number; user: string; ended: boolean | null }>(`
    select a.pid, a.usename::text as "user",
      case when a.usename like '%\\_bi\\_%' and a.usename <> current_user and pg_has_role(a.usesysid, 'usage') then pg_terminate_backend(a.pid) end as ended
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${lock} and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())`)
  for (const { pid, user, ended } of rows)
    console.error(
      `${zh}：由数据库会话 ${pid}（用户 ${user}）占用${ended ? '，已结束该会话' : ''} / ${en}: held by the database session ${pid} of the user ${user}${ended ? ', which was ended' : ''}`,
    )
}
