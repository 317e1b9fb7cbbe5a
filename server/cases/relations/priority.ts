import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import { applicationKeyOf, numberKindOf } from '../../../model/cases/relations/family-facts.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { anyTable } from '../../database/pool.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import type { ModelHooks, Part } from '../../records/modules.ts'
import type { Context, Draft, DraftOf, RowValues } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { claimNotices } from './claim-period.ts'
import { completeSameClaims } from './same-claims.ts'
import { faultsOf, readingOf } from '../numbering/numbers.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { labelAt, ruleFault } from '../rule-fault.ts'

/** A kind that claims priorities checks them when its filing date changes. */
export function claimHooks(kind: CaseKind): ModelHooks[] {
  if (!kind.priorities) return []
  return [{ model: [kind.name], check: (ctx: Context, drafts: readonly Draft[]) => checkMovedFiling(ctx, kind, drafts) }]
}

/** Links earlier claims to a case that gets its number. */
export function linkHooks(kind: CaseKind): ModelHooks[] {
  if (!kind.priorities) return []
  return [{ model: [kind.name], written: (ctx: Context, drafts: readonly Draft[]) => linkClaims(ctx, kind, drafts) }]
}

export const priorities: Part = {
  hooks: [{ model: 'priority', prepare, check, written: completeSameClaims }],
}

const casesOf = (rows: readonly RowValues[]) => rows.map((row) => String(row.case_sid))

async function prepare(ctx: Context, drafts: readonly DraftOf<'priority'>[]) {
  const model = modelNamed(ctx.tenant.models, 'priority')
  const kindOf = await numberKinds(ctx, drafts)
  for (const draft of drafts) {
    const { priority_no: text, priority_country: office } = draft.row
    if (!draft.before && !text) setValue(draft, 'to_complete', true)
    if (!(draft.changed.has('priority_no') || draft.changed.has('priority_country'))) continue
    if (typeof text !== 'string' || text === '') {
      setValue(draft, 'priority_key', null)
      continue
    }
    if (office) setValue(draft, 'to_complete', false)
    const kind = kindOf(draft.row.case_sid)
    const reading = readingOf(text, kind, office ?? '')
    const faults = faultsOf(ctx, reading, { kind }, reading.office === 'WO' ? 'WO' : (office ?? ''))
    setValue(draft, 'priority_key', reading.normalised)
    if (faults.length === 0) setValue(draft, 'priority_no', reading.printed.replace(/^ZL/, ''))
    for (const words of faults) faultAt(ctx, model, draft, 'priority_no', words)
  }
  await orderClaims(ctx, drafts)
  await linkOwn(ctx, drafts)
}

/** Of numbers that return to what they were; `prepare` reads those that are entered. */
export async function fillClaimKeys(ctx: Context, drafts: readonly Draft[]) {
  const moved = drafts.filter(({ changed }) => changed.has('priority_no') || changed.has('priority_country'))
  const kindOf = await numberKinds(ctx, moved)
  for (const draft of moved) {
    const { case_sid, priority_no: text, priority_country: office } = draft.row
    setValue(draft, 'priority_key', typeof text === 'string' && text ? readingOf(text, kindOf(case_sid), String(office ?? '')).normalised : null)
  }
}

/** How the kind of each case numbers its applications: a priority has the same kind of number. */
async function numberKinds({ db, tenant }: Context, drafts: readonly Draft[]) {
  const { kinds } = tenant.models
  const sids = [...new Set(drafts.flatMap(({ row }) => (row.case_sid ? [String(row.case_sid)] : [])))]
  const isOneKind = new Set([...kinds.values()].map(numberKindOf)).size < 2
  const rows = isOneKind || sids.length === 0 ? [] : await db.selectFrom('case').select(['sid', 'kind']).where('sid', 'in', sids).execute()
  const kindOf = new Map(rows.map(({ sid, kind }) => [sid, kinds.get(String(kind))]))
  return (sid: unknown) => numberKindOf(kindOf.get(String(sid)))
}

