import { boolean, date, decimal, link, money, option, rows, string, text } from '../kit/fields.ts'
import { defineAction } from '../kit/action.ts'

const DATED = {
  sid: link('记录', 'Record', { to: 'deadline', nullable: true }),
  case_sid: link('案件', 'Case', { to: 'case' }),
  name: string('名称', 'Name'),
  name_en: string('英文名称', 'English name'),
  status: string('状态', 'Status'),
} as const

/** Past days are read from the history; coming days are computed from the facts and the law of today. */
export const deadlinesAsOf = defineAction({
  model: 'deadline',
  name: 'as_of',
  zh: '某一过去或将来日期的期限和费用：过去据变更记录，将来据今天的事实和规则推算',
  en: 'Deadlines and fees as of a past or future day: the past from the change log, the future calculated from the current facts and rules',
  body: {
    day: date('日期', 'Day', { required: true }),
    case_sid: link('案件', 'Case', { to: 'case' }),
    iql: text('期限的查询语句，按今天的值', 'Query on the current values of the deadlines', { max: 100_000 }),
  },
  answer: {
    day: date('日期', 'Day'),
    standing: option('性质', 'Standing', { PAST: ['过去', 'Past'], TODAY: ['今天', 'Today'], COMING: ['将来', 'Coming'] }),
    record: rows('期限', 'Deadlines', {
      ...DATED,
      case_no: string('案号', 'Case number', { nullable: true }),
      kind: string('种类', 'Kind'),
      official_due: date('官方期限', 'Official due', { nullable: true }),
      extended_due: date('延长至', 'Extended to', { nullable: true }),
      internal_due: date('内部期限', 'Internal due', { nullable: true }),
      grace_end: date('宽限至', 'Grace until', { nullable: true }),
      done_date: date('完成日', 'Done on', { nullable: true }),
      certainty: string('确定性', 'Certainty', { nullable: true }),
      provisional: boolean('日期暂定', 'Provisional', { nullable: true }),
    }),
    fees: rows('费用', 'Fees', {
      ...DATED,
      sid: link('记录', 'Record', { to: 'fee', nullable: true }),
      currency: string('币种', 'Currency'),
      amount: money('应缴金额', 'Amount', { currency: 'currency', nullable: true }),
      surcharge: money('滞纳金', 'Surcharge', { currency: 'currency', nullable: true }),
      due_date: date('缴费期限', 'Due date'),
      pay_date: date('缴费日', 'Paid on', { nullable: true }),
      annuity_year: decimal('年度', 'Year no.', { digits: 1, shortest: true, nullable: true }),
    }),
    truncated: boolean('未列全', 'Cut off'),
  },
  permission: 'search',
})
