import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { wrote } from '../records/write/write.ts'
import { systemContext, type Context, type Draft, type Hooks, type RowValues } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { type Case, newCases, readCases } from './read-cases.ts'
import { findInCases, findInFacts, settleDeleted } from './findings/findings.ts'
import { withUnrelatedPhase } from './findings/unrelated-phases.ts'
import { contextSlot } from '../records/slots.ts'
import { followCorrections, isCorrection } from './family/follow-corrections.ts'
import { type Deferred, deferred } from './deferred.ts'
import { docketFamily } from './family/docket-family.ts'
import { hasHeirs, warnOfClaimHeirs, warnOfHeirs } from './family/heirs.ts'
import { type Reach, reachOf, relativesOf } from './family/relatives.ts'
import { docketCases, settle, summaryOf } from './reconcile.ts'
import { type ComputedDocket, computeDocket } from './compute.ts'
import { extendByDecision } from './events/extension-decision.ts'
import { refuseComingDocuments } from './events/coming-day.ts'
import { recordActs } from './events/event-transitions.ts'
import { moveCase } from './events/moved-cases.ts'
import { refuseTakenNotices } from './events/follow-paper.ts'
import { refuseDuplicateEvents } from './events/duplicate-event.ts'
import { nameEvents } from './events/named-events.ts'
import { recordEvents } from './events/recorded-documents.ts'
import { settleRestored } from './events/restored.ts'
import { docketAndFind, endWaiting, endWaitingOf, findSilentDocuments, findSilentEvents, withOpenBeside } from './findings/at-once.ts'
import { freezeChanged, freezeDeleted } from './law/frozen-reasons.ts'
import { endings } from './later-dates/endings.ts'
import { toldKept } from './later-dates/propose-kept.ts'
import { isHeldRemoval, removeOrPropose } from './later-dates/removals.ts'
import { lawChanged, lawFor, refuseUnsoundLaw } from './law/law.ts'

type Together = { finds?: boolean; fresh?: ReadonlySet<string> }

/** Runs `act`, which writes many cases, and dockets once at its end the cases that were not foreseen. `finds`: and checks them. */
export async function docketTogether<T>(ctx: Context, act: () => Promise<T>, { finds = false, fresh }: Together = {}): Promise<T> {
  const own: Deferred = { waiting: new Set(), families: new Set(), foreseen: new Set(), mended: new Set(), finds, ...(fresh && { fresh }) }
  return deferred.during(ctx, own, async () => {
    const result = await act()
    const alone = [...own.waiting].filter((sid) => !own.families.has(sid))
    await (finds ? docketAndFind(ctx, alone) : docketCases(ctx, alone))
    await docketFamily(ctx, own.families, { finds })
    if (finds) await endFindings(ctx, own.mended)
    return result
  })
}

/** Deletes a priority; where that makes a date later, it is proposed, and the words for the person who proposes are returned. */
export const removeClaimOrPropose = (ctx: Context, sid: string) => removeOrPropose(ctx, modelNamed(ctx.tenant.models, 'priority'), sid)

/** Also when their import is undone: on a case that was there before, a notice entered again would have another day. */
export const isDeletedByTwo = (name: string) => isHeldRemoval(name)

/** Runs a write, and gives the cases of which a deadline keeps its earlier day, with the words for the person who writes. */
export async function keptDuring(ctx: Context, act: () => Promise<void>): Promise<ReadonlyMap<string, Words>> {
  const kept = new Map<string, Words>()
  await toldKept.during(ctx, kept, act)
  return kept
}

/** The completeness check of these cases alone, such as those that an import wrote; returns the number of new findings. */
export async function checkCompleteness(ctx: Context, sids: readonly string[]): Promise<number> {
  const own = { ...systemContext(ctx.tenant), db: ctx.db, ...(ctx.after && { after: ctx.after }) }
  return sids.length ? (await findInCases(own, await readCases(own, sids), await lawFor(own))).opened : 0
}

