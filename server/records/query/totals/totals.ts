import { sql } from 'kysely'
import type { Model } from '../../../../model/kit/model.ts'
import { countTables, foldStatements, recountStatements } from '../../../database/count-tables.ts'
import type { Db } from '../../../database/pool.ts'
import { type AllPieces, openPieces, type Span } from './pieces.ts'

/**
 * Exact totals without counting a million rows each time. A total is cached per condition until a write to a column
 * that it reads; the publisher reports writes of other processes.
 */
export type Totals = {
  keep<T>(reads: Reads, key: string, read: () => Promise<T>, patience?: Patience): Promise<T>
  /** Increases with every write of the model that may concern these columns, or any, in this process or another. */
  generation(model: string, columns?: Iterable<string>): number
  /** When this process last heard of a write of the model, in `performance.now()`; when it began, if it has heard of none. */
  writtenAt(model: string): number
  /** A write of this model was committed: these columns of updated records, or anything; of these records, or of any. */
  touch(model: string, columns?: readonly string[], spans?: readonly Span[]): void
  /** The same for a write of another process. */
  touchQuietly(model: string, columns?: readonly string[], spans?: readonly Span[]): void
  /** Counts of conditions, of which a write concerns a part. */
  pieces: AllPieces
}

/** The columns that a query reads, by model. Inserts and deletes concern every query. */
export type Reads = ReadonlyMap<string, ReadonlySet<string>>

/** 'exact': as of now. 'picture': a slow result may be reused for ten times its duration, so that many readers of a chart query once. */
export type Patience = 'exact' | 'picture'

type Kept = { generation: string; result: Promise<unknown>; read: number; took: number }

const KEPT = 2000
/** A message between processes is short; more columns count as any. */
const MAX_NAMED = 100
const SLOW_MS = 100
/** No picture is reused for longer, also where its read has waited. */
const LONGEST_MS = 300_000

/** The number of writes of a model: all, those with inserts or deletes, and those of each column. */
type Writes = { all: number; whole: number; columns: Map<string, number>; at: number }

/** The rows of another model that the database derives and writes with those of a model, with their columns. */
export type Derived = { model: string; columns: readonly string[] | undefined }

/** `derivedBy`: the derived writes for these columns of a model, or for inserts and deletes. */
export function openTotals(
  publish: (model: string, columns?: readonly string[], spans?: readonly Span[]) => void,
  derivedBy: (model: string, columns: readonly string[] | undefined) => Derived | undefined = () => undefined,
  pieces = openPieces(),
): Totals {
  const written = new Map<string, Writes>()
  const kept = new Map<string, Kept>()
  const opened = performance.now()
  const generation = (model: string, columns?: Iterable<string>) => {
    const writes = written.get(model)
    if (!writes) return 0
    if (!columns) return writes.all
    let sum = writes.whole
    for (const column of columns) sum += writes.columns.get(column) ?? 0
    return sum
  }
  const generationOf = (reads: Reads) => Array.from(reads, ([model, columns]) => generation(model, columns)).join('.')
  const isGood = (known: Kept, now: string, patience: Patience) =>
    known.generation === now ||
    (patience === 'picture' && known.took > SLOW_MS && performance.now() - known.read < Math.min(10 * known.took, LONGEST_MS))
  return {
    generation,
    pieces,
    writtenAt: (model) => written.get(model)?.at ?? opened,
    keep<T>(reads: Reads, key: string, read: () => Promise<T>, patience: Patience = 'exact') {
      const now = generationOf(reads)
      const known = kept.get(key)
      if (known && isGood(known, now, patience)) return known.result as Promise<T> // the key determines what is read
      // Concurrent callers share one read, unless a write comes between.
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
    touch(model, columns, spans) {
      this.touchQuietly(model, columns, spans)
      publish(model, columns && columns.length <= MAX_NAMED ? columns : undefined, spans)
    },
    touchQuietly(model, columns, spans) {
      pieces.wrote(model, spans)
      const writes = written.get(model) ?? { all: 0, whole: 0, columns: new Map(), at: 0 }
      written.set(model, writes)
      writes.all++
      writes.at = performance.now()
      if (!columns) writes.whole++
      else for (const column of columns) writes.columns.set(column, (writes.columns.get(column) ?? 0) + 1)
      const derived = derivedBy(model, columns)
      if (derived) this.touchQuietly(derived.model, derived.columns)
    },
  }
}

/** The number of live records of these models, of all companies or of some. */
export async function keptCount(db: Db, models: readonly string[], companies: readonly string[]): Promise<number> {
  const within = companies.length ? sql` and company_sid = any(${companies}::uuid[])` : sql``
  const result = await sql<{ n: string | null }>`select sum(n) as n from record_count where model = any(${models}::text[])${within}`.execute(db)
  return Number(result.rows[0]?.n ?? 0)
}

/** Folds the appended counts. Writers and readers continue meanwhile. */
export async function foldCounts(db: Db, models: Iterable<Model> = []) {
  for (const model of models)
    for (const table of countTables(model)) for (const statement of foldStatements(table)) await sql.raw(statement).execute(db)
  await sql`with taken as (delete from record_count returning *)
    insert into record_count select model, company_sid, sum(n) from taken group by 1, 2 having sum(n) <> 0`.execute(db)
}

/** Counts again after rows were written without the engine (restore, bulk load). */
export async function recount(db: Db, model: Model) {
  const { name } = model
  await sql`delete from record_count where model = ${name}`.execute(db)
  await sql`insert into record_count select ${name}, company_sid, count(*) from ${sql.table(name)} where deleted_at is null group by company_sid`.execute(
    db,
  )
  for (const table of countTables(model))
    await db.transaction().execute(async (trx) => {
      for (const statement of recountStatements(table)) await sql.raw(statement).execute(trx)
    })
}
