import { createHash } from 'node:crypto'
import type { RowOf } from '../../database/tables.ts'
import { type Context, inTransaction, lockKey } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { updateRows } from '../../records/write/write.ts'
import { keepSetting, readSetting } from '../../records/settings/settings.ts'

type Entry = RowOf<'audit_entry'>
/** The number and the hash of an entry: the next one continues from them. */
export type Link = { number: number; hash: string }

const START: Link = { number: 0, hash: '' }
const BATCH = 1000
/** The largest integer of the database. */
const MAX_INTEGER = 2_147_483_647
/** The last entry that was sealed: the chain goes on from it, and ends with it. */
const SEALED = 'audit.sealed'
/** The last entry that retention removed. */
const REMOVED = 'audit.removed'

/** Of each entry, what the chain protects. The order is part of the hash: a new column is added at the end, where it is not null. */
const PROTECTED = [
  'sid', 'created_at', 'created_by', 'company_sid', 'event', 'result', 'account', 'address', 'device', 'entity', 'record_sid', 'about', 'action', 'records', 'rule', 'error_code', 'path', 'details', 'times', 'request_id',
] as const satisfies readonly (keyof Entry)[] // oxfmt-ignore

const LATER = ['about_en'] as const satisfies readonly (keyof Entry)[]

/** SHA-256 over the hash before, the number and the entry. */
function hashOf(before: string, number: number, entry: Entry) {
  const text = JSON.stringify([before, number, ...PROTECTED.map((code) => entry[code]), ...LATER.flatMap((code) => entry[code] ?? [])])
  return createHash('sha256').update(text).digest('hex')
}

/** Numbers and hashes the entries that wait, a thousand in one transaction, and tells the last. One process at a time does it for a tenant. */
export async function sealEntries(ctx: Context): Promise<Link | undefined> {
  let head: Link | undefined
  for (;;) {
    const sealed = await inTransaction(ctx, sealSome)
    head = sealed?.head ?? head
    if (!sealed || sealed.entries < BATCH) return head
  }
}

async function sealSome(ctx: Context) {
  await lockKey(ctx, 'audit')
  const { db, tenant } = ctx
  const waiting = await db.selectFrom('audit_entry').selectAll().where('number', 'is', null).orderBy('sid').limit(BATCH).execute()
  if (waiting.length === 0) return undefined
  let head = await headOf(ctx)
  const links = waiting.map((entry) => {
    head = { number: head.number + 1, hash: hashOf(head.hash, head.number + 1, entry) }
    return { sid: entry.sid, ...head }
  })
  await updateRows(ctx, modelNamed(tenant.models, 'audit_entry'), links, ['number', 'hash'])
  await keepSetting(ctx, SEALED, head)
  return { head, entries: waiting.length }
}

const headOf = (ctx: Pick<Context, 'db'>) => linkAt(ctx, SEALED)
const removedUntil = (ctx: Pick<Context, 'db'>) => linkAt(ctx, REMOVED)

async function linkAt(ctx: Pick<Context, 'db'>, key: string): Promise<Link> {
  return ((await readSetting(ctx, key)) as Link | undefined) ?? START // written here
}

/** The first entry at which the chain does not hold, and why; undefined when it holds. */
export type Break = { number: number; why: 'missing' | 'changed' }

/** Reads the chain from its beginning. */
export async function verifyChain({ db }: Pick<Context, 'db'>): Promise<{ entries: number; head: Link; broken?: Break }> {
  const last = await headOf({ db })
  let head = await removedUntil({ db })
  let entries = 0
  for (;;) {
    const batch = await db.selectFrom('audit_entry').selectAll().where('number', '>', head.number).orderBy('number').limit(BATCH).execute()
    for (const entry of batch) {
      const number = head.number + 1
      if (entry.number !== number) return { entries, head, broken: { number, why: 'missing' } }
      if (entry.hash !== hashOf(head.hash, number, entry)) return { entries, head, broken: { number, why: 'changed' } }
      head = { number, hash: entry.hash }
      entries += 1
    }
    if (batch.length < BATCH) return { entries, head, ...(head.number < last.number && { broken: { number: head.number + 1, why: 'missing' } }) }
  }
}

/** Removes the oldest entries, up to this number and before the first that is younger than so many days, and keeps where the chain continues. */
export async function removeOld(ctx: Context, days: number, upTo: number): Promise<number> {
  const before = new Date(Date.now() - days * 86_400_000).toISOString()
  return inTransaction(ctx, async ({ db }) => {
    const sealed = db.selectFrom('audit_entry').where('number', 'is not', null)
    const young = await sealed.select('number').where('created_at', '>=', before).orderBy('number').limit(1).executeTakeFirst()
    const last = await sealed
      .select(['number', 'hash'])
      .where('number', '<=', Math.min(upTo, (young?.number ?? MAX_INTEGER) - 1))
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last) return 0
    await keepSetting({ db }, REMOVED, { number: last.number, hash: last.hash })
    const { numDeletedRows } = await db.deleteFrom('audit_entry').where('number', '<=', last.number).executeTakeFirst()
    return Number(numDeletedRows)
  })
}
