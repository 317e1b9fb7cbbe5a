import type { FeeShift, ImpactGroup, Shift } from '../../../model/docketing/rules/rule-trial.ts'
import { UNPAID, UNPAID_IQL } from '../../../model/fees/unpaid.ts'
import { sumMoney } from '../../../model/kit/money/money.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { search } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { computeDocket } from '../compute.ts'
import { type Case, readCases, roleOf } from '../read-cases.ts'
import type { TenantLaw } from './law.ts'

const CHUNK = 500

/** Cases by sid with their names, and the changes of their `deadlines` and `fees`; `isNew`: which deadlines count as added. */
export type Compared = {
  before: TenantLaw
  after: TenantLaw
  cases: ReadonlyMap<string, string>
  deadlines: ReadonlySet<string>
  fees: ReadonlySet<string>
  isNew?: (row: RowValues) => boolean
}

export const keyOf = (sid: unknown, key: unknown) => `${String(sid)} ${String(key)}`

/** Computed from the records under both laws; nothing is written. The earliest dates come first. */
export async function impactOn(ctx: Context, compared: Compared): Promise<{ deadlines: Shift[]; fees: FeeShift[] }> {
  const sids = [...compared.cases.keys()]
  const deadlines: Shift[] = []
  const fees: FeeShift[] = []
  for (let at = 0; at < sids.length; at += CHUNK) {
    for (const one of await readCases(ctx, sids.slice(at, at + CHUNK))) {
      const before = computeDocket(one, compared.before, ctx.today)
      const after = computeDocket(one, compared.after, ctx.today)
      deadlines.push(...shiftsOf(one, before.deadlines, after.deadlines, compared))
      fees.push(...feeShiftsOf(one, before.fees, after.fees, compared))
    }
  }
  return {
    deadlines: deadlines.toSorted((one, other) => early(one.from ?? one.to, other.from ?? other.to)),
    fees: fees.toSorted((one, other) => early(one.due_from, other.due_from)),
  }
}

const early = (one: string | null, other: string | null) => ((one ?? '') < (other ?? '') ? -1 : 1)

export function groupsOf(deadlines: readonly Shift[], fees: readonly FeeShift[]): ImpactGroup[] {
  const groups = new Map<string, ImpactGroup>()
  const count = (what: 'deadlines' | 'fees', { country, case_kind }: Shift | FeeShift) => {
    const group = groups.get(`${country} ${case_kind}`) ?? { country, case_kind, deadlines: 0, fees: 0 }
    group[what] += 1
    groups.set(`${country} ${case_kind}`, group)
  }
  for (const one of deadlines) count('deadlines', one)
  for (const one of fees) count('fees', one)
  return [...groups.values()].toSorted((one, other) => other.deadlines + other.fees - one.deadlines - one.fees)
}

const nameIn = ({ name, name_en }: RowValues) => ({ name: String(name), name_en: String(name_en) })

const whereOf = (one: Case, { cases }: Compared) => ({
  case_sid: { sid: String(one.row.sid), name: cases.get(String(one.row.sid)) ?? '' },
  case_kind: one.kind.name,
  country: String(roleOf(one, 'country') ?? ''),
})

const textOr = (value: unknown) => (value === null || value === undefined ? null : String(value))

function shiftsOf(one: Case, before: readonly RowValues[], after: readonly RowValues[], compared: Compared): Shift[] {
  const later = new Map(after.map((row) => [row.key, row]))
  const known = new Set(before.map(({ key }) => key))
  const where = whereOf(one, compared)
  const moved = before.flatMap((row): Shift[] => {
    if (!compared.deadlines.has(keyOf(one.row.sid, row.key))) return []
    const shift = shiftOf(row, later.get(row.key))
    return shift ? [{ ...where, key: String(row.key), ...nameIn(row), ...shift }] : []
  })
  const added = after.flatMap((row): Shift[] =>
    known.has(row.key) || row.status !== 'OPEN' || !compared.isNew?.(row)
      ? []
      : [{ ...where, key: String(row.key), ...nameIn(row), what: 'ADDED', from: null, to: textOr(row.official_due) }],
  )
  return [...moved, ...added]
}

/** If only the grace period changes, its end is reported. */
function shiftOf(before: RowValues, after: RowValues | undefined): Pick<Shift, 'what' | 'from' | 'to'> | undefined {
  const from = textOr(before.official_due)
  if (!after || (before.status === 'OPEN' && after.status !== 'OPEN')) return { what: 'CLOSED', from, to: null }
  if (from !== textOr(after.official_due)) return { what: 'MOVED', from, to: textOr(after.official_due) }
  const [end, next] = [textOr(before.grace_end), textOr(after.grace_end)]
  return end === next ? undefined : { what: 'MOVED', from: end, to: next }
}

const OWED: ReadonlySet<unknown> = new Set(UNPAID)

function feeShiftsOf(one: Case, before: readonly RowValues[], after: readonly RowValues[], compared: Compared): FeeShift[] {
  const later = new Map(after.map((row) => [row.key, row]))
  return before.flatMap((row): FeeShift[] => {
    if (!compared.fees.has(keyOf(one.row.sid, row.key))) return []
    const next = later.get(row.key)
    const isOwed = next !== undefined && OWED.has(next.status)
    const [amount, due] = [amountOf(row), textOr(row.due_date)]
    const [then, day] = isOwed ? [amountOf(next), textOr(next.due_date)] : [null, null]
    if (isOwed && then === amount && day === due && next.currency === row.currency) return []
    return [
      {
        ...whereOf(one, compared),
        key: String(row.key),
        ...nameIn(row),
        what: isOwed ? 'MOVED' : 'CLOSED',
        due_from: due,
        due_to: day,
        amount_from: amount,
        amount_to: then,
        currency_from: String(row.currency),
        currency_to: isOwed ? String(next.currency) : null,
      },
    ]
  })
}

const amountOf = ({ amount, surcharge, currency }: RowValues) => sumMoney([String(amount ?? '0'), String(surcharge ?? '0')], String(currency))

/** The unpaid fees that the rules made, of these cases, as far as this person may see them with their amounts. */
export async function openFees(ctx: Context, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = new Set<string>()
  if (!seesFees(ctx)) return keys
  for (let at = 0; at < sids.length; at += CHUNK) {
    const named = sids.slice(at, at + CHUNK).map((sid) => `'${sid}'`)
    const iql = `case_sid IN (${named.join(', ')}) AND ${UNPAID_IQL} AND manual != TRUE`
    const most = CHUNK * 20 // fees of one chunk
    const { record } = await search(ctx, modelNamed(ctx.tenant.models, 'fee'), { fl: ['key', 'case_sid'], iql, rows: most, total: 'none' }, { most })
    for (const row of record) keys.add(keyOf((row.case_sid as { sid: string }).sid, row.key)) // a reference, as search shows it
  }
  return keys
}

export function seesFees(ctx: Context): boolean {
  const access = accessOf(ctx, modelNamed(ctx.tenant.models, 'fee'))
  const mayRead = ['amount', 'surcharge', 'due_date', 'currency'].every((code) => access.mayRead(code))
  return mayRead && (access.verbs.has('search') || access.verbs.has('*'))
}
