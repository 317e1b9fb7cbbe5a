import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AuditEvent } from '../../../model/auth/audit_entry.ts'
import type { Db } from '../../database/pool.ts'
import { type Context, systemContext, type Tenant } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { insertRows } from '../../records/write/write.ts'

/** Facts recorded of one event. `user` is the account that acted or was tried, `by` another account that acted on it. */
export type Audited = {
  event: AuditEvent
  user?: string | null | undefined
  by?: string | null | undefined
  refused?: boolean
  entity?: string | undefined
  record_sid?: string | undefined
  about?: string | null | undefined
  /** Set if the record has another name in English */
  about_en?: string | null | undefined
  action?: 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED'
  /** How many records left. */
  records?: number
  rule?: string | undefined
  error_code?: number | undefined
  path?: string | undefined
  details?: Record<string, unknown> | undefined
  times?: number
}

/** Origin of a call */
export type Origin = { address: string | null; device: string | null; request_id: string }

const origins = new WeakMap<FastifyRequest, Origin>()

/** One for each call. */
export function originOf(request: FastifyRequest): Origin {
  const known = origins.get(request)
  if (known) return known
  const origin: Origin = { address: request.ip, device: request.headers['user-agent']?.slice(0, 255) ?? null, request_id: request.id }
  origins.set(request, origin)
  return origin
}

/** A job states where the call came from that started it, and as its request itself. */
export const originIn = ({ request_id, origin, asked_from }: Context): Origin => origin ?? { address: null, device: null, ...asked_from, request_id }

/** Inserted with this handle: within a transaction, the entry is kept with what it records, or not at all. */
export async function keepEntries(tenant: Tenant, db: Db, entries: readonly (Audited & Origin)[]) {
  if (entries.length === 0) return
  const accounts = await accountsOf(db, entries)
  const now = new Date().toISOString()
  const rows = entries.map(({ user, by, refused, details, times, ...facts }) => {
    const actor = accounts.get(by ?? user ?? '')
    const who = {
      created_by: actor?.person ?? null,
      company_sid: actor?.company_sid ?? null,
      account: (accounts.get(user ?? '') ?? actor)?.account ?? null,
    }
    return {
      ...facts, ...who, sid: randomUUIDv7(), version: 1, valid: true, created_at: now, updated_at: now, updated_by: actor?.person ?? null, times: times ?? 1, result: refused ? 'REFUSED' : 'DONE',
      details: details ?? null, about: facts.about?.slice(0, 255) ?? null, about_en: facts.about_en?.slice(0, 255) ?? null,
    } // oxfmt-ignore
  })
  await insertRows({ ...systemContext(tenant), db }, modelNamed(tenant.models, 'audit_entry'), rows)
}

async function accountsOf(db: Db, entries: readonly Audited[]) {
  const sids = [...new Set(entries.flatMap(({ user, by }) => [user ?? [], by ?? []].flat()))]
  const rows = sids.length
    ? await db
        .selectFrom('user as u')
        .leftJoin('user_info as p', 'p.sid', 'u.user_info_sid')
        .select(['u.sid', 'u.account', 'p.sid as person', 'p.company_sid'])
        .where('u.sid', 'in', sids)
        .execute()
    : []
  return new Map(rows.map((row) => [row.sid, row]))
}
