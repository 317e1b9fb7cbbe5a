import type { Context, RowValues } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'

/** Writes what came of a line. */
export async function noteOnLine(ctx: Context, sid: string, values: RowValues) {
  const model = modelNamed(ctx.tenant.models, 'docket_line')
  const [row] = await lockRows(ctx, model, [sid])
  if (!row) return
  const draft = draftFrom(row)
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  await updateDrafts(ctx, model, [draft])
}
