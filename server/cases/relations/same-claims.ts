// One priority is recorded with each case of a family that claims it: the number that completes or corrects it with one does so with the others.
import { sql } from 'kysely'
import { type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { runHooks } from '../../records/hooks.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { isRelationType, readCases } from './relation-facts.ts'

/**
 * The number that completes or corrects a claim is carried to the claims of the same day of the cases that continue its case or that it continues: to one
 * without a number, and to one that still has the former number.
 */
export async function completeSameClaims(ctx: Context, drafts: readonly DraftOf<'priority'>[]) {
  const numbered = drafts.flatMap(numberedOf)
  if (numbered.length === 0) return
  const relatives = await continuing(ctx, [...new Set(numbered.map(({ case_sid }) => case_sid))])
  if (relatives.size === 0) return
  const claims = await claimsOf(ctx, relatives)
  const written = new Set(drafts.map(({ sid }) => sid))
  const carried = new Map<string, Numbered>()
  for (const one of numbered)
    for (const sid of sameAs(one, relatives.get(one.case_sid) ?? new Set(), claims)) if (!written.has(sid) && !carried.has(sid)) carried.set(sid, one)
  if (carried.size > 0) await carry(ctx, carried)
}

type Claim = { sid: string; case_sid: string; priority_date: string } & Record<'priority_no' | 'priority_country' | 'priority_key', string | null>
type Numbered = Claim & { former: Pick<Claim, 'priority_country' | 'priority_key'> | undefined }

const claimOf = ({ sid, case_sid, priority_date, priority_no, priority_country, priority_key }: RowValues): Claim => ({
  sid: String(sid),
  case_sid: String(case_sid),
  priority_date: String(priority_date),
  priority_no: textOf(priority_no),
  priority_country: textOf(priority_country),
  priority_key: textOf(priority_key),
})
const textOf = (value: unknown) => (value ? String(value) : null)

/** The claim of a draft that has a number now, or another than before. */
function numberedOf({ sid, before, row, changed }: DraftOf<'priority'>): Numbered[] {
  if (!before || !(changed.has('priority_no') || changed.has('priority_country'))) return []
  const { case_sid, priority_no, priority_country, priority_date } = row
  if (!case_sid || !priority_no || !priority_country || !priority_date) return []
  return [{ ...claimOf({ ...row, sid }), former: before.priority_no ? claimOf(before) : undefined }]
}

async function claimsOf({ db }: Context, relatives: ReadonlyMap<string, ReadonlySet<string>>): Promise<Map<string, Claim[]>> {
  const cases = new Set([...relatives].flatMap(([sid, others]) => [sid, ...others]))
  const rows = await db
    .selectFrom('priority')
    .select(['sid', 'case_sid', 'priority_date', 'priority_no', 'priority_country', 'priority_key'])
    .where('case_sid', '=', anyOf(cases))
    .where('deleted_at', 'is', null)
    .execute()
  return Map.groupBy(rows.map(claimOf), (one) => one.case_sid)
}

/** Of each relative, the claim with the former number, else the only one of that day if it has no number and no other office. */
function sameAs(one: Numbered, relatives: ReadonlySet<string>, claims: ReadonlyMap<string, Claim[]>): string[] {
  const { sid, case_sid, priority_date, priority_key, priority_country, former } = one
  const ofDay = (of: string) => (claims.get(of) ?? []).filter((claim) => claim.sid !== sid && claim.priority_date === priority_date)
  // Two first filings of one day: which of them is meant is for a person to say.
  const isAlone = ofDay(case_sid).length === 0
  return [...relatives].flatMap((of) => {
    const there = ofDay(of)
    if (there.some((claim) => claim.priority_key === priority_key)) return []
    const same = former && there.find((claim) => claim.priority_key === former.priority_key && claim.priority_country === former.priority_country)
    if (same) return [same.sid]
    const [only, ...others] = there
    const isOpen = only && others.length === 0 && !only.priority_no && (only.priority_country ?? priority_country) === priority_country
    return isAlone && isOpen ? [only.sid] : []
  })
}

/** By case, those with its filing date or benefit, and those whose filing date or benefit it has itself. */
async function continuing(ctx: Context, sids: readonly string[]): Promise<Map<string, Set<string>>> {
  const these = anyOf(sids)
  const links = await ctx.db
    .selectFrom('related_case')
    .select(['earlier_sid', 'later_sid', 'relation_type'])
    .where(({ eb, or }) => or([eb('earlier_sid', '=', these), eb('later_sid', '=', these)]))
    .where('deleted_at', 'is', null)
    .execute()
  const cases = await readCases(ctx, [...new Set(links.flatMap(({ earlier_sid, later_sid }) => [String(earlier_sid), String(later_sid)]))])
  const found = new Map(sids.map((sid) => [sid, new Set<string>()]))
  for (const { earlier_sid, later_sid, relation_type: type } of links) {
    const [earlier, later] = [cases.get(String(earlier_sid)), cases.get(String(later_sid))]
    if (!earlier || !later || earlier.kind !== later.kind || !isRelationType(type)) continue
    const gives = later.kind.relations?.gives?.(earlier.end, later.end, type)
    if (gives !== 'FILING' && gives !== 'BENEFIT') continue
    found.get(earlier.end.sid)?.add(later.end.sid)
    found.get(later.end.sid)?.add(earlier.end.sid)
  }
  return new Map([...found].filter(([, relatives]) => relatives.size > 0))
}

/** In one parameter: a statement takes no more than 65,535. */
const anyOf = (sids: Iterable<string>) => sql<string>`any(${[...sids]}::uuid[])`

async function carry(ctx: Context, carried: ReadonlyMap<string, Numbered>) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'priority')
  const drafts = (await lockRows(own, model, [...carried.keys()])).map(draftFrom)
  for (const draft of drafts) {
    const from = carried.get(draft.sid)
    if (!from) continue
    setValue(draft, 'priority_no', from.priority_no)
    setValue(draft, 'priority_country', from.priority_country)
  }
  await runHooks(model.name, 'prepare', own, drafts)
  await updateDrafts(own, model, drafts)
  const corrected = drafts.filter(({ before }) => before?.priority_no).length
  for (const [words, count] of [
    [COMPLETED, drafts.length - corrected],
    [CORRECTED, corrected],
  ] as const)
    if (count > 0) ctx.warnings?.push(wordIn(words(count), ctx.lang))
}

const COMPLETED = (count: number): Words => [
  `同族中 ${count} 件案件的同一优先权已一并补全`,
  `The same priority of ${count} other ${count === 1 ? 'case' : 'cases'} of the family was completed, too`,
]

const CORRECTED = (count: number): Words => [
  `同族中 ${count} 件案件的同一优先权已一并更正`,
  `The same priority of ${count} other ${count === 1 ? 'case' : 'cases'} of the family was corrected, too`,
]
