import { ABILITIES } from '../../auth/roles/abilities.ts'
import { attachment, date, link, links, money, option, options, rows, string, integer, type Options } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { MONEY_CURRENCIES } from '../currencies/currencies.ts'
import { DEVIATIONS } from './match-bill.ts'

/** States in which a bill claims no payment: its fees may be on another bill. */
export const WITHDRAWN_BILLS = ['REFUSED', 'VOID'] as const
/** States in which the whole claim is paid: a fee that was not paid with it may be on another bill. */
export const PAID_BILLS = ['PAID', 'WRITE_OFF'] as const
/** Its content may be changed. */
export const OPEN_BILLS = ['UNPROCESSED', 'RETURNED'] as const

const A_REASON = { required_at: ['return_bill', 'refuse', 'void'] } as const
/** The agency that sent the bill is not told these. */
const OUR_REASON = { required_at: ['reject_payment', 'withdraw_payment', 'withdraw_write_off'] } as const
const VAT_NUMBER = { max: 20, pattern: '^(\\d{8}|\\d{20})$', pattern_says: ['应为 8 位或 20 位数字', 'must have 8 or 20 digits'] } as const
const VAT_CODE = { max: 12, pattern: '^\\d{10}(\\d\\d)?$', pattern_says: ['应为 10 位或 12 位数字', 'must have 10 or 12 digits'] } as const
const OF_BILL = { currency: 'currency', computed: true } as const

