import { randomUUIDv7 } from 'node:crypto'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { textOf } from '../../model/docketing/calculation/facts.ts'
import type { Moved } from '../../model/docketing/deadline-actions.ts'
import type { Model } from '../../model/kit/model.ts'
import { modelNamed } from '../records/registry.ts'
import { sameValue } from '../records/write/checks/same-value.ts'
import { inTransaction, type Context, type RowValues } from '../records/context.ts'
import { insertRows, updateLogged, updateRows, writeHistory } from '../records/write/write.ts'
import { type Case, readCases } from './read-cases.ts'
import { type ComputedDocket, computeDocket } from './compute.ts'
import { keepingOf, NOTHING_KEPT } from './later-dates/keep-earlier.ts'
import { proposeKept } from './later-dates/propose-kept.ts'
import { asksTwoPeople } from './later-dates/two-people.ts'
import { noteChange } from './later-dates/watch.ts'
import { lawFor, type TenantLaw } from './law/law.ts'

const CHUNK = 500

/**
 * Updates the deadlines and fees of these cases to match their facts and the law. It is idempotent:
 * correct rows stay unchanged, and a person's decisions stay. `kind`: set when all are of one kind. `note` gets the cases read.
 */
export async function docketCases(ctx: Context, sids: readonly string[], kind?: string, note?: (cases: readonly Case[]) => void): Promise<Moved[]> {
  const law = await lawFor(ctx)
  const moved: Moved[] = []
  for (let at = 0; at < sids.length; at += CHUNK) {
    const cases = await readCases(ctx, sids.slice(at, at + CHUNK), kind)
    note?.(cases)
    await inTransaction(ctx, async (tx) => {
      moved.push(...(await settle(tx, cases, await computeDockets(tx, cases, law))))
    })
  }
  return moved
}

/** A later day is kept back only while the rule of two people is on, which is not read unless there is one. */
async function computeDockets(ctx: Context, cases: readonly Case[], law: TenantLaw): Promise<ComputedDocket[]> {
  const keeping = keepingOf(ctx)
  const dockets = cases.map((one) => computeDocket(one, law, ctx.today, keeping))
  if (dockets.every(({ kept }) => kept.length === 0) || (await asksTwoPeople(ctx))) return dockets
  return cases.map((one) => computeDocket(one, law, ctx.today, NOTHING_KEPT))
}

/** Writes the deadlines and fees of a set of cases, given their existing ones. */
export async function settle(ctx: Context, cases: readonly Case[], dockets: readonly ComputedDocket[]): Promise<Moved[]> {
  const deadline = modelNamed(ctx.tenant.models, 'deadline')
  const fee = modelNamed(ctx.tenant.models, 'fee')
  const wanted = { deadlines: dockets.flatMap((one) => one.deadlines), fees: dockets.flatMap((one) => one.fees) }
  const there = { deadlines: cases.flatMap((one) => one.deadlines), fees: cases.flatMap((one) => one.fees.filter((row) => row.key !== null)) }
  const groundless = new Set(cases.flatMap((one) => one.deadlines.filter((row) => isGroundless(one, row)).map(keyOf)))
  const moved = await reconcile(ctx, deadline, wanted.deadlines, there.deadlines, { ...DEADLINE, groundless })
  await reconcile(ctx, fee, wanted.fees, there.fees, FEE)
  await keepSummaries(ctx, cases, dockets)
  await proposeKept(ctx, cases, dockets)
  return moved
}

type Kind = {
  /** Columns that follow the facts, and are written again when they change. */
  follows: readonly string[]
  /** Those of them that a moved date changes as a rule: with two sets of columns, both statements stay prepared. */
  moves: readonly string[]
  due: string
  /** The facts no longer change rows in these states. */
  settled(row: RowValues): boolean
  /** Columns that follow the facts except where a person has decided them. */
  decided?(before: RowValues, wanted: RowValues): readonly string[]
  /** The values of a deadline that the facts no longer require. */
  drop: RowValues
  open: ReadonlySet<unknown>
  /** Those presumed from a day that the case no longer has, as after the undo of the step that entered it: they are no history of the right. */
  groundless?: ReadonlySet<string>
  /** A settled deadline outside the window is dropped if only the facts settled it; an act stays on record. */
  agedOut(row: RowValues): boolean
}

/** Settled without a recorded act. Occurrences outside the window are kept as history. */
const OF_FACTS: ReadonlySet<unknown> = new Set(['PERIOD_ENDED', 'FIELD', 'OUTCOME'])

