import { boolean, date, decimal, integer, json, link, money, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const FEE_STATUS = {
  PLANNED: ['待定', 'Planned'],
  TO_PAY: ['待缴', 'To pay'],
  PAYING: ['缴费中', 'Being paid'],
  PAID: ['已缴', 'Paid'],
  OVERDUE: ['滞纳', 'Overdue'],
  EXPIRED: ['逾期未缴', 'Expired unpaid'],
  UNDERPAID: ['未缴足', 'Underpaid'],
  REFUNDING: ['退费中', 'Refunding'],
  REFUNDED: ['已退费', 'Refunded'],
  ABANDONED: ['放弃', 'Abandoned'],
  CANCELLED: ['取消', 'Cancelled'],
  PRESUMED: ['推定已缴', 'Presumed paid'],
} as const

export const CURRENCIES = {
  CNY: ['人民币', 'Renminbi'], USD: ['美元', 'US dollar'], EUR: ['欧元', 'Euro'], JPY: ['日元', 'Yen'], KRW: ['韩元', 'Won'], GBP: ['英镑', 'Pound sterling'], CHF: ['瑞士法郎', 'Swiss franc'],
  HKD: ['港元', 'Hong Kong dollar'], TWD: ['新台币', 'New Taiwan dollar'], AUD: ['澳元', 'Australian dollar'], CAD: ['加元', 'Canadian dollar'], INR: ['印度卢比', 'Indian rupee'], KWD: ['科威特第纳尔', 'Kuwaiti dinar'],
} as const // oxfmt-ignore

/** One amount owed to an office or an agency. Official fees, agency fees and taxes are separate rows. */
export const fee = defineModel({
  name: 'fee',
  zh: '费用',
  en: 'Fee',
  display: ['fee_no', 'name'],
  sight: { through: 'case_sid' },
  states: {
    field: 'status',
    closed: ['PAID', 'EXPIRED', 'REFUNDED', 'ABANDONED', 'CANCELLED', 'PRESUMED'],
    transitions: {
      decide_pay: { zh: '决定缴费', en: 'Decide to pay', from: ['PLANNED', 'ABANDONED'], to: 'TO_PAY' },
      decide_abandon: { zh: '决定放弃', en: 'Decide to abandon', from: ['PLANNED', 'TO_PAY', 'OVERDUE'], to: 'ABANDONED', fields: ['handled_reason'] },
      put_in_batch: { zh: '列入缴费单', en: 'Put on a payment list', from: ['PLANNED', 'TO_PAY', 'OVERDUE'], to: 'PAYING', fields: ['payment_sid'] },
      take_back: { zh: '移出缴费单', en: 'Take off the list', from: ['PAYING'], to: 'TO_PAY' },
      pay: { zh: '缴费', en: 'Record payment', from: ['PLANNED', 'TO_PAY', 'PAYING', 'OVERDUE', 'UNDERPAID', 'PRESUMED'], to: 'PAID', fields: ['pay_date', 'paid_amount', 'voucher_no'] },
      found_short: { zh: '未缴足', en: 'Found short', from: ['PAID'], to: 'UNDERPAID' },
      ask_refund: { zh: '申请退费', en: 'Ask for refund', from: ['PAID'], to: 'REFUNDING' },
      refunded: { zh: '已退费', en: 'Refunded', from: ['REFUNDING'], to: 'REFUNDED' },
      cancel: { zh: '取消', en: 'Cancel', from: ['PLANNED', 'TO_PAY'], to: 'CANCELLED', fields: ['handled_reason'] },
      not_paid: { zh: '确认未缴', en: 'Not paid after all', from: ['PRESUMED', 'PAID'], to: 'OVERDUE', fields: ['handled_reason'] },
    },
  },
  indexes: [['status', 'due_date'], ['case_sid', 'due_date']],
  fields: {
    fee_no: string('费用编号', 'Fee no.', { required: true, unique: 'company', searchable: true, list: true, max: 40, number: true }),
    case_sid: link('案件', 'Case', { to: 'patent', required: true, fixed: true, searchable: true, list: true }),
    fee_class: option('费用大类', 'Class', { OFFICIAL: ['官费', 'Official'], ANNUITY: ['年费', 'Annuity'], AGENCY: ['代理费', 'Agency'], FOREIGN_AGENT: ['外所费', 'Foreign agent'], TRANSLATION: ['翻译费', 'Translation'], SEARCH: ['检索费', 'Search'], OTHER: ['杂费', 'Other'] }, { required: true, searchable: true, list: true, default: 'OFFICIAL' }),
    fee_type: string('费用代码', 'Fee type', { required: true, searchable: true, list: true, max: 30 }),
    name: string('费用名称', 'Name', { searchable: true, list: true, max: 255 }),
    name_en: string('英文名称', 'English name', { searchable: true, list: true, max: 255 }),
    key: string('标识', 'Key', { computed: true, max: 120, exportable: false }),
    annuity_year: integer('年度', 'Year no.', { searchable: true, list: true, min: 1, max: 50 }),
    currency: option('币种', 'Currency', CURRENCIES, { required: true, searchable: true, list: true, default: 'CNY' }),
    amount_full: money('标准金额', 'Full amount', { currency: 'currency', min: 0 }),
    reduction_pct: decimal('减缴比例', 'Reduction %', { digits: 2, min: 0, max: 100, list: true }),
    amount: money('应缴金额', 'Amount', { currency: 'currency', list: true, min: 0 }),
    surcharge: money('滞纳金', 'Surcharge', { currency: 'currency', list: true, computed: true }),
    surcharge_rate: decimal('滞纳金比例', 'Surcharge %', { digits: 2, computed: true }),
    due_date: date('缴费期限', 'Due date', { required: true, searchable: true, list: true }),
    window_from: date('可缴起', 'Payable from', { computed: true, searchable: true }),
    grace_end: date('补缴期限', 'Grace end', { computed: true, searchable: true, list: true }),
    next_band_from: date('下一滞纳档起', 'Next surcharge band from', { computed: true }),
    next_band_surcharge: money('下一档滞纳金', 'Surcharge of the next band', { currency: 'currency', computed: true }),
    pay_by: option('缴费方', 'Payer', { SELF: ['自缴', 'Self'], AGENCY: ['代理机构', 'Agency'], THIRD: ['第三方年费公司', 'Annuity company'] }, { searchable: true, default: 'SELF' }),
    decision: option('缴费决定', 'Decision', { PAY: ['缴费', 'Pay'], ABANDON: ['放弃', 'Abandon'], ASK: ['待定', 'To decide'] }, { searchable: true, list: true, default: 'ASK' }),
    pay_date: date('缴费日', 'Paid on', { searchable: true, list: true }),
    paid_amount: money('实缴金额', 'Paid amount', { currency: 'currency', min: 0 }),
    voucher_no: string('票据号', 'Receipt no.', { searchable: true, list: true, max: 60 }),
    payment_sid: link('缴费单', 'Payment list', { to: 'payment', searchable: true, list: true }),
    cost_center: string('成本中心', 'Cost centre', { max: 60, searchable: true }),
    budget_item: string('预算科目', 'Budget item', { max: 60, searchable: true }),
    exchange_rate: decimal('汇率', 'Exchange rate', { digits: 6, min: 0 }),
    amount_local: money('本币金额', 'Local amount', { currency: 'CNY', min: 0 }),
    status: option('状态', 'Status', FEE_STATUS, { required: true, searchable: true, list: true, default: 'PLANNED' }),
    handled_reason: string('处理说明', 'Reason', { max: 255 }),
    manual: boolean('手工', 'Manual', { computed: true, searchable: true, default: true }),
    handled: boolean('人工处理', 'Handled by a person', { computed: true, default: false }),
    deadline_key: string('对应期限', 'Deadline', { computed: true, max: 120, exportable: false }),
    certainty: option('确定性', 'Certainty', { SURE: ['确定', 'Sure'], CHECK: ['待核', 'To be checked'] }, { computed: true, searchable: true, list: true }),
    explanation: json('说明', 'Explanation', { computed: true, exportable: false }),
  },
})

export type Fee = Row<typeof fee>
