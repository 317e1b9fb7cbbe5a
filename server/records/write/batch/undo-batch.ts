import type { Words } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { placedBy } from '../join-company.ts'
import { refuse } from '../../../errors.ts'
import { inTransaction, type Context, type RowValues } from '../../context.ts'
import { accessOf, authorize } from '../../permission/permission.ts'
import { shownNameOf } from '../../permission/shown-name.ts'
import { modelNamed } from '../../registry.ts'
import { asBefore } from './as-before.ts'
import type { Kept } from './kept-batch.ts'
import { sameValue } from '../checks/same-value.ts'
import { takeInput } from '../checks/validate.ts'
import { sidOf } from '../values.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from '../write.ts'

const DAY = 86_400_000

/** Records that stay as they are: the names of those that changed since, and the number of those that are deleted or no longer this person's. */
export type Left = { changed: readonly string[]; gone: number }

/** Puts the records of an entry back, in the transaction of the undo: all or none, unless `leavesChanged`. */
export type PutBack = (tx: Context, model: Model, entry: RowValues, leavesChanged: boolean) => Promise<Left>

/** Undoes a batch of the last 24 hours, once. `putBack` knows how. */
export async function undoBatch(ctx: Context, sid: string, putBack: (entry: RowValues) => PutBack, leavesChanged = false): Promise<Left> {
  const history = modelNamed(ctx.tenant.models, 'batch_edit')
  return inTransaction({ ...ctx, reason: `undo ${sid}` }, async (tx) => {
    const entry = await undoable(tx, sid)
    const left = await putBack(entry)(tx, modelNamed(tx.tenant.models, String(entry.entity)), entry, leavesChanged)
    const mark = draftFrom(entry)
    mark.row.undone_at = new Date().toISOString()
    mark.changed.add('undone_at')
    await updateDrafts(tx, history, [mark])
    return left
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

/** Restores only fields without a later change. */
export const putEditsBack: PutBack = async (tx, model, entry, leavesChanged) => {
  authorize(tx, model, 'update')
  const kept = entry.edited_records as Kept[] // written by keepBatch
  const edited = entry.edited_fields as RowValues
  const found = await lockRows(tx, model, kept.map((one) => one.sid), { verb: 'update' }) // oxfmt-ignore
  const rows = new Map(found.map((row) => [row.sid, row]))
  const gone = kept.length - rows.size
  if (gone > 0 && !leavesChanged) refuse('not_found')
  const changed: string[] = []
  const drafts = kept.flatMap((one) => {
    const row = rows.get(one.sid)
    if (!row) return []
    // Derived values of the edited fields, such as normalised numbers, are restored as well, and the company that followed.
    const old = Object.fromEntries(Object.entries(one.old).filter(([code]) => code in edited || (placedBy(model) && code === 'company_sid')))
    if (Object.keys(old).some((code) => !isAsLeft(row[code] ?? null, one.now?.[code] ?? edited[code] ?? null))) {
      changed.push(shownNameOf(tx, model, row))
      return []
    }
    const draft = draftFrom(row)
    takeInput(tx, model, accessOf(tx, model), draft, old)
    return [draft]
  })
  if (!leavesChanged || drafts.length === 0) refuseChanged(changed)
  if (drafts.length === 0) refuse('not_found')
  await asBefore(tx, async () => {
    await examine(tx, model, drafts)
    refuseFaulty(drafts)
    await updateDrafts(tx, model, drafts)
  })
  return { changed, gone }
}

const NAMED = 5

/** Names the first of the records that were changed after the batch. */
export function refuseChanged(names: readonly string[]) {
  if (names.length === 0) return
  const [zh, en] = firstOf(names)
  refuse('rule', {
    summary_zh: `有记录在此后又被修改，不能撤销：${zh}`,
    summary_en: `Some of the records have changed since, so it cannot be undone: ${en}`,
  })
}

/** Describes the result of an undo. */
export function undoneBut({ changed, gone }: Left): Words {
  const [zh, en] = firstOf(changed)
  const since = changed.length > 0 ? [`；此后又被修改的保持不变：${zh}`, `; changed since and left as they are: ${en}`] : ['', '']
  const lost = gone > 0 ? [`；${gone} 条已删除或您无权修改`, `; ${gone} deleted or not yours to change`] : ['', '']
  return [`已撤销${since[0]}${lost[0]}`, `Undone${since[1]}${lost[1]}`]
}

function firstOf(names: readonly string[]): Words {
  const more = names.length > NAMED ? [`等 ${names.length} 条`, ` and ${names.length - NAMED} others`] : ['', '']
  return [`${names.slice(0, NAMED).join('、')}${more[0]}`, `${names.slice(0, NAMED).join(', ')}${more[1]}`]
}
