import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { updateRow } from '../../records/write/update.ts'
import { sameValue } from '../../records/write/checks/same-value.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import { dropProposals, proposedFor } from '../later-dates/proposals.ts'
import { duplicateEventOf } from './duplicate-event.ts'

/** An official document filed with its type and date is an event of the case. */
export async function recordEvents(ctx: Context, drafts: readonly DraftOf<'document'>[]) {
  const event = modelNamed(ctx.tenant.models, 'official_event')
  for (const { sid, before, row } of drafts) {
    if (!isWhole(row)) continue
    const known = await ctx.db
      .selectFrom('official_event')
      .select('sid')
      .where('document_sid', '=', sid)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (known && before) await followPaper(ctx, known.sid, before, row)
    if (known || (before && isWhole(before))) continue
    const code = await codeOf(ctx, row.doc_type)
    if (!code) continue
    const duplicate = await duplicateEventOf(ctx, { case_sid: row.case_sid, code, event_date: row.issue_date, serial_no: row.serial_no })
    if (duplicate) {
      // Another version of a recorded document, or the file of a notice that was entered by hand.
      if (!duplicate.document_sid) await updateRow(ctx, event, String(duplicate.sid), { document_sid: sid })
      continue
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
}

type Whole = RowValues & Record<'case_sid' | 'doc_type' | 'issue_date', string>

const isWhole = (paper: RowValues): paper is Whole => Boolean(paper.case_sid && paper.doc_type && paper.issue_date) && paper.direction !== 'INTERNAL'

// The values an event copies from its document: the field of the document, and that of the event.
const OF_PAPER = [
  ['issue_date', 'event_date'],
  ['receive_date', 'receive_date'],
  ['receipt_reason', 'receipt_reason'],
  ['delivery_way', 'delivery_way'],
  ['set_due', 'set_due'],
  ['round_no', 'round_no'],
  ['serial_no', 'serial_no'],
] as const

/** A date or a type corrected on the document is corrected on its event, unless a person has changed the event since. */
async function followPaper(ctx: Context, sid: string, before: RowValues, paper: RowValues) {
  const event = await ctx.db.selectFrom('official_event').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
  const waits = await proposedFor(ctx, sid)
  const follows = (to: string, was: unknown) => sameValue(event[to as keyof typeof event] ?? null, was) || (to in waits && sameValue(waits[to], was)) // a column of the event
  const moved = OF_PAPER.filter(([from, to]) => !sameValue(before[from] ?? null, paper[from] ?? null) && follows(to, before[from] ?? null))
  const values = Object.fromEntries(moved.map(([from, to]) => [to, paper[from] ?? null]))
  if (!sameValue(before.doc_type ?? null, paper.doc_type ?? null)) {
    const [was, is] = [await codeOf(ctx, before.doc_type), await codeOf(ctx, paper.doc_type)]
    if (is && follows('code', was ?? null)) values.code = is
  }
  if (Object.keys(values).length === 0) return
  await dropProposals(ctx, sid, Object.keys(values))
  await updateRow(ctx, modelNamed(ctx.tenant.models, 'official_event'), sid, values)
}

async function codeOf({ db }: Context, doc_type: unknown) {
  if (typeof doc_type !== 'string') return undefined
  return (await db.selectFrom('document_type').select('code').where('sid', '=', doc_type).executeTakeFirst())?.code
}
