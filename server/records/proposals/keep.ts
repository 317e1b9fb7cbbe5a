import type { ProposedLine } from '../../../model/kit/proposal.ts'
import { type Context, inTransaction, type RowValues } from '../context.ts'
import { notify } from '../notifying/notifications.ts'
import { onBehalfOf } from '../acting/on-behalf-of.ts'
import { modelNamed } from '../registry.ts'
import { setValue } from '../write/checks/validate.ts'
import { draftNew, insertDrafts } from '../write/write.ts'
import type { HeldWrite, Holding, Proposed } from './holding.ts'
import { withdrawReplaced } from './replaced.ts'

export type Proposal = { writes: readonly HeldWrite[]; lines: readonly ProposedLine[]; beside: RowValues }

/** Stores what this person proposes, in place of what they proposed about the same before, and notifies those who may confirm it. */
export function keepProposal(ctx: Context, holding: Holding, { writes, lines, beside }: Proposal): Promise<Proposed> {
  return inTransaction(ctx, async (tx) => {
    const own = onBehalfOf(tx)
    const model = modelNamed(tx.tenant.models, holding.proposal)
    const [draft] = await draftNew(own, model, [{}])
    if (!draft) throw new Error('no draft of a proposal')
    const [about, about_en] = [aboutOf(lines, 'zh'), aboutOf(lines, 'en')]
    const values = { ...beside, writes, lines, about, about_en, proposed_by: tx.actor.sid, proposed_on: tx.today, company_sid: tx.actor.company_sid }
    for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
    await insertDrafts(own, model, [draft])
    await withdrawReplaced(tx, holding, { sid: draft.sid, writes })
    const proposed = { sid: draft.sid, about, about_en, lines }
    await holding.proposed?.(tx, proposed)
    const others = new Set((await holding.confirmersOf(tx)).filter((sid) => sid !== tx.actor.sid))
    const [zh, en] = holding.words.change
    await notify(
      tx,
      [...others].map((user_sid) => ({
        user_sid,
        level: 'SOON' as const,
        title: `${zh}待您确认：${about}`,
        title_en: `A ${en} waits for you to confirm it: ${about_en}`,
        link: `/m/${model.name}/${draft.sid}`,
        about: null,
      })),
    )
    return proposed
  })
}

function aboutOf(lines: readonly ProposedLine[], lang: 'zh' | 'en'): string {
  const [first, ...more] = lines
  const rest = more.length === 0 ? '' : lang === 'zh' ? `；等 ${lines.length} 项` : `; and ${more.length} more`
  const text = first?.[lang] ?? ''
  return text.length + rest.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS - rest.length - 1)}…${rest}` : text + rest
}

const MAX_NAME_CHARS = 255
