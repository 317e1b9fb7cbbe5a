import { optionNamed } from '../../import/values/read-value.ts'
import type { Words } from '../../kit/fields.ts'
import { isMoney, money } from '../../kit/money/money.ts'
import { MONEY_CURRENCIES } from '../currencies/currencies.ts'
import { nameKeyOf } from './bank-lines.ts'

/** The columns of a bill that an agency sends as a table, by the headings that agencies and we use. */
export const BILL_COLUMNS = {
  bill: ['账单号', 'Invoice no.', '账单编号', '请款单号', '帐单号', 'Bill no.', 'Debit note no.'],
  case_no: ['案号', 'Case no.', '贵方案号', '客户案号', '委托方案号', '贵司案号', 'Your ref.', 'Your reference', 'Client ref.', 'Case'],
  number: ['申请号', 'Application no.', '申请号/专利号', 'Application/patent no.', '专利号', '注册号'],
  fee: ['费用名称', 'Fee', '费用', '费用种类', '收费项目', '费用项目', '项目', '服务', 'Service', 'Item', '费用编号', 'Fee no.'],
  year: ['年度', 'Year', '年费年度', 'Year no.'],
  amount: ['金额', 'Amount', '金额（不含税）', 'Amount without tax', '不含税金额', '费用金额', '单项金额'],
  tax: ['税额', 'Tax', '增值税', 'VAT'],
  currency: ['币种', 'Currency', '货币'],
  description: ['说明', 'Description', '备注', 'Remark'],
} as const satisfies Readonly<Record<string, readonly [string, string, ...string[]]>>
export type BillColumn = keyof typeof BILL_COLUMNS

export const wordsOfColumn = (code: BillColumn): Words => [BILL_COLUMNS[code][0], BILL_COLUMNS[code][1]]

export type BillFault = { field: BillColumn; words: Words }

/** A row with its original text; `row` is its place in the sheet. */
export type StatedLine = { row: number } & Readonly<Record<BillColumn, string>>

/** A fee to which a line may belong; those of a lower `rank` come first: to be billed, on a bill, given up. */
export type BillableFee = { sid: string; fee_no: string; names: readonly string[]; year: number | null; currency: string; rank: number }

export const MAX_BILL_LINES = 500

/** The rows that add up the others are no lines. */
export const isTotal = (texts: readonly string[]) =>
  /^(合计|总计|小计|共计|total|sum|subtotal|grand total)\s*[:：]?$/i.test(texts.find((text) => text !== '') ?? '')

const DEFAULT_CURRENCY = 'CNY'
const currencyIn = (text: string): string | undefined => (text === '' ? DEFAULT_CURRENCY : /^(rmb|元|¥|￥)$/i.test(text) ? 'CNY' : optionNamed(MONEY_CURRENCIES, text)) // oxfmt-ignore

/** The checks that one row allows by itself: its amounts in their currency, and each fault with its column. */
export function amountsIn(line: StatedLine): { currency: string; amount: string; tax: string | null; faults: BillFault[] } {
  const currency = currencyIn(line.currency)
  const faults: BillFault[] = []
  if (!currency) faults.push({ field: 'currency', words: [`“${line.currency}”不是币种`, `“${line.currency}” is no currency`] })
  if (line.fee === '') faults.push({ field: 'fee', words: ['必填', 'is required'] })
  if (line.case_no === '' && line.number === '') faults.push({ field: 'case_no', words: ['必填', 'is required'] })
  const read = (field: 'amount' | 'tax', text: string) => {
    const words = currency && faultOf(text, currency)
    if (words) faults.push({ field, words })
    return currency && !words ? money(text, currency) : '0'
  }
  if (line.amount === '') faults.push({ field: 'amount', words: ['必填', 'is required'] })
  return {
    currency: currency ?? DEFAULT_CURRENCY,
    amount: line.amount === '' ? '0' : read('amount', line.amount),
    tax: line.tax === '' ? null : read('tax', line.tax),
    faults,
  }
}

/** No bill has a line of so many digits. */
const MAX_DIGITS = 12

function faultOf(text: string, currency: string): Words | undefined {
  if (/^\(.*\)$|^-/.test(text)) return [`“${text}”不能为负数`, `“${text}” must not be negative`]
  if (!isMoney(text, currency)) return [`“${text}”不是有效的 ${currency} 金额`, `“${text}” is not an amount of ${currency}`]
  return text.replace(/\..*/, '').length > MAX_DIGITS ? [`“${text}”过大`, `“${text}” is too large`] : undefined
}

const bareName = (name: string) =>
  nameKeyOf(name.replace(/^(第?\s*\d{1,2}\s*年度?|year\s*\d{1,2})\s*|[,，]?\s*(year\s*\d{1,2}|第?\s*\d{1,2}\s*年度?)$/gi, ''))
type Naming = Pick<StatedLine, 'fee' | 'year'>

const yearIn = ({ year, fee }: Naming): number | null => {
  const said = /^\d{1,2}$/.exec(year) ?? /第\s*(\d{1,2})\s*年/.exec(fee) ?? /year\s*(\d{1,2})/i.exec(fee)
  return said ? Number(said[1] ?? said[0]) : null
}

/** The fee that the row names: by its number, or by its name and year among those of the case, of the first rank alone. */
export function feeNamed(line: Naming, fees: readonly BillableFee[]): { fee?: BillableFee; fault?: BillFault } {
  const numbered = fees.find(({ fee_no }) => fee_no !== '' && nameKeyOf(fee_no) === nameKeyOf(line.fee))
  if (numbered) return { fee: numbered }
  const year = yearIn(line)
  const named = fees.filter((fee) => fee.names.some((name) => bareName(name) === bareName(line.fee)) && (year === null ? true : fee.year === year))
  const first = Math.min(...named.map(({ rank }) => rank))
  const [fee, ...others] = named.filter(({ rank }) => rank === first)
  if (fee && others.length > 0) return { fault: { field: 'fee', words: [`该案有 ${others.length + 1} 笔“${line.fee}”：请填年度或费用编号`, `the case has ${others.length + 1} fees “${line.fee}”: state the year or the fee number`] } } // oxfmt-ignore
  return fee ? { fee } : {}
}
