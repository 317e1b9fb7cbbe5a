import { compareMoney, subtractMoney, sumMoney } from '../../kit/money/money.ts'

/** Chinese VAT invoices are in this currency. */
export const VAT_CURRENCY = 'CNY'

type Party = { name: string | null; tax_no: string | null }
export type VatLine = { name: string; amount: string; tax: string; rate: string | null }

/** The data of a VAT invoice. A fully digital one has a number of 20 digits and no code. */
export type VatInvoice = {
  number: string
  code: string | null
  date: string
  seller: Party
  buyer: Party
  amount: string
  tax: string
  total: string
  lines: readonly VatLine[]
  remark: string | null
}

/** A bill that a VAT invoice may be for. `services`: with tax, without the fees that the agency only passes on. */
export type OpenBill = {
  sid: string
  invoice_no: string
  status: string
  agency: string | null
  seller: string | null
  seller_tax_no: string | null
  total: string
  services: string
  /** The sum of the bill's other VAT invoices; null if there are none. */
  covered: string | null
  cases: readonly string[]
}

export const REASONS = {
  TOTAL: ['价税合计相符', 'same total'],
  SERVICES: ['与代理费合计相符', 'same total of services'],
  REST: ['与未开票金额相符', 'same amount as is not yet invoiced'],
  SELLER: ['同一开票方', 'same seller'],
  CASES: ['案号相符', 'same case numbers'],
} as const
export type Reason = keyof typeof REASONS
const WEIGHT: Readonly<Record<Reason, number>> = { TOTAL: 8, SERVICES: 7, REST: 8, CASES: 4, SELLER: 2 }

/** `sure`: the only bill of this seller with this amount. */
export type Proposal = Pick<OpenBill, 'sid' | 'invoice_no' | 'status' | 'total' | 'services' | 'covered'> & { why: Reason[]; sure: boolean }

const MAX_SUGGESTED = 8

/** The bills that the invoice may be for and that it does not exceed, the likeliest first. */
export function proposalsFor(invoice: VatInvoice, agency: string | null, bills: readonly OpenBill[]): Proposal[] {
  const rated = bills
    .filter((bill) => !exceeds(invoice, bill))
    .map(({ sid, invoice_no, status, total, services, covered, ...more }) => {
      const bill = { sid, invoice_no, status, total, services, covered }
      return { ...bill, why: reasonsOf(invoice, agency, { ...bill, ...more }) }
    })
    .filter(({ why }) => why.includes('SELLER') || (why.includes('CASES') && isAmount(why)))
  return ranked(rated).slice(0, MAX_SUGGESTED)
}

const exceeds = (invoice: Pick<VatInvoice, 'total'>, { total, covered }: Pick<OpenBill, 'total' | 'covered'>) =>
  compareMoney(sumMoney([covered ?? '0', invoice.total], VAT_CURRENCY), total, VAT_CURRENCY) > 0

/** Bills of the seller that are smaller than the invoice, if it fits none: it may be for several of them. */
export function exceededBy(invoice: VatInvoice, agency: string | null, bills: readonly OpenBill[]): string[] {
  const own = ofSeller(invoice, agency, bills)
  return own.every((bill) => exceeds(invoice, bill)) ? own.slice(0, MAX_SUGGESTED).map(({ invoice_no }) => invoice_no) : []
}

/** The bills of the seller of the invoice. */
export const ofSeller = (invoice: VatInvoice, agency: string | null, bills: readonly OpenBill[]) =>
  bills.filter((bill) => reasonsOf(invoice, agency, bill).includes('SELLER'))

function ranked(proposals: readonly Omit<Proposal, 'sure'>[]): Proposal[] {
  const rated = proposals
    .map((one) => ({ one, weight: one.why.reduce((sum, reason) => sum + WEIGHT[reason], 0) }))
    .toSorted((a, b) => b.weight - a.weight || (a.one.invoice_no < b.one.invoice_no ? -1 : 1))
  const [first, second] = rated
  return rated.map(({ one, weight }) => {
    const sure = weight === first?.weight && weight !== second?.weight && one.why.includes('SELLER') && isAmount(one.why)
    return { ...one, sure }
  })
}

/** The proposals for an invoice after another one was recorded on a bill; that bill is then covered to this amount. */
export function proposalsAfter(
  invoice: Pick<VatInvoice, 'total'>,
  proposals: readonly Proposal[],
  bill: Pick<OpenBill, 'sid' | 'covered'>,
): Proposal[] {
  const now = proposals.flatMap((one) => {
    if (one.sid !== bill.sid) return one
    const after = { ...one, covered: bill.covered }
    if (bill.covered === null || exceeds(invoice, after)) return []
    const others = one.why.filter((reason) => !isAmount([reason]))
    return { ...after, why: [...amountReason(after, invoice.total), ...others] }
  })
  return ranked(now)
}

/** Something besides the seller speaks for the bill. */
export const isLikely = (why: readonly Reason[]) => isAmount(why) || why.includes('CASES')

const isAmount = (why: readonly Reason[]) => why.includes('TOTAL') || why.includes('SERVICES') || why.includes('REST')

function reasonsOf(invoice: VatInvoice, agency: string | null, bill: OpenBill): Reason[] {
  const { seller, total } = invoice
  const text = [...invoice.lines.map(({ name }) => name), invoice.remark ?? ''].join('\n')
  const isSeller =
    (agency !== null && bill.agency === agency) ||
    (seller.tax_no !== null && bill.seller_tax_no === seller.tax_no) ||
    (seller.name !== null && bill.seller !== null && nameKey(bill.seller) === nameKey(seller.name))
  return [
    ...amountReason(bill, total),
    ...(bill.cases.some((number) => number.length > 4 && isNamedIn(text, number)) ? (['CASES'] as const) : []),
    ...(isSeller ? (['SELLER'] as const) : []),
  ]
}

function amountReason({ total, services, covered }: Pick<OpenBill, 'total' | 'services' | 'covered'>, stated: string): Reason[] {
  const isSame = (amount: string) => compareMoney(amount, stated, VAT_CURRENCY) === 0
  if (covered === null) return isSame(total) ? ['TOTAL'] : isSame(services) ? ['SERVICES'] : []
  return [total, services].some((amount) => isSame(subtractMoney(amount, covered, VAT_CURRENCY))) ? ['REST'] : []
}

/** Names of companies are written with brackets and spaces of both widths. */
export const nameKey = (name: string) => name.normalize('NFKC').replace(/\s+/g, '').toUpperCase()

/** A number of 8 digits is unique only with its code; one of 20 digits has none. */
export const vatKey = (number: string | null, code: string | null) => (number && number.length < 20 ? `${code ?? ''} ${number}`.trim() : number)

const NUMBER = /(?<![A-Z0-9])[A-Z0-9][A-Z0-9.\-/]{5,39}(?![A-Z0-9])/gi

/** Possible case numbers in a text. */
export const numbersIn = (text: string): string[] =>
  [...new Set((text.match(NUMBER) ?? []).map((number) => number.replace(/[.\-/]+$/, '')))].slice(0, 50)

/** Only whole numbers count: `CN-2024-0001-1` does not name `CN-2024-0001`. An application number may also have ZL or CN before it. */
export const isNamedIn = (text: string, number: string) =>
  new RegExp(`(?<![A-Z0-9]|[A-Z0-9][.\\-/])(?:ZL|CN)?${RegExp.escape(number)}(?![.\\-/]?[A-Z0-9])`, 'i').test(text)
