import { FeeFault } from '../../model/fees/fault.ts'
import type { Price } from '../../model/fees/schedule/price.ts'
import { sumMoney } from '../../model/kit/money/money.ts'
import type { Bilingual } from '../../model/docketing/rules/rule.ts'
import { computeDeadlines } from '../../model/docketing/calculation/docket.ts'
import { BASE } from '../../model/planning/plan-facts.ts'
import type { PlanDoubt, PlannedFee } from '../../model/planning/plan-result.ts'
import { chargesOf } from '../docketing/fees-of-deadline.ts'
import type { RowValues } from '../records/context.ts'
import { doubtsOf, openRows } from './dates.ts'
import type { Supposed } from './suppose.ts'
import { annuitiesIn, type Asked, type Costs, OWED } from './years.ts'

/** Official fees of its deadlines, its filing, its grant and the years after it; fees without a price are named. */
export function costsOf(node: Supposed, asked: Asked): Costs {
  if (node.leg && node.day === undefined) return { fees: [], unpriced: [...withoutPrice(node, asked), NO_DAY] }
  const own = feesOfDeadlines(node, asked)
  const known = new Set(own.map(({ code }) => code))
  const parts = [filingOf(node, asked, known), designationOf(node, asked), grantOf(node, asked), annuitiesIn(node, asked)]
  const fees = [...own, ...parts.flatMap((part) => part.fees)].filter(({ due }) => due <= asked.until)
  const unpriced = [...faultsOf(node, asked), ...withoutPrice(node, asked), ...parts.flatMap((part) => part.unpriced)]
  return {
    fees: fees.toSorted((one, other) => (one.due < other.due ? -1 : 1)),
    unpriced: [...new Map(unpriced.map((words) => [words.en, words])).values()],
  }
}

const NO_PRICE: Bilingual = { zh: '官费标准中没有该申请或进入的费用', en: 'The fee schedules have no price for this filing or entry' }
const NO_GRANT_PRICE: Bilingual = { zh: '官费标准中没有授权的费用', en: 'The fee schedules have no price for the grant' }
const NO_DAY: Bilingual = { zh: '没有日期，其费用未计入', en: 'Without a day, its fees are not counted' }
const FILED_BEFORE: Bilingual = {
  zh: '申请日已过：申请时的费用未计入',
  en: 'Its filing date has passed: the fees of the filing are not counted',
}
const NOT_FILED: Bilingual = { zh: '案件尚无申请日：其申请的费用未计入', en: 'The case has no filing date: the fees of its filing are not counted' }

/** Those of its own act are owed on the day of the act; an optional act is paid for only on instruction. What a supposed first filing had to pay before today is paid. */
function feesOfDeadlines(node: Supposed, { base, today }: Asked): PlannedFee[] {
  const isPast = ({ due_date: due }: RowValues) => node.key === BASE && !base.record && String(due) < today
  const found = new Map<string, PlannedFee>()
  const open = new Map(openRows(node).map(({ row, stage }) => [row.key, { row, stage }]))
  for (const { docket } of node.stages)
    for (const fee of docket.fees) {
      const of = open.get(fee.deadline_key)
      const isOwn = OWED.has(fee.status) && fee.fee_class !== 'ANNUITY' && fee.decision !== 'ASK' && !node.closed.has(fee.deadline_key)
      if (!of || !isOwn || found.has(String(fee.key)) || isNothing(fee) || isPast(fee)) continue
      const planned = feeOf(fee, doubtsOf(node, of.row, of.stage))
      found.set(planned.key, isBeforeGrant(node, fee.deadline_key, planned.due) ? { ...planned, due: node.granted ?? planned.due } : planned)
    }
  return [...found.values()]
}

/** An act required for a grant, such as the request for examination, is paid by the grant, although its last day is later. */
function isBeforeGrant({ key, granted, stages }: Supposed, deadline: unknown, due: string): boolean {
  const at = stages.find(({ stage }) => stage === 'GRANTED')
  if (key === BASE || !at || granted === undefined || due <= granted) return false
  return !at.docket.deadlines.some((row) => row.key === deadline && row.status === 'OPEN')
}

/** A fee of zero that needs a check is kept: a count is missing. */
const isNothing = ({ amount, certainty }: RowValues) => Number(amount ?? 0) === 0 && certainty !== 'CHECK'

const feeOf = (fee: RowValues, doubts: readonly PlanDoubt[]): PlannedFee => ({
  key: String(fee.key),
  zh: String(fee.name),
  en: String(fee.name_en),
  code: String(fee.fee_type),
  due: String(fee.due_date),
  currency: String(fee.currency),
  amount: sumMoney([String(fee.amount ?? '0'), String(fee.surcharge ?? '0')], String(fee.currency)),
  doubts: fee.certainty === 'CHECK' && !doubts.includes('CHECK') ? ['CHECK', ...doubts] : doubts,
})

