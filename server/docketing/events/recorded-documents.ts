import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { updateRow } from '../../records/write/update.ts'
import { sameValue } from '../../records/write/checks/same-value.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import { duplicateEventOf } from './duplicate-event.ts'
import { eventOfPaper, followPaper, typeOf } from './follow-paper.ts'

/** An official document filed with its type and date is an event of the case. */
export async function recordEvents(ctx: Context, drafts: readonly DraftOf<'document'>[]) {
  for (const { sid, before, row } of await inOrder(ctx, drafts)) {
    const paper = { ...row, sid }
    const event = before && isDescribed(row) ? await eventOfPaper(ctx, paper) : undefined
    if (before && event && (event.document_sid === sid || isWhole(before))) await followPaper(ctx, event, before, paper)
    else if (isWhole(row) && !(before && isWhole(before) && !isAnother(before, row))) await recordEvent(ctx, sid, row)
  }
}

/** Documents with an event come first, as another one may be a copy; of several versions, the main one. */
async function inOrder({ db }: Context, drafts: readonly DraftOf<'document'>[]) {
  if (drafts.length < 2) return drafts
  const events = await db
    .selectFrom('official_event')
    .select('document_sid')
    .where(
      'document_sid',
      'in',
      drafts.map(({ sid }) => sid),
    )
    .where('deleted_at', 'is', null)
    .execute()
  const recorded = new Set(events.map(({ document_sid }) => document_sid))
  const rankOf = ({ sid, row }: DraftOf<'document'>) => (recorded.has(sid) ? 0 : row.is_main ? 1 : 2)
  return drafts.toSorted((one, other) => rankOf(one) - rankOf(other))
}

async function recordEvent(ctx: Context, sid: string, row: Whole & DraftOf<'document'>['row']) {
  const event = modelNamed(ctx.tenant.models, 'official_event')
  const code = (await typeOf(ctx, row.doc_type))?.code
  if (!code) return
  const duplicate = await duplicateEventOf(ctx, { case_sid: row.case_sid, code, event_date: row.issue_date, serial_no: row.serial_no })
  if (duplicate) {
    // Another version of a recorded document, or the file of a notice that was entered by hand.
    if (!duplicate.document_sid) await updateRow(ctx, event, String(duplicate.sid), { document_sid: sid })
    return
  }
  const given = {
    receive_date: row.receive_date,
    receipt_reason: row.receipt_reason,
    delivery_way: row.delivery_way,
    set_due: row.set_due,
    round_no: row.round_no,
    serial_no: row.serial_no,
  }
  await createRow(ctx, event, {
    case_sid: row.case_sid,
    code,
    event_date: row.issue_date,
    direction: row.direction,
    company_sid: row.company_sid,
    document_sid: sid,
    ...given,
  })
}

type Whole = RowValues & Record<'case_sid' | 'doc_type' | 'issue_date', string>

const isDescribed = (paper: RowValues): paper is Whole => Boolean(paper.case_sid && paper.doc_type && paper.issue_date)
const isWhole = (paper: RowValues): paper is Whole => isDescribed(paper) && paper.direction !== 'INTERNAL'

/** Corrected to another notice than the one whose event was deleted, or is that of another document. */
const isAnother = (before: RowValues, row: RowValues) =>
  (['case_sid', 'doc_type', 'issue_date'] as const).some((code) => !sameValue(before[code] ?? null, row[code] ?? null))
