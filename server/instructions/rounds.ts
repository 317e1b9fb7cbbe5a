import type { Context, DraftOf } from '../records/context.ts'
import { setValue } from '../records/write/checks/validate.ts'

/** The exchange keeps each step with its person, draft and comment; the comment is of the step alone. */
export async function recordRound(ctx: Context, draft: DraftOf<'agency_instruction'>, step: string, text = draft.row.comment) {
  const file = step === 'submit' ? draft.row.draft_sid : null
  const version = file ? await ctx.db.selectFrom('document').select('version_no').where('sid', '=', file).executeTakeFirst() : undefined
  const round = {
    at: new Date().toISOString(),
    by: ctx.actor.name,
    step,
    document: file,
    version_no: version?.version_no ?? null,
    comment: text || null,
  }
  setValue(draft, 'rounds', [...(draft.row.rounds ?? []), round])
  setValue(draft, 'comment', null)
}
