import type { Column } from '../../../model/import/column.ts'
import { isExtra } from '../../../model/import/read-row.ts'
import type { Model } from '../../../model/kit/model.ts'
import { sql } from 'kysely'
import { accessOf } from '../../records/permission/permission.ts'
import { joinsOf } from '../../records/query/condition.ts'
import { joinSql } from '../../records/query/joins.ts'
import { fieldOf } from '../../records/registry.ts'
import { conditionSql } from '../../records/query/page.ts'
import type { Context } from '../../records/context.ts'
import { profileOf } from '../profile.ts'

/** Fields that this person may fill; what is no field of the model is read into others. */
export function mayFill(ctx: Context, model: Model): (code: string) => boolean {
  const access = accessOf(ctx, model)
  return (code) => isReadInto(ctx, model, code) || (access.mayRead(code) && access.mayWrite(code))
}

/** What a file says in words of its own is read into fields, which have their own rights. */
const isReadInto = (ctx: Context, model: Model, code: string) => fieldOf(model, code) === undefined || isExtra(profileOf(ctx, model), code)

/** A column for a field that is not this person's to fill is left out, and says so. */
export function withinRights(ctx: Context, model: Model, columns: readonly Column[]): Column[] {
  const may = mayFill(ctx, model)
  return columns.map((column) =>
    column.field && !may(column.field) ? { heading: column.heading, field: null, confidence: 0, barred: true } : column,
  )
}

/** What was worked out from a row beside its columns fills no field that is not this person's either. */
export function keepToRights(ctx: Context, model: Model, values: Record<string, unknown>): Record<string, unknown> {
  const may = mayFill(ctx, model)
  for (const code of Object.keys(values)) if (!may(code)) delete values[code]
  return values
}

export const mayMake = (ctx: Context, model: Model) => ['create', '*'].some((verb) => accessOf(ctx, model).verbs.has(verb))

/** Of these records those that this person may know of. */
export async function seenOf(ctx: Context, model: Model, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows: sight } = accessOf(ctx, model)
  if (!sight || sids.length === 0) return new Set(sids)
  const joins = joinsOf(ctx, model)
  const condition = conditionSql(joins, sight)
  const { rows } = await sql<{
    sid: string
  }>`select t.sid from ${sql.table(model.name)} as t ${joinSql(joins)} where t.sid = any(${sids}::uuid[]) and ${condition}`.execute(ctx.db)
  return new Set(rows.map(({ sid }) => sid))
}
