// A change that makes the deadline of a loss of rights later is proposed instead of written: a second person confirms it.
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { type Postponed, WAITING_KINDS } from '../../../model/docketing/calculation/postponed.ts'
import { WAITS_FOR_SECOND } from '../../../model/docketing/later-dates/date_confirmation.ts'
import { EVENT_FACTS, eventOf, suspensionsOf } from '../../../model/docketing/facts-of-case.ts'
import type { CaseFacts } from '../../../model/docketing/calculation/facts.ts'
import type { Model } from '../../../model/kit/model.ts'
import { daysIn } from '../../../model/kit/days/day-text.ts'
import type { Words } from '../../../model/kit/fields.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { contextSlot } from '../../records/slots.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import { lawFor } from '../law/law.ts'
import { newCases, readCases } from '../read-cases.ts'
import { laterWith } from './foresee.ts'
import { dropOpen, dropProposals, mayHold, propose, proposedFor, type Proposal } from './proposals.ts'
import { checkReceipt, lateBy } from './receipt.ts'
import { changesOf } from './words.ts'
import { asksTwoPeople } from './two-people.ts'

/** Proposals of new records, which wait until the record is in its table; keyed by the record. */
const waiting = contextSlot<Map<string, Proposal>>()

/** The checks of a kind of case come before its docket is foreseen. */
export function heldSuspensions(kind: CaseKind): Part {
  const check = (ctx: Context, drafts: readonly Draft[]) => holdSuspensions(ctx, kind, drafts)
  return { hooks: kind.roles.suspensions ? [{ model: [kind.name], check, written: proposeHeld }] : [] }
}

/** After the other checks: a notice that is refused proposes nothing. */
export const heldDates: Part = {
  hooks: [
    { model: ['official_event'], check: holdNotices, written: proposeHeld, deleted: dropAll },
    { model: ['deadline'], check: holdDueDates, written: proposeHeld, deleted: dropAll },
    { model: ['priority', 'related_case'], deleted: dropAll },
    { model: ['document'], check: checkPapers },
  ],
}

function checkPapers(ctx: Context, drafts: readonly Draft[]) {
  for (const draft of drafts) checkReceipt(ctx, modelNamed(ctx.tenant.models, 'document'), draft, 'issue_date')
}

const isHolding = async (ctx: Context) => mayHold(ctx) && (await asksTwoPeople(ctx))

/** The dates of a notice. Of a new one, its own date is taken as it is; by post, it counts as electronic until confirmed. */
const OF_NEW = ['basis_date', 'set_due', 'delivery_way'] as const
const NOTHING_NEW: ReadonlySet<unknown> = new Set([null, 'ELECTRONIC'])
const OF_KNOWN = [...OF_NEW, 'code', 'event_date', 'side'] as const

/** They change with the kind of a notice. */
const OF_KIND = ['name', 'name_en', 'direction'] as const

async function holdNotices(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'official_event')
  for (const draft of drafts) {
    checkReceipt(ctx, model, draft, 'event_date')
    const late = draft.row.event_date ? await lateReceipt(ctx, draft) : undefined
    if (late && !draft.row.receipt_reason)
      faultAt(ctx, model, draft, 'receipt_reason', [
        `收到日比发文日晚 ${late} 天，须说明理由和证据`,
        `is required: the notice was received ${late} days after its date`,
      ])
    if (draft.faults.length > 0 || !draft.row.case_sid) continue
    const isMoving = (code: string) => draft.before || !NOTHING_NEW.has(draft.row[code])
    const codes = (draft.before ? OF_KNOWN : OF_NEW).filter((code) => draft.changed.has(code) && isMoving(code))
    // A receipt that is timely for post may be late for the former delivery way, which applies until the post is confirmed.
    const isLateMeanwhile = codes.includes('delivery_way') && (await lateReceipt(ctx, { ...draft, row: { ...draft.row, delivery_way: draft.before?.delivery_way ?? null } })) // oxfmt-ignore
    const isReceiptHeld = (late || isLateMeanwhile) && draft.changed.has('receive_date')
    const named = codes.includes('code') ? OF_KIND.filter((code) => draft.changed.has(code)) : []
    const held = [...codes, ...named, ...(isReceiptHeld ? ['receive_date'] : [])]
    const [one] = held.length > 0 && (await isHolding(ctx)) ? await readCases(ctx, [String(draft.row.case_sid)]) : []
    if (!one) continue
    const kept = { ...draft.row, ...Object.fromEntries(held.map((code) => [code, draft.before?.[code] ?? null])) }
    const [now, then] = [kept, draft.row].map((row) => withEvent(one.facts, { ...row, sid: draft.sid }))
    const moved = now && then ? await laterWith(ctx, { of: one, before: now, after: then }, draft.before && draft.sid) : []
    const reason = draft.row.receipt_reason ?? draft.row.basis_reason
    if (moved.length > 0) await hold(ctx, model, draft, held, { kind: 'NOTICE', case_sid: String(draft.row.case_sid), reason, moved })
    else if (draft.before) await dropProposals(ctx, draft.sid, held)
  }
}

