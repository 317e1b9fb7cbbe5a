import { sql } from 'kysely'
import type { Model } from '../../../../model/kit/model.ts'
import { refuse } from '../../../errors.ts'
import type { Context, Draft, RowValues } from '../../context.ts'
import { fieldOf, nameOf } from '../../registry.ts'
import { faultAt } from './validate.ts'

// Only the installation itself changes its rows, with any role of a user.
const isOfSystem = (ctx: Context, model: Model, row: RowValues | undefined) =>
  model.system !== undefined && row?.is_system === true && ctx.actor.sid !== null

/** The immutable fields of a built-in record cannot be changed by any call. */
export function checkSystemRows(ctx: Context, model: Model, drafts: readonly Draft[]) {
  for (const draft of drafts) {
    if (!isOfSystem(ctx, model, draft.before)) continue
    const fixed = model.system?.fixed ?? []
    for (const code of draft.changed)
      if (fieldOf(model, code)?.computed !== true && (fixed === '*' || fixed.includes(code)))
        faultAt(ctx, model, draft, code, ['属于系统内置数据，不能修改', 'belongs to a built-in record and cannot be changed'])
  }
}

/** Built-in records cannot be deleted; the first of them is named. */
export function refuseSystemRows(ctx: Context, model: Model, rows: readonly RowValues[]) {
  const one = rows.find((row) => isOfSystem(ctx, model, row))
  if (one) refuse('system_row', { what_zh: model.zh, what_en: model.en, name: nameOf(model, one, ctx.lang) })
}

/** Records that the product maintains itself cannot be deleted. */
export function refuseKeptRows({ kept }: Model, rows: readonly RowValues[]) {
  const [summary_zh, summary_en] = kept?.instead ?? ['', '']
  if (kept && rows.some((row) => row[kept.by] === false)) refuse('rule', { summary_zh, summary_en })
}

/** Marks the records that an installation includes, also those of earlier versions. */
export async function markSystemRows({ db }: Context, model: Model, by: string, values: readonly string[]) {
  await sql`update ${sql.table(model.name)} set is_system = true where ${sql.ref(by)} = any(${[...values]}) and is_system is not true`.execute(db)
}
