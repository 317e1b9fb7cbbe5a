import type { CaseKind } from '../../model/cases/case-kind.ts'
import { OPEN } from '../../model/instructions/lifecycle.ts'
import { dayOfEvent } from '../docketing/events/event-transitions.ts'
import type { Context, Draft, RowValues } from '../records/context.ts'
import { onBehalfOf } from '../records/on-behalf-of.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/validate.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../records/write/write.ts'
import { acceptedFirst } from './filing-rule.ts'
import { recordRound } from './rounds.ts'

const phaseOf = ({ model: { states } }: CaseKind, row: RowValues | undefined) => states?.facts?.[String(row?.[states.field] ?? '')]?.phase

/** The step that files a case: from its preparation to its examination. */
const files = (kind: CaseKind, { before, row }: Draft) => phaseOf(kind, before) === 'PREPARATION' && phaseOf(kind, row) === 'PENDING'

/**
 * An agency makes a draft final and files it after the company accepted it. A notice of the office is a fact: what it says
 * is recorded, whoever accepted what.
 */
export async function refuseUnaccepted(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  if (ctx.actor.platform !== 2 || dayOfEvent.of(ctx) !== undefined) return
  const asked = drafts.filter((draft) => draft.transition && (files(kind, draft) || draft.transition === kind.instructions?.final_draft))
  if (asked.length === 0 || !(await acceptedFirst(ctx))) return
  const rows = await ctx.db
    .selectFrom('agency_instruction')
    .select('case_sid')
    .where(
      'case_sid',
      'in',
      asked.map(({ sid }) => sid),
    ) // oxfmt-ignore
    .where('kind', '=', 'FILING')
    .where('agency_sid', '=', ctx.actor.agency_sid)
    .where('status', 'in', ['ACCEPTED', 'FILED'])
    .where('deleted_at', 'is', null)
    .execute()
  const accepted = new Set(rows.map(({ case_sid }) => case_sid))
  const model = modelNamed(ctx.tenant.models, kind.name)
  for (const draft of asked)
    if (!accepted.has(draft.sid))
      faultAt(ctx, model, draft, model.states?.field ?? '', [
        '委托方尚未定稿：请先在“代理指示”中提交稿件并等待定稿',
        'waits for an accepted draft: submit it with the instruction first',
      ])
}

/** The instruction to file is done when its case is filed, whoever recorded it. */
export async function filedWithTheCase(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const filed = drafts.filter((draft) => draft.before && files(kind, draft)).map(({ sid }) => sid)
  if (filed.length === 0) return
  const open = await ctx.db
    .selectFrom('agency_instruction')
    .select('sid')
    .where('case_sid', 'in', filed)
    .where('kind', '=', 'FILING')
    .where(
      'status',
      'in',
      OPEN.filter((status) => status !== 'PREPARING'),
    ) // oxfmt-ignore
    .where('deleted_at', 'is', null)
    .execute()
  if (open.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(own.tenant.models, 'agency_instruction')
  const changed = (await lockRows(own, model, open.map(({ sid }) => sid))).map(draftFrom) // oxfmt-ignore
  for (const draft of changed) {
    setValue(draft, 'status', 'FILED')
    setValue(draft, 'filed_on', dayOfEvent.of(ctx) ?? ctx.today)
    await recordRound(ctx, draft, 'file')
  }
  await examine(own, model, changed)
  await updateDrafts(own, model, changed)
}
