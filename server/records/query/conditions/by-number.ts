import { sql } from 'kysely'
import type { Model } from '../../../../model/kit/model.ts'
import { accessOf } from '../../permission/permission.ts'
import { joinsOf } from './condition.ts'
import { joinSql } from './joins.ts'
import { hasPiece } from './numbers.ts'
import { conditionSql } from '../page.ts'
import type { Context } from '../../context.ts'

export type ByNumber = { key: string; sid: string }

/** The visible records that have one of the keys. Each key is looked up by itself: for thousands at once PostgreSQL would read the whole table. */
export async function withKeys(ctx: Context, model: Model, keys: readonly string[], limit: number): Promise<ByNumber[]> {
  if (keys.length === 0) return []
  const joins = joinsOf(ctx, model)
  const seen = conditionSql(joins, accessOf(ctx, model).rows)
  const found = await sql<ByNumber>`select k.key, o.sid from unnest(${[...keys]}::text[]) as k(key)
    cross join lateral (select t.sid from ${sql.table(model.name)} as t ${joinSql(joins)}
      where t.number_keys @> array[k.key] and ${seen} limit ${MAX_OF_ONE}) o limit ${limit}`.execute(ctx.db)
  return found.rows
}

// No number belongs to so many cases; a text that does is not a number.
const MAX_OF_ONE = 50

/** The records with the text anywhere in one of their numbers. */
export async function withPiece(ctx: Context, model: Model, piece: string, limit: number): Promise<{ sid: string }[]> {
  const joins = joinsOf(ctx, model)
  const seen = conditionSql(joins, accessOf(ctx, model).rows)
  const found = await sql<{ sid: string }>`select t.sid from ${sql.table(model.name)} as t ${joinSql(joins)}
    where ${hasPiece('t', piece)} and ${seen} limit ${limit}`.execute(ctx.db)
  return found.rows
}