/** A claim without a place is the last among those of its case. */
async function orderClaims(ctx: Context, drafts: readonly DraftOf<'priority'>[]) {
  const open = drafts.filter(({ row }) => row.case_sid && (row.seq ?? null) === null)
  if (open.length === 0) return
  const rows = await ctx.db
    .selectFrom('priority')
    .select(({ fn }) => ['case_sid', fn.max('seq').as('last')])
    .where('case_sid', 'in', [...new Set(casesOf(open.map(({ row }) => row)))])
    .where('deleted_at', 'is', null)
    .groupBy('case_sid')
    .execute()
  const last = new Map(rows.map((row) => [String(row.case_sid), Number(row.last)]))
  for (const draft of drafts) {
    const { case_sid, seq } = draft.row
    const sid = String(case_sid)
    if (case_sid && (seq ?? null) === null) setValue(draft, 'seq', (last.get(sid) ?? 0) + 1)
    last.set(sid, Math.max(last.get(sid) ?? 0, Number(draft.row.seq)))
  }
}

/** A number of our own case links to it, if this person may see it. */
async function linkOwn(ctx: Context, drafts: readonly DraftOf<'priority'>[]) {
  const open = drafts.filter(({ row, changed }) => changed.has('priority_key') && row.priority_key && (row.priority_case_sid ?? null) === null)
  if (open.length === 0) return
  const own = await casesNumbered(
    ctx,
    open.map(({ row }) => String(row.priority_key)),
  )
  if (own.size === 0) return
  const seen = await sidsSeen(ctx, [...own.values()])
  for (const draft of open) {
    const sid = own.get(String(draft.row.priority_key))
    if (sid && seen.has(sid) && sid !== draft.row.case_sid) setValue(draft, 'priority_case_sid', sid)
  }
}

/** Our cases with these application numbers, of any kind that claims priorities. */
async function casesNumbered({ db, tenant }: Context, keys: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const kind of tenant.models.kinds.values()) {
    const code = kind.priorities && applicationKeyOf(kind)
    if (!code) continue
    const rows = await anyTable(db)
      .selectFrom(kind.name)
      .select(['sid', code])
      .where(code, 'in', [...new Set(keys)])
      .where('deleted_at', 'is', null)
      .execute()
    for (const row of rows) found.set(String(row[code]), String(row.sid))
  }
  return found
}

async function linkClaims(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const key = applicationKeyOf(kind) ?? ''
  const numbered = new Map<unknown, string>(drafts.flatMap(({ sid, row, changed }) => (changed.has(key) && row[key] ? [[row[key], sid]] : [])))
  if (numbered.size === 0) return
  const rows = await ctx.db
    .selectFrom('priority')
    .select('sid')
    .where('priority_key', 'in', [...numbered.keys()].map(String))
    .where('priority_case_sid', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'priority')
  const claims = (
    await lockRows(
      own,
      model,
      rows.map((row) => row.sid),
    )
  ).map(draftFrom)
  for (const draft of claims) setValue(draft, 'priority_case_sid', numbered.get(draft.row.priority_key) ?? null)
  await updateDrafts(own, model, claims)
}

async function sidsSeen(ctx: Context, sids: readonly string[]): Promise<Set<string>> {
  const model = modelNamed(ctx.tenant.models, HEAD)
  const seen = new Set<string>()
  for (let i = 0; i < sids.length; i += 100) {
    const some = sids.slice(i, i + 100).map((sid) => `"${sid}"`)
    const { record } = await search(ctx, model, { fl: ['sid'], iql: `sid in (${some.join(',')})`, rows: 100, total: 'none' })
    for (const row of record) seen.add(String(row.sid))
  }
  return seen
}

