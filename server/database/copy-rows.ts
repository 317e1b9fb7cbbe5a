import { CompiledQuery } from 'kysely'
import type { Db } from './pool.ts'
import { quote } from './sync/sync.ts'

type Column = readonly [name: string, type: string]

/** Many rows by PostgreSQL's bulk load, on the caller's own handle. They are written out while the database already takes them in. */
export async function copyRows(db: Db, table: string, columns: readonly Column[], rows: readonly Record<string, unknown>[]) {
  const statement = `copy ${quote(table)} (${columns.map(([name]) => quote(name)).join(', ')}) from stdin`
  await db.executeQuery(CompiledQuery.raw(statement, [() => linesOf(columns, rows)]))
}

const PIECE = 1 << 16

function* linesOf(columns: readonly Column[], rows: readonly Record<string, unknown>[]) {
  const written = columns.map(([name, type]) => [name, type.endsWith('[]')] as const)
  let text = ''
  for (const row of rows) {
    let between = ''
    for (const [name, isList] of written) {
      const value = row[name]
      text += value === null || value === undefined ? `${between}\\N` : between + cellOf(value, isList)
      between = '\t'
    }
    text += '\n'
    if (text.length < PIECE) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

/** As COPY's text format has it. */
function cellOf(value: unknown, isList: boolean): string {
  if (typeof value === 'string') return escaped(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return escaped(isList && Array.isArray(value) ? listOf(value) : JSON.stringify(value))
}

const listOf = (values: readonly unknown[]) =>
  `{${values.map((one) => (one === null ? 'NULL' : `"${String(one).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

const SPECIAL = /[\\\t\n\r]/
const SPELT: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escaped = (text: string) => (SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => SPELT[one] ?? one) : text)
