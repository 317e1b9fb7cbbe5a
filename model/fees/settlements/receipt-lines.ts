import type { Words } from '../../kit/fields.ts'
import { compareMoney, isMoney, sumMoney } from '../../kit/money/money.ts'
import { nameKeyOf } from './bank-lines.ts'

/** The columns of an office's list of receipts, by the headings that offices and we use. */
export const RECEIPT_COLUMNS = {
  voucher: ['票据号', 'Receipt no.', '票据号码', '电子票据号码', '收据号'],
  number: ['申请号/专利号', 'Application/patent no.', '申请号', '专利号', '申请号/专利号/注册号', 'Application no.'],
  fee: ['费用名称', 'Fee', '费用种类', '缴费种类', '收费项目'],
  year: ['年度', 'Year', '年费年度'],
  amount: ['金额', 'Amount', '缴费金额', '实缴金额'],
  payer: ['缴款人', 'Payer', '交款人', '缴费人'],
  paid_on: ['缴费日', 'Paid on', '缴费日期', '缴款日期', '开票日期'],
} as const satisfies Readonly<Record<string, readonly [string, string, ...string[]]>>
export type ReceiptColumn = keyof typeof RECEIPT_COLUMNS

export type ReceiptLine = { voucher: string; number: string; fee: string; year: number | null; amount: string; payer: string; paid_on: string | null }

/** A fee to which a receipt may belong; `owed`: with its surcharge, or the paid amount. */
export type ReceiptFee = {
  sid: string
  application_no: string
  names: readonly string[]
  year: number | null
  currency: string
  owed: string
  payer: string
  voucher_no: string | null
  paid: boolean
}

export const RECEIPT_STATES = {
  MATCHED: ['相符', 'Agrees'],
  UNKNOWN: ['没有对应的费用', 'No such fee'],
  SEVERAL: ['对应多笔费用', 'Several such fees'],
  AMOUNT: ['金额不符', 'Another amount'],
  PAYER: ['缴款人不符', 'Another payer'],
  NO_DAY: ['没有缴费日', 'No date of payment'],
  RECORDED: ['已登记', 'Recorded already'],
  NO_NUMBER: ['没有票据号', 'No receipt number'],
  REPEATED: ['同一票据重复列出', 'The same receipt is listed twice'],
  TWICE: ['同一费用有几张票据', 'Several receipts for one fee'],
  NUMBER: ['已登记其他票据号', 'Another receipt is recorded'],
} as const satisfies Readonly<Record<string, Words>>
export type ReceiptState = keyof typeof RECEIPT_STATES

/** The lines of one receipt for one fee: an office states a late surcharge on a line of its own. `repeated`: one of the lines occurs twice. */
export type Receipt = ReceiptLine & { amounts: readonly string[]; repeated: boolean }
export type MatchedReceipt = { receipt: Receipt; state: ReceiptState; fee: ReceiptFee | undefined }

const SURCHARGE = /滞纳金|late surcharge|surcharge/i
const bareName = (name: string) => nameKeyOf(name.replace(/[,，（(]?\s*(滞纳金|late surcharge|surcharge)\s*[)）]?/gi, ''))
/** The digits and the check letter, without the country and the point. */
export const bareNumber = (number: string) => number.normalize('NFKC').toUpperCase().replace(/^(CN|ZL)+/, '').replace(/[^0-9A-Z]/g, '') // oxfmt-ignore

export function receiptsOf(lines: readonly ReceiptLine[]): Receipt[] {
  const groups = Map.groupBy(lines, ({ voucher, number, fee, year }) => [voucher, bareNumber(number), bareName(fee), year ?? ''].join(' '))
  return [...groups.values()].map((own) => {
    const main = own.find(({ fee }) => !SURCHARGE.test(fee)) ?? own[0]
    const said = own.map(({ fee, amount }) => `${nameKeyOf(fee)} ${amount}`)
    return { ...(main as ReceiptLine), amounts: own.map(({ amount }) => amount), repeated: new Set(said).size < said.length } // a group has a line
  })
}

/** Each receipt with its fee; of several receipts for one fee, a person records the right one. */
export function matchReceipts(receipts: readonly Receipt[], fees: readonly ReceiptFee[]): MatchedReceipt[] {
  const byNumber = Map.groupBy(fees, ({ application_no }) => bareNumber(application_no))
  const found = receipts.map((receipt) => matchReceipt(receipt, byNumber.get(bareNumber(receipt.number)) ?? []))
  const fits = Map.groupBy(found.filter(({ state }) => state === 'MATCHED'), ({ fee }) => fee?.sid) // oxfmt-ignore
  return found.map((one) => (one.state === 'MATCHED' && (fits.get(one.fee?.sid)?.length ?? 0) > 1 ? { ...one, state: 'TWICE' as const } : one))
}

/** Matched by number and fee, then checked against amount and payer; no value is guessed. */
function matchReceipt(receipt: Receipt, fees: readonly ReceiptFee[]): MatchedReceipt {
  const number = bareNumber(receipt.number)
  const named = fees.filter(({ application_no }) => number !== '' && bareNumber(application_no) === number)
  const found = named.filter((fee) => (receipt.year !== null && fee.year !== null ? fee.year === receipt.year : fee.names.some((name) => bareName(name) === bareName(receipt.fee)))) // oxfmt-ignore
  const own = found.filter(({ voucher_no }) => voucher_no !== null && voucher_no === receipt.voucher)
  const open = found.filter(({ voucher_no }) => voucher_no === null)
  const [fee, ...others] = own.length > 0 ? own : open.length > 0 ? open : found
  if (!fee) return { receipt, state: 'UNKNOWN', fee: undefined }
  if (others.length > 0) return { receipt, state: 'SEVERAL', fee: undefined }
  return { receipt, state: stateOf(receipt, fee), fee }
}

function stateOf({ voucher, amounts, payer, paid_on, repeated }: Receipt, fee: ReceiptFee): ReceiptState {
  if (voucher === '') return 'NO_NUMBER'
  if (fee.voucher_no === voucher && fee.paid) return 'RECORDED'
  if (fee.voucher_no !== null && fee.voucher_no !== voucher) return 'NUMBER'
  if (repeated) return 'REPEATED'
  if (!amounts.every((one) => isMoney(one, fee.currency)) || compareMoney(sumMoney(amounts, fee.currency), fee.owed, fee.currency) !== 0)
    return 'AMOUNT'
  if (payer !== '' && nameKeyOf(payer) !== nameKeyOf(fee.payer)) return 'PAYER'
  return paid_on === null && !fee.paid ? 'NO_DAY' : 'MATCHED'
}
