import { randomUUIDv7 } from 'node:crypto'
import type { Model } from '../../../model/kit/model.ts'
import { MAX_BATCH } from '../../../model/kit/verbs.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { accessOf, authorize } from '../permission/permission.ts'
import { asBefore } from './as-before.ts'
import { refuseUnlessObject } from './create.ts'
import { removeRows } from './delete.ts'
import { modelNamed } from '../registry.ts'
import { sameValue } from './same-value.ts'
import { type BatchWays } from '../../../model/kit/batch-modes.ts'
import { valuesFor, waysIn } from './batch-ways.ts'
import { takeInput } from './validate.ts'
import { sidOf } from './values.ts'
import { secretsOf } from './secrets.ts'
import { takeConfirmed } from './warnings.ts'
import { inTransaction, type Context, type Draft, type RowValues } from '../context.ts'
import { onBehalfOf } from '../on-behalf-of.ts'
import { draftFrom, draftNew, examine, insertDrafts, keepInReach, lockRows, refuseFaulty, updateDrafts } from './write.ts'

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
    await keepBatch(tx, batch, model, { changes, ways }, drafts)
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

/** Values that the undo of a batch restores in each changed record. */
export const keptOf = (drafts: readonly Draft[]) =>
  drafts
    .filter(({ changed }) => changed.size > 0)
    .map(({ sid, before, row, changed }) => ({
      sid,
      old: Object.fromEntries([...changed].map((code) => [code, before?.[code] ?? null])),
      now: Object.fromEntries([...changed].map((code) => [code, row[code] ?? null])),
    }))

export async function keepBatch(
  ctx: Context,
  sid: string,
  model: Model,
  { changes, ways = {} }: { changes: RowValues; ways?: BatchWays },
  drafts: readonly Draft[],
) {
  const history = modelNamed(ctx.tenant.models, 'batch_edit')
  const own = onBehalfOf(ctx)
  const kept = keptOf(drafts)
  const entry = {
    entity: model.name,
    edited_fields: changes,
    modes: ways,
    edited_records: kept,
    count_ok: kept.length,
    company_sid: ctx.actor.company_sid,
  }
  const made = await draftNew(own, history, [{ entity: entry.entity, company_sid: entry.company_sid }])
  for (const draft of made) Object.assign(draft.row, entry)
  refuseFaulty(made)
  for (const draft of made) draft.sid = sid
  await insertDrafts(own, history, made)
}

/** `now`: as the batch left it; entries of earlier versions have the one value of all. */
type Kept = { sid: string; old: RowValues; now?: RowValues }

const isAsLeft = (value: unknown, left: unknown) => sameValue(value, left) || (value !== null && sidOf(left) === value)

/** POST batch_edit/do/undo {sid}: only fields that nobody changed since; all or none. */
export async function undoBatch(ctx: Context, sid: string) {
  const history = modelNamed(ctx.tenant.models, 'batch_edit')
  await inTransaction({ ...ctx, reason: `undo ${sid}` }, async (tx) => {
    const entry = (await lockRows(tx, history, [sid]))[0] ?? refuse('not_found')
    if (entry.undone_at) refuse('rule', { summary_zh: '这次批量编辑已撤销', summary_en: 'This batch edit has already been undone' })
    if (Date.now() - Date.parse(String(entry.created_at)) > 86_400_000)
      refuse('rule', { summary_zh: '超过 24 小时，不能撤销', summary_en: 'It is older than 24 hours and cannot be undone' })
    const model = modelNamed(tx.tenant.models, String(entry.entity))
    authorize(tx, model, 'update')
    const kept = entry.edited_records as Kept[] // written by keepBatch
    const edited = entry.edited_fields as RowValues
    const rows = new Map(
      (
        await lockRows(
          tx,
          model,
          kept.map((one) => one.sid),
          { verb: 'update' },
        )
      ).map((row) => [row.sid, row]),
    )
    if (rows.size < kept.length) refuse('not_found')
    const drafts = kept.flatMap((one) => {
      const row = rows.get(one.sid)
      // Derived values of the edited fields, such as normalised numbers, are restored as well.
      const old = Object.fromEntries(Object.entries(one.old).filter(([code]) => code in edited))
      if (!row || Object.keys(old).some((code) => !isAsLeft(row[code] ?? null, one.now?.[code] ?? edited[code] ?? null))) return []
      const draft = draftFrom(row)
      takeInput(tx, model, accessOf(tx, model), draft, old)
      return [draft]
    })
    if (drafts.length < kept.length)
      refuse('rule', { summary_zh: '有记录在此后又被修改，不能撤销', summary_en: 'Some of the records have changed since, so it cannot be undone' })
    await asBefore(tx, async () => {
      await examine(tx, model, drafts)
      refuseFaulty(drafts)
      await updateDrafts(tx, model, drafts)
    })
    const mark = draftFrom(entry)
    mark.row.undone_at = new Date().toISOString()
    mark.changed.add('undone_at')
    await updateDrafts(tx, history, [mark])
  })
  return { sid }
}

/** POST do/batch_delete {sids}: all or none. */
export async function batchDelete(ctx: Context, model: Model, body: RowValues) {
  authorize(ctx, model, 'delete')
  refuseUnlessObject(body)
  const sids = chosenSids(body)
  await inTransaction(ctx, (tx) => removeRows(tx, model, sids, { verb: 'delete' }))
  return { sids }
}
