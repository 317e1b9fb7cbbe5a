import { date, datetime, decimal, integer, link, option, text } from '../../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../../kit/model.ts'

const score = (zh: string, en: string) => integer(zh, en, { computed: true, min: 1, max: 5, list: true })

export const VOTES = { AGREE: ['同意申请', 'In favour'], REFUSE: ['不同意申请', 'Against'] } as const

/** The review of one disclosure by one expert: a vote, five scores and an opinion. */
export const proposal_review = defineModel({
  name: 'proposal_review',
  zh: '专家评审',
  en: 'Expert evaluation',
  display: ['case_sid'],
  visibility: { through: 'case_sid' },
  own: { by: 'reviewer_sid', verbs: ['get', 'search', 'count'] },
  refuses: { ...READ_ONLY, delete: ['专家评审不能删除', 'Evaluations are not deleted'] },
  uniques: [['case_sid', 'expert_sid', 'round']],
  indexes: [['reviewer_sid', 'state', 'due_date'], ['case_sid', 'round']],
  fields: {
    case_sid: link('提案', 'Disclosure', { to: 'case', computed: true, searchable: true, list: true }),
    expert_sid: link('专家', 'Expert', { to: 'expert', computed: true, searchable: true, list: true }),
    reviewer_sid: link('评审人', 'Reviewer', { to: 'user_info', computed: true, searchable: true }),
    round: integer('轮次', 'Round', { computed: true, default: 1 }),
    state: option(
      '评审状态',
      'State',
      { OPEN: ['未评价', 'Not evaluated'], DONE: ['已评价', 'Evaluated'], DECLINED: ['已回避', 'Conflict declared'], NOT_NEEDED: ['无需评审', 'Not needed'] },
      { computed: true, default: 'OPEN', searchable: true, list: true },
    ),
    due_date: date('评审期限', 'Due', { computed: true, searchable: true, list: true }),
    vote: option('表决', 'Vote', VOTES, { computed: true, searchable: true, list: true }),
    novelty_score: score('新颖性', 'Novelty'),
    inventive_score: score('创造性', 'Inventive step'),
    practical_score: score('实用性', 'Usefulness'),
    market_score: score('市场价值', 'Market'),
    detect_score: score('可取证性', 'Detectability'),
    total_score: decimal('总分', 'Total', { digits: 2, computed: true, list: true }),
    opinion: text('评审意见', 'Opinion', { max: 2000, computed: true }),
    decided_at: datetime('评审时间', 'Given at', { computed: true, searchable: true }),
  },
}) // oxfmt-ignore

export type ProposalReview = Row<typeof proposal_review>
