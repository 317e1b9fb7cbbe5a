import type { Words } from '../../../model/kit/fields.ts'
import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { contextSlot } from '../../records/slots.ts'
import { setValue } from '../../records/write/validate.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, updateDrafts } from '../../records/write/write.ts'

export type Proposal = {
  case_sid: string
  kind: 'NOTICE' | 'SUSPENSION' | 'EXTENSION' | 'DUE_DATE'
  entity: string
  record_sid: string
  about: Words
  /** The values of the record as they are, and as they would be. */
  former: RowValues
  proposed: RowValues
  reason: string | null
  deadlines: readonly Postponed[]
}

/** Writes that carry out what a second person has confirmed. */
export const carryingOut = contextSlot<true>()

/** Keeps what a person proposed, with the dates shown; it takes the place of what is still open for the same values of the record. */
export async function propose(ctx: Context, { about, deadlines, ...proposal }: Proposal) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'date_confirmation')
  await dropProposals(ctx, proposal.record_sid, Object.keys(proposal.proposed))
  const [first] = deadlines
  const home = await ctx.db.selectFrom('case').select('company_sid').where('sid', '=', proposal.case_sid).executeTakeFirst()
  const [draft] = await draftNew(own, model, [{}])
  if (!draft) return
  const values: RowValues = {
    ...proposal,
    company_sid: home?.company_sid ?? null,
    about: about[0].slice(0, 255),
    about_en: about[1].slice(0, 255),
    shown: shownIn(deadlines, ({ name }) => name, '；'),
    shown_en: shownIn(deadlines, ({ name_en }) => name_en, '; '),
    deadlines,
    due_before: first?.from ?? null,
    due_after: first?.to ?? null,
    proposed_by: ctx.actor.sid,
    proposed_on: ctx.today,
  }
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  await insertDrafts(own, model, [draft])
}

const shownIn = (deadlines: readonly Postponed[], nameOf: (one: Postponed) => string, between: string) =>
  deadlines.map((one) => `${nameOf(one)} ${one.from} → ${one.to ?? '—'}`).join(between).slice(0, 500) // oxfmt-ignore

/** The values that wait for a second person before they are on the record. */
export async function proposedFor(ctx: Context, record_sid: string): Promise<RowValues> {
  return Object.assign({}, ...(await openFor(ctx, record_sid)).map(({ proposed }) => proposed as RowValues)) as RowValues // written by propose
}

/** What is open for these values of a record no longer matters: they were changed again, or the record was deleted. */
export async function dropProposals(ctx: Context, record_sid: string, codes?: readonly string[]) {
  const open = await openFor(ctx, record_sid)
  const gone = open.filter(({ proposed }) => !codes || Object.keys(proposed as RowValues).some((code) => codes.includes(code))) // written by propose
  if (gone.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'date_confirmation')
  const rows = await lockRows(own, model, gone.map(({ sid }) => String(sid))) // oxfmt-ignore
  const drafts = rows.map(draftFrom)
  for (const draft of drafts) setValue(draft, 'status', 'DROPPED')
  await updateDrafts(own, model, drafts)
}

const openFor = ({ db }: Context, record_sid: string) =>
  db
    .selectFrom('date_confirmation')
    .select(['sid', 'proposed'])
    .where('record_sid', '=', record_sid)
    .where('status', '=', 'PROPOSED')
    .where('deleted_at', 'is', null)
    .orderBy('sid')
    .execute()
