import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

// Kysely passes a statement as text with values; the data to copy is one value, a function that yields its lines.
type Lines = () => Iterable<Buffer>

export const isCopy = (values: readonly unknown[]): values is readonly [Lines] => typeof values[0] === 'function'

/** Sends the rows piece by piece, as fast as the database takes them in. */
export async function runCopy(query: (into: pg.Submittable) => unknown, statement: string, [lines]: readonly [Lines]) {
  const into = from(statement)
  query(into)
  await pipeline(Readable.from(lines()), into)
  return { command: 'COPY', rowCount: into.rowCount, rows: [] }
}
