import type { Words } from '../../kit/fields.ts'
import { compareMoney, isMoney } from '../../kit/money/money.ts'

/** The columns of the file for the bank, in both languages; its result is read by the same headings. */
export const BANK_COLUMNS = {
  no: ['序号', 'No.'],
  reference: ['缴费单号', 'Payment no.'],
  payee: ['收款户名', 'Payee'],
  account: ['收款账号', 'Payee account'],
  bank: ['收款开户行', 'Payee bank'],
  amount: ['金额', 'Amount'],
  currency: ['币种', 'Currency'],
  purpose: ['用途', 'Purpose'],
  payer: ['付款户名', 'Payer'],
  payer_account: ['付款账号', 'Payer account'],
  result: ['交易结果', 'Result'],
  paid_on: ['交易日期', 'Paid on'],
  serial: ['交易流水号', 'Transaction no.'],
} as const satisfies Readonly<Record<string, Words>>
export type BankColumn = keyof typeof BANK_COLUMNS

/** A line as the bank returns it; `done`: undefined if it does not state whether the payment was made. */
export type BankLine = {
  reference: string
  payee: string
  amount: string
  currency: string
  done: boolean | undefined
  paid_on: string | null
  serial: string
}

/** An open payment list, or one that is paid already. */
export type BankList = { sid: string; payment_no: string; payee: string; totals: readonly { amount: string; currency: string }[]; open: boolean }

export const BANK_STATES = {
  MATCHED: ['相符', 'Agrees'],
  FAILED: ['银行未付款', 'Not paid by the bank'],
  UNSAID: ['银行未注明结果', 'The bank states no result'],
  NO_DAY: ['没有交易日期', 'No date of payment'],
  UNKNOWN: ['没有此缴费单', 'No such payment list'],
  CLOSED: ['缴费单已付或已作废', 'The list is paid or cancelled already'],
  PAYEE: ['收款方不符', 'Another payee'],
  AMOUNT: ['金额不符', 'Another amount'],
  TWICE: ['同一缴费单出现两次', 'The list stands twice in the file'],
} as const satisfies Readonly<Record<string, Words>>
export type BankState = keyof typeof BANK_STATES

/** The state of a line of the bank; only a line that agrees in number, payee and amount counts as the payment of its list. */
export function bankStateOf(line: BankLine, lists: ReadonlyMap<string, BankList>, lines: readonly BankLine[]): BankState {
  const list = lists.get(line.reference)
  if (!list) return 'UNKNOWN'
  if (line.done === undefined) return 'UNSAID'
  if (!line.done) return 'FAILED'
  if (!list.open) return 'CLOSED'
  if (lines.some((other) => other !== line && other.reference === line.reference && other.done)) return 'TWICE'
  if (nameKeyOf(line.payee) !== nameKeyOf(list.payee)) return 'PAYEE'
  const [total, ...others] = list.totals
  if (!total || others.length > 0 || (line.currency !== '' && line.currency !== total.currency)) return 'AMOUNT'
  if (!isMoney(line.amount, total.currency) || compareMoney(line.amount, total.amount, total.currency) !== 0) return 'AMOUNT'
  return line.paid_on === null ? 'NO_DAY' : 'MATCHED'
}

/** Names of companies are written with brackets and spaces of both widths. */
export const nameKeyOf = (name: string) => name.normalize('NFKC').replace(/\s+/g, '').toUpperCase()

const DONE = /^(成功|已付|交易成功|支付成功|已成功|处理成功|paid|success|successful|ok|done)$/i
const NOT_DONE = /失败|退回|拒绝|未付|撤销|fail|reject|return|cancel/i

/** Whether the words of a bank state that it has paid. */
export const isPaidIn = (result: string): boolean | undefined => (DONE.test(result) ? true : NOT_DONE.test(result) ? false : undefined)
