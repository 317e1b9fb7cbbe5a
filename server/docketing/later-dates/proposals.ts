import { dayIn } from '../../../model/kit/days/day-text.ts'
import type { Lang, Words } from '../../../model/kit/fields.ts'
import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { contextSlot } from '../../records/slots.ts'
import { isAsBefore } from '../../records/write/batch/as-before.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, updateDrafts } from '../../records/write/write.ts'

export type Proposal = {
  case_sid: string
  kind: 'NOTICE' | 'SUSPENSION' | 'EXTENSION' | 'DUE_DATE' | 'CORRECTION' | 'REMOVAL' | 'DEADLINE'
  entity: string
  record_sid: string
  about: Words
  /** The values of the record as they are, and as they would be. */
  former: RowValues
  proposed: RowValues
  reason: string | null
  deadlines: readonly Postponed[]
  /** The person who proposed it, where it is another one than who writes. */
  proposed_by?: string
}

/** Writes that carry out what a second person has confirmed. */
export const carryingOut = contextSlot<true>()

/** Whether a write may be held: not where it carries out a decision, and not where it returns to what counted before. */
export const mayHold = (ctx: Context) => !carryingOut.of(ctx) && !isAsBefore(ctx)

/** Stores a proposal with the dates shown; it replaces an open one for the same values of the record. */
export const propose = (ctx: Context, proposal: Proposal) => proposeAll(ctx, [proposal])

export async function proposeAll(ctx: Context, proposals: readonly Proposal[]) {
  if (proposals.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'date_confirmation')
  await dropOpen(ctx, new Map(proposals.map(({ record_sid, proposed }) => [record_sid, Object.keys(proposed)])))
  const cases = [...new Set(proposals.map(({ case_sid }) => case_sid))]
  const homes = await ctx.db.selectFrom('case').select(['sid', 'company_sid']).where('sid', 'in', cases).execute()
  const companies = new Map(homes.map(({ sid, company_sid }) => [sid, company_sid]))
  const drafts = await draftNew(own, model, proposals.map(() => ({}))) // oxfmt-ignore
  for (const [at, draft] of drafts.entries()) {
    const proposal = proposals[at]
    if (!proposal) continue
    const values = {
      ...valuesOf(proposal),
      company_sid: companies.get(proposal.case_sid) ?? null,
      proposed_by: proposal.proposed_by ?? ctx.actor.sid,
      proposed_on: ctx.today,
    }
    for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  }
  await insertDrafts(own, model, drafts)
}

function valuesOf({ about, deadlines, proposed_by: _by, ...proposal }: Proposal): RowValues {
  const [first] = deadlines
  return {
    ...proposal,
    about: about[0].slice(0, 255),
    about_en: about[1].slice(0, 255),
    shown: shownIn(deadlines, 'zh'),
    shown_en: shownIn(deadlines, 'en'),
    deadlines,
    due_before: first?.from ?? null,
    due_after: first?.to ?? null,
  }
}

function shownIn(deadlines: readonly Postponed[], lang: Lang): string {
  const day = (iso: string | null) => (iso ? dayIn(iso, lang) : '—')
  const lines = deadlines.map((one) => `${lang === 'zh' ? one.name : one.name_en} ${day(one.from)} → ${day(one.to)}`)
  const shown = lines.filter((_, at) => lines.slice(0, at + 1).join('; ').length <= SHOWN)
  const more = lines.length - shown.length
  const rest = more > 0 ? [lang === 'zh' ? `另有 ${more} 个期限` : `${more} more`] : []
  return [...shown, ...rest].join(lang === 'zh' ? '；' : '; ')
}

/** Characters of whole lines; the page shows every deadline. */
const SHOWN = 470

/** The values that wait for a second person before they are on the record. */
export async function proposedFor(ctx: Context, record_sid: string): Promise<RowValues> {
  return Object.assign({}, ...(await openFor(ctx, [record_sid])).map(({ proposed }) => proposed as RowValues)) as RowValues // written by propose
}

/** Drops open proposals for these values of a record, since the values were changed again or the record was deleted. */
export const dropProposals = (ctx: Context, record_sid: string, codes?: readonly string[]) => dropOpen(ctx, new Map([[record_sid, codes]]))

/** The same for many records, each with the codes of its values; without codes, for all of them. */
export async function dropOpen(ctx: Context, records: ReadonlyMap<string, readonly string[] | undefined>) {
  const open = await openFor(ctx, [...records.keys()])
  const gone = open.filter(({ record_sid, proposed }) => {
    const codes = records.get(String(record_sid))
    return !codes || Object.keys(proposed as RowValues).some((code) => codes.includes(code)) // written by propose
  })
  if (gone.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'date_confirmation')
  const rows = await lockRows(own, model, gone.map(({ sid }) => sid)) // oxfmt-ignore
  const drafts = rows.map(draftFrom)
  for (const draft of drafts) setValue(draft, 'status', 'DROPPED')
  await updateDrafts(own, model, drafts)
}

/** The proposals of these records that wait. */
export const openFor = ({ db }: Context, records: readonly string[]) =>
  db
    .selectFrom('date_confirmation')
    .select(['sid', 'record_sid', 'proposed', 'proposed_by'])
    .where('record_sid', 'in', records)
    .where('status', '=', 'PROPOSED')
    .where('deleted_at', 'is', null)
    .orderBy('sid')
    .execute()

/** The open proposals for these cases. */
export async function openOf({ db }: Context, cases: readonly string[]): Promise<ReadonlySet<string>> {
  const open = await db
    .selectFrom('date_confirmation')
    .select('sid')
    .where('case_sid', 'in', [...new Set(cases)])
    .where('status', '=', 'PROPOSED')
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(open.map(({ sid }) => sid))
}