async function lateReceipt(ctx: Context, { sid, row, changed }: Draft): Promise<number | undefined> {
  if (!row.receive_date || !['receive_date', 'event_date', 'delivery_way', 'code'].some((code) => changed.has(code))) return undefined
  return lateBy((await lawFor(ctx)).law, eventOf({ ...pick(row, EVENT_FACTS), sid }))
}

function withEvent(facts: CaseFacts, row: RowValues): CaseFacts {
  const others = (facts.events ?? []).filter(({ sid }) => sid !== row.sid)
  const events = [...others, eventOf(pick(row, EVENT_FACTS))].toSorted((a, b) =>
    a.date === b.date ? (a.sid < b.sid ? -1 : 1) : a.date < b.date ? -1 : 1,
  )
  return { ...facts, events }
}

async function holdSuspensions(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const code = kind.roles.suspensions ?? ''
  const changed = drafts.filter((draft) => draft.changed.has(code) && draft.faults.length === 0)
  if (changed.length === 0 || !(await isHolding(ctx))) return
  for (const draft of changed) {
    await refuseLosing(ctx, kind, draft, code)
    if (draft.faults.length > 0) continue
    const kept = { ...draft.row, sid: draft.sid, [code]: draft.before?.[code] ?? null }
    const [one] = draft.before ? await readCases(ctx, [draft.sid], kind.name) : await newCases(ctx, kind, [kept])
    if (!one) continue
    const moved = await laterWith(ctx, { of: one, before: one.facts, after: { ...one.facts, suspensions: suspensionsOf(kind, draft.row) } })
    if (moved.length > 0) await hold(ctx, kind.model, draft, [code], { kind: 'SUSPENSION', case_sid: draft.sid, reason: ctx.reason, moved })
    else if (draft.before) await dropProposals(ctx, draft.sid, [code])
  }
}

/** A list that was begun from the record lacks what still waits, and would drop it. */
async function refuseLosing(ctx: Context, { model }: CaseKind, draft: Draft, code: string) {
  const rows = (values: RowValues) => (values[code] ?? []) as { from: string }[] // rows of the field, with its required column
  const open = draft.before ? rows(await proposedFor(ctx, draft.sid)) : []
  const isIn = (values: RowValues | undefined, { from }: { from: string }) => values !== undefined && rows(values).some((one) => one.from === from)
  const lost = open.find((one) => !isIn(draft.row, one) && !isIn(draft.before, one))
  if (!lost) return
  faultAt(ctx, model, draft, code, [
    `自 ${lost.from} 起的中止尚待另一人确认：请先确认或拒绝，再登记下一次`,
    `the suspension from ${lost.from} still waits for a second person: it is confirmed or refused before the next one is entered`,
  ])
}

