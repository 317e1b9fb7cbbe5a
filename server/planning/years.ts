import type { AnnuityQuote } from '../../model/fees/annuities/annuity-quote.ts'
import { UNPAID } from '../../model/fees/unpaid.ts'
import { sumMoney } from '../../model/kit/money/money.ts'
import type { Bilingual } from '../../model/docketing/rules/rule.ts'
import { BASE } from '../../model/planning/plan-facts.ts'
import type { PlanDoubt, PlannedFee } from '../../model/planning/plan-result.ts'
import { annuitiesAhead } from '../docketing/annuities.ts'
import type { TenantLaw } from '../docketing/law/law.ts'
import type { Base } from './base.ts'
import { grantDoubts } from './dates.ts'
import type { Staged, Supposed } from './suppose.ts'

export type Asked = { base: Base; law: TenantLaw; today: string; until: string }
export type Costs = { fees: PlannedFee[]; unpriced: Bilingual[] }
export const OWED: ReadonlySet<unknown> = new Set(UNPAID)

/** From the first annuity that its deadlines have, and with a supposed grant the years that are paid with the registration. */
export function annuitiesIn(node: Supposed, { law, today, until }: Asked): Costs {
  const last = node.stages.at(-1)
  const open = openYears(last)
  const first = [...open.values()].toSorted()[0]
  const isRenewed = first !== undefined && first <= until
  const isRegistered = node.key !== BASE && node.granted !== undefined && last?.stage === 'GRANTED'
  if (!last || (!isRenewed && !isRegistered)) return { fees: [], unpriced: [] }
  const isOwed = ({ year, due, with_registration: registered }: AnnuityQuote) =>
    registered ? isRegistered : open.has(year) || (first !== undefined && due >= first)
  const quotes = annuitiesAhead(last.one, law, today, until).filter(isOwed)
  if (quotes.length === 0 && isRenewed) return { fees: [], unpriced: [NO_RENEWALS] }
  return { fees: quotes.map((quote) => ({ ...ofYear(quote, last, node, { law, today }), due: open.get(quote.year) ?? quote.due })), unpriced: [] }
}

const NO_RENEWALS: Bilingual = { zh: '官费标准中没有其年费或续展费', en: 'The fee schedules have no price for its renewals' }

/** Divisions and late entries have more time for a year than its schedule says. */
const openYears = (last: Staged | undefined): ReadonlyMap<number, string> =>
  new Map(
    (last?.docket.deadlines ?? []).flatMap(({ kind, status, official_due: due, annuity_year: year }) =>
      kind === 'ANNUITY' && status === 'OPEN' && due ? [[Number(year), String(due)] as const] : [],
    ),
  )

function ofYear({ year, years, due, fee_code, currency, amount, certainty, provisional }: AnnuityQuote, last: Staged, node: Supposed, { law, today }: Pick<Asked, 'law' | 'today'>): PlannedFee {
  const named = law.fees.schedules.get(fee_code)?.[0]
  const several = years > 1 ? `–${year + years - 1}` : ''
  return {
    key: `year|${year}`,
    zh: `${named?.zh ?? fee_code}（第 ${year}${several} 年）`,
    en: `${named?.en ?? fee_code}, year${several && 's'} ${year}${several}`,
    code: fee_code,
    due,
    currency,
    amount: lateIn(last, year, today) ?? amount,
    doubts: [...(certainty === 'CHECK' ? (['CHECK'] as const) : []), ...(provisional ? (['CALENDAR'] as const) : []), ...supposedIn(last, node)],
  }
} // oxfmt-ignore

function supposedIn({ stage }: Staged, node: Supposed): readonly PlanDoubt[] {
  if (node.key === BASE) return []
  return stage === 'GRANTED' ? grantDoubts(node) : ['FILING']
}

/** Past its day, a year is owed with its surcharge; deadlines name an American half year by the whole one. */
function lateIn({ docket }: Staged, year: number, today: string): string | undefined {
  const late = docket.fees.find(({ fee_class: of, annuity_year: named, status, due_date: due }) => {
    return of === 'ANNUITY' && [year, year + 0.5].includes(Number(named)) && OWED.has(status) && String(due) < today
  })
  return late && sumMoney([String(late.amount ?? '0'), String(late.surcharge ?? '0')], String(late.currency))
}
