import { date, integer, link, option, options, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { seenInside, statusField } from '../../cases/case-fields.ts'
import { OFFICES } from '../../cases/offices.ts'
import { MATTER_GROUPS, matterFields } from '../matter-fields.ts'
import { LEVELS, STEPS } from './level.ts'
import { CLOSED, OPEN, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const { case_no, title, manage } = matterFields(['风险名称', 'Risk'])
const degree = { min: 1, max: STEPS, searchable: true, list: true, required_at: ['analyse'], group: 'case' } as const

/** A risk to the company's rights or from those of others: likelihood, gravity, and measures. */
export const risk = defineModel({
  name: 'risk',
  zh: '风险',
  en: 'Risk',
  display: ['case_no', 'title'],
  visibility: seenInside(),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: MATTER_GROUPS.case,
    analysis: ['分析', 'Analysis'],
    third_party: ['第三方权利', 'Rights of others'],
    measures: ['应对措施', 'Measures'],
    manage: MATTER_GROUPS.manage,
  },
  natural_keys: { by: [['title']] },
  lookups: ['tags'],
  counted_by: [{ by: ['status', 'level', 'risk_type'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'status', 'level', 'owner_sid', 'created_at'],
  fields: {
    case_no,
    title,
    risk_type: option(
      '风险类型',
      'Type',
      {
        INFRINGE: ['侵犯他人权利', 'We may infringe'],
        BE_INFRINGED: ['被他人侵权', 'Others may infringe'],
        DEADLINE: ['期限', 'Deadline'],
        DISCLOSURE: ['公开', 'Disclosure'],
        OWNERSHIP: ['权属', 'Ownership'],
        NON_USE: ['商标未使用', 'Trademark not used'],
        LICENCE: ['许可', 'Licence'],
        EMPLOYEE: ['人员流动', 'People leaving'],
        EXPORT: ['出口', 'Export'],
      },
      { required: true, default: 'INFRINGE', searchable: true, list: true, role: 'subtype', group: 'case' },
    ),
    status: statusField(STATUS, 'FOUND'),
    source: option(
      '来源',
      'Source',
      { MANUAL: ['人工登记', 'Entered by hand'], MONITOR: ['监控', 'Monitoring'], SYSTEM: ['系统', 'System'] },
      { required: true, default: 'MANUAL', searchable: true, group: 'case' },
    ),
    found_date: date('发现日', 'Found on', { required: true, default: 'today()', past: true, searchable: true, list: true, group: 'case' }),
    likelihood: integer('可能性（1–5）', 'Likelihood (1–5)', degree),
    impact: integer('影响（1–5）', 'Impact (1–5)', degree),
    level: option('风险等级', 'Level', LEVELS, {
      computed: true,
      searchable: true,
      list: true,
      group: 'case',
      colours: { HIGH: 'red', MID: 'orange', LOW: 'green' },
      help: ['可能性 × 影响：15 以上为高，8 至 14 为中', 'Likelihood × impact: high from 15, medium from 8'],
    }),
    analysis: text('分析', 'Analysis', { max: 5000, required_at: ['analyse'], full_text: true, group: 'analysis' }),
    our_product: string('涉及的产品', 'Product concerned', { max: 255, searchable: true, group: 'analysis' }),
    third_no: string('第三方权利号', 'Number', { max: 60, searchable: true, number: true, group: 'third_party' }),
    third_owner: string('第三方权利人', 'Owner', { max: 120, searchable: true, group: 'third_party' }),
    third_expiry: date('第三方权利届满日', 'Expires', { searchable: true, group: 'third_party' }),
    third_countries: options('国家/地区', 'Countries', { options: OFFICES, max: 60, searchable: true, group: 'third_party' }),
    measures: rows(
      '应对措施',
      'Measures',
      {
        measure: string('措施', 'Measure', { required: true, max: 120 }),
        user_sid: link('责任人', 'Person', { to: 'user_info', responsibility: { group: 'tasks', while: { status: OPEN }, until: 'done_date' } }),
        due_date: date('期限', 'Due on', { required: true }),
        done_date: date('完成日', 'Done on', { past: true }),
        note: string('说明', 'Note', { max: 255 }),
      },
      { max: 50, group: 'measures', help: ['每项措施自动成为期限', 'Each measure becomes a deadline'] },
    ),
    reviews: rows(
      '复查',
      'Reviews',
      {
        review_date: date('复查日', 'Review on', { required: true }),
        done_date: date('完成日', 'Done on', { past: true }),
        finding: string('结论', 'Finding', { max: 255 }),
      },
      { max: 50, group: 'measures' },
    ),
    ...manage,
  },
})

export type Risk = Row<typeof risk>
