import { addDuration } from '../../../kit/days/duration.ts'
import { roll } from '../../../docketing/calendar/calendar.ts'
import { sumMoney } from '../../../kit/money/money.ts'
import { entityOf, isoDay } from '../../../fees/facts.ts'
import { rightTypeOf } from './price-type.ts'
import { FeeFault } from '../../../fees/fault.ts'
import { patentPrice } from './price.ts'
import { worst } from '../../../fees/schedule/schedule.ts'
import type { FeeLaw } from '../../../fees/fee-law.ts'
import type { FeeFacts } from '../../../fees/facts.ts'
import type { Price } from '../../../fees/schedule/price.ts'
import type { Certainty } from '../../../fees/schedule/schedule.ts'

export type FilingItem = Price & { waived: boolean }
export type FilingFees = { items: FilingItem[]; totals: { currency: string; amount: string }[]; certainty: Certainty }

type Waiver = 'own_ro' | 'own_search'
type Wanted = { code: string; when?: (facts: FeeFacts, date: string, law: FeeLaw) => boolean; waiver?: Waiver }

/** The official fees of a filing or of an entry into the national phase, at the prices of the day. */
export function filingFees(facts: FeeFacts, date: string, law: FeeLaw): FilingFees {
  const wanted = FILING[facts.country]
  if (!wanted) throw new FeeFault('no_price', facts.country)
  const items = wanted
    .filter(({ code, when }) => isPriced(code, facts, law) && (!when || when(facts, date, law)))
    .map((item) => priced(item, facts, date, law))
    .filter(({ amount, waived, certainty }) => waived || Number(amount) !== 0 || certainty === 'CHECK')
  const currencies = [...new Set(items.map(({ currency }) => currency))]
  return {
    items,
    totals: currencies.map((currency) => ({
      currency,
      amount: sumMoney(
        items.filter((item) => item.currency === currency).map(({ amount }) => amount),
        currency,
      ),
    })),
    certainty: worst(...items.map(({ certainty }) => certainty)),
  }
}

const isNational = ({ route }: FeeFacts) => route === 'PCT_NATIONAL'
const isDirect = (facts: FeeFacts) => !isNational(facts)
const wantsExam = ({ sub_exam_requested }: FeeFacts) => sub_exam_requested === true
const isDesign = (facts: FeeFacts) => rightTypeOf(facts) === 'DESIGN'
const isSmallEntity = (facts: FeeFacts) => entityOf(facts) === 'SMALL'
const searchedByEpo = (facts: FeeFacts) => isNational(facts) && facts.isa === 'EP'

const FILING: Readonly<Record<string, readonly Wanted[]>> = {
  CN: [
    { code: 'CN.APP', waiver: 'own_ro' },
    { code: 'CN.PUB' },
    { code: 'CN.CLAIM', waiver: 'own_ro' },
    { code: 'CN.PAGE', waiver: 'own_ro' },
    { code: 'CN.PRIO' },
    { code: 'CN.LATEENTRY', when: isLateEntry },
    { code: 'CN.SE', when: wantsExam, waiver: 'own_search' },
  ],
  US: [
    { code: 'US.FILE', when: (facts) => !isSmallEntity(facts) },
    { code: 'US.FILE_E', when: isSmallEntity },
    { code: 'US.SEARCH' },
    { code: 'US.EXAM' },
    { code: 'US.DESIGN_FILE', when: isDesign },
    { code: 'US.CLAIM' },
    { code: 'US.INDEP' },
  ],
  EP: [
    { code: 'EP.FILE' },
    { code: 'EP.PAGE' },
    { code: 'EP.CLAIM' },
    { code: 'EP.SEARCH', when: (facts) => !searchedByEpo(facts) },
    { code: 'EP.DESIG', when: (facts) => isNational(facts) || wantsExam(facts) },
    { code: 'EP.EXAM', when: (facts) => !searchedByEpo(facts) && (isNational(facts) || wantsExam(facts)) },
    { code: 'EP.EXAM_PCT', when: searchedByEpo },
  ],
  JP: [{ code: 'JP.APP' }, { code: 'JP.EXAM', when: wantsExam }],
  KR: [{ code: 'KR.APP' }, { code: 'KR.PRIO' }, { code: 'KR.EXAM', when: wantsExam }],
  DE: [
    { code: 'DE.APP', when: isDirect },
    { code: 'DE.NAT', when: isNational },
    { code: 'DE.EXAM', when: wantsExam },
  ],
  GB: [
    { code: 'GB.FILE', when: isDirect },
    { code: 'GB.NAT', when: isNational },
    { code: 'GB.SEARCH' },
    { code: 'GB.CLAIM' },
    { code: 'GB.PAGE' },
    { code: 'GB.EXAM', when: wantsExam },
  ],
  WO: [
    { code: 'PCT.TRANS', when: (facts) => facts.ro === 'CN' && !isDesign(facts) },
    { code: 'PCT.IFF', when: (facts) => !isDesign(facts) },
    { code: 'PCT.SEARCH', when: (facts) => facts.isa === 'CN' && !isDesign(facts) },
    { code: 'HAGUE.BASIC', when: isDesign },
    { code: 'HAGUE.PUB', when: isDesign },
  ],
}

const WAIVED: Readonly<Record<Waiver, (facts: FeeFacts) => boolean>> = {
  own_ro: (facts) => facts.ro === 'CN' && searchedByCnipa(facts),
  own_search: searchedByCnipa,
}

function searchedByCnipa({ isa, ipea }: FeeFacts): boolean {
  return isa === 'CN' || ipea === 'CN'
}

/** After the 30th month from the priority date. */
function isLateEntry(facts: FeeFacts, date: string, { calendars }: FeeLaw): boolean {
  const from = isoDay(facts.earliest_priority_date) ?? isoDay(facts.filing_date)
  if (!isNational(facts) || !from) return false
  return date > `${roll(addDuration(Temporal.PlainDate.from(from), '30m'), 'CN', calendars).date}`
}

function isPriced(code: string, facts: FeeFacts, { schedules }: FeeLaw): boolean {
  const type = rightTypeOf(facts)
  return (schedules.get(code) ?? []).some(({ right_type, entity }) => {
    return (right_type === 'ALL' || right_type === type) && (entity === '' || entity === entityOf(facts))
  })
}

function priced({ code, waiver }: Wanted, facts: FeeFacts, date: string, law: FeeLaw): FilingItem {
  const price = patentPrice(code, facts, date, law)
  if (!waiver || !isNational(facts) || !WAIVED[waiver](facts) || Number(price.full) === 0) return { ...price, waived: false }
  const { zh, en, currency } = price
  return {
    ...price,
    amount: sumMoney([], currency),
    reduction_pct: '100',
    waived: true,
    explanation: [...price.explanation, { kind: 'waived', zh, en, why: waiver }],
  }
}
