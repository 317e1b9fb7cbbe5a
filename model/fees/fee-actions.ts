import { boolean, date, decimal, integer, link, links, money, option, rows, string, text } from '../kit/fields.ts'
import { chosen, defineAction, facts, sidOf } from '../kit/action.ts'
import { payment } from './payments/payment.ts'

const DECISION = option('决定', 'Decision', { PAY: ['缴纳', 'Pay'], ABANDON: ['放弃', 'Abandon'], ASK: ['待定', 'Ask later'] }, { required: true })
const SUM = {
  currency: string('币种', 'Currency'),
  count: integer('笔数', 'Count'),
  amount: money('金额', 'Amount', { currency: 'currency' }),
  surcharge: money('滞纳金', 'Surcharge', { currency: 'currency' }),
} as const

const SUM_OF_MONTH = { month: string('月份', 'Month'), ...SUM, decision: string('决定', 'Decision'), status: string('状态', 'Status') } as const

export const forecastFees = defineAction({
  model: 'fee',
  name: 'forecast',
  zh: '费用预测：按月、币种、决定和状态；逾期的、到期暂不加收的和已放弃的另列',
  en: 'Fee forecast by month, currency, decision and status; late fees, those due without a surcharge yet and abandoned ones are listed separately',
  body: {
    from: string('起始', 'From', { max: 10 }),
    months: integer('月数', 'Months', { default: 12 }),
    iql: text('查询语句', 'Query', { max: 100_000 }),
  },
  answer: {
    from: date('起始', 'From'),
    to: date('截止', 'To'),
    months: facts<string[]>('月份', 'Months', { type: 'array', items: { type: 'string' } }),
    record: rows('合计', 'Sums', SUM_OF_MONTH),
    abandoned: rows('放弃', 'Abandoned', SUM_OF_MONTH),
    late: rows('逾期', 'Late', SUM),
    free: rows('到期，暂不加收', 'Due without surcharge', SUM),
  },
  permission: 'count',
})

export const decideFees = defineAction({
  model: 'fee',
  name: 'decide',
  zh: '决定缴纳、放弃或待定：所选费用，或确认条数后查询的全部结果',
  en: 'Decide to pay, abandon or decide later, for selected fees or all results of a query whose number is confirmed; all or none',
  body: {
    sids: chosen('fee'),
    iql: text('查询语句，代替所选费用', 'Query, instead of selected fees', { max: 100_000 }),
    total: integer('确认的笔数', 'Confirmed number', { min: 1 }),
    decision: DECISION,
    reason: string('原因', 'Reason', { max: 255 }),
    later: boolean('以后年度相同', 'Apply to later years'),
  },
  answer: { decision: DECISION, count: integer('笔数', 'Count') },
  permission: 'transition',
})

export const sumFees = defineAction({
  model: 'fee',
  name: 'sum',
  zh: '所选费用的合计：按币种，含待核金额和缺号码的笔数；或仅为可列入缴费单的，并注明不能列入的费用及原因',
  en: 'Sums of the selected fees by currency, with the number of amounts to be checked and of cases without a number; or of those that a payment list takes, naming the others with the reason',
  body: {
    sids: chosen('fee'),
    iql: text('查询语句', 'Query', { max: 100_000 }),
    for_list: boolean('仅可列入缴费单的', 'Only those that a payment list takes'),
  },
  answer: {
    left_out: rows('不能列入的费用', 'Fees that no list takes', {
      sid: link('费用', 'Fee', { to: 'fee' }),
      name: string('名称', 'Name'),
      why: string('原因', 'Reason'),
    }),
    earlier: rows('仍欠更早年度的案件，该年度不在所选之中', 'Cases that also owe an earlier year, which is not selected', {
      case_no: string('案号', 'Case no.'),
      year: decimal('年度', 'Year', { digits: 1, shortest: true }),
    }),
    record: rows('合计', 'Sums', {
      ...SUM,
      total: money('总额', 'Total', { currency: 'currency' }),
      unsure: integer('待核金额笔数', 'Amounts to be checked'),
      unnumbered: integer('缺号码的笔数', 'Without a number'),
    }),
  },
  permission: 'count',
})

type Certainty = { certainty: string; why: string[] }
export type AnnuityRow = {
  year: number
  due: string
  free_to: string
  grace_end: string
  full: string
  reduction_pct: string
  amount: string
  currency: string
  with_registration: boolean
} & Certainty

