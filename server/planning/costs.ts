import type { AnnuityQuote } from '../../model/fees/annuity-quote.ts'
import { FeeFault } from '../../model/fees/fault.ts'
import type { Price } from '../../model/fees/schedule/price.ts'
import { UNPAID } from '../../model/fees/unpaid.ts'
import { sumMoney } from '../../model/kit/money.ts'
import type { Bilingual } from '../../model/docketing/rules/rule.ts'
import { BASE } from '../../model/planning/plan-facts.ts'
import type { PlanDoubt, PlannedFee } from '../../model/planning/plan-result.ts'
import { annuitiesAhead } from '../docketing/annuities.ts'
import type { TenantLaw } from '../docketing/law/law.ts'
import type { RowValues } from '../records/context.ts'
import type { Base } from './base.ts'
import { doubtsOf, openRows } from './dates.ts'
import type { Staged, Supposed } from './suppose.ts'

type Asked = { base: Base; law: TenantLaw; today: string; until: string }
type Costs = { fees: PlannedFee[]; unpriced: Bilingual[] }

/** The official fees of its deadlines, of its filing, and of the years after it; what has no price is named. */
export function costsOf(node: Supposed, asked: Asked): Costs {
  const own = feesOfDeadlines(node)
  const filing = filingOf(node, asked, new Set(own.map(({ code }) => code)))
  const years = annuitiesIn(node, asked)
  const fees = [...own, ...filing.fees, ...years.fees].filter(({ due }) => due <= asked.until)
  return {
    fees: fees.toSorted((one, other) => (one.due < other.due ? -1 : 1)),
    unpriced: [...filing.unpriced, ...years.unpriced, ...(own.length + filing.fees.length === 0 && node.lastDay ? [NO_PRICE] : [])],
  }
}

const NO_PRICE: Bilingual = { zh: '官费标准中没有该申请或进入的费用', en: 'The fee schedules have no price for this filing or entry' }
const OWED: ReadonlySet<unknown> = new Set(UNPAID)

function feesOfDeadlines(node: Supposed): PlannedFee[] {
  const found = new Map<string, PlannedFee>()
  const open = new Map(openRows(node).map(({ row, stage }) => [row.key, { row, stage }]))
  for (const { docket } of node.stages)
    for (const fee of docket.fees) {
      const of = open.get(fee.deadline_key)
      if (!of || !OWED.has(fee.status) || fee.fee_class === 'ANNUITY' || found.has(String(fee.key)) || isNothing(fee)) continue
      found.set(String(fee.key), feeOf(fee, doubtsOf(node, of.row, of.stage)))
    }
  return [...found.values()]
}

/** A fee of nothing that is to be checked stays: a count is missing. */
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

/** What an office asks at a filing although no rule gives it a deadline: owed on the day of the filing. */
function filingOf(node: Supposed, { base, law }: Asked, known: ReadonlySet<string>): Costs {
  const filing = base.kind.planning?.filing
  const filed = node.stages.find(({ stage }) => stage === 'FILED')
  if (!filing || !filed || !node.day || node.way?.acts !== undefined || node.key === BASE) return { fees: [], unpriced: [] }
  try {
    const day = node.day
    const prices = filing(filed.one.fee, day, law.fees).filter(({ fee_code: code, amount, certainty }) => !known.has(code) && !isNothing({ amount, certainty }))
    return { fees: prices.map((price) => ofFiling(price, day)), unpriced: [] }
  } catch (error) {
    if (error instanceof FeeFault) return { fees: [], unpriced: [NO_PRICE] }
    throw error
  }
} // oxfmt-ignore

const ofFiling = ({ fee_code, zh, en, currency, amount, certainty }: Price, day: string): PlannedFee => ({
  key: `filing|${fee_code}`,
  zh,
  en,
  code: fee_code,
  due: day,
  currency,
  amount,
  doubts: [...(certainty === 'CHECK' ? (['CHECK'] as const) : []), 'FILING'],
})

/** From the first annuity that its deadlines have. */
function annuitiesIn(node: Supposed, { law, today, until }: Asked): Costs {
  const last = node.stages.at(-1)
  const next = last?.docket.deadlines.filter(({ kind, status, official_due: due }) => kind === 'ANNUITY' && status === 'OPEN' && due)
  const first = next?.map(({ official_due }) => String(official_due)).toSorted()[0]
  if (!last || first === undefined || first > until) return { fees: [], unpriced: [] }
  const quotes = annuitiesAhead(last.one, law, today, until).filter(({ due }) => due >= first)
  if (quotes.length === 0) return { fees: [], unpriced: [{ zh: '官费标准中没有其年费或续展费', en: 'The fee schedules have no price for its renewals' }] }
  return { fees: quotes.map((quote) => ofYear(quote, last, node, law)), unpriced: [] }
} // oxfmt-ignore

function ofYear({ year, due, fee_code, currency, amount, certainty, provisional }: AnnuityQuote, { stage }: Staged, node: Supposed, law: TenantLaw): PlannedFee {
  const named = law.fees.schedules.get(fee_code)?.[0]
  const supposed = node.key === BASE ? [] : stage === 'GRANTED' ? (['GRANT'] as const) : (['FILING'] as const)
  return {
    key: `year|${year}`,
    zh: `${named?.zh ?? fee_code}（第 ${year} 年）`,
    en: `${named?.en ?? fee_code}, year ${year}`,
    code: fee_code,
    due,
    currency,
    amount,
    doubts: [...(certainty === 'CHECK' ? (['CHECK'] as const) : []), ...(provisional ? (['CALENDAR'] as const) : []), ...supposed],
  }
} // oxfmt-ignore
