import { type RawBuilder, sql } from 'kysely'
import type { RowsField } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Access, Context } from '../context.ts'
import { modelNamed } from '../registry.ts'

type AccessOf = (ctx: Context, model: Model) => Access

/** The fields whose rows this person does not get, because they may not read them where they stand. */
export function untoldRows(ctx: Context, { of, rows_tell: told }: RowsField, accessOf: AccessOf): string[] {
  const by = told && of[told.by]
  if (!told || by?.type !== 'option') return []
  const { mayRead, masks } = accessOf(ctx, modelNamed(ctx.tenant.models, told.model))
  return Object.keys(by.options).filter((code) => !mayRead(code) || masks(code))
}

/** The other rows, chosen in the database, so that what may not be read never leaves it. */
export function toldRowsSql(ctx: Context, field: RowsField, column: RawBuilder<unknown>, accessOf: AccessOf): RawBuilder<unknown> {
  const by = sql`o.row ->> ${sql.lit(field.rows_tell?.by ?? '')}`
  const untold = untoldRows(ctx, field, accessOf).map((code) => sql`${by} is distinct from ${sql.lit(code)}`)
  return sql`(select jsonb_agg(o.row order by o.at) from jsonb_array_elements(${column}) with ordinality as o(row, at) where ${sql.join(untold, sql` and `)})`
}