/** The same for cases that name an application without a relation to it, which may be gone. */
export async function checkUnrelatedPhases(ctx: Context): Promise<number> {
  return checkCompleteness(ctx, await withUnrelatedPhase(ctx))
}

/** Only the nightly check finds some faults. A change of the case checks its open findings again, so a corrected one ends at once. */
async function endMended(ctx: Context, sids: readonly string[]) {
  const mended = deferred.of(ctx)?.mended
  if (mended) for (const sid of sids) mended.add(sid)
  else await endFindings(ctx, new Set(sids))
}

const CHECKED_TOGETHER = 200

/** Each case once; a handover writes any number of them. */
async function endFindings(ctx: Context, sids: ReadonlySet<string>) {
  const open = (await withOpenBeside(ctx, [...sids])).toSorted()
  for (let at = 0; at < open.length; at += CHECKED_TOGETHER) await checkCompleteness(ctx, open.slice(at, at + CHECKED_TOGETHER))
}

/** `kind`: set when all cases are of one kind. */
export async function docket(ctx: Context, sids: Iterable<string>, kind?: string) {
  const waiting = deferred.of(ctx)?.waiting
  if (waiting) for (const sid of sids) waiting.add(sid)
  else await docketAndFind(ctx, [...new Set(sids)], kind)
}

/** The same for cases whose relatives follow them. */
async function docketWithFamily(ctx: Context, sids: Iterable<string>, reach?: Reach, kind?: string) {
  const families = deferred.of(ctx)?.families
  if (families) for (const sid of sids) families.add(sid)
  else await docketFamily(ctx, sids, { reach, kind, finds: true })
}

/** Claims expected with their case cause no docketing, unless they name a case of ours. */
async function docketClaims(ctx: Context, drafts: readonly Draft[]) {
  const foreseen = deferred.of(ctx)?.foreseen
  const moved = drafts.filter(({ row }) => row.priority_case_sid || !foreseen?.has(String(row.case_sid)))
  await docketWithFamily(ctx, casesOf(moved.map(({ row }) => row)))
}

/** An ending caused by a relation, such as of the fees of a first filing that becomes a division, waits for a second person. */
async function docketRelated(ctx: Context, rows: readonly RowValues[]) {
  const own = deferred.of(ctx)
  if (own) own.ends = true
  await endings.during(ctx, true, () => docketWithFamily(ctx, bothCases(rows)))
}

const sidsIn = (rows: readonly RowValues[]) => rows.map((row) => String(row.sid))
const casesOf = (rows: readonly RowValues[]) => rows.map((row) => row.case_sid).filter((sid) => typeof sid === 'string')

/** After a write of a case, its deadlines and fees are updated in the same transaction. */
export function caseHooks(kind: CaseKind): Part {
  const hooks: Hooks = {
    async check(ctx, drafts) {
      await foresee(ctx, kind, drafts)
      await warnOfHeirs(ctx, kind, drafts)
    },
    written: (ctx, drafts) => followCases(ctx, kind, drafts),
    async restored(ctx, rows) {
      await endings.during(ctx, true, () => docketWithFamily(ctx, sidsIn(rows), 'ALL', kind.name))
      await checkCompleteness(ctx, sidsIn(rows)) // its findings were settled with its deletion
    },
    async deleted(ctx, rows) {
      await settleDeleted(ctx, sidsIn(rows))
      await docketWithFamily(ctx, await relativesOf(ctx, sidsIn(rows)))
    },
  }
  return { hooks: [{ model: [kind.name], ...hooks }] }
}