async function check(ctx: Context, drafts: readonly DraftOf<'priority'>[]) {
  const asked = drafts.filter(({ row, changed }) => row.case_sid && row.priority_date && CHECKED.some((code) => changed.has(code)))
  if (asked.length === 0) return
  const sids = [...new Set(casesOf(asked.map(({ row }) => row)))]
  const [cases, there] = await Promise.all([
    ctx.db.selectFrom('case').select(['sid', 'kind', 'filing_date', 'subtype', 'country']).where('sid', 'in', sids).execute(),
    claimsOf(ctx, sids),
  ])
  const facts = new Map(cases.map((row) => [row.sid, row]))
  const international = await internationalDates(ctx, cases)
  for (const [sid, group] of Map.groupBy(asked, ({ row }) => String(row.case_sid))) {
    const head = facts.get(sid)
    const kind = ctx.tenant.models.kinds.get(String(head?.kind))
    if (!head || !kind) continue
    if (!kind.priorities) {
      for (const draft of group) faultAt(ctx, modelNamed(ctx.tenant.models, 'priority'), draft, 'case_sid', CLAIMS_NONE)
      continue
    }
    const own = new Set(group.map((draft) => draft.sid))
    const others = (there.get(sid) ?? []).filter((row) => !own.has(String(row.sid)))
    const notices = await claimNotices(ctx, { ...head, kind, international: international.get(sid) }, [...others, ...group.map(({ row }) => row)])
    for (const [at, draft] of group.entries())
      for (const { seq, zh, en } of notices)
        if (seq === others.length + at + 1) ruleFault(ctx, draft, labelAt('priority', ctx, 'priority_date'), [zh, en], 'priority_date')
  }
}

/** The international filing dates of these cases, one query for each kind: an import checks hundreds of cases at once. */
async function internationalDates({ db, tenant }: Context, cases: readonly { sid: string; kind: unknown }[]): Promise<ReadonlyMap<string, unknown>> {
  const dates = new Map<string, unknown>()
  for (const [name, some] of Map.groupBy(cases, ({ kind }) => String(kind))) {
    const code = tenant.models.kinds.get(name)?.priorities?.international
    if (!code) continue
    const sids = some.map(({ sid }) => sid)
    for (const row of await anyTable(db).selectFrom(name).select(['sid', code]).where('sid', 'in', sids).execute())
      dates.set(String(row.sid), row[code])
  }
  return dates
}

const CLAIMS_NONE: Words = ['该类案件不能要求优先权', 'belongs to a kind of case that cannot claim priorities']

const CHECKED = ['priority_no', 'priority_date', 'priority_country', 'restored']

/** A changed filing date must still lie within the period of every priority. */
async function checkMovedFiling(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const [filed = '', type = '', country = ''] = (['filing_date', 'subtype', 'country'] as const).map((role) => fieldOfRole(kind.model, role))
  const moved = drafts.filter(({ before, changed }) => before && (changed.has(filed) || changed.has(type)))
  if (moved.length === 0) return
  const there = await claimsOf(
    ctx,
    moved.map(({ sid }) => sid),
  )
  for (const draft of moved) {
    const { row, changed } = draft
    const code = changed.has(filed) ? filed : type
    const facts = {
      kind,
      filing_date: row[filed],
      subtype: row[type],
      country: row[country],
      international: row[kind.priorities?.international ?? ''],
    }
    for (const { zh, en } of await claimNotices(ctx, facts, there.get(draft.sid) ?? []))
      ruleFault(ctx, draft, labelAt(kind.name, ctx, code), [zh, en], code)
  }
}

async function claimsOf({ db }: Context, sids: readonly string[]): Promise<Map<string, RowValues[]>> {
  const rows = await db
    .selectFrom('priority')
    .selectAll()
    .where('case_sid', 'in', sids)
    .where('deleted_at', 'is', null)
    .orderBy('seq')
    .orderBy('sid')
    .execute()
  return Map.groupBy(rows, (row) => String(row.case_sid))
}