/** A deadline entered by hand has no rule behind it: its date is the right's, also while it is closed, and its kind says that a right is lost. */
async function holdDueDates(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  for (const draft of drafts) {
    const { before, row, changed, sid } = draft
    const from = before?.official_due
    const codes = ['official_due', 'kind'].filter((code) => changed.has(code))
    if (!before?.manual || !WAITING_KINDS.has(before.kind) || codes.length === 0 || typeof from !== 'string' || draft.faults.length > 0) continue
    const to = typeof row.official_due === 'string' && WAITING_KINDS.has(row.kind) ? row.official_due : null
    if ((to !== null && to <= from) || !(await isHolding(ctx))) continue
    const moved = [{ key: sid, name: String(before.name), name_en: String(before.name_en ?? before.name), from, to }]
    setValue(draft, 'final_due', before.final_due ?? null)
    if (String(row.internal_due ?? '') > from) setValue(draft, 'internal_due', before.internal_due ?? null)
    await hold(ctx, model, draft, codes, { kind: 'DUE_DATE', case_sid: String(row.case_sid), reason: row.handled_reason, moved })
  }
}

type Held = Pick<Proposal, 'kind' | 'case_sid'> & { reason: unknown; moved: readonly Postponed[] }

/** Takes the values out of the write and keeps them as a proposal. */
async function hold(ctx: Context, model: Model, draft: Draft, codes: readonly string[], held: Held) {
  const proposal = takeOut(model, draft, codes, held)
  warnAt(model, draft, warningOf(proposal))
  if (draft.before && draft.changed.size === 0) await propose(ctx, proposal)
  else waiting.ensure(ctx, () => new Map()).set(draft.sid, proposal)
}

/** The record keeps its former values; computed ones are not proposed, as they follow the others. */
export function takeOut(model: Model, draft: Draft, codes: readonly string[], { kind, case_sid, reason, moved }: Held): Proposal {
  const own = codes.filter((code) => !fieldOf(model, code)?.computed)
  const [former, proposed] = [pick(draft.before ?? {}, own), pick(draft.row, own)]
  const about = changesOf(model, draft, own)
  for (const code of codes) setValue(draft, code, draft.before?.[code] ?? null)
  return { case_sid, kind, entity: model.name, record_sid: draft.sid, about, former, proposed, reason: typeof reason === 'string' ? reason : null, deadlines: moved } // oxfmt-ignore
}

export const warningOf = ({ proposed, deadlines }: Proposal) => ({
  code: WAITS_FOR_SECOND,
  field: Object.keys(proposed)[0] ?? '',
  words: noticeOf(deadlines),
})

/** Notice for the person who proposes, also shown to the one who confirms */
export function noticeOf(moved: readonly Postponed[]): Words {
  const [first] = moved
  const [zh, en] = effectOf(moved)
  return [
    `这会${zh}，须另一人在“推迟期限的确认”中确认后生效；此前仍按 ${first?.from} 计算`,
    daysIn(
      `This would ${en}: it takes effect when a second person confirms it under “Later dates to confirm”; until then ${first?.from} applies`,
      'en',
    ),
  ]
}

/** Effect on the deadlines; only the first is named. */
export function effectOf([first, ...more]: readonly Postponed[]): Words {
  const rest: Words = more.length > 0 ? [`等 ${more.length + 1} 个期限`, ` and ${more.length} more`] : ['', '']
  if (!first?.to) return [`使“${first?.name}”${rest[0]}（${first?.from}）不再计算`, `end “${first?.name_en}”${rest[1]} (${first?.from})`]
  return [`推迟“${first.name}”${rest[0]}（${first.from} → ${first.to}）`, `make “${first.name_en}”${rest[1]} later (${first.from} → ${first.to})`]
}

async function proposeHeld(ctx: Context, drafts: readonly Draft[]) {
  const held = waiting.of(ctx)
  for (const { sid } of drafts) {
    const proposal = held?.get(sid)
    if (!proposal) continue
    held?.delete(sid)
    await propose(ctx, proposal)
  }
}

async function dropAll(ctx: Context, rows: readonly RowValues[]) {
  await dropOpen(ctx, new Map(rows.map(({ sid }) => [String(sid), undefined])))
}

const pick = (row: RowValues, codes: readonly string[]): RowValues => Object.fromEntries(codes.map((code) => [code, row[code] ?? null]))
