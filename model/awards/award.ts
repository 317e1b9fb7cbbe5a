import { ABILITIES } from '../auth/roles/abilities.ts'
import { attachment, date, decimal, link, money, option, rows, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { MONEY_CURRENCIES } from '../fees/currencies/currencies.ts'
import { AWARD_EVENTS, AWARD_STATUS } from './award-events.ts'

/** An award or remuneration for the inventors of a case, shared by their contributions. */
export const award = defineModel({
  name: 'award',
  zh: '奖酬',
  en: 'Award',
  display: ['award_no'],
  visibility: { self: ['created_by'] },
  refuses: {
    delete: ['奖酬不能删除：请说明理由取消', 'An award is not deleted: cancel it with a reason'],
    import: ['奖酬逐项录入', 'Awards are entered one by one'],
  },
  states: {
    field: 'status',
    closed: ['PAID', 'CANCELLED'],
    transitions: {
      ask_inventors: { zh: '请发明人确认', en: 'Ask inventors to confirm', from: ['DRAFT'], to: 'TO_CONFIRM' },
      confirmed: { zh: '全部发明人已确认', en: 'All inventors have confirmed', from: ['TO_CONFIRM'], to: 'CONFIRMED', automatic: true },
      confirm_on_paper: { zh: '凭书面确认', en: 'Confirmed on paper', from: ['TO_CONFIRM'], to: 'CONFIRMED', fields: ['consents'] },
      reopen: { zh: '退回修改', en: 'Reopen', from: ['TO_CONFIRM', 'CONFIRMED'], to: 'DRAFT', fields: ['reason'] },
      approve: { zh: '批准', en: 'Approve', from: ['CONFIRMED'], to: 'APPROVED', ability: ABILITIES.award.approve_award },
      list: { zh: '列入发放单', en: 'Put on a payment list', from: ['APPROVED'], to: 'LISTED', fields: ['payment_sid'] },
      release: { zh: '发放单作废', en: 'Payment list cancelled', from: ['LISTED'], to: 'APPROVED', automatic: true },
      pay: { zh: '发放', en: 'Pay', from: ['LISTED'], to: 'PAID', automatic: true },
      withdraw_payment: { zh: '发放单撤销已付', en: 'Payment of the list withdrawn', from: ['PAID'], to: 'LISTED', automatic: true },
      cancel: { zh: '取消', en: 'Cancel', from: ['DRAFT', 'TO_CONFIRM', 'CONFIRMED'], to: 'CANCELLED', fields: ['reason'] },
    },
  },
  groups: { award: ['奖酬', 'Award'], shares: ['分配', 'Shares'], payment: ['批准与发放', 'Approval and payment'] },
  indexes: [['case_sid'], ['rule_sid'], ['payment_sid'], ['status', 'due_date']],
  fields: {
    award_no: string('奖酬编号', 'Award no.', {
      required: true,
      auto_number: true,
      unique: 'company',
      searchable: true,
      list: true,
      max: 40,
      group: 'award',
    }),
    case_sid: link('案件', 'Case', { to: 'case', required: true, immutable: true, searchable: true, list: true, group: 'award' }),
    award_type: option('事由', 'Event', AWARD_EVENTS, { required: true, immutable: true, searchable: true, list: true, group: 'award' }),
    status: option('状态', 'Status', AWARD_STATUS, { required: true, searchable: true, list: true, default: 'DRAFT', group: 'award' }),
    trigger_date: date('事由发生日', 'Date of the event', {
      required: true,
      auto_number: true,
      searchable: true,
      list: true,
      group: 'award',
      help: ['授权和申请可留空，取自案件', 'May be left empty for a grant or a filing: it is taken from the case'],
    }),
    rule_sid: link('奖酬规则', 'Award rule', {
      to: 'award_rule',
      searchable: true,
      group: 'award',
      help: ['留空则取当日适用的规则', 'Leave empty for the rule that applies on that day'],
    }),
    basis: money('收入', 'Income', { currency: 'currency', min: 0, group: 'award', help: ['按百分比计算时填写', 'Needed for a percentage'] }),
    currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true, default: 'CNY', group: 'award' }),
    total: money('总额', 'Total', {
      required: true,
      auto_number: true,
      currency: 'currency',
      min: 0,
      list: true,
      group: 'award',
      help: ['留空则按规则计算', 'Leave empty to calculate it by the rule'],
    }),
    due_date: date('应发放期限', 'Due', { searchable: true, list: true, group: 'award' }),
    shares: rows(
      '发明人份额',
      'Shares of inventors',
      {
        inventor_sid: link('发明人', 'Inventor', { to: 'inventor', required: true }),
        contribution_pct: decimal('贡献度', 'Contribution %', { digits: 2, min: 0, max: 100, required: true }),
        currency: string('币种', 'Currency', { max: 3 }),
        amount: money('金额', 'Amount', { currency: 'currency' }),
        pay_method: option('发放方式', 'Paid by', { SALARY: ['随工资', 'Payroll'], BANK: ['银行转账', 'Bank transfer'] }),
      },
      {
        required: true,
        auto_number: true,
        max: 200,
        total: { of: 'contribution_pct', is: 100 },
        group: 'shares',
        help: ['留空则取案件的发明人及其贡献度', 'Leave empty for the inventors of the case and their contributions'],
      },
    ),
    consents: attachment('书面确认', 'Consents on paper', {
      extensions: ['pdf', 'jpg', 'jpeg', 'png'],
      max: 20,
      document_class: 'V8',
      required_at: ['confirm_on_paper'],
      group: 'payment',
    }),
    reason: text('退回或取消理由', 'Reason', { max: 500, required_at: ['reopen', 'cancel'], group: 'payment' }),
    approver: link('批准人', 'Approved by', { to: 'user_info', computed: true, searchable: true, group: 'payment' }),
    approved_on: date('批准日', 'Approved on', { computed: true, searchable: true, group: 'payment' }),
    payment_sid: link('发放单', 'Payment list', {
      to: 'payment',
      part_of: true,
      searchable: true,
      applies_to: { status: ['LISTED', 'PAID'] },
      group: 'payment',
      help: ['留空则新建', 'Leave empty for a new list'],
    }),
    pay_date: date('发放日', 'Paid on', { computed: true, searchable: true, list: true, group: 'payment' }),
  },
  shows: { formula: string('计算', 'Calculation', { max: 1000 }) },
})

export type Award = Row<typeof award>
export type Share = NonNullable<Award['shares']>[number]
