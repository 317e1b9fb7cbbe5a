import { sql } from 'kysely'
import { runsOnce } from '../../../model/docketing/events/second-notices.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import { BESIDE_FACTS } from '../../../model/docketing/beside-facts.ts'
import { undocketed } from '../../../model/docketing/events/undocketed.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { tell, toldStays } from '../events/told.ts'
import { lawFor } from '../law/law.ts'
import { type Case, readCases } from '../read-cases.ts'
import { docketCases } from '../reconcile.ts'
import { catalogueOf } from './documents.ts'
import { findInCases, findInFacts } from './findings.ts'
import { decidedWithoutCase } from './without-case.ts'

/** Dockets these cases and finds faults in their facts in the same transaction. */
export async function docketAndFind(ctx: Context, sids: readonly string[], kind?: string) {
  const read: Case[] = []
  await docketCases(ctx, sids, kind, (cases) => void read.push(...cases))
  await findInFacts(ctx, read)
}

/** An official event, new or of another kind than before, that opened no deadline, though some case's would, or that takes the place of another one, is examined at once; the nightly check would report it a day late. */
export async function findSilentEvents(ctx: Context, drafts: readonly Draft[]) {
  const fresh = drafts.filter(({ before, changed, row }) => (!before || changed.has('code')) && row.direction === 'IN')
  if (fresh.length === 0) return
  const events = await ctx.db
    .selectFrom('official_event as e')
    .innerJoin('case as c', 'c.sid', 'e.case_sid')
    .innerJoin('document_type as t', 't.code', 'e.code')
    .select(['e.sid', 'e.code', 't.office', 'c.country'])
    .select((of) =>
      of
        .exists(of.selectFrom('deadline as d').select('d.sid').whereRef('d.trigger_event_sid', '=', 'e.sid').where('d.status', '!=', 'CANCELLED'))
        .as('is_heard'),
    )
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('official_event as o')
            .select('o.sid')
            .whereRef('o.case_sid', '=', 'e.case_sid')
            .whereRef('o.code', '=', 'e.code')
            .whereRef('o.sid', '!=', 'e.sid')
            .where('o.deleted_at', 'is', null),
        )
        .as('is_second'),
    )
    .where(
      'e.sid',
      'in',
      fresh.map(({ sid }) => sid),
    )
    .execute()
  const { law } = await lawFor(ctx)
  const isMeant = ({ code, office, country }: (typeof events)[number]) =>
    (office && office !== country) || law.rules.some(({ trigger }) => trigger.events?.includes(String(code)))
  const replaces = ({ code, is_second }: (typeof events)[number]) =>
    is_second && law.rules.some((rule) => runsOnce(rule) && rule.trigger.events?.includes(String(code)))
  const silent = new Set(events.filter((one) => (!one.is_heard && isMeant(one)) || replaces(one)).map(({ sid }) => sid))
  const cases = await findIn(
    ctx,
    fresh.filter(({ sid }) => silent.has(sid)),
  )
  await tellNothingDocketed(ctx, cases, silent)
}

/** A person who records a document for which nothing is docketed is warned at once. */
async function tellNothingDocketed(ctx: Context, cases: readonly Case[], events: ReadonlySet<string>) {
  if (cases.length === 0 || (!toldStays.of(ctx) && !ctx.warnings)) return
  const [{ law }, catalogue] = [await lawFor(ctx), await catalogueOf(ctx, cases)]
  for (const { facts } of cases)
    for (const { zh, en } of undocketed(facts, law, computeDeadlines(facts, law, ctx.today), catalogue, events)) tell(ctx, [zh, en])
}

/** Checks documents without an event, and documents that have just got one and end their finding. */
export async function findSilentDocuments(ctx: Context, drafts: readonly Draft[]) {
  const isSilent = ({ before, row }: Draft) =>
    !before && row.direction !== 'OUT' && (!row.doc_type || !row.issue_date) && (row.direction === 'IN' || row.doc_type)
  const described = drafts.filter(({ changed }) => OF_FINDING.some((code) => changed.has(code)))
  await findIn(ctx, [...drafts.filter(isSilent), ...(await endingFindings(ctx, described))])
}

const OF_FINDING = ['doc_type', 'issue_date', 'direction'] as const

/** Of documents that are described otherwise, those of cases that miss one. */
async function endingFindings({ db }: Context, drafts: readonly Draft[]) {
  const cases = drafts.flatMap(({ row }) => (typeof row.case_sid === 'string' ? [row.case_sid] : []))
  if (cases.length === 0) return []
  const found = await db
    .selectFrom('finding')
    .select('case_sid')
    .where('case_sid', 'in', cases)
    .where('code', '=', 'DOCUMENT_NOT_DOCKETED')
    .where('status', '=', 'OPEN')
    .execute()
  const open = new Set<unknown>(found.map(({ case_sid }) => case_sid))
  return drafts.filter(({ row }) => open.has(row.case_sid))
}

/** Of these cases, those with an open finding that their facts alone do not show. */
export async function withOpenBeside({ db }: Context, sids: readonly string[]): Promise<string[]> {
  if (sids.length === 0) return []
  const rows = await db.selectFrom('finding').select('case_sid').distinct().where(sql<boolean>`case_sid = any(${[...sids]}::uuid[])`).where('code', 'in', [...BESIDE_FACTS]).where('status', '=', 'OPEN').execute() // oxfmt-ignore
  return rows.map(({ case_sid }) => String(case_sid))
}

/** Notices and mails that are decided on may end the finding that they wait: that of their case, or that of those without one. */
export async function endWaiting(ctx: Context, drafts: readonly Draft[]) {
  await endWaitingOf(ctx, drafts.flatMap(({ before, changed }) => (before && changed.has('state') ? [before] : []))) // oxfmt-ignore
}

export async function endWaitingOf(ctx: Context, rows: readonly RowValues[]) {
  decidedWithoutCase(ctx, rows)
  const cases = rows.flatMap(({ case_sid: sid }) => (typeof sid === 'string' ? [sid] : []))
  if (cases.length === 0) return
  const open = await ctx.db.selectFrom('finding').select('case_sid').distinct().where('case_sid', 'in', cases).where('code', '=', 'NOTICE_WAITS').where('status', '=', 'OPEN').execute() // oxfmt-ignore
  const sids = open.map(({ case_sid }) => String(case_sid))
  if (sids.length > 0) await findInCases(ctx, await readCases(ctx, sids), await lawFor(ctx))
}

async function findIn(ctx: Context, drafts: readonly Draft[]) {
  const sids = [...new Set(drafts.map(({ row }) => row.case_sid).filter((sid) => typeof sid === 'string'))]
  const cases = sids.length > 0 ? await readCases(ctx, sids) : []
  if (cases.length > 0) await findInCases(ctx, cases, await lawFor(ctx))
  return cases
}
