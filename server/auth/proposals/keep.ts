import type { ProposedLine } from '../../../model/auth/permission_proposal.ts'
import { type Context, inTransaction, type RowValues } from '../../records/context.ts'
import { notify } from '../../records/notifications.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import { draftNew, insertDrafts } from '../../records/write/write.ts'
import { auditIn } from '../audit/audit.ts'
import { administratorsOf } from '../roles/administrators.ts'
import type { HeldWrite } from './collected.ts'

export type Proposed = { writes: readonly HeldWrite[]; lines: readonly ProposedLine[] }

/** Stores what this person proposes, records it in the audit log, and notifies those who may confirm it. */
export function keepProposal(ctx: Context, proposed: Proposed): Promise<{ sid: string; about: string; about_en: string }> {
  return inTransaction(ctx, async (tx) => {
    const own = onBehalfOf(tx)
    const model = modelNamed(tx.tenant.models, 'permission_proposal')
    const [draft] = await draftNew(own, model, [{}])
    if (!draft) throw new Error('no draft of a proposal')
    const values = { ...valuesOf(proposed), proposed_by: tx.actor.sid, proposed_on: tx.today, company_sid: tx.actor.company_sid }
    for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
    await insertDrafts(own, model, [draft])
    const { about, about_en } = values
    await auditIn(tx, [{ event: 'PERMISSION_PROPOSED', entity: model.name, record_sid: draft.sid, about, details: { changes: proposed.lines } }])
    const others = new Set((await administratorsOf(tx)).filter((sid) => sid !== tx.actor.sid))
    await notify(
      tx,
      [...others].map((user_sid) => ({
        user_sid,
        level: 'SOON' as const,
        title: `权限变更待您确认：${about}`,
        title_en: `A permission change waits for you to confirm it: ${about_en}`,
        link: `/m/permission_proposal/${draft.sid}`,
        about: null,
      })),
    )
    return { sid: draft.sid, about, about_en }
  })
}

const valuesOf = ({ writes, lines }: Proposed): RowValues & { about: string; about_en: string } => ({
  writes,
  lines,
  about: aboutOf(lines, 'zh'),
  about_en: aboutOf(lines, 'en'),
})

function aboutOf(lines: readonly ProposedLine[], lang: 'zh' | 'en'): string {
  const [first, ...more] = lines
  const rest = more.length === 0 ? '' : lang === 'zh' ? `；等 ${lines.length} 项` : `; and ${more.length} more`
  const text = first?.[lang] ?? ''
  return text.length + rest.length > LONGEST ? `${text.slice(0, LONGEST - rest.length - 1)}…${rest}` : text + rest
}

const LONGEST = 255
