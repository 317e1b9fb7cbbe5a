import { BY_FINAL_DUE, bucketIql } from '../model/docketing/buckets.ts'

/** Lists that everyone of the enterprise finds ready. `columns` stands where the ordinary ones do not answer the question. */
type SeedView = { code: string; entity: string; name: string; name_en: string; iql: string; columns?: readonly string[] }

const CLOSED_STATES = "('LAPSED', 'EXPIRED', 'REFUSED', 'WITHDRAWN', 'INVALID')"

export const VIEWS: readonly SeedView[] = [
  { code: 'patent.mine', entity: 'patent', name: '我负责的', name_en: 'My cases', iql: 'owner_sid = me() ORDER BY updated_at DESC' },
  {
    code: 'patent.live',
    entity: 'patent',
    name: '有效权利',
    name_en: 'In force',
    iql: "legal_status = 'GRANTED' ORDER BY next_annuity_due ASC",
    columns: [
      'case_no',
      'title',
      'country',
      'patent_no',
      'grant_date',
      'expiry_date',
      'next_annuity_year',
      'next_annuity_due',
      'value_grade',
      'owner_sid',
    ],
  },
  {
    code: 'patent.pending',
    entity: 'patent',
    name: '审查中',
    name_en: 'Pending',
    iql: "legal_status IN ('PENDING', 'PUBLISHED') ORDER BY filing_date DESC",
  },
  {
    code: 'patent.annuity_90',
    entity: 'patent',
    name: '90 天内年费到期',
    name_en: 'Annuity due within 90 days',
    iql: "next_annuity_due BETWEEN today() AND today('90d') ORDER BY next_annuity_due ASC",
    columns: ['case_no', 'title', 'country', 'next_annuity_due', 'next_annuity_year', 'annuity_decision', 'value_grade', 'owner_sid', 'agency_sid'],
  },
  {
    code: 'patent.filed_12m',
    entity: 'patent',
    name: '近 12 个月申请',
    name_en: 'Filed in the last 12 months',
    iql: "filing_date >= today('-12m') ORDER BY filing_date DESC",
  },
  {
    code: 'patent.closed_12m',
    entity: 'patent',
    name: '近 12 个月失效',
    name_en: 'Lost in the last 12 months',
    iql: `legal_status IN ${CLOSED_STATES} AND close_date >= today('-12m') ORDER BY close_date DESC`,
    columns: ['case_no', 'title', 'country', 'legal_status', 'close_date', 'close_reason', 'value_grade', 'owner_sid', 'department_sid'],
  },
  {
    code: 'deadline.late',
    entity: 'deadline',
    name: '已逾期未办',
    name_en: 'Overdue and open',
    iql: `${bucketIql('overdue', 'official')} ${BY_FINAL_DUE}`,
  },
  {
    code: 'deadline.check',
    entity: 'deadline',
    name: '日期待核',
    name_en: 'Dates to be checked',
    iql: `status = 'OPEN' AND certainty = 'CHECK' ${BY_FINAL_DUE}`,
  },
  {
    code: 'fee.open',
    entity: 'fee',
    name: '未缴费用',
    name_en: 'Unpaid',
    iql: "status IN ('TO_PAY', 'OVERDUE', 'UNDERPAID') ORDER BY due_date ASC",
  },
  {
    code: 'fee.undecided_90',
    entity: 'fee',
    name: '90 天内待决定',
    name_en: 'Undecided, due within 90 days',
    iql: "decision = 'ASK' AND due_date BETWEEN today() AND today('90d') ORDER BY due_date ASC",
  },
]
