import type { Options } from '../../kit/fields.ts'
import { compareMoney, sumMoney } from '../../kit/money/money.ts'

/** Differences between a line of a bill and the price list, the order, or the payment that the office received. */
export const DEVIATIONS = {
  UNKNOWN_CASE: ['案件不明', 'Unknown case'],
  NOT_ENTRUSTED: ['案件未委托该开票方', 'Case not entrusted to this seller'],
  NOT_ORDERED: ['该费用没有缴费指示', 'Payment of this fee was not ordered'],
  OVERCHARGE: ['多收', 'Overcharge'],
  UNDERCHARGE: ['少收', 'Charged too little'],
  SEVERAL_FEES: ['该案有多笔同名费用，请选定', 'The case has several fees of this name: choose one'],
  NO_PRICE: ['价目中没有该服务', 'Service is not in the price list'],
  NO_AMOUNT: ['该费用没有应缴金额', 'The fee has no amount'],
  OTHER_CURRENCY: ['与费用的币种不同', 'Currency differs from that of the fee'],
  BILLED_TWICE: ['该费用重复收费', 'Fee billed twice'],
  SERVICE_REPEATED: ['同案同项服务再次收费', 'Same service for the same case billed again'],
  PAID_OURSELVES: ['该费用已由本方缴纳', 'Fee already paid by ourselves'],
  OURS_TO_PAY: ['该费用由本方自缴', 'We pay this fee ourselves'],
  NOT_BILLED: ['由代理机构缴纳但未列入账单', 'Paid by the agency but not billed'],
} as const satisfies Options

export type DeviationKind = keyof typeof DEVIATIONS

/** Deviations that no reason can accept, because the fee would be paid twice. */
export const NEVER_ACCEPTED: readonly DeviationKind[] = ['BILLED_TWICE', 'PAID_OURSELVES']

/** `owed`: with its surcharge; once the fee is paid, the paid amount. */
export type KnownFee = {
  sid: string
  fee_no: string
  case_sid: string
  currency: string
  owed: string | null
  status: string
  decision: string | null
  pay_by: string | null
  /** The fee is on a payment list of our own. */
  is_listed: boolean
  /** The other live bill that it is on. */
  on_bill: string | null
}
export type KnownCase = { sid: string; case_no: string; agency_sid: string | null; country: string | null }
export type Price = {
  service_code: string | null
  country: string | null
  currency: string | null
  amount: string | null
  valid_from: string | null
  valid_to: string | null
}
/** `is_unclear`: it names several fees of its case, and a person has not chosen one yet. */
export type MatchedLine = {
  fee_sid: string | null
  case_sid: string | null
  case_ref: string | null
  service: string | null
  amount: string
  is_unclear?: boolean
}

export type Matched = {
  /** Null for a seller that is no agency: it has neither orders nor a price list. */
  agency: string | null
  day: string
  currency: string
  lines: readonly MatchedLine[]
  fees: ReadonlyMap<string, KnownFee>
  cases: ReadonlyMap<string, KnownCase>
  prices: readonly Price[]
  /** Services on other live bills of the seller. */
  elsewhere: readonly { bill: string; case_sid: string; service: string }[]
  /** Fees of the cases of this bill that the agency paid and that are on no bill. */
  unbilled: readonly KnownFee[]
}

export type Deviation = {
  kind: DeviationKind
  line_no: number | null
  about: string
  billed: string | null
  expected: string | null
  currency: string
}

/** Every deviation of a bill, line by line, then the missing lines. */
export function deviationsOf(bill: Matched): Deviation[] {
  const own = bill.lines.flatMap((line, at) => {
    const found = line.fee_sid ? ofFee(bill, line, at) : ofService(bill, line, at)
    return [...ofCase(bill, line), ...found].map((one) => ({ ...one, line_no: at + 1, currency: bill.currency }))
  })
  const missing = bill.unbilled.map(({ fee_no, owed, currency }) => ({
    kind: 'NOT_BILLED' as const,
    line_no: null,
    about: fee_no,
    billed: null,
    expected: owed,
    currency,
  }))
  return [...own, ...missing]
}

type Found = Omit<Deviation, 'line_no' | 'currency'>

const found = (kind: DeviationKind, about: string, billed: string | null = null, expected: string | null = null): Found[] => [
  { kind, about, billed, expected },
]

function ofCase({ agency, cases }: Matched, { case_sid, case_ref, amount }: MatchedLine): Found[] {
  const known = case_sid ? cases.get(case_sid) : undefined
  if (!known) return found('UNKNOWN_CASE', case_ref ?? '', amount)
  return agency && known.agency_sid !== agency ? found('NOT_ENTRUSTED', known.case_no, amount) : []
}

