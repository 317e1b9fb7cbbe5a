import { sql } from 'kysely'
import type { Model } from '../../../../model/kit/model.ts'
import type { Context } from '../../context.ts'

/** The values that live records of these companies, or of none, already have; each is looked up in the unique index. */
export async function takenValues(
  ctx: Context,
  model: Model,
  code: string,
  values: readonly string[],
  companies: readonly string[],
): Promise<string[]> {
  if (values.length === 0) return []
  const column = sql.ref(`t.${code}`)
  const found = await sql<{ value: string }>`select o.value from unnest(${[...values]}::text[]) as v(value)
    cross join lateral (select ${column} as value from ${sql.table(model.name)} as t
      where lower(${column} collate "pg_c_utf8") = lower(v.value collate "pg_c_utf8") and t.deleted_at is null
      and (t.company_sid is null or t.company_sid = any(${[...companies]}::uuid[])) offset 0) o`.execute(ctx.db)
  return found.rows.map((row) => row.value)
}
