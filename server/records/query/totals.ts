import { sql } from 'kysely'
import type { Db } from '../../database/pool.ts'

/**
 * Exact totals without counting a million rows each time. A total is kept per condition until one of the models it
 * reads is written to; other processes hear of the write over the bell.
 */
export type Totals = {
  keep<T>(models: readonly string[], key: string, read: () => Promise<T>, patience?: Patience): Promise<T>
  /** Rises with every write of the model, here or in another process. */
  generation(model: string): number
  /** Something of this model was written and committed. */
  touch(model: string): void
  /** Another process wrote it. */
  touchQuietly(model: string): void
}

/** 'exact': as of now. 'picture': what took long to read may be shown for ten times as long, so that many who look at a chart ask once. */
export type Patience = 'exact' | 'picture'

type Kept = { generation: string; result: Promise<unknown>; read: number; took: number }

const KEPT = 2000
const LONG = 100

/** `fed`: the models whose rows the database derives from those of a model, and so writes with them. */
export function openTotals(publish: (model: string) => void, fed: (model: string) => readonly string[] = () => []): Totals {
  const generations = new Map<string, number>()
  const kept = new Map<string, Kept>()
  const generation = (model: string) => generations.get(model) ?? 0
  const generationOf = (models: readonly string[]) => models.map(generation).join('.')
  const isGood = (known: Kept, now: string, patience: Patience) =>
    known.generation === now || (patience === 'picture' && known.took > LONG && performance.now() - known.read < 10 * known.took)
  return {
    generation,
    keep<T>(models: readonly string[], key: string, read: () => Promise<T>, patience: Patience = 'exact') {
      const now = generationOf(models)
      const known = kept.get(key)
      if (known && isGood(known, now, patience)) return known.result as Promise<T> // the key says what is read
      // Whoever asks while it is read shares the reading, unless a write comes between.
      const begun = performance.now()
      const result = read()
      const fresh: Kept = { generation: now, result, read: begun, took: 0 }
      kept.delete(key)
      kept.set(key, fresh)
      result.then(
        () => (fresh.took = performance.now() - begun),
        () => kept.get(key) === fresh && kept.delete(key),
      )
      if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '')
      return result
    },
    touch(model) {
      this.touchQuietly(model)
      publish(model)
    },
    touchQuietly(model) {
      for (const one of [model, ...fed(model)]) generations.set(one, generation(one) + 1)
    },
  }
}

/** The number of live records of these models, of all companies or of some. */
export async function keptCount(db: Db, models: readonly string[], companies: readonly string[]): Promise<number> {
  const within = companies.length ? sql` and company_sid = any(${companies}::uuid[])` : sql``
  const result = await sql<{ n: string | null }>`select sum(n) as n from record_count where model = any(${models}::text[])${within}`.execute(db)
  return Number(result.rows[0]?.n ?? 0)
}

/** Folds what writers appended. Writers and readers go on meanwhile. */
export async function foldCounts(db: Db) {
  await sql`with taken as (delete from record_count returning *)
    insert into record_count select model, company_sid, sum(n) from taken group by 1, 2 having sum(n) <> 0`.execute(db)
}

/** Counts afresh, after rows came in by another road (restore, bulk load). */
export async function recount(db: Db, model: string) {
  await sql`delete from record_count where model = ${model}`.execute(db)
  await sql`insert into record_count select ${model}, company_sid, count(*) from ${sql.table(model)} where deleted_at is null group by company_sid`.execute(
    db,
  )
}
