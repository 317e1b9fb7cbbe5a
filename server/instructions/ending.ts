import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { InstructionKind } from '../../model/instructions/checklist.ts'
import { type InstructionStatus, MOVED, OPEN } from '../../model/instructions/lifecycle.ts'
import type { Words } from '../../model/kit/fields.ts'
import type { Context, Draft } from '../records/context.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../records/write/write.ts'
import { files } from './filing.ts'
import { recordRound } from './rounds.ts'

/** An instruction ends with what it was about: its case is over, filed, or with another agency. A case with an instruction that was sent is not deleted, because tasks refer to it. */
export async function endWithCases(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const { field = '', closed = [] } = kind.model.states ?? {}
  const { agency = '' } = kind.roles
  const earlier = drafts.filter(({ before }) => before !== undefined)
  const isClosed = (row: Draft['row'] | undefined) => closed.includes(String(row?.[field] ?? ''))
  const over = earlier.filter(({ row, before }) => isClosed(row) && !isClosed(before))
  const moved = earlier.filter((draft) => isMoved(draft, agency))
  await end(ctx, over, ['案件已结束', 'The case has ended'])
  await end(ctx, earlier.filter((draft) => files(kind, draft)), ['案件已递交', 'The case was filed'], { kind: 'FILING' }) // oxfmt-ignore
  await end(ctx, moved, ['案件已改由其他代理机构办理', 'The case is no longer with this agency'], { except: 'PREPARING', step: MOVED })
}

const isMoved = ({ row, before }: Draft, agency: string) => before !== undefined && (row[agency] ?? null) !== (before[agency] ?? null)

/** Before a case changes its agency, a person must confirm the number of instructions that end. */
export async function warnOfEnding(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const { agency } = kind.roles
  const moved = agency ? drafts.filter((draft) => isMoved(draft, agency)) : []
  if (moved.length === 0 || !(ctx.warnings || ctx.confirmed || ctx.from_file)) return
  const open = Map.groupBy(await openOf(ctx, moved, { except: 'PREPARING' }), ({ case_sid }) => case_sid)
  for (const draft of moved) {
    const count = open.get(draft.sid)?.length
    if (!count) continue
    const words = [`变更后，已发给原代理机构的 ${count} 项指示将撤销，且不能恢复`, `the change cancels instructions that were sent to the earlier agency (${count}); this cannot be undone`] as const // oxfmt-ignore
    warnAt(kind.model, draft, { code: 'instructions_end', field: agency ?? '', words, asks: true })
  }
}

/** Those of all kinds, and also those that are still to be sent, unless it is said. */
type Which = { kind?: InstructionKind; except?: InstructionStatus }

const openOf = ({ db }: Context, cases: readonly { sid: string }[], { kind, except }: Which) =>
  db
    .selectFrom('agency_instruction')
    .select(['sid', 'case_sid'])
    .where(
      'case_sid',
      'in',
      cases.map(({ sid }) => sid),
    ) // oxfmt-ignore
    .where(
      'status',
      'in',
      OPEN.filter((status) => status !== except),
    ) // oxfmt-ignore
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? null))
    .where('deleted_at', 'is', null)
    .execute()

async function end(ctx: Context, cases: readonly { sid: string }[], [zh, en]: Words, { step = 'cancel', ...which }: Which & { step?: string } = {}) {
  if (cases.length === 0) return
  const open = await openOf(ctx, cases, which)
  if (open.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(own.tenant.models, 'agency_instruction')
  const drafts = (await lockRows(own, model, open.map(({ sid }) => sid))).map(draftFrom) // oxfmt-ignore
  for (const draft of drafts) {
    if (draft.row.status === 'PREPARING') setValue(draft, 'agency_sid', null)
    setValue(draft, 'status', 'CANCELLED')
    await recordRound(ctx, draft, step, `${zh} / ${en}`)
  }
  await examine(own, model, drafts)
  await updateDrafts(own, model, drafts)
}
