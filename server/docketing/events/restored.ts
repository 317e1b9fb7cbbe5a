import { sql } from 'kysely'
import type { DEADLINE_STATUS } from '../../../model/docketing/deadline.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { ENDED, type Model } from '../../../model/kit/model.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { writeCounted } from '../../records/write/counted.ts'
import { wrote } from '../../records/write/write.ts'
import { lawFor } from '../law/law.ts'

/** A restored right: the missed deadline is restored, and no restoration request remains. */
export async function settleRestored(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const back = drafts.filter((draft) => isRestored(draft, kind.model)).map((draft) => draft.sid)
  if (back.length === 0) return
  const { law } = await lawFor(ctx)
  const { notices = [], offices = [] } = kind.docketing?.restores ?? {}
  const lost = law.rules.filter(
    ({ office, restoration }) => restoration && (offices.includes(office) || restoration.notices?.some((notice) => notices.includes(notice))),
  )
  await settle(ctx, back, idsOf(lost), 'RESTORED', ['MISSED'])
  await settle(ctx, back, [...new Set(lost.flatMap(({ restoration }) => restoration?.rule ?? []))], 'DONE', ['OPEN', 'MISSED'])
}

/** A transition by which an office restores a lost right. */
function isRestored({ transition, before, row }: Draft, { states }: Model): boolean {
  if (!transition || !states || !before) return false
  const isEnded = (of: RowValues) => {
    const phase = states.facts?.[String(of[states.field])]?.phase
    return phase !== undefined && ENDED.has(phase)
  }
  return isEnded(before) && !isEnded(row)
}

type Status = keyof typeof DEADLINE_STATUS

const idsOf = (rules: readonly Rule[]) => [...new Set(rules.map(({ id }) => id))]

async function settle(ctx: Context, cases: readonly string[], rules: readonly string[], status: Status, from: readonly Status[]) {
  if (rules.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const settled = sql`update deadline set status = ${status}, handled = true, done_by = 'PERSON', done_date = ${ctx.today}
    where case_sid = any(${[...cases]}::uuid[]) and rule_id = any(${[...rules]}) and status = any(${[...from]}) and deleted_at is null`
  await writeCounted(ctx.db, model, settled, ['status'])
  wrote(ctx, model, ['status', 'handled', 'done_by', 'done_date'])
}
