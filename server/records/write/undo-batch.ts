import type { Model } from '../../../model/kit/model.ts'
import { placedBy } from './join-company.ts'
import { refuse } from '../../errors.ts'
import { inTransaction, type Context, type RowValues } from '../context.ts'
import { accessOf, authorize } from '../permission/permission.ts'
import { modelNamed, nameOf } from '../registry.ts'
import { asBefore } from './as-before.ts'
import type { Kept } from './kept-batch.ts'
import { sameValue } from './same-value.ts'
import { takeInput } from './validate.ts'
import { sidOf } from './values.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from './write.ts'

const DAY = 86_400_000

/** Puts the records of an entry back, in the transaction of the undo. */
export type PutBack = (tx: Context, model: Model, entry: RowValues) => Promise<void>

/** Undoes a batch of the last 24 hours, once; all or none. `putBack` knows how. */
export async function undoBatch(ctx: Context, sid: string, putBack: (entry: RowValues) => PutBack) {
  const history = modelNamed(ctx.tenant.models, 'batch_edit')
  await inTransaction({ ...ctx, reason: `undo ${sid}` }, async (tx) => {
    const entry = await undoable(tx, sid)
    await putBack(entry)(tx, modelNamed(tx.tenant.models, String(entry.entity)), entry)
    const mark = draftFrom(entry)
    mark.row.undone_at = new Date().toISOString()
    mark.changed.add('undone_at')
    await updateDrafts(tx, history, [mark])
  })
}

/** The entry, locked; refused if it was undone or is too old. */
export async function undoable(tx: Context, sid: string) {
  const history = modelNamed(tx.tenant.models, 'batch_edit')
  const entry = (await lockRows(tx, history, [sid]))[0] ?? refuse('not_found')
  if (entry.undone_at) refuse('rule', { summary_zh: '这次批量编辑已撤销', summary_en: 'This batch edit has already been undone' })
  if (Date.now() - Date.parse(String(entry.created_at)) > DAY)
    refuse('rule', { summary_zh: '超过 24 小时，不能撤销', summary_en: 'It is older than 24 hours and cannot be undone' })
  return entry
}

export const isAsLeft = (value: unknown, left: unknown) => sameValue(value, left) || (value !== null && sidOf(left) === value)

/** Only fields that nobody changed since. */
export const putEditsBack: PutBack = async (tx, model, entry) => {
  authorize(tx, model, 'update')
  const kept = entry.edited_records as Kept[] // written by keepBatch
  const edited = entry.edited_fields as RowValues
  const found = await lockRows(tx, model, kept.map((one) => one.sid), { verb: 'update' }) // oxfmt-ignore
  const rows = new Map(found.map((row) => [row.sid, row]))
  if (rows.size < kept.length) refuse('not_found')
  const changed: string[] = []
  const drafts = kept.flatMap((one) => {
    const row = rows.get(one.sid)
    if (!row) return []
    // Derived values of the edited fields, such as normalised numbers, are restored as well, and the company that followed.
    const old = Object.fromEntries(Object.entries(one.old).filter(([code]) => code in edited || (placedBy(model) && code === 'company_sid')))
    if (Object.keys(old).some((code) => !isAsLeft(row[code] ?? null, one.now?.[code] ?? edited[code] ?? null))) {
      changed.push(nameOf(model, row, tx.lang))
      return []
    }
    const draft = draftFrom(row)
    takeInput(tx, model, accessOf(tx, model), draft, old)
    return [draft]
  })
  refuseChanged(changed)
  await asBefore(tx, async () => {
    await examine(tx, model, drafts)
    refuseFaulty(drafts)
    await updateDrafts(tx, model, drafts)
  })
}

const NAMED = 5

/** Names the first of the records that were changed after the batch. */
export function refuseChanged(names: readonly string[]) {
  if (names.length === 0) return
  const [zh, en] = [names.slice(0, NAMED).join('、'), names.slice(0, NAMED).join(', ')]
  const more = names.length > NAMED ? [`等 ${names.length} 条`, ` and ${names.length - NAMED} others`] : ['', '']
  refuse('rule', {
    summary_zh: `有记录在此后又被修改，不能撤销：${zh}${more[0]}`,
    summary_en: `Some of the records have changed since, so it cannot be undone: ${en}${more[1]}`,
  })
}
