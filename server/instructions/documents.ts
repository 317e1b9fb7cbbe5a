import type { Context, DraftOf } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'

/** The agency sees all versions of the documents sent to it, also after the instruction has ended. */
export async function giveDocuments(ctx: Context, { row }: DraftOf<'agency_instruction'>) {
  const { agency_sid, status, document_sids } = row
  if (!agency_sid || status === 'PREPARING' || status === 'CANCELLED' || (document_sids ?? []).length === 0) return
  const found = await ctx.db
    .selectFrom('document')
    .select('sid')
    .where('deleted_at', 'is', null)
    .where((or) =>
      or.or([
        or('sid', 'in', [...(document_sids ?? [])]),
        or('document_key', 'in', (of) =>
          of
            .selectFrom('document as given')
            .select('given.document_key')
            .where('given.sid', 'in', [...(document_sids ?? [])]),
        ),
      ]),
    )
    .execute()
  const own = onBehalfOf(ctx)
  const model = modelNamed(own.tenant.models, 'document')
  const drafts = (await lockRows(own, model, found.map(({ sid }) => sid))).map(draftFrom) // oxfmt-ignore
  for (const draft of drafts) setValue(draft, 'given_to_sids', [...new Set([...(draft.row.given_to_sids ?? []), agency_sid])])
  await updateDrafts(own, model, drafts)
}