const DEADLINE: Kind = {
  follows: [
    'name', 'name_en', 'kind', 'rule_version', 'trigger', 'trigger_event_sid', 'basis_date', 'period', 'raw_due', 'official_due', 'internal_due', 'window_from', 'grace_end', 'extended_due', 'free_to',
    'later_due', 'to_end', 'final_due', 'live_until', 'restoration_end', 'status', 'done_date', 'done_by', 'suspended', 'certainty', 'provisional', 'needs_date', 'if_missed', 'if_missed_en', 'explanation',
  ], // oxfmt-ignore
  moves: ['basis_date', 'raw_due', 'official_due', 'internal_due', 'window_from', 'grace_end', 'extended_due', 'free_to', 'final_due', 'restoration_end', 'status', 'provisional', 'explanation'], // oxfmt-ignore
  due: 'official_due',
  settled: () => false,
  drop: { status: 'CANCELLED', done_by: 'FACTS', later_due: null, to_end: false },
  open: new Set(['OPEN', 'MISSED', 'PRESUMED']),
  agedOut: ({ kind, done_by }) => kind !== 'ANNUITY' && OF_FACTS.has(done_by),
}

const FEE: Kind = {
  follows: [
    'name', 'name_en', 'currency', 'amount_full', 'reduction_pct', 'amount', 'surcharge', 'surcharge_rate', 'due_date', 'window_from', 'grace_end', 'next_band_from', 'next_band_surcharge',
    'status', 'decision', 'certainty', 'pay_date',
  ], // oxfmt-ignore
  moves: ['due_date', 'window_from', 'grace_end', 'next_band_from', 'status', 'pay_date'],
  due: 'due_date',
  settled: ({ status }) => ['PAID', 'PAYING', 'REFUNDING', 'REFUNDED', 'UNDERPAID'].includes(String(status)),
  // A decision stays, but the price still grows and a missed day is missed.
  decided: (before, wanted) =>
    !before.handled
      ? []
      : isStillDue(before) && PASSED.has(wanted.status) && !isDenied(before, wanted)
        ? ['decision']
        : ['decision', 'status', 'pay_date'],
  drop: { status: 'CANCELLED' },
  open: new Set(['PLANNED', 'TO_PAY', 'DUE', 'OVERDUE', 'PRESUMED']),
  agedOut: ({ status }) => status === 'EXPIRED',
}

const isStillDue = ({ status }: RowValues) => ['PLANNED', 'TO_PAY', 'DUE', 'OVERDUE'].includes(String(status))
/** A person has stated with a reason that it was not paid: it is not presumed paid again. */
const isDenied = ({ handled_reason: reason }: RowValues, wanted: RowValues) => Boolean(reason) && wanted.status === 'PRESUMED'
const PASSED: ReadonlySet<unknown> = new Set(['DUE', 'OVERDUE', 'EXPIRED', 'PRESUMED'])

async function reconcile(ctx: Context, model: Model, wanted: readonly RowValues[], there: readonly RowValues[], kind: Kind): Promise<Moved[]> {
  const known = new Map(there.map((row) => [keyOf(row), row]))
  const keys = new Set(wanted.map(keyOf))
  const now = new Date().toISOString()
  const fresh: RowValues[] = []
  const changed: { sid: string; before: RowValues; row: RowValues; changed: Set<string> }[] = []
  const moved: Moved[] = []
  const change = (before: RowValues, after: RowValues) => {
    const codes = Object.keys(after).filter((code) => !sameValue(before[code] ?? null, after[code] ?? null) && !sameNumber(before[code], after[code]))
    if (codes.length === 0) return
    const due = before[kind.due] as string | null // a date column
    const earlier = codes.includes(kind.due) && model.name === 'deadline' ? { recomputed_from: due } : {}
    const row = { ...before, ...after, ...earlier, version: Number(before.version) + 1, updated_at: now, updated_by: ctx.actor.sid }
    changed.push({ sid: String(before.sid), before, row, changed: new Set(codes) })
    if (model.name === 'deadline') noteChange(ctx, before, row)
    if (codes.includes(kind.due) || codes.includes('status')) moved.push(movedOf(row, due, kind, before))
  }
  for (const row of wanted) {
    const before = known.get(keyOf(row))
    if (!before) fresh.push(row)
    else if (!kind.settled(before)) {
      const decided = kind.decided?.(before, row) ?? []
      change(before, Object.fromEntries(kind.follows.filter((code) => !decided.includes(code)).map((code) => [code, row[code] ?? null])))
    }
  }
  for (const [key, before] of known)
    if (!keys.has(key) && (kind.open.has(before.status) || kind.agedOut(before)) && !before.handled && before.key !== null)
      change(before, dropOf(before, kind))
  await insertFresh(ctx, model, fresh, now)
  for (const row of fresh) moved.push(movedOf(row, null, kind))
  if (changed.length > 0) await updateLogged(ctx, model, changed, writtenOf(changed, model, kind))
  return moved
}