const ORDERED = ['TO_PAY', 'PAYING', 'PAID', 'UNDERPAID', 'REFUNDING', 'REFUNDED']

function ofFee(bill: Matched, line: MatchedLine, at: number): Found[] {
  const fee = bill.fees.get(line.fee_sid ?? '')
  if (!fee) return []
  const before = bill.lines.slice(0, at).some(({ fee_sid }) => fee_sid === line.fee_sid)
  if (before || fee.on_bill) return found('BILLED_TWICE', before ? fee.fee_no : `${fee.fee_no} · ${fee.on_bill}`, line.amount)
  const owed = fee.currency === bill.currency ? fee.owed : null // the amounts of a deviation are in the currency of the bill
  if (fee.is_listed || (fee.status === 'PAID' && fee.pay_by === 'SELF')) return found('PAID_OURSELVES', fee.fee_no, line.amount, owed)
  const isOrdered = fee.decision === 'PAY' || ORDERED.includes(fee.status)
  const instead = !isOrdered ? found('NOT_ORDERED', fee.fee_no, line.amount, owed) : isOurs(bill, fee) ? found('OURS_TO_PAY', fee.fee_no, line.amount, owed) : [] // oxfmt-ignore
  return [...instead, ...ofAmount(bill, line, fee)]
}

/** Only an agency has orders, so only an agency can bill a fee that we pay ourselves. */
const isOurs = ({ agency }: Matched, { pay_by, status }: KnownFee) => agency !== null && pay_by === 'SELF' && !SETTLED.includes(status)
const SETTLED = ['PAID', 'REFUNDING', 'REFUNDED']

function ofAmount(bill: Matched, { amount }: MatchedLine, { fee_no, owed, currency }: KnownFee): Found[] {
  if (owed === null) return found('NO_AMOUNT', fee_no, amount)
  if (currency !== bill.currency) return found('OTHER_CURRENCY', `${fee_no} · ${currency}`, amount)
  return ofDifference(amount, owed, fee_no, currency)
}

function ofDifference(billed: string, expected: string, about: string, currency: string): Found[] {
  const sign = compareMoney(billed, expected, currency)
  return sign === 0 ? [] : found(sign > 0 ? 'OVERCHARGE' : 'UNDERCHARGE', about, billed, expected)
}

function ofService(bill: Matched, line: MatchedLine, at: number): Found[] {
  const { service, case_sid, amount } = line
  if (line.is_unclear) return found('SEVERAL_FEES', service ?? '', amount)
  if (!bill.agency) return []
  const price = priceOf(bill, line)
  const duplicate = bill.elsewhere.find((one) => case_sid !== null && one.case_sid === case_sid && one.service === service)
  const isAgain = service !== null && case_sid !== null && bill.lines.slice(0, at).some((one) => !one.fee_sid && one.case_sid === case_sid && one.service === service) // oxfmt-ignore
  const repeated = duplicate || isAgain ? found('SERVICE_REPEATED', duplicate ? `${service} · ${duplicate.bill}` : String(service), amount) : []
  if (!price) return [...repeated, ...found('NO_PRICE', service ?? '', amount)]
  return [...repeated, ...ofDifference(amount, price, String(service), bill.currency)]
}

/** The price of that day: one for the country of the case before one for all countries, the latest first. */
function priceOf({ prices, cases, day, currency }: Matched, { service, case_sid }: MatchedLine): string | undefined {
  const country = case_sid ? (cases.get(case_sid)?.country ?? null) : null
  const valid = prices.filter(
    (one) =>
      one.service_code === service &&
      (one.currency ?? 'CNY') === currency &&
      (one.country === null || one.country === country) &&
      (one.valid_from ?? '') <= day &&
      day <= (one.valid_to ?? '9999'),
  )
  const rank = (one: Price) => `${one.country === null ? 0 : 1}${one.valid_from ?? ''}`
  const [best] = valid.toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1))
  return best?.amount ?? undefined
}

/** The key contains the numbers: a decision holds only for these amounts. */
export const keyOf = ({ kind, line_no, about, billed, expected }: Deviation) => [kind, line_no ?? '', about, billed ?? '', expected ?? ''].join('|')

export const owedOf = (amounts: readonly (string | null)[], currency: string): string =>
  sumMoney(
    amounts.filter((amount) => amount !== null),
    currency,
  )
