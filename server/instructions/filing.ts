import type { CaseKind } from '../../model/cases/case-kind.ts'
import { CLOSED, MOVED, OPEN } from '../../model/instructions/lifecycle.ts'
import { dayOfEvent, saidByOffice } from '../docketing/events/event-transitions.ts'
import type { RowOf } from '../database/tables.ts'
import type { Context, Draft, RowValues } from '../records/context.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../records/write/write.ts'
import { acceptedFirst } from './filing-rule.ts'
import { recordRound } from './rounds.ts'

const phaseOf = ({ model: { states } }: CaseKind, row: RowValues | undefined) => states?.facts?.[String(row?.[states.field] ?? '')]?.phase

/** The step that files a case: from its preparation to its examination. */
export const files = (kind: CaseKind, { before, row }: Pick<Draft, 'before' | 'row'>) =>
  phaseOf(kind, before) === 'PREPARATION' && phaseOf(kind, row) === 'PENDING'

/**
 * An agency instructed to file makes a draft final and files it after the company accepted it, or after the
 * company itself made it final. A case without an instruction has no such rule. A notice of the office is a fact:
 * it is recorded without an acceptance.
 */
export async function refuseUnaccepted(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  if (ctx.actor.platform !== 2 || saidByOffice.of(ctx)) return
  const final = kind.instructions?.final_draft
  const model = modelNamed(ctx.tenant.models, kind.name)
  const state = model.states?.field ?? ''
  const made = final === undefined ? undefined : model.states?.transitions[final]?.to
  const asked = drafts.filter(
    ({ transition, before, row }) =>
      transition && (transition === final || (files(kind, { before, row }) && (made === undefined || before?.[state] !== made))),
  )
  if (asked.length === 0 || !(await acceptedFirst(ctx))) return
  const latest = await latestInstructions(ctx, asked.map(({ sid }) => sid)) // oxfmt-ignore
  for (const draft of asked) {
    const found = latest.get(draft.sid)
    if (found && !isAccepted(found))
      faultAt(ctx, model, draft, state, [
        '委托方尚未定稿：请先在“代理指示”中提交稿件并等待定稿',
        'waits for an accepted draft: submit it with the instruction first',
      ])
  }
}

type Found = Pick<RowOf<'agency_instruction'>, 'case_sid' | 'status' | 'rounds'>

/** The latest sent instruction to file of each case for the caller's agency, also one that ended while another agency had the case */
async function latestInstructions(ctx: Context, cases: readonly string[]): Promise<Map<string, Found>> {
  const rows = await ctx.db
    .selectFrom('agency_instruction')
    .select(['case_sid', 'status', 'rounds'])
    .where('case_sid', 'in', [...cases])
    .where('kind', '=', 'FILING')
    .where('agency_sid', '=', ctx.actor.agency_sid)
    .where('status', '!=', 'PREPARING')
    .where('deleted_at', 'is', null)
    .orderBy('sid')
    .execute()
  const holding = rows.filter(({ status, rounds }) => status !== 'CANCELLED' || rounds?.at(-1)?.step === MOVED)
  return new Map(holding.map((row) => [String(row.case_sid), row]))
}

/** A case that was filed without the step leaves its instruction filed, with no draft accepted; one that changed its agency leaves it cancelled. */
const isAccepted = ({ status, rounds }: Found) =>
  status === 'ACCEPTED' || (ENDED.has(String(status)) && (rounds ?? []).findLast(({ step }) => DECIDING.has(String(step)))?.step === 'accept')

const ENDED: ReadonlySet<string> = new Set(CLOSED)
/** The steps after which a draft is accepted, or not. */
const DECIDING: ReadonlySet<string> = new Set(['submit', 'return', 'accept'])

/** The instruction to file is done when its case is filed, by any person. */
export async function filedWithTheCase(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const { filing_date: field } = kind.roles
  const filed = new Map(
    drafts.flatMap(({ sid, before, row }) => (before && files(kind, { before, row }) ? [[sid, field ? row[field] : undefined] as const] : [])),
  )
  if (filed.size === 0) return
  const open = await ctx.db
    .selectFrom('agency_instruction')
    .select('sid')
    .where('case_sid', 'in', [...filed.keys()])
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
    setValue(draft, 'filed_on', String(filed.get(String(draft.row.case_sid)) ?? dayOfEvent.of(ctx) ?? ctx.today))
    await recordRound(ctx, draft, 'file')
  }
  await examine(own, model, changed)
  await updateDrafts(own, model, changed)
}
