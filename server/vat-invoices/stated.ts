import { type VatInvoice, type VatLine, VAT_CURRENCY } from '../../model/fees/vat-invoices/vat-invoice.ts'
import { compareMoney, isMoney, money, subtractMoney, sumMoney } from '../../model/kit/money/money.ts'
import { InvoiceFault } from './invoice-fault.ts'

type Text = string | null
/** An invoice as a file states it, before it is checked. */
export type Stated = {
  number: Text
  code: Text
  date: Text
  seller: { name: Text; tax_no: Text }
  buyer: { name: Text; tax_no: Text }
  amount: Text
  tax: Text
  total: Text
  lines: readonly { name: Text; amount: Text; tax: Text; rate: Text }[]
  remark: Text
}

const MAX_LINES = 200

/** Checks the values read: an invoice has a number, a date, and amounts that add up. */
export function checked(stated: Stated): VatInvoice {
  const number = stated.number?.replace(/\s/g, '') ?? ''
  const code = stated.code?.replace(/\s/g, '') || null
  if (!/^(\d{8}|\d{20})$/.test(number)) throw new InvoiceFault(['没有 8 位或 20 位的发票号码', 'it states no invoice number of 8 or 20 digits'])
  if (number.length === 8 && !/^\d{10}(\d\d)?$/.test(code ?? '')) throw new InvoiceFault(['8 位发票号码缺少发票代码', 'it states no invoice code for a number of 8 digits']) // oxfmt-ignore
  const date = dayOf(stated.date)
  if (!date) throw new InvoiceFault(['没有开票日期', 'it states no date'])
  const { amount, tax, total } = amountsOf(stated)
  if (total.startsWith('-'))
    throw new InvoiceFault(['这是红字发票，不能记入账单', 'it is a credit note (red-letter invoice), which is not recorded on a bill'])
  return {
    number,
    code: number.length === 20 ? null : code,
    date,
    seller: partyOf(stated.seller),
    buyer: partyOf(stated.buyer),
    amount,
    tax,
    total,
    lines: stated.lines.slice(0, MAX_LINES).flatMap(lineOf),
    remark: stated.remark?.slice(0, 1000) || null,
  }
}

/** `2026-03-01`, `2026年3月1日`, `20260301`, each also with a time behind it. */
function dayOf(text: Text): string | undefined {
  // A long blank would be tried in every division among the parts of the pattern.
  const found = /^(\d{4})\s*[-/年.]?\s*(\d{1,2})\s*[-/月.]?\s*(\d{1,2})/.exec(text?.trim().slice(0, 40) ?? '')
  if (!found) return undefined
  try {
    return `${Temporal.PlainDate.from({ year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) }, { overflow: 'reject' })}`
  } catch {
    return undefined
  }
}

/** Two of the three amounts give the third. */
function amountsOf({ amount: withoutTax, tax: ofTax, total: withTax }: Stated) {
  const [net, levied, gross] = [amountOf(withoutTax), taxOf(ofTax), amountOf(withTax)]
  const missing = () => {
    throw new InvoiceFault(['金额、税额、价税合计至少应有两项', 'it states fewer than two of amount, tax and total'])
  }
  const total = gross ?? (net && levied ? sumMoney([net, levied], VAT_CURRENCY) : missing())
  const tax = levied ?? (net ? subtractMoney(total, net, VAT_CURRENCY) : missing())
  const amount = net ?? subtractMoney(total, tax, VAT_CURRENCY)
  if (compareMoney(sumMoney([amount, tax], VAT_CURRENCY), total, VAT_CURRENCY) !== 0 || (tax.startsWith('-') && !total.startsWith('-')))
    throw new InvoiceFault([`金额 ${amount} 与税额 ${tax} 之和不等于价税合计 ${total}`, `its amount ${amount} and tax ${tax} do not add up to the total ${total}`]) // oxfmt-ignore
  return { amount, tax, total }
}

/** `***`, 免税 and 不征税 stand for no tax. */
const taxOf = (text: Text) => (/^(\*+|免税|不征税)$/.test(text?.trim() ?? '') ? '0.00' : amountOf(text))

function amountOf(text: Text): string | undefined {
  const digits = (text ?? '').replace(/[¥￥,，\s]/g, '').replace(/(\.\d\d)0+$/, '$1')
  return digits !== '' && digits.length <= 16 && isMoney(digits, VAT_CURRENCY) ? money(digits, VAT_CURRENCY) : undefined
}

const partyOf = ({ name, tax_no }: { name: Text; tax_no: Text }) => {
  const number = tax_no?.replace(/\s/g, '').toUpperCase() ?? ''
  return { name: name?.trim().slice(0, 255) || null, tax_no: /^[0-9A-Z]{15,20}$/.test(number) ? number : null }
}

function lineOf({ name, amount, tax, rate }: Stated['lines'][number]): VatLine[] {
  const net = amountOf(amount)
  return net === undefined ? [] : [{ name: name?.trim().slice(0, 255) ?? '', amount: net, tax: taxOf(tax) ?? '0.00', rate: rateOf(rate) }]
}

/** 0.06 is stated as 6%. */
function rateOf(rate: Text): string | null {
  const text = rate?.trim() ?? ''
  if (!/^0?\.\d{1,4}$/.test(text)) return text.slice(0, 10) || null
  const permyriad = Number(text.replace(/^0?\./, '').padEnd(4, '0'))
  return `${permyriad / 100}%`
}
