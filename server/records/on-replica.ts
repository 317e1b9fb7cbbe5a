import pg from 'pg'
import { replicaReads } from '../observability/metrics.ts'
import type { Context } from './context.ts'
import type { Patience, Reads } from './query/totals/totals.ts'

// In milliseconds. A replica that lags by more is not read, even where nothing was written meanwhile.
const MAX_LAG_MS = 2000

/**
 * Reads on the replica, if there is one that has the caller's own writes and all that this process has heard of what is read; otherwise, and
 * where it fails, in the database itself. What `read` does must read alone.
 */
export async function onReplica<T>(ctx: Context, read: (ctx: Context) => Promise<T>): Promise<T> {
  const { replica } = ctx.tenant
  if (!replica || ctx.db.isTransaction || (ctx.position && !replica.hasReached(ctx.position)) || replica.complete() < performance.now() - MAX_LAG_MS)
    return read(ctx)
  try {
    const result = await read({ ...ctx, db: replica.db })
    replicaReads.inc()
    return result
  } catch (error) {
    if (!(error instanceof Behind)) {
      if (!isOfReplica(error)) throw error
      replica.failed()
    }
    return read(ctx)
  }
}

class Behind extends Error {}

/** Ends a read on the replica that concerns models of which it lacks a write: what were kept of it would stay wrong until their next one. */
export function refuseBehind({ db, tenant: { replica, totals } }: Context, models: () => Iterable<string>) {
  if (!replica || db !== replica.db) return
  const complete = replica.complete()
  for (const model of models()) if (totals.writtenAt(model) >= complete) throw new Behind()
}

const TOO_LONG = '57014'

/** Any fault of its database or of the way to it: what changes there arrives later, and it may end a read that is in its way. */
const isOfReplica = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? error.code !== TOO_LONG
    : error instanceof Error && (('code' in error && /^E[A-Z]/.test(String(error.code))) || /connect|terminated/i.test(error.message))

/** The kept result, except in a transaction, which may have written. Readers of the replica share one among themselves: with it, it may fail. */
export async function keepResult<T>(ctx: Context, reads: Reads, key: string, read: () => Promise<T>, patience?: Patience): Promise<T> {
  const { db, tenant } = ctx
  if (db.isTransaction) return read()
  refuseBehind(ctx, () => reads.keys())
  return tenant.totals.keep(reads, db === tenant.replica?.db ? `replica ${key}` : key, read, patience)
}