/** The bill of an agency, or of another seller, for fees and services. Its number is used once for each seller, even after it was voided. */
export const invoice = defineModel({
  name: 'invoice',
  zh: '账单',
  en: 'Invoice',
  display: ['invoice_no'],
  open_to_bi: [
    'invoice_no',
    'bill_type',
    'agency_sid',
    'bill_date',
    'due_date',
    'currency',
    'amount',
    'tax_amount',
    'total',
    'request_amount',
    'paid_amount',
    'outstanding',
    'pay_date',
    'payment_sid',
    'status',
  ],
  visibility: { self: ['created_by'], agency: ['agency_sid'] },
  refuses: {
    delete: ['账单不能删除：请说明理由作废，账单号不再使用', 'An invoice is not deleted: void it with a reason; its number is not used again'],
    import: ['账单逐条录入，或在账单列表导入明细表', 'Invoices are entered one by one, or from a table of their lines in the list of invoices'],
  },
  states: {
    field: 'status',
    closed: ['WRITE_OFF', 'REFUSED', 'VOID'],
    aside: ['RETURNED', 'PARTLY_PAID'],
    transitions: {
      audit: {
        zh: '审核通过',
        en: 'Approve',
        from: ['UNPROCESSED'],
        to: 'AUDITED',
        fields: ['audit_opinion', 'attachments'],
        ability: ABILITIES.invoice.audit_bill,
      },
      return_bill: {
        zh: '退回',
        en: 'Return',
        from: ['UNPROCESSED'],
        to: 'RETURNED',
        fields: ['reason'],
        ability: ABILITIES.invoice.audit_bill,
      },
      resubmit: { zh: '重新提交', en: 'Submit again', from: ['RETURNED'], to: 'UNPROCESSED' },
      refuse: {
        zh: '拒绝',
        en: 'Refuse',
        from: ['UNPROCESSED', 'RETURNED'],
        to: 'REFUSED',
        fields: ['reason'],
        ability: ABILITIES.invoice.audit_bill,
      },
      unaudit: { zh: '撤销审核', en: 'Withdraw approval', from: ['AUDITED'], to: 'UNPROCESSED', ability: ABILITIES.invoice.audit_bill },
      request_payment: {
        zh: '请款',
        en: 'Request payment',
        from: ['AUDITED', 'PARTLY_PAID'],
        to: 'PAY_REQUESTED',
        fields: ['request_amount', 'payment_sid'],
        ability: ABILITIES.invoice.request_bill,
      },
      reject_payment: {
        zh: '驳回请款',
        en: 'Reject request',
        from: ['PAY_REQUESTED'],
        to: 'AUDITED',
        fields: ['internal_reason'],
        ability: ABILITIES.invoice.pay_bill,
      },
      release: { zh: '缴费单作废', en: 'Payment list cancelled', from: ['PAY_REQUESTED'], to: 'AUDITED', automatic: true },
      pay_part: { zh: '部分付款', en: 'Pay in part', from: ['PAY_REQUESTED'], to: 'PARTLY_PAID', automatic: true },
      pay: { zh: '付清', en: 'Pay in full', from: ['PAY_REQUESTED'], to: 'PAID', automatic: true },
      write_off: {
        zh: '核销',
        en: 'Write off',
        from: ['PAID'],
        to: 'WRITE_OFF',
        fields: ['vat_invoice_no', 'vat_invoice_code'],
        ability: ABILITIES.invoice.pay_bill,
      },
      withdraw_payment: {
        zh: '撤销付款',
        en: 'Withdraw payment',
        from: ['PAID', 'PARTLY_PAID'],
        to: 'PAY_REQUESTED',
        fields: ['internal_reason'],
        ability: ABILITIES.invoice.pay_bill,
      },
      withdraw_write_off: {
        zh: '撤销核销',
        en: 'Withdraw write-off',
        from: ['WRITE_OFF'],
        to: 'PAID',
        fields: ['internal_reason'],
        ability: ABILITIES.invoice.pay_bill,
      },
      void: { zh: '作废', en: 'Void', from: ['UNPROCESSED', 'RETURNED'], to: 'VOID', fields: ['reason'] },
    },
  },
  groups: {
    bill: ['账单', 'Invoice'],
    lines: ['明细', 'Lines'],
    match: ['核对', 'Match'],
    payment: ['付款', 'Payment'],
    vat: ['增值税发票', 'VAT invoice'],
  },
  uniques: [['seller_key', 'invoice_no']],
  counted_by: [{ by: ['status', 'currency', 'bill_date:month'], sums: ['total', 'outstanding'] }],
  indexes: [['agency_sid', 'bill_date'], ['payment_sid']],
  fields: {
    invoice_no: string('账单号', 'Invoice no.', { required: true, searchable: true, list: true, max: 60, group: 'bill' }),
    bill_type: option(
      '类型',
      'Type',
      { AGENCY: ['代理费', 'Agency fees'], OFFICIAL: ['官费', 'Official fees'], MIXED: ['官费与代理费', 'Official and agency fees'] },
      { required: true, default: 'MIXED', searchable: true, group: 'bill' },
    ),
    agency_sid: link('代理机构', 'Agency', { to: 'agency', searchable: true, list: true, listed_there: true, group: 'bill' }),
    seller_name: string('其他开票方', 'Other seller', {
      searchable: true,
      max: 255,
      group: 'bill',
      help: ['没有代理机构时填写', 'Where there is no agency'],
    }),
    seller_tax_no: string('开票方税号', "Seller's tax number", { max: 20, upper: true, searchable: true, group: 'bill' }),
    seller_key: string('开票方', 'Seller', { computed: true, exportable: false, coded: true, max: 300 }),
    bill_date: date('账单日期', 'Date', { required: true, searchable: true, group: 'bill' }),
    due_date: date('付款期限', 'Payment due', { searchable: true, list: true, group: 'bill' }),
    contract_no: string('合同号', 'Contract no.', { searchable: true, max: 60, group: 'bill' }),
    currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true, searchable: true, default: 'CNY', group: 'bill' }),
    attachments: attachment('账单文件', 'Files', {
      extensions: ['pdf', 'ofd', 'xml', 'jpg', 'jpeg', 'png', 'zip'],
      max: 20,
      document_class: 'V4',
      required_at: ['audit'],
      group: 'bill',
    }),
    lines: rows(
      '明细',
      'Lines',
      {
        fee_sid: link('费用', 'Fee', { to: 'fee' }),
        case_sid: link('案件', 'Case', { to: 'case' }),
        case_ref: string('账单所写案号', 'Case as billed', { max: 60 }),
        service: string('服务', 'Service', { max: 60 }),
        description: string('说明', 'Description', { max: 255 }),
        currency: option('币种', 'Currency', MONEY_CURRENCIES),
        amount: money('金额（不含税）', 'Amount without tax', { required: true, currency: 'currency', min: 0 }),
        tax: money('税额', 'Tax', { currency: 'currency', min: 0 }),
      },
      { required: true, max: 500, group: 'lines' },
    ),
    case_sids: links('案件', 'Cases', { to: 'case', computed: true, searchable: true, max: 500, group: 'lines' }),
    amount: money('金额（不含税）', 'Amount without tax', { ...OF_BILL, group: 'lines' }),
    tax_amount: money('税额', 'Tax', { ...OF_BILL, group: 'lines' }),
    total: money('价税合计', 'Total', { ...OF_BILL, list: true, group: 'lines' }),
    deviations: rows(
      '差异',
      'Deviations',
      {
        key: string('标识', 'Key', { max: 400, coded: true }),
        kind: option('差异', 'Deviation', DEVIATIONS),
        line_no: integer('行', 'Line'),
        about: string('对象', 'About', { max: 255 }),
        currency: string('币种', 'Currency', { max: 3 }),
        billed: money('账单金额', 'Billed', { currency: 'currency' }),
        expected: money('应为', 'Expected', { currency: 'currency' }),
        decision: option('决定', 'Decision', { ACCEPT: ['接受', 'Accepted'], DISPUTE: ['有异议', 'Disputed'] }),
        reason: string('理由', 'Reason', { max: 255 }),
        decided_by: link('决定人', 'Decided by', { to: 'user_info' }),
      },
      { computed: true, max: 2000, group: 'match' },
    ),
    undecided: integer('未处理差异', 'To decide', { computed: true, list: true, default: 0, searchable: true, group: 'match' }),
    audit_opinion: string('审核意见', 'Opinion', { max: 255, group: 'match' }),
    auditor: link('审核人', 'Approved by', { to: 'user_info', computed: true, searchable: true, group: 'match' }),
    audit_date: date('审核日', 'Approved on', { computed: true, searchable: true, group: 'match' }),
    reason: string('退回、拒绝或作废理由', 'Reason for return, refusal or voiding', { max: 255, ...A_REASON, group: 'match' }),
    internal_reason: string('撤销或驳回请款的理由（内部）', 'Reason for withdrawal or rejected request (internal)', {
      max: 255,
      ...OUR_REASON,
      closed_to_bi: true,
      group: 'payment',
    }),
    request_amount: money('本次请款金额', 'Requested now', {
      currency: 'currency',
      min: 0,
      applies_to: { status: ['PAY_REQUESTED'] },
      group: 'payment',
      help: ['留空则为未付金额', 'Leave empty for the whole outstanding amount'],
    }),
    payment_sid: link('缴费单', 'Payment list', {
      to: 'payment',
      part_of: true,
      searchable: true,
      applies_to: { status: ['PAY_REQUESTED'] },
      group: 'payment',
      help: ['留空则新建', 'Leave empty for a new list'],
    }),
    payments: rows(
      '付款记录',
      'Payments',
      {
        payment_sid: link('缴费单', 'Payment list', { to: 'payment', part_of: true }),
        pay_date: date('付款日', 'Paid on'),
        currency: string('币种', 'Currency', { max: 3 }),
        amount: money('金额', 'Amount', { currency: 'currency' }),
      },
      { computed: true, max: 500, group: 'payment' },
    ),
    paid_amount: money('已付金额', 'Paid', { ...OF_BILL, group: 'payment' }),
    outstanding: money('未付金额', 'Outstanding', { ...OF_BILL, list: true, group: 'payment' }),
    pay_date: date('付清日', 'Paid in full on', { computed: true, searchable: true, group: 'payment' }),
    vat_invoice_no: string('发票号码', 'VAT invoice no.', {
      ...VAT_NUMBER,
      searchable: true,
      group: 'vat',
      help: ['以人民币收取代理费的账单，核销时必填', 'Needed to write off a bill for services in CNY'],
    }),
    vat_invoice_code: string('发票代码', 'VAT invoice code', { ...VAT_CODE, searchable: true, group: 'vat' }),
    vat_date: date('开票日期', 'VAT invoice date', { searchable: true, group: 'vat' }),
    vat_seller: string('发票销售方', 'Seller on the VAT invoice', { max: 255, group: 'vat' }),
    vat_buyer: string('发票购买方', 'Buyer on the VAT invoice', { max: 255, group: 'vat' }),
    vat_buyer_tax_no: string('购买方税号', "Buyer's tax number", { max: 20, upper: true, group: 'vat' }),
    vat_amount: money('发票金额（不含税）', 'VAT invoice amount without tax', { group: 'vat' }),
    vat_tax: money('发票税额', 'VAT invoice tax', { group: 'vat' }),
    vat_total: money('发票价税合计', 'VAT invoice total', { min: 0, group: 'vat' }),
    vat_whole: money('共用发票的价税合计', 'Total of the shared VAT invoice', {
      min: 0,
      group: 'vat',
      help: [
        '一张发票开给几张账单时填：上面的金额为本账单的部分',
        'Where one VAT invoice is for several bills: the amounts above are the part of this bill',
      ],
    }),
    vat_further: rows(
      '其他发票',
      'Further VAT invoices',
      {
        number: string('发票号码', 'VAT invoice no.', { ...VAT_NUMBER, required: true }),
        code: string('发票代码', 'VAT invoice code', VAT_CODE),
        date: date('开票日期', 'Date'),
        amount: money('金额（不含税）', 'Amount without tax', { min: 0 }),
        tax: money('税额', 'Tax', { min: 0 }),
        total: money('价税合计', 'Total', { required: true, min: 0 }),
        whole: money('共用发票的价税合计', 'Total of the shared VAT invoice', { min: 0 }),
      },
      { max: 50, group: 'vat', help: ['一张账单开了几张发票时', 'Where several were issued for one bill'] },
    ),
    vat_covered: money('已开票金额', 'VAT invoices, total', { computed: true, group: 'vat' }),
    vat_missing: money('代理费未开票金额', 'Services without VAT invoice', { computed: true, group: 'vat' }),
    vat_keys: options('全部发票号码', 'All VAT invoice nos', { free: true, computed: true, searchable: true, max: 51, group: 'vat' }),
    status: option(
      '状态',
      'Status',
      {
        UNPROCESSED: ['未处理', 'Unprocessed'],
        RETURNED: ['已退回', 'Returned'],
        AUDITED: ['已审核', 'Audited'],
        PAY_REQUESTED: ['已请款', 'Payment requested'],
        PARTLY_PAID: ['部分付款', 'Partly paid'],
        PAID: ['已付款', 'Paid'],
        WRITE_OFF: ['已核销', 'Written off'],
        REFUSED: ['已拒绝', 'Refused'],
        VOID: ['已作废', 'Void'],
      } satisfies Options,
      { required: true, searchable: true, list: true, default: 'UNPROCESSED', group: 'bill' },
    ),
  },
})

export type Invoice = Row<typeof invoice>
export type BillLine = NonNullable<Invoice['lines']>[number]
export type BillDeviation = NonNullable<Invoice['deviations']>[number]
