import { sql } from 'kysely'
import type { Db } from '../database/pool.ts'

/**
 * Exact totals without counting a million rows each time. A total is kept per condition until one of the models it
 * reads is written to; other processes hear of the write over the bell.
 */
export type Totals = {
  keep(models: readonly string[], key: string, count: () => Promise<number>): Promise<number>
  /** Rises with every write of the model, here or in another process. */
  generation(model: string): number
  /** Something of this model was written and committed. */
  touch(model: string): void
  /** Another process wrote it. */
  touchQuietly(model: string): void
}

const KEPT = 2000

export function openTotals(ring: (model: string) => void): Totals {
  const generations = new Map<string, number>()
  const kept = new Map<string, { generation: string; total: Promise<number> }>()
  const generation = (model: string) => generations.get(model) ?? 0
  const generationOf = (models: readonly string[]) => models.map(generation).join('.')
  return {
    generation,
    keep(models, key, count) {
      const now = generationOf(models)
      const known = kept.get(key)
      if (known?.generation === now) return known.total
      // Whoever asks while the count runs shares it, unless a write comes between.
      const total = count()
      kept.delete(key)
      kept.set(key, { generation: now, total })
      total.catch(() => kept.delete(key))
      if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '')
      return total
    },
    touch(model) {
      this.touchQuietly(model)
      ring(model)
    },
    touchQuietly: (model) => void generations.set(model, generation(model) + 1),
  }
}

/** The number of live records of a model, of all companies or of these. */
export async function keptCount(db: Db, model: string, companies: readonly string[]): Promise<number> {
  const within = companies.length ? sql` and company_sid = any(${companies}::uuid[])` : sql``
  const result = await sql<{ n: string | null }>`select sum(n) as n from record_count where model = ${model}${within}`.execute(db)
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
