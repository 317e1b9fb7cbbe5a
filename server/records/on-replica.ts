import pg from 'pg'
import { replicaReads } from '../observability/metrics.ts'
import type { Context } from './context.ts'
import type { Patience, Reads } from './query/totals/totals.ts'

// In milliseconds. A replica that lags by more is not read, even where nothing was written meanwhile.
const MAX_LAG_MS = 2000

/**
 * Reads on the replica, if it has the caller's own writes and all writes to the models that this process knows of; otherwise, or
 * if the replica fails, on the database itself. `read` must not write.
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

/** Ends a replica read on models with a write that the replica lacks: its cached result would stay wrong until their next write. */
export function refuseBehind({ db, tenant: { replica, totals } }: Context, models: () => Iterable<string>) {
  if (!replica || db !== replica.db) return
  const complete = replica.complete()
  for (const model of models()) if (totals.writtenAt(model) >= complete) throw new Behind()
}

const TOO_LONG = '57014'

/** Any fault of the replica or its connection: its replayed changes arrive later, and may cancel a conflicting read. */
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
