import type { Column } from '../../../model/import/column.ts'
import { isExtra } from '../../../model/import/read-row.ts'
import type { Model } from '../../../model/kit/model.ts'
import { sql } from 'kysely'
import { accessOf } from '../../records/permission/permission.ts'
import { joinsOf } from '../../records/query/conditions/condition.ts'
import { joinSql } from '../../records/query/conditions/joins.ts'
import { fieldOf } from '../../records/registry.ts'
import { conditionSql } from '../../records/query/page.ts'
import type { Context } from '../../records/context.ts'
import { profileOf } from '../profile.ts'

/** Fields that this person may fill; extras are read into other fields. */
export function mayFill(ctx: Context, model: Model): (code: string) => boolean {
  const access = accessOf(ctx, model)
  return (code) => isReadInto(ctx, model, code) || (access.mayRead(code) && access.mayWrite(code))
}

/** Extras are read into fields, which have their own permissions. */
const isReadInto = (ctx: Context, model: Model, code: string) => fieldOf(model, code) === undefined || isExtra(profileOf(ctx, model), code)

/** A column whose field this person may not fill is ignored, with a note. */
export function withinRights(ctx: Context, model: Model, columns: readonly Column[]): Column[] {
  const may = mayFill(ctx, model)
  return columns.map((column) =>
    column.field && !may(column.field) ? { heading: column.heading, field: null, confidence: 0, barred: true } : column,
  )
}

/** Derived values fill no forbidden field either. */
export function keepToRights(ctx: Context, model: Model, values: Record<string, unknown>): Record<string, unknown> {
  const may = mayFill(ctx, model)
  for (const code of Object.keys(values)) if (!may(code)) delete values[code]
  return values
}

export const mayMake = (ctx: Context, model: Model) => ['create', '*'].some((verb) => accessOf(ctx, model).verbs.has(verb))

/** Records visible to this person */
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
