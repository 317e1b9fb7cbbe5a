import { isDeepStrictEqual } from 'node:util'
import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import { type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { contextSlot } from '../../records/slots.ts'
import type { ComputedDocket } from '../compute.ts'
import { type Case, roleOf } from '../read-cases.ts'
import { noticeOf } from './hold.ts'
import type { Kept } from './keep-earlier.ts'
import { dropOpen, openFor, type Proposal, proposeAll } from './proposals.ts'

/** Notices for a larger write about cases with waiting later days */
export const toldKept = contextSlot<Map<string, Words>>()

/** The later last days, by deadline; null where it would end. */
type Days = Record<string, string | null>

/** Proposes the later days of the deadlines that a person's write left on their earlier days: one proposal for each case. */
export async function proposeKept(ctx: Context, cases: readonly Case[], dockets: readonly ComputedDocket[]) {
  const gone = new Map<string, readonly string[]>()
  const proposals: Proposal[] = []
  for (const [at, one] of cases.entries()) {
    const kept = dockets[at]?.kept.filter(({ later, isEnd }) => later !== null || isEnd) ?? []
    const [was, is] = [daysOf(one.deadlines), Object.fromEntries(kept.map(({ row, later }) => [String(row.sid), later]))]
    if (isDeepStrictEqual(was, is)) continue
    // For later hooks of this write, such as findings
    for (const row of one.deadlines) Object.assign(row, { later_due: is[String(row.sid)] ?? null, to_end: is[String(row.sid)] === null })
    if (kept.length === 0) gone.set(String(one.row.sid), ['later_due'])
    else if (ctx.actor.sid !== null) proposals.push(proposalOf(one, kept, is, ctx.reason))
  }
  if (gone.size > 0) await dropOpen(ctx, gone)
  await proposeAll(ctx, await byTheFirst(ctx, proposals))
  for (const { case_sid, deadlines } of proposals) {
    ctx.warnings?.push(wordIn(noticeOf(deadlines), ctx.lang))
    toldKept.of(ctx)?.set(case_sid, noticeOf(deadlines))
  }
}

/** An earlier day than the proposed one keeps the first proposer, so the person who made it earlier may confirm it. */
async function byTheFirst(ctx: Context, proposals: readonly Proposal[]): Promise<Proposal[]> {
  const open = proposals.length > 0 ? await openFor(ctx, proposals.map(({ record_sid }) => record_sid)) : [] // oxfmt-ignore
  return proposals.map((proposal) => {
    const former = open.find(({ record_sid, proposed }) => record_sid === proposal.record_sid && 'later_due' in (proposed as RowValues)) // written by propose
    const [was, is] = [former?.proposed, proposal.proposed].map((values) => ((values as RowValues | undefined)?.later_due ?? {}) as Days) // as above
    const isNoLater = Object.entries(is ?? {}).every(([sid, day]) => (day ?? NEVER) <= (was && sid in was ? (was[sid] ?? NEVER) : ''))
    return former?.proposed_by && isNoLater ? { ...proposal, proposed_by: former.proposed_by } : proposal
  })
}

/** Later than every day */
const NEVER = '9999-12-31'

function proposalOf(one: Case, kept: readonly Kept[], days: Days, reason: string | undefined): Proposal {
  const sid = String(one.row.sid)
  const name = String(roleOf(one, 'case_no') ?? '')
  const moved = kept
    .map(({ row, later }): Postponed => ({
      key: String(row.key),
      name: String(row.name),
      name_en: String(row.name_en),
      from: String(row.extended_due ?? row.official_due),
      to: later,
    })) // oxfmt-ignore
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.key < b.key ? -1 : 1))
  return {
    case_sid: sid,
    kind: 'DEADLINE',
    entity: one.kind.name,
    record_sid: sid,
    about: kept.some(({ isEnd }) => isEnd)
      ? [`${name}：案件的记录使期限不再计算`, `${name}: the facts of the case end deadlines`]
      : [`${name}：案件的记录使期限推迟`, `${name}: the facts of the case put deadlines later`],
    former: {},
    proposed: { later_due: days },
    reason: reason ?? null,
    deadlines: moved,
  }
}

const daysOf = (deadlines: readonly RowValues[]): Days =>
  Object.fromEntries(
    deadlines.flatMap(({ sid, status, later_due, to_end }): [string, string | null][] =>
      status === 'CANCELLED' ? [] : to_end ? [[String(sid), null]] : typeof later_due === 'string' ? [[String(sid), later_due]] : [],
    ),
  )

/** Whether the later days are still those that were proposed. */
export async function isKeptAsShown({ db }: Context, case_sid: string, proposed: unknown): Promise<boolean> {
  const rows = await db
    .selectFrom('deadline')
    .select(['sid', 'status', 'later_due', 'to_end'])
    .where('case_sid', '=', case_sid)
    .where((of) => of.or([of('later_due', 'is not', null), of('to_end', '=', true)]))
    .execute()
  return isDeepStrictEqual({ later_due: daysOf(rows) }, proposed)
}
