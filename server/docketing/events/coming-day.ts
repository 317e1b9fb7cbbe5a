import type { RowOf } from '../../database/tables.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import type { Context, DraftOf } from '../../records/context.ts'

type Type = Pick<RowOf<'document_type'>, 'direction' | 'transition'>

/**
 * An act of an office or a submission of ours is recorded when it has happened: dated ahead, it would close its deadline or lose it.
 * Only a fact that is known ahead, such as the day on which a licence takes effect, may be recorded before its day.
 */
export function refuseComingEvent(ctx: Context, draft: DraftOf<'official_event'>, type: Type) {
  const { event_date: day } = draft.row
  if (!day || day <= ctx.today || !(draft.changed.has('event_date') || draft.changed.has('code'))) return
  if (type.direction === 'INTERNAL' && !type.transition) return
  faultAt(ctx, modelNamed(ctx.tenant.models, 'official_event'), draft, 'event_date', wordsOf(day))
}

const OF_EVENT = ['case_sid', 'doc_type', 'issue_date', 'direction'] as const

/** The same for a document that is recorded as an event. */
export function refuseComingDocuments(ctx: Context, drafts: readonly DraftOf<'document'>[]) {
  const model = modelNamed(ctx.tenant.models, 'document')
  for (const draft of drafts) {
    const { case_sid, doc_type, issue_date: day, direction } = draft.row
    if (!case_sid || !doc_type || !day || direction === 'INTERNAL' || day <= ctx.today) continue
    if (OF_EVENT.some((code) => draft.changed.has(code))) faultAt(ctx, model, draft, 'issue_date', wordsOf(day))
  }
}

const wordsOf = (day: string) =>
  [
    `${day} 在今天之后：来文和提交的文件在发出或提交之后才登记`,
    `${day} is in the future: record a notice once it is issued, and a submission once it is filed`,
  ] as const
