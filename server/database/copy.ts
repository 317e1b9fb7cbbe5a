import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

// A statement travels through Kysely as a text with values; what is to be copied in is one value, which writes itself out.
type Lines = () => Iterable<Buffer>

export const isCopy = (values: readonly unknown[]): values is readonly [Lines] => typeof values[0] === 'function'

/** Sends the rows piece by piece, as fast as the database takes them in. */
export async function runCopy(query: (into: pg.Submittable) => unknown, statement: string, [lines]: readonly [Lines]) {
  const into = from(statement)
  query(into)
  await pipeline(Readable.from(lines()), into)
  return { command: 'COPY', rowCount: into.rowCount, rows: [] }
}
