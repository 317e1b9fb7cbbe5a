import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Model } from '../../../model/kit/model.ts'
import { appending, countedColumns, countTables, loaded, returning } from '../../database/count-tables.ts'
import type { Fault } from '../../database/packet.ts'
import { type Db, write } from '../../database/pool.ts'
import type { RowValues } from '../context.ts'

/**
 * The parts of a statement that write records and their kept counts together: `records` is the insert, update or delete itself. `changed`:
 * the columns that an update writes; absent for deletes.
 */
export function withCounts(model: Model, records: string, changed?: readonly string[] | 'inserted'): { parts: string[]; end: string } {
  const isAny = changed === undefined || changed === 'inserted'
  const tables = countTables(model).filter((table) => isAny || countedColumns(table).some((column) => changed.includes(column)))
  if (tables.length === 0) return { parts: [], end: records }
  const counts = tables.map((table, at) => `counts_${at} as (${appending(table, changed !== 'inserted')})`)
  return { parts: [`written as (${records} returning ${returning(tables)})`, ...counts], end: 'select' }
}

/** A separate statement that writes records, with their kept counts. */
export async function writeCounted(db: Db, model: Model, records: RawBuilder<unknown>, changed?: readonly string[], fault?: Fault) {
  const { sql: text, parameters } = records.compile(db)
  const { parts, end } = withCounts(model, text, changed)
  await write(db, `${parts.length ? `with ${parts.join(', ')} ` : ''}${end}`, parameters, fault)
}

/** The kept counts of records after a bulk load. */
export async function countLoaded(db: Db, model: Model, rows: readonly RowValues[]) {
  const tables = countTables(model)
  if (tables.length === 0) return
  const columns = [...new Set(['sid', ...tables.flatMap(countedColumns)])]
  const given = JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))))
  const counts = tables.map((table, at) => `counts_${at} as (${appending(table, false)})`)
  await db.executeQuery(CompiledQuery.raw(`with written as (${loaded(tables, '$1')}), ${counts.join(', ')} select`, [given]))
}
