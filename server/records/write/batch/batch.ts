import { randomUUIDv7 } from 'node:crypto'
import type { Model } from '../../../../model/kit/model.ts'
import { MAX_BATCH } from '../../../../model/kit/verbs.ts'
import { refuse, refuseFaults } from '../../../errors.ts'
import { accessOf, authorize } from '../../permission/permission.ts'
import { refuseUnlessObject } from '../create.ts'
import { removeRows } from '../delete.ts'
import { keepBatch, keptOf } from './kept-batch.ts'
import { type BatchWays } from '../../../../model/kit/batch-modes.ts'
import { valuesFor, waysIn } from './batch-ways.ts'
import { takeInput } from '../checks/validate.ts'
import { sidOf } from '../values.ts'
import { secretsOf } from '../secrets.ts'
import { takeConfirmed } from '../checks/warnings.ts'
import { inTransaction, type Context, type Draft, type RowValues } from '../../context.ts'
import { draftFrom, examine, keepInReach, lockRows, refuseFaulty, updateDrafts } from '../write.ts'

/** The selected records, as named in the body; the address may name a single one instead. */
export function chosenSids(body: RowValues, most = MAX_BATCH): string[] {
  const { sids } = body
  if (!Array.isArray(sids) || sids.length === 0) refuse('select_one')
  if (sids.length > most) refuse('too_many_values', { key: 'sids', max: most })
  return [...new Set(sids.map((sid) => sidOf(sid) ?? refuse('bad_sid', { value: String(sid).slice(0, 60) })))]
}

const MAX_WARNINGS = 20

/** POST do/batch_update {sids, changes}: all or none, with one entry of batch edit history that can be undone for a day. */
export async function batchUpdate(ctx: Context, model: Model, body: RowValues) {
  authorize(ctx, model, 'update')
  refuseUnlessObject(body)
  const { rest, confirmed } = takeConfirmed(ctx, body)
  const sids = chosenSids(rest)
  const { changes } = rest
  refuseUnlessObject(changes)
  if (Object.keys(changes).length === 0)
    refuse('bad_request', { why_zh: 'changes 中没有要修改的字段', why_en: 'changes must name at least one field' })
  refuseSecrets(ctx, model, changes)
  const ways = waysIn(ctx, model, changes, rest.modes)
  const batch = randomUUIDv7()
  const warnings: string[] = []
  const count = await inTransaction({ ...ctx, confirmed, warnings, reason: `batch ${batch}` }, async (tx) => {
    const rows = await lockRows(tx, model, sids, { verb: 'update' })
    if (rows.length < sids.length) refuse('not_found')
    const drafts = await changeRows(tx, model, rows, changes, ways)
    await keepBatch(tx, model, { batch, changes, ways }, drafts)
    return keptOf(drafts).length
  })
  return { batch_sid: batch, count, ...(warnings.length > 0 && { warnings: [...new Set(warnings)].slice(0, MAX_WARNINGS) }) }
}

/** The batch history stores the new values, so secrets are refused. */
export function refuseSecrets(ctx: Context, model: Model, changes: RowValues) {
  const secret = secretsOf(model).find((code) => code in changes)
  if (secret) refuseFaults([{ field: secret, label: secret, reason: ctx.lang === 'zh' ? '不能批量修改' : 'cannot be changed in a batch' }])
}

/** The same changes in each of these locked rows, in the transaction of the caller; all or none. */
export async function changeRows(tx: Context, model: Model, rows: readonly RowValues[], changes: RowValues, ways: BatchWays = {}): Promise<Draft[]> {
  const drafts = rows.map((row) => draftFrom(row))
  for (const draft of drafts) takeInput(tx, model, accessOf(tx, model), draft, draft.before ? valuesFor(draft.before, changes, ways) : changes)
  await examine(tx, model, drafts)
  refuseFaulty(drafts)
  await updateDrafts(tx, model, drafts)
  await keepInReach(
    tx,
    model,
    drafts.map(({ sid }) => sid),
  )
  return drafts
}

/** POST do/batch_delete {sids}: all or none. */
export async function batchDelete(ctx: Context, model: Model, body: RowValues) {
  authorize(ctx, model, 'delete')
  refuseUnlessObject(body)
  const sids = chosenSids(body)
  await inTransaction(ctx, (tx) => removeRows(tx, model, sids, { verb: 'delete' }))
  return { sids }
}
