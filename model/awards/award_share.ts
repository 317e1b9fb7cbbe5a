import { date, decimal, link, money, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'
import { AWARD_EVENTS, AWARD_STATUS } from './award-events.ts'

/** The share of one inventor in an award, as that inventor sees it; written with the award. */
export const award_share = defineModel({
  name: 'award_share',
  zh: '奖酬份额',
  en: 'Award share',
  display: ['award_no'],
  visibility: { self: ['inventor_sid.user_sid'] },
  own: { by: 'inventor_sid.user_sid', verbs: ['get', 'search', 'count'] },
  refuses: READ_ONLY,
  uniques: [['award_sid', 'inventor_sid']],
  indexes: [['inventor_sid']],
  fields: {
    award_no: string('奖酬编号', 'Award no.', { computed: true, searchable: true, list: true, max: 40 }),
    award_sid: link('奖酬', 'Award', { to: 'award', computed: true, searchable: true, coded: true }),
    case_sid: link('案件', 'Case', { to: 'case', computed: true, searchable: true, list: true }),
    award_type: option('事由', 'Event', AWARD_EVENTS, { computed: true, searchable: true, list: true }),
    inventor_sid: link('发明人', 'Inventor', { to: 'inventor', computed: true, searchable: true, list: true }),
    contribution_pct: decimal('贡献度', 'Contribution %', { digits: 2, computed: true, list: true }),
    currency: string('币种', 'Currency', { computed: true, max: 3 }),
    amount: money('金额', 'Amount', { currency: 'currency', computed: true, list: true }),
    due_date: date('应发放期限', 'Due', { computed: true, searchable: true }),
    confirmed_on: date('确认日', 'Confirmed on', { computed: true, searchable: true, list: true }),
    pay_date: date('发放日', 'Paid on', { computed: true, searchable: true, list: true }),
    status: option('状态', 'Status', AWARD_STATUS, { computed: true, searchable: true, list: true }),
  },
})

export type AwardShare = Row<typeof award_share>
