import type { RowOf } from '../database/tables.ts'
import { duplicateEventOf } from '../docketing/events/duplicate-event.ts'
import type { Context, DraftOf, RowValues } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { authorize } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { draftFrom, draftNew, insertDrafts, keepInReach, lockRows, updateDrafts } from '../records/write/write.ts'
import type { Entry } from './said.ts'

/** An act that an office reports of a case becomes an official event when a person accepts it. */
export const officeReports: Part = { hooks: [{ model: 'office_report', prepare: decide, check, written: recordAccepted }] }

type Report = RowOf<'office_report'>
type Draft = DraftOf<'office_report'>
type Reported = { case_sid: string; company_sid: string | null; entries: readonly Entry[]; source: string; day: string }

/** Keeps what the register now says of the case beside what it said before; returns the number of events that a person is to decide. */
export async function keepReports(ctx: Context, { case_sid, company_sid, entries, source, day }: Reported): Promise<number> {
  const model = modelNamed(ctx.tenant.models, 'office_report')
  const events = await ctx.db.selectFrom('official_event').select(['sid', 'code', 'event_date']).where('case_sid', '=', case_sid).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const known = await ctx.db
    .selectFrom('office_report')
    .selectAll()
    .where('case_sid', '=', case_sid)
    .where('source', '=', source)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .execute()
  const byKey = new Map(known.map((row) => [row.said_key, row]))
  const fresh = entries.filter(({ key }) => !byKey.has(key))
  const drafts = await draftNew(ctx, model, fresh.map(() => ({}))) // oxfmt-ignore
  for (const [at, draft] of drafts.entries()) {
    const entry = fresh[at]
    if (entry) setAll(draft, { ...valuesOf(entry, events), case_sid, company_sid, source, fetched_on: day })
  }
  await insertDrafts(ctx, model, drafts)
  const now = new Map(entries.map((entry) => [entry.key, entry]))
  const changed = known.flatMap((row) => {
    const draft = settled(row, now.get(row.said_key ?? ''), events)
    if (draft && draft.changed.size > 0) setValue(draft, 'fetched_on', day)
    return draft && draft.changed.size > 0 ? [draft] : []
  })
  await updateDrafts(ctx, model, changed)
  return [...known.filter(({ sid }) => !changed.some((one) => one.sid === sid)), ...[...drafts, ...changed].map(({ row }) => row)].filter(
    ({ status }) => status === 'PROPOSED',
  ).length
}

type Event = { sid: string; code: string | null; event_date: string | null }

/** Values of an entry, compared with the events recorded in the case today */
function valuesOf({ key, code, day, said, months, act }: Entry, events: readonly Event[]): RowValues {
  const own = act ? events.filter((event) => event.code === act && event.event_date) : []
  const same = own.find(({ event_date }) => event_date === day)
  return {
    ...{ said_key: key, office_code: code, event_date: day, said, limit_months: months, doc_type: act },
    status: same ? 'KNOWN' : act ? 'PROPOSED' : 'OTHER',
    event_sid: same?.sid ?? null,
    near_event_sid: same ? null : (nearest(own, day)?.sid ?? null),
  }
}

const NEAR_DAYS = 31

/** An event of the same kind, which may be this one with another day. */
function nearest(events: readonly Event[], day: string): Event | undefined {
  const apart = ({ event_date }: Event) => Math.abs(Temporal.PlainDate.from(day).until(String(event_date), { largestUnit: 'days' }).days)
  return events.filter((event) => apart(event) <= NEAR_DAYS).toSorted((a, b) => apart(a) - apart(b))[0]
}

/** A person's decision stays; an open report follows the register and the case. */
function settled(row: Report, entry: Entry | undefined, events: readonly Event[]) {
  if (row.status === 'ACCEPTED' || row.status === 'DISMISSED') return undefined
  const draft = draftFrom(row)
  if (entry) setAll(draft, valuesOf(entry, events))
  else if (row.status !== 'KNOWN') setValue(draft, 'status', 'GONE')
  return draft
}

function setAll(draft: Parameters<typeof setValue>[0], values: RowValues) {
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value ?? null)
}

/** The event may have been entered by hand since the register was read: it is then named, and not recorded twice. */
async function decide(ctx: Context, drafts: readonly Draft[]) {
  for (const draft of drafts) {
    if (!draft.transition) continue
    const isOpen = draft.transition === 'reopen'
    setValue(draft, 'decided_by', isOpen ? null : ctx.actor.sid)
    setValue(draft, 'decided_on', isOpen ? null : ctx.today)
    if (isOpen) setValue(draft, 'dismiss_reason', null)
    const { case_sid, doc_type, event_date } = draft.row
    if (draft.transition !== 'accept' || !case_sid || !doc_type || !event_date) continue
    const duplicate = await duplicateEventOf(ctx, { case_sid, code: doc_type, event_date, serial_no: null })
    if (!duplicate) continue
    setValue(draft, 'status', 'KNOWN')
    setValue(draft, 'event_sid', duplicate.sid)
  }
}

async function check(ctx: Context, drafts: readonly Draft[]) {
  const accepted = drafts.filter(({ transition, row }) => transition === 'accept' && row.doc_type)
  if (accepted.length === 0) return
  const codes = accepted.map(({ row }) => String(row.doc_type))
  const types = await ctx.db.selectFrom('document_type').select('code').where('code', 'in', codes).where('deleted_at', 'is', null).execute()
  const model = modelNamed(ctx.tenant.models, 'office_report')
  for (const draft of accepted)
    if (!types.some(({ code }) => code === draft.row.doc_type))
      faultAt(ctx, model, draft, 'doc_type', ['不在文件类型目录中', 'is not in the catalogue of document types'])
}

/** As if the person had entered the event: with their permissions, and with all that follows for the state, the deadlines and fees of the case. */
async function recordAccepted(ctx: Context, drafts: readonly Draft[]) {
  const [events, reports] = [modelNamed(ctx.tenant.models, 'official_event'), modelNamed(ctx.tenant.models, 'office_report')]
  for (const { sid, transition, row } of drafts) {
    if (transition !== 'accept' || row.status !== 'ACCEPTED') continue
    authorize(ctx, events, 'create')
    const remark = `${row.source ?? ''}: ${row.office_code ?? ''}, ${row.said ?? ''}`
    const made = await createRow(ctx, events, {
      case_sid: row.case_sid,
      code: row.doc_type,
      event_date: row.event_date,
      set_due: row.set_due,
      remark: remark.slice(0, 255),
    })
    await keepInReach(ctx, events, [made])
    const [own] = await lockRows(ctx, reports, [sid])
    if (!own) continue
    const draft = draftFrom(own)
    setValue(draft, 'event_sid', made)
    await updateDrafts(ctx, reports, [draft])
  }
}
