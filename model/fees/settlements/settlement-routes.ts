import { XLSX } from '../../documents/media-types.ts'
import { defineAction, facts } from '../../kit/action.ts'
import { boolean, date, integer, link, option, rows, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import type { BankLine, BankState } from './bank-lines.ts'
import type { Receipt, ReceiptState } from './receipt-lines.ts'

/** The most lists in one file of a bank. */
export const MAX_LISTS = 200
export const MAX_RECEIPTS = 1000

export const bankFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/payment/do/bank_file',
  tag: 'payment',
  zh: '支付代理的缴费单的银行付款文件：每张缴费单一行，含收款账号',
  en: 'The file for the bank: one line for each payment list to an agency, with its account',
  query: { sids: string('缴费单', 'Payment lists', { required: true, max: 40 * MAX_LISTS }) },
  answer: { file: XLSX, leaves: 'EXPORTED' },
  permission: 'search',
  of: 'payment',
  also: { invoice: 'export' },
})

/** Asked where the dates of a file can be read in two ways. */
const DAY_ORDER = {
  day_order: option('日期如 05/03/2020 的先后', 'Day or month first in dates such as 05/03/2020', {
    mdy: ['先月后日', 'The month'],
    dmy: ['先日后月', 'The day'],
    ymd: ['先年', 'The year'],
  }),
}
const ASKED = { asks_day_order: boolean('须选择日期的先后', 'The order of its dates must be chosen') }

/** A line of the bank, with the list that it pays, and the values that a person confirms. */
export type ReadBankLine = BankLine & {
  state: BankState
  payment_sid: string | null
  bills: number
  totals: readonly { amount: string; currency: string }[]
}

export const readBankResult = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/payment/do/read_bank_result',
  tag: 'payment',
  zh: '读取银行返回的付款结果（.xlsx、.xls、.csv）：按缴费单号、收款方和金额核对；确认后才登记',
  en: 'Read what the bank paid (.xlsx, .xls, .csv): matched by payment number, payee and amount; nothing is recorded until a person confirms',
  body: DAY_ORDER,
  form: 'only',
  answer: {
    ...ASKED,
    record: facts<ReadBankLine[]>('付款结果', 'Payments', {
      type: 'array',
      items: { type: 'object', required: ['reference', 'state', 'payment_sid', 'totals'] },
    }),
  },
  permission: 'search',
  of: 'payment',
})

/** A receipt of an office, and the fee that it is for. */
export type ReadReceipt = Receipt & {
  state: ReceiptState
  fee_sid: string | null
  fee_name: string | null
  owed: string | null
  currency: string | null
}

export const readReceipts = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/payment/do/read_receipts',
  tag: 'payment',
  zh: '读取官方票据清单（.xlsx、.xls、.csv）：按号码、金额和缴款人核对费用；确认后才登记',
  en: "Read an office's list of receipts (.xlsx, .xls, .csv): matched with fees by number, amount and payer; nothing is recorded until a person confirms",
  body: DAY_ORDER,
  form: 'only',
  answer: {
    ...ASKED,
    record: facts<ReadReceipt[]>('票据', 'Receipts', { type: 'array', items: { type: 'object', required: ['voucher', 'state', 'fee_sid'] } }),
  },
  permission: 'search',
  of: 'payment',
  also: { fee: 'search' },
})

/** A line of a bill; `stated`: the original text of the fee or service. */
export type ReadBillLine = {
  row: number
  case_sid: string | null
  case_name: string | null
  case_ref: string
  fee_sid: string | null
  service: string | null
  stated: string
  description: string | null
  currency: string
  amount: string
  tax: string | null
  faults: readonly { field: string; label: string; reason: string }[]
}
/** `invoice_no` is empty where the table has no column for it. */
export type ReadBill = { invoice_no: string; currency: string; total: string; lines: readonly ReadBillLine[] }

export const readBills = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/invoice/do/read_bills',
  tag: 'invoice',
  zh: '读取代理机构的账单明细表（.xlsx、.xls、.csv）：按案号和费用对应，逐行逐列指出问题；不登记',
  en: 'Read the lines of bills from a table (.xlsx, .xls, .csv): matched with cases and fees, each fault with its row and column; nothing is recorded',
  body: {},
  form: 'only',
  answer: {
    record: facts<ReadBill[]>('账单', 'Invoices', {
      type: 'array',
      items: { type: 'object', required: ['invoice_no', 'currency', 'total', 'lines'] },
    }),
  },
  permission: 'create',
  of: 'invoice',
})

export const takeReceipts = defineAction({
  model: 'fee',
  name: 'take_receipts',
  zh: '登记票据号；尚未缴的费用按票据的缴费日缴清',
  en: 'Record receipt numbers; a fee that is not paid yet is paid on the day of its receipt',
  body: {
    receipts: rows(
      '票据',
      'Receipts',
      {
        fee_sid: link('费用', 'Fee', { to: 'fee', required: true }),
        voucher_no: string('票据号', 'Receipt no.', { required: true, max: 60 }),
        pay_date: date('缴费日', 'Paid on', { past: true }),
        amount: string('票据金额，须为该日应缴的金额', 'Amount of the receipt, which must be what was owed on its day', { max: 30 }),
      },
      { required: true, max: MAX_RECEIPTS },
    ),
  },
  answer: { paid: integer('已缴清', 'Paid'), recorded: integer('已登记票据', 'Receipts recorded') },
  permission: 'transition',
  transaction: true,
})
