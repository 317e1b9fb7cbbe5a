import { date, datetime, integer, link, option, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { take } from '../../kit/transition.ts'

const STATUS = { DRAFT: ['准备中', 'In preparation'], OPEN: ['评审中', 'Under review'], CLOSED: ['已结束', 'Closed'] } as const
const move = take<keyof typeof STATUS>

/** The most rights of one round. */
export const MAX_REVIEWS = 2000

/** The yearly question of which rights are kept: all whose undecided annuities fall due within its days. */
export const annuity_round = defineModel({
  name: 'annuity_round',
  zh: '年费评审',
  en: 'Annuity round',
  display: ['name'],
  visibility: { department: ['department_sid'] },
  states: {
    field: 'status',
    closed: ['CLOSED'],
    transitions: {
      open: move('开始评审', 'Begin the review', ['DRAFT'], 'OPEN', ['opinions_due']),
      refill: move('补充到期的权利', 'Add rights that have come due', ['OPEN'], 'OPEN'),
      close: move('结束评审', 'Close', ['OPEN'], 'CLOSED'),
    },
  },
  indexes: [['status', 'due_from']],
  fields: {
    name: string('名称', 'Name', { required: true, unique: 'company', searchable: true, list: true, max: 120 }),
    status: option('状态', 'Status', STATUS, { required: true, searchable: true, list: true, default: 'DRAFT' }),
    due_from: date('年费期限自', 'Annuities due from', { required: true, searchable: true, list: true }),
    due_to: date('年费期限至', 'Annuities due until', { required: true, searchable: true, list: true }),
    department_sid: link('只评审部门', 'Only of the department', {
      to: 'department',
      searchable: true,
      list: true,
      help: ['留空则评审全部部门的权利', 'Empty: the rights of all departments'],
    }),
    opinions_due: date('意见截止日', 'Opinions until', { searchable: true, list: true, required_at: ['open'] }),
    note: text('评审要求', 'What is asked', { max: 3000 }),
    filled_at: datetime('最近选入权利的时间', 'Rights last added at', { computed: true }),
    reviews: integer('权利数', 'Rights', { computed: true, list: true }),
    decided: integer('已决定', 'Decided', { computed: true, list: true }),
  },
})

export type AnnuityRound = Row<typeof annuity_round>
