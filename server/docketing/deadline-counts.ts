import { dryRun } from '../records/dry-run.ts'
import { countDeadlines, offerExtensions, reassign } from '../../model/docketing/deadline-actions.ts'
import { BUCKETS, bucketIql, ownerIql } from '../../model/docketing/buckets.ts'
import type { Step } from '../../model/docketing/rules/rule.ts'
import { parseDuration } from '../../model/kit/days/duration.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { compareMoney, money, roundMoney, subtractMoney, sumMoney } from '../../model/kit/money/money.ts'
import { FeeFault } from '../../model/fees/fault.ts'
import { priceOf } from '../../model/fees/schedule/price.ts'
import { allOf } from '../records/permission/conditions.ts'
import { type Call, perform } from '../records/actions.ts'
import { aggregate } from '../records/query/totals/aggregate.ts'
import { batchUpdate, chosenSids } from '../records/write/batch/batch.ts'
import { get } from '../records/query/get.ts'
import { readIql } from '../records/query/search.ts'
import type { Part } from '../records/modules.ts'
import type { Context } from '../records/context.ts'
import { Refusal } from '../errors.ts'
import { extend } from './deadline.ts'
import { carryingOut } from './later-dates/proposals.ts'
import { lawFor, type TenantLaw } from './law/law.ts'
import { pricesOf } from './fees-of-deadline.ts'
import { type Case, readCases } from './read-cases.ts'

export const deadlineCounts: Part = {
  actions: [...perform(countDeadlines, countBuckets), ...perform(reassign, hand), ...perform(offerExtensions, extensions)],
}

/** Counts the deadlines in each bucket, by kind, and gives the query of each bucket's rows. */
async function countBuckets({ ctx, model, body }: Call<typeof countDeadlines>) {
  const { due } = body
  const owner = ownerIql(body.owner)
  const asked = readIql(body.iql).where
  const mine = owner ? readIql(owner).where : undefined
  const of = (iql: string) => readIql(iql).where
  const parts = Object.fromEntries(BUCKETS.map((bucket) => [bucket, of(bucketIql(bucket, due))]))
  const open = of("status IN ('OPEN', 'MISSED')")
  const where = allOf([open, mine, asked].filter((part): part is Condition => part !== undefined))
  const groups = await aggregate(ctx, model, { where, by: ['kind'], parts })
  const buckets = BUCKETS.map((code) => {
    const kinds = Object.fromEntries(groups.flatMap((group) => (group.parts[code] ? [[String(group.by.kind), group.parts[code]]] : [])))
    const iql = [bucketIql(code, due), owner, body.iql ? `(${body.iql})` : ''].filter(Boolean).join(' AND ')
    return { code, iql, total: Object.values(kinds).reduce((sum, n) => sum + n, 0), kinds }
  })
  return { today: ctx.today, due, buckets }
}

/** One batch edit, which can be undone like any other. */
async function hand({ ctx, model, body: { sids, owner_sid } }: Call<typeof reassign>) {
  return batchUpdate(ctx, model, { sids: chosenSids({ sids }), changes: { owner_sid } })
}

/** The extension periods that the rule offers now, each with its resulting date; nothing is saved. */
async function extensions({ ctx, model, body: { sid } }: Call<typeof offerExtensions>) {
  const row = await get(ctx, model, sid, { flat: true })
  const law = await lawFor(ctx)
  const rule = law.law.rules.find(({ id, version }) => id === row.rule_id && version === row.rule_version)
  const offered = new Map((rule?.extensions?.steps ?? []).map((step) => [step.period, step]))
  const taken = Number(row.extended_times ?? 0)
  const [one] = offered.size > 0 ? await readCases(ctx, [String(row.case_sid)]) : []
  const steps: ({ period: string; due: string | null } & Priced)[] = []
  for (const period of offered.keys()) {
    const due = await extended(ctx, sid, period)
    if (due !== undefined) steps.push({ period, due, ...(one ? priceNow({ one, sid, period, offered }, ctx.today, law.fees) : NO_PRICE) })
  }
  return { sid, times: rule?.extensions?.times ?? offered.size, taken, steps }
}

/** `paid`: amount already paid for fewer months */
type Priced = { currency: string | null; amount: string | null; paid: string | null }

const NO_PRICE: Priced = { currency: null, amount: null, paid: null }

type Asked = { one: Case; sid: string; period: string; offered: ReadonlyMap<string, Step> }

/** Fee due now: with a fee for each number of months, that of all months less the amount paid for fewer (37 CFR 1.136(a)). */
function priceNow({ one, sid, period, offered }: Asked, day: string, fees: TenantLaw['fees']): Priced {
  const deadline = one.deadlines.find((row) => row.sid === sid)
  const taken = ((deadline?.extensions as { period: string }[] | null) ?? []).map((step) => step.period) // a list of steps
  const longest = Math.max(...[...offered.keys()].map((step) => monthsIn([step])))
  const months = Math.min(monthsIn([...taken, period]), longest) // the law grants no more in all
  const own = offered.get(period)
  const whole = offered.get(`${months}m`)
  if (taken.length === 0 || !whole || whole.fee === own?.fee) return priced(own?.fee, one, monthsIn([period]), day, fees)
  const price = priced(whole.fee, one, months, day, fees)
  const { currency, amount } = price
  const codes = [...offered.values()].map(({ fee }) => fee)
  const before = one.fees.filter(({ deadline_key: key, fee_type, status }) => key === deadline?.key && status === 'PAID' && codes.includes(String(fee_type))) // oxfmt-ignore
  if (!currency || !amount || before.length === 0) return price
  const sums = before.map((fee) => roundMoney(String(fee.paid_amount ?? fee.amount ?? 0), currency))
  const paid = sumMoney(sums, currency)
  return { currency, amount: compareMoney(paid, amount, currency) < 0 ? subtractMoney(amount, paid, currency) : money('0', currency), paid }
}

const monthsIn = (periods: readonly string[]) => periods.flatMap(parseDuration).reduce((sum, { count, unit }) => sum + (unit === 'm' ? count : 0), 0)

/** The official fee of an extension; empty where the rule names none or it has no price on that day. */
function priced(code: string | undefined, one: Case | undefined, months: number, day: string, fees: TenantLaw['fees']): Priced {
  try {
    const price = code === undefined || !one ? undefined : priceOf(code, { ...one.fee, months }, day, pricesOf(one, fees))
    return { currency: price?.currency ?? null, amount: price?.amount ?? null, paid: null }
  } catch (error) {
    if (error instanceof FeeFault) return NO_PRICE
    throw error
  }
}

/** Extends, reads the date, and rolls back. */
async function extended(ctx: Context, sid: string, period: string): Promise<string | null | undefined> {
  try {
    const { extended_due } = (await dryRun(ctx, (tx) => carryingOut.during(tx, true, () => extend(tx, sid, period)))) as {
      extended_due: string | null
    } // the whole record
    return extended_due
  } catch (error) {
    if (error instanceof Refusal && error.name === 'rule') return undefined
    throw error
  }
}
