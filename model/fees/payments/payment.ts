import { attachment, boolean, date, integer, link, money, option, rows, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** A list in one of these states is not paid yet. */
export const PAYABLE_LISTS = ['DRAFT', 'APPROVED'] as const

/** A list of fees paid together; its totals are by currency. */
export const payment = defineModel({
  name: 'payment',
  zh: '缴费单',
  en: 'Payment list',
  display: ['payment_no'],
  open_to_bi: true,
  bi_rows: { payment_type: ['OFFICIAL_BATCH', 'TO_AGENCY'] }, // awards are closed, and so are their sums
  visibility: { self: ['created_by'] },
  states: {
    field: 'status',
    closed: ['PAID', 'RECEIPTED', 'CANCELLED'],
    transitions: {
      pay: {
        zh: '确认已缴',
        en: 'Confirm paid',
        from: PAYABLE_LISTS,
        to: 'PAID',
        fields: ['pay_date', 'official_order_no', 'amounts_confirmed'],
        skips: 'approve',
      },
      approve: { zh: '批准', en: 'Approve', from: ['DRAFT'], to: 'APPROVED', fields: ['amounts_confirmed'] },
      receipt: { zh: '已取票据', en: 'Receipt obtained', from: ['PAID'], to: 'RECEIPTED', fields: ['voucher_no', 'receipts'] },
      cancel: { zh: '作废', en: 'Cancel', from: PAYABLE_LISTS, to: 'CANCELLED' },
      withdraw_payment: { zh: '撤销已缴', en: 'Withdraw payment', from: ['PAID'], to: 'DRAFT', returns: true, fields: ['reason'] },
      withdraw_receipt: { zh: '撤销取票', en: 'Withdraw receipt', from: ['RECEIPTED'], to: 'PAID', fields: ['reason'] },
    },
  },
  fields: {
    payment_no: string('缴费单号', 'Payment no.', { required: true, auto_number: true, unique: 'company', searchable: true, list: true, max: 40 }),
    payment_type: option(
      '类型',
      'Type',
      { OFFICIAL_BATCH: ['官费缴费单', 'Official payment list'], TO_AGENCY: ['支付代理', 'To agency'], REWARD: ['发放奖酬', 'Rewards'] },
      { required: true, default: 'OFFICIAL_BATCH', searchable: true, list: true },
    ),
    payee: string('收款方', 'Payee', { max: 255, list: true }),
    totals: rows(
      '合计',
      'Totals',
      { amount: money('金额', 'Amount', { currency: 'currency' }), currency: string('币种', 'Currency') },
      { computed: true, unlogged: true, list: true },
    ),
    fee_count: integer('笔数', 'Fees', { computed: true, unlogged: true, list: true, default: 0 }),
    bill_count: integer('账单数', 'Invoices', { computed: true, unlogged: true, default: 0 }),
    unsure_count: integer('待核金额笔数', 'Amounts to be checked', { computed: true, unlogged: true, list: true, default: 0 }),
    amounts_confirmed: boolean('待核金额已确认', 'Amounts to be checked are confirmed', { unlogged: true, searchable: true, default: false }),
    confirmed_by: link('金额确认人', 'Amounts confirmed by', { to: 'user_info', computed: true, unlogged: true }),
    confirmed_on: date('金额确认日', 'Amounts confirmed on', { computed: true, unlogged: true }),
    pay_date: date('缴费日', 'Paid on', { searchable: true, list: true, required_at: ['pay'] }),
    official_order_no: string('缴费订单号', 'Official order no.', { max: 60, searchable: true, list: true }),
    voucher_no: string('票据号', 'Receipt no.', { max: 60, searchable: true }),
    receipts: attachment('票据', 'Receipts', { extensions: ['pdf', 'ofd', 'jpg', 'jpeg', 'png', 'zip'], max: 50, document_class: 'V4' }),
    reason: string('撤销理由', 'Reason for withdrawal', { max: 255, required_at: ['withdraw_payment', 'withdraw_receipt'] }),
    status: option(
      '状态',
      'Status',
      {
        DRAFT: ['草稿', 'Draft'],
        APPROVED: ['已批准', 'Approved'],
        PAID: ['已付款', 'Paid'],
        RECEIPTED: ['已取票据', 'Receipted'],
        CANCELLED: ['已作废', 'Cancelled'],
      },
      { required: true, default: 'DRAFT', searchable: true, list: true },
    ),
  },
})

export type Payment = Row<typeof payment>
