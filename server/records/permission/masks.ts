import { type RawBuilder, sql } from 'kysely'

// Of a text shorter than this, only the first character is shown.
const MIN_PARTLY_SHOWN_CHARS = 8

/** Masks an identity card or mobile number: only the first three and the last four characters are shown. Of rows nothing is. */
export function maskOf(text: unknown): unknown {
  if (Array.isArray(text)) return []
  if (typeof text !== 'string' || text === '') return text
  return text.length < MIN_PARTLY_SHOWN_CHARS
    ? text.slice(0, 1) + '*'.repeat(text.length - 1)
    : text.slice(0, 3) + '*'.repeat(text.length - 7) + text.slice(-4)
}

/** The same mask in the database, so that the whole value never leaves it. */
export const maskSql = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when length(${column}) < ${sql.lit(MIN_PARTLY_SHOWN_CHARS)} then left(${column}, 1) || repeat('*', greatest(length(${column}) - 1, 0))
    else left(${column}, 3) || repeat('*', length(${column}) - 7) || right(${column}, 4) end`
