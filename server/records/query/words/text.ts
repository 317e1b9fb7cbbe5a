import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { fullText, LEXEMES } from '../../../database/sync/sync.ts'
import { lexemesOf } from './words.ts'

type Sql = RawBuilder<unknown>

/** PostgreSQL refuses a pattern whose last backslash escapes nothing; here it stands for itself. */
const wholePattern = (pattern: string) => (/(^|[^\\])(\\\\)*\\$/.test(pattern) ? `${pattern}\\` : pattern)

/** The index of the words of a text, alone or with those of other texts of its record. */
export type Indexed = { lexemes: Sql; alone: boolean }

export function indexedBy(models: readonly Model[], alias: string, field: Field): Indexed | undefined {
  const alone = models.every((model) => fullText(model).length === 1)
  return field.full_text ? { lexemes: sql.ref(`${alias}.${LEXEMES}`), alone } : undefined
}

/** Words, and any run of Chinese, Japanese or Korean characters. Pairs find the rows; a longer run is then checked in the text. */
export function contains(column: Sql, wanted: string, indexed?: Indexed): Sql {
  const { query, runs, words, others } = lexemesOf(wanted)
  if (!query && others.length === 0) return has(column, wanted)
  const met = others.map((word) => has(column, word))
  if (!query) return sql`(${sql.join(met, sql` and `)})`
  const own = sql`public.innoe_words(${column}) @@ ${query}::tsquery`
  const found = indexed ? sql`${indexed.lexemes} @@ ${query}::tsquery${indexed.alone ? sql`` : sql` and ${own}`}` : own
  const exact = runs.filter((run) => run.length > 2).map((run) => holds(column, run))
  // Without an index every text is scanned; that is cheaper than splitting it, and leaves few texts to split.
  const likely = indexed ? [] : [...runs.map((run) => holds(column, run)), ...words.map((word) => has(column, word))]
  return sql`(${sql.join([...likely, found, ...exact, ...met], sql` and `)})`
}

/** A pattern; every match has each pair of adjacent Chinese, Japanese or Korean characters of the pattern, which the index finds. */
export function like(column: Sql, pattern: string, indexed?: Indexed): Sql {
  const met = sql`${column} ilike ${wholePattern(pattern)}`
  const runs = pattern.split(/[%_\\]/).flatMap((part) => lexemesOf(part).runs.filter((run) => run.length > 1))
  if (!indexed || runs.length === 0) return met
  const pairs = runs.map((run) => lexemesOf(run).query).join(' & ')
  return sql`(${indexed.lexemes} @@ ${pairs}::tsquery and ${met})`
}

/** Characters without capitals: looked for as they are, which costs about a fifth of a pattern that takes a whole text to small letters. */
const holds = (column: Sql, run: string) => sql`strpos(${column}, ${run}) > 0`

const has = (column: Sql, words: string) => sql`${column} ilike ${`%${escaped(words)}%`}`

/** Escapes the special characters of a pattern. */
export const escaped = (words: string) => words.replace(/[\\%_]/g, '\\$&')