const ANNUITY = { type: 'object', required: ['year', 'due', 'free_to', 'grace_end', 'full', 'amount', 'currency', 'why'] } as const

/** The fee actions of every kind of case. */
export const feeActionsOf = <const Kind extends string>(kind: Kind) => ({
  annuitySchedule: defineAction({
    model: kind,
    name: 'annuity_schedule',
    zh: '全部年费及当前价格',
    en: 'All annuities at current prices',
    body: { sid: sidOf(kind) },
    answer: { record: facts<AnnuityRow[]>('年费', 'Annuities', { type: 'array', items: ANNUITY }) },
    permission: 'get',
    also: { fee: 'search' },
  }),
})

export type FeeActions = ReturnType<typeof feeActionsOf<string>>

export const quoteAnnuity = defineAction({
  model: 'fee',
  name: 'quote',
  zh: '某日应缴的年费',
  en: 'Amount due for an annuity on a date',
  body: {
    case_sid: link('案件', 'Case', { to: 'case', required: true }),
    annuity_year: decimal('年度', 'Year', { digits: 1, shortest: true, required: true }),
    pay_date: date('缴费日', 'Paid on'),
  },
  answer: facts<AnnuityRow & { surcharge: string; total: string }>('年费', 'Annuity', ANNUITY),
  permission: 'search',
  also: { case: 'get' },
})

export const payTogether = defineAction({
  model: 'payment',
  name: 'from_fees',
  zh: '将费用列入缴费单',
  en: 'Put fees on a payment list',
  body: {
    fee_sids: chosen('fee'),
    iql: text('查询语句，代替所选费用', 'Query, instead of selected fees', { max: 100_000 }),
    total: integer('确认的笔数', 'Confirmed number', { min: 1 }),
    left_out: links('其中不列入的费用，与合计所示一致', 'Of these, the fees that are left out, as the sums named them', { to: 'fee', max: 1000 }),
    payment_type: payment.fields.payment_type,
    payee: payment.fields.payee,
    remark: payment.fields.remark,
  },
  answer: { record: 'payment' },
  permission: 'create',
  also: { fee: 'transition' },
})

/** The sum of a list in one currency, as a person saw it. */
export type ConfirmedTotal = { currency: string; amount: string }

export const payList = defineAction({
  model: 'payment',
  name: 'pay',
  zh: '缴费单缴费，可同时填写各费用的票据号',
  en: 'Pay a list, optionally with the receipt number of each fee',
  body: {
    sid: sidOf('payment'),
    pay_date: payment.fields.pay_date,
    official_order_no: payment.fields.official_order_no,
    amounts_confirmed: payment.fields.amounts_confirmed,
    total: integer('确认的待缴笔数', 'Confirmed number of fees to be paid', { min: 0 }),
    bills: integer('确认的账单数', 'Confirmed number of invoices', { min: 0 }),
    totals: facts<readonly ConfirmedTotal[]>('确认的合计', 'Confirmed totals', {
      type: 'array',
      items: { type: 'object', required: ['currency', 'amount'], properties: { currency: { type: 'string' }, amount: { type: 'string' } } },
    }),
    receipts: facts<Record<string, unknown>>('费用的票据号', 'Receipt numbers by fee', { type: 'object' }),
  },
  answer: { record: 'payment' },
  permission: 'transition',
  on: 'record',
})

export const listOwed = defineAction({
  model: 'payment',
  name: 'owed',
  zh: '缴费单在某日缴费时的合计、金额与清单不同的笔数，以及须确认的待核金额笔数',
  en: 'The totals of a payment list when it is paid on a day, how many fees then cost something else than the list says, and how many amounts are then to be confirmed',
  body: { sid: sidOf('payment'), pay_date: date('缴费日', 'Paid on', { required: true }) },
  answer: {
    record: rows('合计', 'Totals', { currency: string('币种', 'Currency'), amount: money('金额', 'Amount', { currency: 'currency' }) }),
    changed: integer('金额不同的笔数', 'Fees with another amount'),
    unsure: integer('缴费时须确认的待核金额笔数', 'Amounts to be checked that the payment has to confirm'),
  },
  permission: 'transition',
  on: 'record',
})
