import { PHPIP_TABLES, type PhpipRows } from '../../../model/import/phpip/tables.ts'
import { otherDatabase } from './dump-fault.ts'
import { insertsIn } from './sql-inserts.ts'
import { piecesOf } from './sql-text.ts'

/** The rows of the tables that are read. */
export function phpipRows(file: number, encoding: string): PhpipRows {
  const lists = Object.fromEntries(Object.keys(PHPIP_TABLES).map((table) => [table, [] as Record<string, string | null>[]]))
  for (const { table, row } of insertsIn(piecesOf(file, encoding), PHPIP_TABLES)) lists[table]?.push(row)
  if (lists['matter']?.length === 0) throw otherDatabase()
  return lists as PhpipRows // each row has the columns of PHPIP_TABLES: insertsIn gives no other
}
