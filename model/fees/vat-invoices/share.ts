import { compareMoney, minorOf, moneyText, subtractMoney, sumMoney } from '../../kit/money/money.ts'
import { splitMoney } from '../../kit/money/split-money.ts'
import { isNamedIn, type OpenBill, type VatInvoice, VAT_CURRENCY } from './vat-invoice.ts'

/** A bill of the seller that may take a part of a VAT invoice. `lacks`: the part without a VAT invoice; `share`: its proposed part. */
export type SharingBill = Pick<OpenBill, 'sid' | 'invoice_no' | 'status' | 'total'> & { lacks: string; share: string | null }

/** The most bills whose combinations are all tried. */
const MAX_COMBINED = 14

type Open = SharingBill & { lacksServices: string }
type Stated = Pick<VatInvoice, 'total' | 'lines' | 'remark'>

/** The bills of the seller, with a part for each bill that the invoice names, or for the only combination that it covers to the cent. */
export function sharingOf(invoice: Stated, bills: readonly OpenBill[]): SharingBill[] {
  const open = bills.flatMap(lackOf)
  if (open.length < 2) return []
  const parts = partsFor(invoice, open)
  return open.map(({ lacksServices: _, ...bill }) => ({ ...bill, share: parts.get(bill.sid) ?? null }))
}

function lackOf({ sid, invoice_no, status, total, services, covered }: OpenBill): Open[] {
  const lacks = subtractMoney(total, covered ?? '0', VAT_CURRENCY)
  const ofServices = subtractMoney(services, covered ?? '0', VAT_CURRENCY)
  if (!isAbove(lacks)) return []
  return [{ sid, invoice_no, status, total, lacks, share: null, lacksServices: isAbove(ofServices) ? ofServices : '0.00' }]
}

const isAbove = (amount: string) => compareMoney(amount, '0', VAT_CURRENCY) > 0

const LACKS = ['lacks', 'lacksServices'] as const
type Combination = ReadonlyMap<string, string>

function partsFor(invoice: Stated, open: readonly Open[]): Combination {
  const text = [...invoice.lines.map(({ name }) => name), invoice.remark ?? ''].join('\n')
  const named = open.filter(({ invoice_no }) => invoice_no.length > 3 && isNamedIn(text, invoice_no))
  return onlyCombination(named, invoice.total) ?? (open.length <= MAX_COMBINED ? onlyCombination(open, invoice.total) : undefined) ?? new Map()
}

/** The only set of two or more bills that lack exactly this amount, as a whole or for their services; undefined if there are several. */
function onlyCombination(bills: readonly Open[], total: string): Combination | undefined {
  const wanted = minorOf(total, VAT_CURRENCY)
  const found = LACKS.flatMap((lack) => {
    const among = bills.filter((bill) => isAbove(bill[lack])).map((bill) => ({ sid: bill.sid, minor: minorOf(bill[lack], VAT_CURRENCY) }))
    return combinations(among, wanted)
  })
  const [only, ...others] = new Map(found.map((one) => [one.map(({ sid, minor }) => `${sid} ${minor}`).join(), one])).values()
  return only && others.length === 0 ? new Map(only.map(({ sid, minor }) => [sid, moneyText(minor, VAT_CURRENCY)])) : undefined
}

type Lack = { sid: string; minor: bigint }

/** Finds two combinations at most. Of more than MAX_COMBINED bills only all together are tried: each further bill would double the number. */
function combinations(bills: readonly Lack[], wanted: bigint): Lack[][] {
  if (bills.length > MAX_COMBINED) return bills.reduce((sum, { minor }) => sum + minor, 0n) === wanted ? [[...bills]] : []
  const found: Lack[][] = []
  const add = (from: number, left: bigint, chosen: readonly Lack[]) => {
    if (left === 0n && chosen.length > 1) found.push([...chosen])
    for (let at = from; left > 0n && found.length < 2 && at < bills.length; at++) {
      const bill = bills[at] as Lack // within the list
      add(at + 1, left - bill.minor, [...chosen, bill])
    }
  }
  add(0, wanted, [])
  return found
}

export type VatPart = { amount: string; tax: string; total: string }

/** Amount and tax of each part of a VAT invoice by the parts' totals: no cent is lost. */
export function vatParts({ total, tax }: Pick<VatInvoice, 'total' | 'tax'>, totals: readonly string[]): VatPart[] {
  const rest = subtractMoney(total, sumMoney(totals, VAT_CURRENCY), VAT_CURRENCY)
  const taxes = splitMoney(tax, [...totals, rest], VAT_CURRENCY)
  return totals.map((part, at) => ({ total: part, tax: taxes[at] ?? '0.00', amount: subtractMoney(part, taxes[at] ?? '0', VAT_CURRENCY) }))
}