/** Hooks after a write of an event, a document, a priority or a relation of any kind of case, or of the law itself. */
export const followingHooks: Part = {
  hooks: [
    {
      model: 'official_event',
      written: (ctx, drafts) => docket(ctx, casesOf(drafts.map((draft) => draft.row))),
      deleted: (ctx, rows) => docket(ctx, casesOf(rows)),
      restored: (ctx, rows) => docket(ctx, casesOf(rows)),
    },
    {
      model: 'priority',
      check: warnOfClaimHeirs,
      written: docketClaims,
      deleted: (ctx, rows) => docketWithFamily(ctx, [...casesOf(rows), ...claimedIn(rows)]),
      restored: (ctx, rows) => docketWithFamily(ctx, casesOf(rows)),
    },
    {
      model: 'related_case',
      after: ['cases'],
      written: (ctx, drafts) => docketRelated(ctx, drafts.map(({ row }) => row)), // oxfmt-ignore
      deleted: (ctx, rows) => docketWithFamily(ctx, bothCases(rows)),
      restored: docketRelated,
    },
    { model: 'official_event', prepare: nameEvents, check: refuseDuplicateEvents, written: moveCase },
    { model: 'official_event', written: extendByDecision },
    { model: 'document', check: refuseComingDocuments, written: recordEvents },
    { model: 'document', check: refuseTakenNotices },
    { model: 'official_event', written: (ctx, drafts) => unlessDeferred(ctx, () => findSilentEvents(ctx, drafts)) },
    { model: 'document', written: (ctx, drafts) => unlessDeferred(ctx, () => findSilentDocuments(ctx, drafts)) },
    {
      model: ['official_event', 'deadline'] as const,
      written: (ctx: Context, drafts: readonly Draft[]) => endMended(ctx, casesOf(drafts.flatMap(({ before, row }) => (before ? [row] : [])))),
      deleted: (ctx: Context, rows: readonly RowValues[]) => endMended(ctx, casesOf(rows)),
    },
    { model: ['notice_intake', 'archived_mail'] as const, written: endWaiting, deleted: endWaitingOf },
    {
      model: 'fee',
      written: (ctx, drafts) => endMended(ctx, casesOf(drafts.map(({ row }) => row))),
      deleted: (ctx, rows) => endMended(ctx, casesOf(rows)),
    },
    { model: 'deadline_rule', written: freezeChanged, deleted: freezeDeleted },
    { model: ['deadline_rule', 'office_calendar', 'calendar_year', 'fee_schedule'], written: changeLaw, deleted: changeLaw, restored: changeLaw },
  ],
}

/** A larger write is examined when it has ended. */
async function unlessDeferred(ctx: Context, act: () => Promise<void>) {
  if (!deferred.of(ctx)) await act()
}

/** The cases of ours that these priorities name. */
const claimedIn = (rows: readonly RowValues[]) => rows.flatMap(({ priority_case_sid: sid }) => (sid ? [String(sid)] : []))

function bothCases(rows: readonly RowValues[]) {
  return rows.flatMap((row) => [String(row.earlier_sid), String(row.later_sid)])
}

async function followCases(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  await followOwner(ctx, kind, drafts)
  await settleRestored(ctx, kind, drafts)
  await recordActs(ctx, kind, drafts)
  await settleForeseen(ctx, drafts)
  const moved = drafts.filter((draft) =>
    draft.before ? [...draft.changed].some((code) => kind.drives.has(code) || code === kind.model.states?.field) : !foreseenFor(ctx, draft),
  )
  const corrected = drafts.filter((draft) => isCorrection(kind, draft) && hasHeirs(ctx, draft))
  if (corrected.length > 0 && !deferred.of(ctx)) await docketTogether(ctx, () => docketMoved(ctx, kind, moved, corrected), { finds: true })
  else await docketMoved(ctx, kind, moved, corrected)
  const known = drafts.filter(({ before, changed }) => before && changed.size > 0)
  if (known.length > 0) await endMended(ctx, known.map(({ sid }) => sid)) // oxfmt-ignore
}

