import { type RawBuilder, sql } from 'kysely'
import type { Model } from '../../../../model/kit/model.ts'

/**
 * The records with one of these texts, in small letters, in one of these fields. Each is looked up in an index: PostgreSQL keeps no
 * statistics of the lower-case text and would read the whole table for a list of them.
 */
export const sidsSpelt = (model: Model, codes: readonly string[], texts: readonly string[]): RawBuilder<string> =>
  sql<string>`(select o.sid from unnest(${[...texts]}::text[]) as v(value) cross join lateral (${sql.join(
    codes.map(
      (code) => sql`(select t.sid from ${sql.table(model.name)} as t
        where lower(${sql.ref(`t.${code}`)} collate "pg_c_utf8") = v.value and t.deleted_at is null offset 0)`,
    ),
    sql` union all `,
  )}) o)`
