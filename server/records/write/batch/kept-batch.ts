import { sql } from 'kysely'
import type { BatchWays } from '../../../../model/kit/batch-modes.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { refuse } from '../../../errors.ts'
import type { Context, Draft, RowValues } from '../../context.ts'
import { onBehalfOf } from '../../acting/on-behalf-of.ts'
import { modelNamed } from '../../registry.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../write.ts'

/** Facts of a batch: `iql` is its query, if it had one; `beside` names other models of which a transition wrote records. */
export type Batch = {
  batch: string
  changes: RowValues
  iql?: string | undefined
  ways?: BatchWays
  transition?: string
  beside?: ReadonlySet<string>
}

/** `now` and `version`: as the batch left it; entries of earlier versions of the product have the one value of all. */
export type Kept = { sid: string; old: RowValues; now?: RowValues; version?: number }

/** Values that the undo of a batch restores in each changed record. */
export const keptOf = (drafts: readonly Draft[]): Required<Kept>[] =>
  drafts
    .filter(({ changed }) => changed.size > 0)
    .map(({ sid, before, row, changed }) => ({
      sid,
      version: Number(row.version),
      old: Object.fromEntries([...changed].map((code) => [code, before?.[code] ?? null])),
      now: Object.fromEntries([...changed].map((code) => [code, row[code] ?? null])),
    }))

/** The entry of a batch in the history. */
export async function keepBatch(ctx: Context, model: Model, { batch, changes, iql, ways = {}, transition, beside }: Batch, drafts: readonly Draft[]) {
  const history = modelNamed(ctx.tenant.models, 'batch_edit')
  const own = onBehalfOf(ctx)
  const kept = keptOf(drafts)
  const entry = {
    entity: model.name,
    transition: transition ?? null,
    edited_fields: changes,
    modes: ways,
    query: iql === undefined ? null : { iql },
    edited_records: kept,
    written_beside: [...(beside ?? [])],
    count_ok: kept.length,
    company_sid: ctx.actor.company_sid,
  }
  const made = await draftNew(own, history, [{ entity: entry.entity, company_sid: entry.company_sid }])
  for (const draft of made) Object.assign(draft.row, entry)
  refuseFaulty(made)
  for (const draft of made) draft.sid = batch
  await insertDrafts(own, history, made)
}

/** The first changes make the entry, later ones extend it; without a change there is none. Returns whether there is one. */
export async function keepMore(ctx: Context, model: Model, what: Batch, drafts: readonly Draft[], isKept: boolean): Promise<boolean> {
  const kept = keptOf(drafts)
  if (kept.length === 0) return isKept
  if (!isKept) {
    await keepBatch(ctx, model, what, drafts)
    return true
  }
  const beside = JSON.stringify([...(what.beside ?? [])])
  const { numAffectedRows } = await sql`update batch_edit set edited_records = edited_records || ${JSON.stringify(kept)}::jsonb,
    written_beside = coalesce(written_beside, '[]'::jsonb) || ${beside}::jsonb,
    count_ok = count_ok + ${kept.length}, version = version + 1 where sid = ${what.batch} and undone_at is null`.execute(ctx.db)
  if (numAffectedRows === 0n) refuse('rule', { summary_zh: '这次批量编辑已撤销', summary_en: 'This batch edit has already been undone' })
  return true
}
