import { compareMoney, minorOf, subtractMoney, sumMoney } from '../../kit/money.ts'
import { splitMoney } from '../../kit/split-money.ts'
import { isNamedIn, type OpenBill, type VatInvoice, VAT_CURRENCY } from './vat-invoice.ts'

/** A bill of the seller that may take a part of a VAT invoice. `lacks`: what no VAT invoice covers yet; `share`: its proposed part. */
export type SharingBill = Pick<OpenBill, 'sid' | 'invoice_no' | 'status' | 'total'> & { lacks: string; share: string | null }

/** As many bills as are tried in every combination; of more, those that the invoice names. */
const MOST_COMBINED = 14

type Open = SharingBill & { lacksServices: string }
type Stated = Pick<VatInvoice, 'total' | 'lines' | 'remark'>

/** The bills of the seller, with a part for each of those that the invoice names, or that it covers to the cent as the only combination. */
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

function partsFor(invoice: Stated, open: readonly Open[]): ReadonlyMap<string, string> {
  const text = [...invoice.lines.map(({ name }) => name), invoice.remark ?? ''].join('\n')
  const named = open.filter(({ invoice_no }) => invoice_no.length > 3 && isNamedIn(text, invoice_no))
  for (const among of [named, open.length <= MOST_COMBINED ? open : []])
    for (const lack of ['lacks', 'lacksServices'] as const) {
      const found = onlyCombination(among.filter((bill) => isAbove(bill[lack])), lack, invoice.total) // oxfmt-ignore
      if (found) return new Map(found.map((bill) => [bill.sid, bill[lack]]))
    }
  return new Map()
}

/** The one set of two or more bills that lack exactly this amount; none where several do. */
function onlyCombination(bills: readonly Open[], lack: 'lacks' | 'lacksServices', total: string): Open[] | undefined {
  const wanted = minorOf(total, VAT_CURRENCY)
  const found: Open[][] = []
  const add = (from: number, left: bigint, chosen: readonly Open[]) => {
    if (left === 0n && chosen.length > 1) found.push([...chosen])
    for (let at = from; left > 0n && found.length < 2 && at < bills.length; at++) {
      const bill = bills[at] as Open // within the list
      add(at + 1, left - minorOf(bill[lack], VAT_CURRENCY), [...chosen, bill])
    }
  }
  add(0, wanted, [])
  return found.length === 1 ? found[0] : undefined
}

export type VatPart = { amount: string; tax: string; total: string }

/** Amount and tax of each part of a VAT invoice by the parts' totals: no cent is lost. */
export function vatParts({ total, tax }: Pick<VatInvoice, 'total' | 'tax'>, totals: readonly string[]): VatPart[] {
  const rest = subtractMoney(total, sumMoney(totals, VAT_CURRENCY), VAT_CURRENCY)
  const taxes = splitMoney(tax, [...totals, rest], VAT_CURRENCY)
  return totals.map((part, at) => ({ total: part, tax: taxes[at] ?? '0.00', amount: subtractMoney(part, taxes[at] ?? '0', VAT_CURRENCY) }))
}
