import { componentAt, componentName } from '../kit/wire/component-name.ts'
import { boolean, date, integer, json, link, option, rows, string, text } from '../kit/fields.ts'
import { chosen, defineAction, facts, sidOf } from '../kit/action.ts'
import type { Bucket } from './buckets.ts'

const DUE = { official: ['官方期限', 'Official'], internal: ['内部期限', 'Internal'] } as const
const PERIOD = string('期间', 'Period', { max: 50 })

export type BucketCount = { code: Bucket; iql: string; total: number; kinds: Record<string, number> }

export const countDeadlines = defineAction({
  model: 'deadline',
  name: 'desk',
  zh: '期限监控：各时段的期限数及其查询',
  en: 'Number of deadlines in each bucket by kind, with the query for the rows of each bucket',
  body: {
    owner: string('负责人', 'Owner', {
      max: 36,
      pattern: '^(all|me|nobody|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      pattern_says: ['应为 all、me、nobody 或人员主键', 'must be all, me, nobody or the ID of a person'],
    }),
    due: option('期限种类', 'Due', DUE, { default: 'official' }),
    iql: text('查询语句', 'Query', { max: 100_000 }),
  },
  answer: {
    today: date('今天', 'Today'),
    due: option('期限种类', 'Due', DUE),
    buckets: facts<BucketCount[]>('时段', 'Buckets', { type: 'array', items: { type: 'object', required: ['code', 'iql', 'total', 'kinds'] } }),
  },
  permission: 'count',
})

export const reassign = defineAction({
  model: 'deadline',
  name: 'reassign',
  zh: '批量更换负责人，可撤销',
  en: 'Reassign deadlines to another person as one batch edit, which can be undone',
  body: { sids: chosen('deadline'), owner_sid: link('负责人', 'Owner', { to: 'user_info', required: true }) },
  answer: { batch_sid: link('批量编辑', 'Batch edit', { to: 'batch_edit' }), count: integer('条数', 'Count') },
  permission: 'update',
})

export const offerExtensions = defineAction({
  model: 'deadline',
  name: 'extensions',
  zh: '可延长的期间及延长后的日期',
  en: 'Extension periods offered by the rule, with the resulting date of each',
  body: { sid: sidOf('deadline') },
  answer: {
    sid: link('期限', 'Deadline', { to: 'deadline' }),
    times: integer('可延长次数', 'Times offered'),
    taken: integer('已延长次数', 'Times taken'),
    steps: rows('期间', 'Periods', {
      period: PERIOD,
      due: date('延长后', 'Due', { nullable: true }),
      currency: string('币种', 'Currency', { max: 3, nullable: true }),
      amount: string('现应缴的延长费', 'Fee due now', { max: 30, nullable: true }),
      paid: string('此前已缴', 'Already paid for fewer months', { max: 30, nullable: true }),
    }),
  },
  permission: 'update',
})

export const extendDeadline = defineAction({
  model: 'deadline',
  name: 'extend',
  zh: '延长期限',
  en: 'Extend a deadline by one period of its rule',
  body: { sid: sidOf('deadline'), period: PERIOD },
  answer: { record: 'deadline' },
  permission: 'update',
  on: 'record',
})

/** The change of one date by docketing, old to new. */
export type Moved = {
  case_sid: string
  /** The number and country of another case of the family. */
  case_name?: string
  key: string
  name: string
  name_en: string
  what: 'NEW' | 'MOVED' | 'CLOSED' | 'REOPENED'
  from: string | null
  to: string | null
  status: string
}

/** The actions of docketing for every kind of case. */
export const docketActionsOf = <const Kind extends string>(kind: Kind) => ({
  previewDates: defineAction({
    model: kind,
    name: 'preview_dates',
    zh: '预览修改对本案及同族期限的影响',
    en: 'Preview of a change: the deadlines of the case and its family that would move, with old and new dates; nothing is saved',
    body: {
      sid: sidOf(kind),
      changes: json('修改', 'Changes', { required: true, content: { type: 'object', $ref: componentAt(`${componentName(kind)}Input`) } }),
    },
    answer: {
      moved: facts<Moved[]>('变化', 'Changes of dates', {
        type: 'array',
        items: { type: 'object', required: ['key', 'name', 'what', 'from', 'to'] },
      }),
      hidden: integer('看不到的案件数', 'Affected cases that the caller may not see'),
      waits: boolean('待另一人确认', 'Saved, a part of it waits for a second person'),
    },
    permission: 'update',
  }),
})

export type DocketActions = ReturnType<typeof docketActionsOf<string>>
