import { ABILITIES } from '../../auth/roles/abilities.ts'
import { attachment, date, decimal, integer, link, money, option, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { take } from '../../kit/transition.ts'
import { CURRENCIES } from '../currencies/currencies.ts'

const STATUS = {
  ASKED: ['待提意见', 'Opinion asked'],
  RECOMMENDED: ['已有意见', 'Opinion given'],
  KEPT: ['决定续费', 'To be kept'],
  ABANDONED: ['决定放弃', 'To be abandoned'],
  DROPPED: ['无需评审', 'Not needed'],
} as const
const move = take<keyof typeof STATUS>
const decided = ABILITIES.annuity_review.decide_annuity

const WISH = { KEEP: ['续费', 'Keep'], ABANDON: ['放弃', 'Abandon'] } as const

/** One right in a round: its past and coming costs, the records that depend on it, the recommendations of experts, and the decision. */
export const annuity_review = defineModel({
  name: 'annuity_review',
  zh: '案件维护评审',
  en: 'Case maintenance review',
  display: ['case_sid', 'due_date'],
  visibility: { through: 'case_sid' },
  uniques: [['round_sid', 'case_sid']],
  states: {
    field: 'status',
    closed: ['KEPT', 'ABANDONED', 'DROPPED'],
    transitions: {
      recommend: move('提出意见', 'Give an opinion', ['ASKED', 'RECOMMENDED'], 'RECOMMENDED', ['recommendation', 'reason', 'in_use', 'evidence']),
      keep: { ...move('决定续费', 'Decide to keep', ['ASKED', 'RECOMMENDED', 'ABANDONED'], 'KEPT', ['decision_reason']), ability: decided },
      abandon: { ...move('决定放弃', 'Decide to abandon', ['ASKED', 'RECOMMENDED', 'KEPT'], 'ABANDONED', ['decision_reason']), ability: decided },
      drop: { ...move('无需评审', 'Not needed', ['ASKED', 'RECOMMENDED'], 'DROPPED', ['decision_reason']), ability: decided },
    },
  },
  groups: {
    right: ['权利与费用', 'Right and fees'],
    opinion: ['意见', 'Opinion'],
    votes: ['表决', 'Votes'],
    decision: ['决定', 'Decision'],
  },
  indexes: [['round_sid', 'status'], ['case_sid'], ['status', 'due_date']],
  fields: {
    round_sid: link('评审轮次', 'Round', {
      to: 'annuity_round',
      required: true,
      immutable: true,
      searchable: true,
      list: true,
      listed_there: true,
      group: 'right',
    }),
    case_sid: link('案件', 'Case', { to: 'case', required: true, immutable: true, searchable: true, list: true, group: 'right' }),
    status: option('状态', 'Status', STATUS, { required: true, searchable: true, list: true, default: 'ASKED', group: 'right' }),
    fee_sid: link('年费', 'Annuity', { to: 'fee', computed: true, group: 'right' }),
    due_date: date('缴费期限', 'Due date', { computed: true, searchable: true, list: true, group: 'right' }),
    currency: option('币种', 'Currency', CURRENCIES, { computed: true, searchable: true, group: 'right' }),
    amount: money('应缴金额', 'Amount', { currency: 'currency', computed: true, list: true, group: 'right' }),
    costs: rows(
      '已发生费用',
      'Cost so far',
      { currency: string('币种', 'Currency', { max: 3 }), amount: money('金额', 'Amount', { currency: 'currency' }), count: integer('笔数', 'Fees') },
      { computed: true, list: true, max: 20, group: 'right' },
    ),
    value_grade: string('价值等级', 'Value grade', { computed: true, searchable: true, list: true, max: 20, group: 'right' }),
    suggestion: option('系统建议', 'Suggested', WISH, {
      computed: true,
      searchable: true,
      list: true,
      help: [
        '有合同或纠纷涉及、或价值等级为 A、B 的权利建议续费；等级为 D 的建议放弃；其余不建议',
        'A right with a contract or a dispute, or of grade A or B, is suggested to be kept, one of grade D to be abandoned; for others there is no suggestion',
      ],
      group: 'right',
    }),
    recommendation: option('意见', 'Opinion', WISH, { searchable: true, list: true, required_at: ['recommend'], group: 'opinion' }),
    votes_keep: integer('续费票数', 'Votes to keep', { computed: true, list: true, group: 'votes' }),
    votes_abandon: integer('放弃票数', 'Votes to abandon', { computed: true, list: true, group: 'votes' }),
    annuity_year: decimal('年度', 'Year no.', { digits: 1, shortest: true, computed: true, list: true, group: 'right' }),
    bound_by: string('涉及的合同与纠纷', 'Contracts and disputes', { computed: true, max: 500, list: true, group: 'right' }),
    owner_sid: link('负责人', 'Owner', {
      to: 'user_info',
      computed: true,
      searchable: true,
      list: true,
      group: 'opinion',
      responsibility: { group: 'reviews', while: { status: ['ASKED', 'RECOMMENDED'] } },
    }),
    reason: text('理由', 'Reason', { max: 2000, required_at: ['recommend'], group: 'opinion' }),
    in_use: option(
      '实施情况',
      'Use',
      {
        PRODUCT: ['用于现有产品', 'In a product'],
        PLANNED: ['计划使用', 'Planned'],
        LICENSED: ['许可他人', 'Licensed'],
        DEFENSIVE: ['防御储备', 'Defensive'],
        NONE: ['未使用', 'Not used'],
      },
      { searchable: true, list: true, group: 'opinion' },
    ),
    evidence: attachment('依据文件', 'Evidence', { max: 10, document_class: 'V2', group: 'opinion' }),
    votes: rows(
      '表决',
      'Votes',
      {
        user_sid: link('表决人', 'Person', { to: 'user_info', required: true }),
        vote: option('表决', 'Vote', WISH, { required: true }),
        reason: string('理由', 'Reason', { max: 500 }),
      },
      { max: 30, group: 'votes', help: ['每人只能填写本人的一票', 'Each person enters their own vote, once'] },
    ),
    decision_reason: string('决定理由', 'Reason for the decision', { max: 255, required_at: ['abandon', 'drop'], group: 'decision' }),
    decided_by: link('决定人', 'Decided by', { to: 'user_info', computed: true, searchable: true, group: 'decision' }),
    decided_on: date('决定日', 'Decided on', { computed: true, searchable: true, list: true, group: 'decision' }),
  },
})

export type AnnuityReview = Row<typeof annuity_review>