function writtenOf(changed: readonly { changed: ReadonlySet<string> }[], model: Model, { follows, moves }: Kind): string[] {
  const isMove = changed.every((one) => [...one.changed].every((code) => moves.includes(code)))
  return [...(isMove ? moves : follows), ...(model.name === 'deadline' ? ['recomputed_from'] : []), 'version', 'updated_at', 'updated_by']
}

/** Recurring deadlines outside the window are kept as history; one that only a later fact proved is deleted with that fact. */
const dropOf = (before: RowValues, kind: Kind): RowValues => (isPresumed(before) && !kind.groundless?.has(keyOf(before)) ? {} : kind.drop)

const isPresumed = ({ status, done_by: by }: RowValues) => status === 'PRESUMED' && by === null

const isGroundless = ({ facts }: Case, row: RowValues) =>
  isPresumed(row) && /^[a-z_]+$/.test(String(row.trigger)) && textOf(facts, String(row.trigger)) === undefined

const keyOf = (row: RowValues) => `${row.case_sid} ${row.key}`

/** A decimal comes back from JSON as a number, and without its last zeros. */
const sameNumber = (one: unknown, other: unknown) =>
  (typeof one === 'number' || typeof other === 'number') &&
  one !== null &&
  other !== null &&
  one !== undefined &&
  other !== undefined &&
  Number(one) === Number(other)

async function insertFresh(ctx: Context, model: Model, rows: readonly RowValues[], now: string) {
  if (rows.length === 0) return
  const common = {
    version: 1,
    valid: true,
    manual: false,
    handled: false,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor.sid,
    updated_by: ctx.actor.sid,
  }
  const defaults = model.name === 'deadline' ? { extended_times: 0 } : { pay_by: 'SELF' }
  await insertRows(
    ctx,
    model,
    rows.map((row) => Object.assign(row, common, defaults, { sid: randomUUIDv7() })),
  )
}

function movedOf(row: RowValues, from: string | null, kind: Kind, before?: RowValues): Moved {
  const open = kind.open.has(row.status)
  const what = !before ? 'NEW' : !open ? 'CLOSED' : kind.open.has(before.status) ? 'MOVED' : 'REOPENED'
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    case_sid: String(row.case_sid),
    key: String(row.key),
    name: String(row.name),
    name_en: String(row.name_en),
    what,
    from,
    to: text(row[kind.due]),
    status: String(row.status),
  }
}

/** The list shows the next annuity and the end of the term without querying the deadlines. */
async function keepSummaries(ctx: Context, cases: readonly Case[], dockets: readonly ComputedDocket[]) {
  const rows = cases.flatMap(({ kind, row, earliest, former }, at) => {
    const of = dockets[at]
    if (!of) return []
    const summary = summaryOf(kind, of, { earliest, former })
    const same = Object.entries(summary).every(([code, value]) => (row[code] ?? null) === value)
    return same ? [] : [{ kind, before: row, row: { sid: row.sid, ...summary } }]
  })
  for (const [kind, own] of Map.groupBy(rows, (one) => one.kind)) {
    const codes = [...SUMMARY.flatMap((role) => kind.roles[role] ?? []), ...claimedCodes(kind)]
    const model = modelNamed(ctx.tenant.models, kind.name)
    await updateRows(
      ctx,
      model,
      own.map(({ row }) => row),
      codes,
    )
    await logEarliest(ctx, kind, own)
  }
}

/** The earliest priority date is a fact of law and may follow another case, so its changes are recorded in the history of the case. */
async function logEarliest(ctx: Context, { name, priorities }: CaseKind, written: readonly { before: RowValues; row: RowValues }[]) {
  const code = priorities?.earliest ?? ''
  const moved = written.filter(({ before, row }) => (before[code] ?? null) !== (row[code] ?? null))
  await writeHistory(
    ctx,
    modelNamed(ctx.tenant.models, name),
    'UPDATE',
    moved.map(({ before, row }) => ({ sid: String(row.sid), before, row: { ...before, ...row }, changed: new Set([code]) })),
  )
}

/** The summary fields that docketing writes on the record, where the kind has them. */
const SUMMARY = ['expiry_date', 'next_annuity_year', 'next_annuity_due'] as const

export function summaryOf(
  { roles, priorities }: CaseKind,
  { expiry, next }: ComputedDocket,
  { earliest, former }: Pick<Case, 'earliest' | 'former'>,
): RowValues {
  const values = { expiry_date: expiry, next_annuity_year: next?.year ?? null, next_annuity_due: next?.due ?? null }
  const own = Object.fromEntries(SUMMARY.flatMap((role) => (roles[role] ? [[roles[role], values[role]]] : [])))
  return { ...own, ...(priorities && { [priorities.earliest]: earliest, ...(priorities.former && { [priorities.former.field]: former }) }) }
}

const claimedCodes = ({ priorities }: CaseKind) => (priorities ? [priorities.earliest, ...(priorities.former ? [priorities.former.field] : [])] : [])
