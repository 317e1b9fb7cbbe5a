import type { ComputedDeadline } from '../../model/docketing/calculation/computed-deadline.ts'
import { computeDeadlines } from '../../model/docketing/calculation/docket.ts'
import type { AnnuityQuote } from '../../model/fees/annuities/annuity-quote.ts'
import { FeeFault } from '../../model/fees/fault.ts'
import { renewalQuote } from '../../model/fees/annuities/renewal.ts'
import { pricesOf, ruleOf } from './fees-of-deadline.ts'
import type { TenantLaw } from './law/law.ts'
import type { Case } from './read-cases.ts'

type Asked = { deadline: ComputedDeadline; year: number; day: string }

/** The amount of an annuity deadline when paid on that day: by the law of the kind, or else by the rule; empty where the rule names no fee. */
export function annuityOf(one: Case, { deadline, year, day }: Asked, { law, fees }: TenantLaw): AnnuityQuote | undefined {
  const own = one.kind.fees?.annuities
  if (own) return own.quote(one.fee, year, day, fees)
  const code = ruleOf(deadline, law)?.fees?.[0]
  return code === undefined ? undefined : renewalQuote({ deadline, code, facts: one.fee, year, day, prices: pricesOf(one, fees) })
}

/** The same for a year, whichever deadline it has. */
export function annuityOfYear(one: Case, year: number, day: string, law: TenantLaw, today: string): AnnuityQuote | undefined {
  const own = one.kind.fees?.annuities
  if (own) return own.quote(one.fee, year, day, law.fees)
  const deadline = annuitiesIn(one, law, today).find(({ annuity_year }) => annuity_year === year)
  return deadline && annuityOf(one, { deadline, year, day }, law)
}

/** Every annuity at the price of its own due date; for a kind without its own law, the annuities computed by its rules. */
export function annuitiesOf(one: Case, law: TenantLaw, today: string): AnnuityQuote[] {
  const own = one.kind.fees?.annuities
  if (own) return own.schedule(one.fee, law.fees)
  return annuitiesIn(one, law, today).flatMap((deadline) => {
    const { annuity_year: year, official_due: day } = deadline
    return (year !== undefined && day && annuityOf(one, { deadline, year, day }, law)) || []
  })
}

/** The same until that day, as far as rules that recur without an end reach: they are computed for a time ahead, so the day of computing moves on. */
export function annuitiesAhead(one: Case, law: TenantLaw, today: string, until: string): AnnuityQuote[] {
  if (one.kind.fees?.annuities) return withoutFault(() => annuitiesOf(one, law, today))
  const found = new Map<number, AnnuityQuote>()
  for (let day = Temporal.PlainDate.from(today); `${day}` <= until; day = day.add(COMPUTED_AHEAD))
    for (const quote of withoutFault(() => annuitiesOf(one, law, `${day}`))) if (!found.has(quote.year)) found.set(quote.year, quote)
  return [...found.values()]
}

/** Less than the time for which recurring deadlines are computed. */
const COMPUTED_AHEAD = { months: 23 }

/** Without a price for the office or the year there is no amount, which the completeness check names. */
function withoutFault(quotes: () => AnnuityQuote[]): AnnuityQuote[] {
  try {
    return quotes()
  } catch (error) {
    if (error instanceof FeeFault) return []
    throw error
  }
}

const annuitiesIn = ({ facts }: Case, { law }: TenantLaw, today: string) =>
  computeDeadlines(facts, law, today).filter(({ kind }) => kind === 'ANNUITY')