/** Relatives that follow a correction are docketed together with the corrected case. */
async function docketMoved(ctx: Context, kind: CaseKind, moved: readonly Draft[], corrected: readonly Draft[]) {
  if (corrected.length > 0) await followCorrections(ctx, kind, corrected)
  const reached = Map.groupBy(moved, (draft) => (draft.before ? reachOf(kind, draft) : undefined))
  for (const [reach, group] of reached) await (reach ? docketWithFamily(ctx, sidsIn(group), reach, kind.name) : docket(ctx, sidsIn(group), kind.name))
}

/** Keyed by the sid of the new case. */
const foreseen = contextSlot<Map<string, { one: Case; dockets: ComputedDocket }>>()

const foreseenFor = (ctx: Context, { sid, before }: Draft) => (before ? undefined : foreseen.of(ctx)?.get(sid))

async function foresee(ctx: Context, { model }: CaseKind, drafts: readonly Draft[]) {
  if (deferred.of(ctx)) return // foreseeCases runs docketing for bulk writes
  await foreseeCases(
    ctx,
    model,
    drafts.filter((draft) => !draft.before && draft.faults.length === 0),
  )
}

/** Computes the docket of a new case before its insert, to insert its summary too. `claims`: the priorities written right after it. */
export async function foreseeCases(
  ctx: Context,
  { name }: Pick<Model, 'name'>,
  fresh: readonly Draft[],
  claims: ReadonlyMap<string, readonly RowValues[]> = new Map(),
) {
  const kind = ctx.tenant.declared.kinds.get(name)
  if (!kind || fresh.length === 0) return
  const law = await lawFor(ctx)
  const cases = await newCases(
    ctx,
    kind,
    fresh.map(({ sid, row }) => ({ ...row, sid, priorities: claims.get(sid) ?? null })),
  )
  const known = foreseen.ensure(ctx, () => new Map())
  for (const [at, draft] of fresh.entries()) {
    const one = cases[at]
    if (!one) continue
    const dockets = computeDocket(one, law, ctx.today)
    known.set(draft.sid, { one, dockets })
    deferred.of(ctx)?.foreseen.add(draft.sid)
    const summary = summaryOf(kind, dockets, one)
    for (const [code, value] of Object.entries(summary)) setValue(draft, code, value)
    Object.assign(one.row, summary)
  }
}

async function settleForeseen(ctx: Context, drafts: readonly Draft[]) {
  const known = drafts.map((draft) => foreseenFor(ctx, draft)).filter((one) => one !== undefined)
  if (known.length === 0) return
  const cases = known.map(({ one }) => one)
  await settle(
    ctx,
    cases,
    known.map(({ dockets }) => dockets),
  )
  if (!deferred.of(ctx) || deferred.of(ctx)?.finds) await findInFacts(ctx, cases)
}

/** Deadlines about which somebody still has something to do: also those that were missed, or that no document proves. */
const UNSETTLED = ['OPEN', 'MISSED', 'PRESUMED', 'NO_RECORD'] as const

/** A new owner of a case also gets its unsettled deadlines, except those given to someone else. */
async function followOwner(ctx: Context, { roles }: CaseKind, drafts: readonly Draft[]) {
  const code = roles.owner ?? ''
  const moved = drafts.filter(({ before, changed }) => before && changed.has(code))
  for (const { sid, before, row } of moved) {
    const owner_sid = typeof row[code] === 'string' ? row[code] : null
    const open = ctx.db.updateTable('deadline').set({ owner_sid }).where('case_sid', '=', sid).where('status', 'in', UNSETTLED)
    const owner = typeof before?.[code] === 'string' ? before[code] : null
    await (owner === null ? open.where('owner_sid', 'is', null) : open.where('owner_sid', '=', owner)).execute()
  }
  if (moved.length > 0) wrote(ctx, modelNamed(ctx.tenant.models, 'deadline'), ['owner_sid'])
}

async function changeLaw(ctx: Context) {
  await refuseUnsoundLaw(ctx)
  lawChanged(ctx)
}
