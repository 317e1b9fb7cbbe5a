import type { Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { keptDuring } from '../../docketing/case-hooks.ts'
import type { Context, Draft } from '../../records/context.ts'
import { insertDrafts } from '../../records/write/write.ts'

/** Inserts records and reports for each whether a deadline of its case keeps its earlier day until a second person confirms. */
export async function insertNotingKeptDays(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const kept = await keptDuring(ctx, () => insertDrafts(ctx, model, drafts))
  return ({ row }: Draft): Words | undefined => kept.get(String(row.case_sid))
}
