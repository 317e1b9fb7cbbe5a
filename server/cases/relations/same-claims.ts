// One priority is recorded with each case of a family that claims it: the number that completes it with one completes it with the others.
import { type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { runHooks } from '../../records/hooks.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { isRelationType, readCases } from './relation-facts.ts'

/** The claims of the same day, without a number, of the cases that continue this one or that it continues. */
export async function completeSameClaims(ctx: Context, drafts: readonly DraftOf<'priority'>[]) {
  for (const { sid, before, row } of drafts) {
    const { case_sid, priority_no, priority_country, priority_date } = row
    if (!before || before.priority_no || !case_sid || !priority_no || !priority_country || !priority_date) continue
    const open = await openClaims(ctx, { sid, case_sid, priority_date: String(priority_date) })
    if (open.length > 0) await complete(ctx, open, { priority_no, priority_country })
  }
}

type Claim = { sid: string; case_sid: string; priority_date: string }

async function openClaims(ctx: Context, { sid, case_sid, priority_date }: Claim): Promise<string[]> {
  const relatives = await continuing(ctx, case_sid)
  if (relatives.length === 0) return []
  const claims = await ctx.db
    .selectFrom('priority')
    .select(['sid', 'case_sid', 'priority_no'])
    .where('case_sid', 'in', [case_sid, ...relatives])
    .where('priority_date', '=', priority_date)
    .where('sid', '!=', sid)
    .where('deleted_at', 'is', null)
    .execute()
  const byCase = Map.groupBy(claims, (one) => one.case_sid)
  // Two first filings of one day: which of them is meant is for a person to say.
  if (byCase.has(case_sid)) return []
  return [...byCase.values()].flatMap(([one, ...others]) => (one && others.length === 0 && !one.priority_no ? [one.sid] : []))
}

/** The cases with the filing date or the benefit of this one, and those whose filing date or benefit it has itself. */
async function continuing(ctx: Context, sid: string): Promise<string[]> {
  const links = await ctx.db
    .selectFrom('related_case')
    .select(['earlier_sid', 'later_sid', 'relation_type'])
    .where(({ eb, or }) => or([eb('earlier_sid', '=', sid), eb('later_sid', '=', sid)]))
    .where('deleted_at', 'is', null)
    .execute()
  const cases = await readCases(ctx, [...new Set(links.flatMap(({ earlier_sid, later_sid }) => [String(earlier_sid), String(later_sid)]))])
  return links.flatMap(({ earlier_sid, later_sid, relation_type: type }) => {
    const [earlier, later] = [cases.get(String(earlier_sid)), cases.get(String(later_sid))]
    if (!earlier || !later || earlier.kind !== later.kind || !isRelationType(type)) return []
    const gives = later.kind.relations?.gives?.(earlier.end, later.end, type)
    return gives === 'FILING' || gives === 'BENEFIT' ? [earlier.end.sid === sid ? later.end.sid : earlier.end.sid] : []
  })
}

async function complete(ctx: Context, sids: readonly string[], values: { priority_no: string; priority_country: string }) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'priority')
  const drafts = (await lockRows(own, model, sids)).map(draftFrom)
  for (const draft of drafts) for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  await runHooks(model.name, 'prepare', own, drafts)
  await updateDrafts(own, model, drafts)
  ctx.warnings?.push(wordIn(completed(drafts.length), ctx.lang))
}

const completed = (count: number): Words => [
  `同族中 ${count} 件案件的同一优先权已一并补全`,
  `The same priority of ${count} other ${count === 1 ? 'case' : 'cases'} of the family was completed, too`,
]
