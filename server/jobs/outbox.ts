import { sql } from 'kysely'
import type { Lang } from '../../model/kit/fields.ts'
import type { Db } from '../database/pool.ts'
import type { Carrier } from '../observability/tracing.ts'
import type { Actor, Context, Tenant } from '../records/context.ts'

/**
 * Queue message: the job, its tenant and the person it runs for. `further`: the language of the tenant's own in which that person reads,
 * `asked_from`: where the call came from, for the audit log; `held`: how often its server was away.
 */
export type Ticket = {
  tenant: string
  sid: string
  actor: Omit<Actor, 'access'>
  lang: Lang
  further?: string
  asked_from?: NonNullable<Context['asked_from']>
  trace?: Carrier
  held?: number
}

const BATCH = 100

/** The ticket of a job, in the transaction of its record. */
export async function putOut({ db }: Context, ticket: Ticket) {
  await sql`insert into outgoing_ticket (sid, ticket) values (${ticket.sid}, ${JSON.stringify(ticket)})`.execute(db)
}

/** Jobs whose ticket has not reached the queue yet. */
export async function outgoingOf({ db }: Tenant): Promise<string[]> {
  if (!(await hasOutbox(db))) return []
  const { rows } = await sql<{ sid: string }>`select sid from outgoing_ticket`.execute(db)
  return rows.map(({ sid }) => sid)
}

async function hasOutbox(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: unknown }>`select to_regclass('outgoing_ticket') as found`.execute(db)
  return Boolean(rows[0]?.found)
}

/** What a tenant has brought along that has moved to the database of the queue, where nobody puts out tickets. */
export async function carryLeft(db: Db, deliver: (ticket: Ticket) => Promise<unknown>): Promise<number> {
  if (!(await hasOutbox(db))) return 0
  const carried = await carryOut(db, deliver)
  await db.transaction().execute(async (trx) => {
    await sql`lock table outgoing_ticket in access exclusive mode`.execute(trx)
    const { rows } = await sql`select from outgoing_ticket limit 1`.execute(trx)
    if (rows.length === 0) await sql`drop table outgoing_ticket`.execute(trx)
  })
  return carried
}

/**
 * Carries tickets, oldest first, and answers how many. A ticket leaves its table after it has arrived: where that is cut off, it is
 * carried again, and `deliver` must know it by its sid.
 */
export async function carryOut(db: Db, deliver: (ticket: Ticket) => Promise<unknown>): Promise<number> {
  const carry = async (trx: Db) => {
    const { rows } = await sql<{ sid: string; ticket: Ticket }>`
      select sid, ticket from outgoing_ticket order by created_at limit ${BATCH} for update skip locked`.execute(trx)
    for (const { ticket } of rows) await deliver(ticket)
    const sids = rows.map(({ sid }) => sid)
    if (sids.length > 0) await sql`delete from outgoing_ticket where sid = any(${sids})`.execute(trx)
    return rows.length
  }
  let carried = 0
  for (let last = BATCH; last === BATCH; carried += last) last = await db.transaction().execute(carry)
  return carried
}
