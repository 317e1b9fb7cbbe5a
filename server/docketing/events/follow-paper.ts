import type { RowOf } from '../../database/tables.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { sameValue } from '../../records/write/checks/same-value.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { updateRow } from '../../records/write/update.ts'
import { dropProposals, proposedFor } from '../later-dates/proposals.ts'
import { duplicateEventOf } from './duplicate-event.ts'
import { tell } from './told.ts'

type Event = RowOf<'official_event'>

/** The event that was recorded from this document, or else from another version of it. */
export async function eventOfPaper({ db }: Context, { sid, case_sid, document_key }: RowValues): Promise<Event | undefined> {
  return db
    .selectFrom('official_event as e')
    .innerJoin('document as d', 'd.sid', 'e.document_sid')
    .selectAll('e')
    .where('e.deleted_at', 'is', null)
    .where((of) => {
      const isOwn = of('d.sid', '=', String(sid))
      if (!document_key || !case_sid) return isOwn
      return of.or([isOwn, of.and([of('d.document_key', '=', String(document_key)), of('e.case_sid', '=', String(case_sid))])])
    })
    .orderBy((of) => of('d.sid', '=', String(sid)), 'desc')
    .orderBy('d.version_no', 'desc')
    .limit(1)
    .executeTakeFirst()
}

// The values an event copies from its document: the field of the document, and that of the event.
const OF_PAPER = [
  ['issue_date', 'event_date'],
  ['direction', 'direction'],
  ['receive_date', 'receive_date'],
  ['receipt_reason', 'receipt_reason'],
  ['delivery_way', 'delivery_way'],
  ['set_due', 'set_due'],
  ['round_no', 'round_no'],
  ['serial_no', 'serial_no'],
] as const

/** A date or a type corrected on the document is corrected on its event, unless a person has changed the event since. */
export async function followPaper(ctx: Context, event: Event, before: RowValues, paper: RowValues) {
  const values = await followed(ctx, event, before, paper)
  if (Object.keys(values).length === 0) return
  await dropProposals(ctx, event.sid, Object.keys(values))
  await updateRow(ctx, modelNamed(ctx.tenant.models, 'official_event'), event.sid, values)
  if (event.document_sid !== paper.sid) tellFollows(ctx, event)
}

async function followed(ctx: Context, event: Event, before: RowValues, paper: RowValues): Promise<RowValues> {
  const waits = await proposedFor(ctx, event.sid)
  const follows = (to: string, was: unknown) => sameValue(event[to as keyof Event] ?? null, was) || (to in waits && sameValue(waits[to], was)) // a column of the event
  const moved = OF_PAPER.filter(([from, to]) => !sameValue(before[from] ?? null, paper[from] ?? null) && follows(to, before[from] ?? null))
  const values: RowValues = Object.fromEntries(moved.map(([from, to]) => [to, paper[from] ?? null]))
  if (!sameValue(before.doc_type ?? null, paper.doc_type ?? null)) {
    const [was, is] = [await typeOf(ctx, before.doc_type), await typeOf(ctx, paper.doc_type)]
    if (is && follows('code', was?.code ?? null)) values.code = is.code
  }
  return values
}

/** Two papers of one day that were filed as versions of one document share an event. */
function tellFollows(ctx: Context, { name, name_en, event_date: day }: Event) {
  tell(ctx, [
    `官方事件“${name}”（${day}）是由该文件的另一版本登记的，随本次更正一并改动；若两者并非同一份来文，请核对官方事件`,
    `The official event “${name_en ?? name}” of ${day} was recorded from another version of this document and follows this correction: check the official events if these are two papers`,
  ])
}

/** The fields of a document by which its event is another notice, and that of the event. */
const IDENTITY = [
  ['doc_type', 'code'],
  ['issue_date', 'event_date'],
  ['serial_no', 'serial_no'],
] as const

/** A document whose event would become the second one of a notice: the person decides which of the two stays. */
export async function refuseTakenNotices(ctx: Context, drafts: readonly DraftOf<'document'>[]) {
  for (const draft of drafts) {
    const { before, row, changed } = draft
    if (!before || !IDENTITY.some(([from]) => changed.has(from)) || !row.case_sid || !row.doc_type || !row.issue_date) continue
    const event = await eventOfPaper(ctx, { ...row, sid: draft.sid })
    if (!event) continue
    const values = await followed(ctx, event, before, row)
    const [field] = IDENTITY.find(([, to]) => to in values) ?? []
    const direction = values.code ? (await typeOf(ctx, row.doc_type))?.direction : event.direction
    const other = field && direction === 'IN' ? await duplicateEventOf(ctx, { ...event, ...values }, event.sid) : undefined
    if (field && other) faultAt(ctx, modelNamed(ctx.tenant.models, 'document'), draft, field, takenBy(other, event))
  }
}

const takenBy = (other: RowValues, own: Event) =>
  [
    `会与该案已有的 ${other.event_date} 的“${other.name}”重复，而本文件已登记为 ${own.event_date} 的“${own.name}”：若是同一份来文，请先删除后一官方事件，再改正本文件；若是另一份来文，请填写各自的发文序列号`,
    `would repeat the “${other.name_en ?? other.name}” of ${other.event_date} that this case already has, while the document is recorded as “${own.name_en ?? own.name}” of ${own.event_date}: if both are one notice, delete the latter event first and correct the document then; if they are two, enter the serial number of each`,
  ] as const

export async function typeOf({ db }: Context, doc_type: unknown) {
  if (typeof doc_type !== 'string') return undefined
  return db.selectFrom('document_type').select(['code', 'direction']).where('sid', '=', doc_type).executeTakeFirst()
}