/** The open deadlines that have a fee without a price. */
function faultsOf(node: Supposed, { law, today, until }: Asked): Bilingual[] {
  const open = new Set(openRows(node).map(({ row }) => row.key))
  return node.stages.flatMap(({ one }) =>
    computeDeadlines(one.facts, law.law, today).flatMap((deadline) => {
      const { kind, key, official_due: due, name } = deadline
      if (kind === 'ANNUITY' || !open.has(key) || node.closed.has(key) || !due || due > until) return []
      const words = { zh: `${name.zh}：官费标准中没有其费用`, en: `${name.en}: the fee schedules have no price for its fee` }
      return priced(() => chargesOf(one, deadline, law, today)) ? [] : [words]
    }),
  )
}

/** Undefined without a price for the office or the year. */
function priced<T>(prices: () => T): T | undefined {
  try {
    return prices()
  } catch (error) {
    if (error instanceof FeeFault) return undefined
    throw error
  }
}

/** Fees of the kind of case that have no price */
function withoutPrice(node: Supposed, { base }: Asked): Bilingual[] {
  const last = node.stages.at(-1)
  if (base.record && node.key === BASE) return base.record.row[base.kind.roles.filing_date ?? ''] ? [] : [NOT_FILED]
  const kinds = (last && base.kind.planning?.without_price?.(last.one.fee, node.granted !== undefined, earlierOf(node))) ?? []
  return [...kinds]
}

/** Fees due at a filing or an entry, although no rule gives them a deadline: due on the day of the act. */
function filingOf(node: Supposed, { base, law, today }: Asked, known: ReadonlySet<string>): Costs {
  const { day, way, key } = node
  const { filing, later } = base.kind.planning ?? {}
  const filed = node.stages.find(({ stage }) => stage === 'FILED')
  if (!filing || !filed || !day || way?.acts === false || (key === BASE && base.record)) return { fees: [], unpriced: [] }
  if (key === BASE && day < today) return { fees: [], unpriced: [FILED_BEFORE] }
  const { fee } = filed.one
  const prices = priced(() => filing(fee, day, law.fees)) ?? []
  if (prices.length === 0) return { fees: [], unpriced: [NO_PRICE] }
  const isOwed = ({ fee_code: code, amount, certainty }: Price) => !known.has(code) && !isNothing({ amount, certainty })
  const now = new Set(prices.map(({ fee_code }) => fee_code))
  const undated = (priced(() => later?.(fee, day, law.fees)) ?? []).filter((price) => isOwed(price) && !now.has(price.fee_code))
  return { fees: prices.filter(isOwed).map((price) => ofAct(price, day, key === BASE ? [] : ['FILING'])), unpriced: undated.map(withoutDay) }
} // oxfmt-ignore

/** Fees of a case without an act of its own, paid at the office of the earlier case; those due before today count as paid. */
function designationOf(node: Supposed, { base, law, today }: Asked): Costs {
  const { day, way, stages } = node
  const last = stages.at(-1)
  const designation = base.kind.planning?.designation
  if (way?.acts !== false || !designation || !last || !day) return { fees: [], unpriced: [] }
  const prices = priced(() => designation(last.one.fee, day, law.fees, earlierOf(node)))
  if (!prices) return { fees: [], unpriced: [NO_PRICE] }
  const coming = prices.filter(({ due }) => due >= today)
  return { fees: coming.map((price) => ({ ...ofAct(price, price.due, ['FILING']), key: `act|${price.fee_code}|${price.due}` })), unpriced: [] }
}

/** The facts of the case from which it comes. */
const earlierOf = ({ earlier: [parent] }: Supposed) => parent?.stages.at(-1)?.one.fee

const withoutDay = ({ zh, en }: Price): Bilingual => ({
  zh: `${zh}未计入：缴费日无法推算`,
  en: `${en}: not counted, since its day cannot be computed`,
})

/** Fees of a supposed grant, due on the day of the grant, since the notice that asks for them has no day in a plan. */
function grantOf({ key, granted, stages }: Supposed, { base, law }: Asked): Costs {
  const last = stages.find(({ stage }) => stage === 'GRANTED')
  const granting = base.kind.planning?.granting
  if (key === BASE || granted === undefined || !last || !granting) return { fees: [], unpriced: [] }
  const prices = priced(() => granting(last.one.fee, granted, law.fees))
  return prices ? { fees: prices.map((price) => ofAct(price, granted, ['GRANT'])), unpriced: [] } : { fees: [], unpriced: [NO_GRANT_PRICE] }
}

const ofAct = ({ fee_code, zh, en, currency, amount, certainty }: Price, day: string, doubts: readonly PlanDoubt[]): PlannedFee => ({
  key: `act|${fee_code}`,
  zh,
  en,
  code: fee_code,
  due: day,
  currency,
  amount,
  doubts: [...(certainty === 'CHECK' ? (['CHECK'] as const) : []), ...doubts],
})
