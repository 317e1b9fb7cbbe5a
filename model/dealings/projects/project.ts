import { boolean, date, integer, link, money, option, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { seenInside, statusField } from '../../cases/case-fields.ts'
import { MONEY_CURRENCIES } from '../../fees/currencies/currencies.ts'
import { MATTER_GROUPS, matterFields } from '../matter-fields.ts'
import { LEVELS } from '../risks/level.ts'
import { CLOSED, OPEN, STAGES, STATE_FACTS, TRANSITIONS } from './lifecycle.ts'

const { case_no, title, manage } = matterFields(['项目名称', 'Project'])
const { CLOSED: _, STOPPED: __, ...LIVE_STAGES } = STAGES

/** A project of research or of the IP department: its goal in rights, its mining, and the monitoring of each stage. */
export const project = defineModel({
  name: 'project',
  zh: '项目',
  en: 'Project',
  display: ['case_no', 'title'],
  visibility: seenInside(),
  states: { field: 'stage', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: MATTER_GROUPS.case,
    goal: ['知识产权目标', 'IP goal'],
    excavation: ['专利挖掘', 'Invention mining'],
    monitor: ['项目监控', 'Monitoring'],
    manage: MATTER_GROUPS.manage,
  },
  natural_keys: { by: [['title']] },
  lookups: ['tags'],
  counted_by: [{ by: ['stage', 'project_type'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'stage', 'end_date', 'owner_sid', 'created_at'],
  fields: {
    case_no,
    title,
    project_type: option(
      '项目类型',
      'Type',
      {
        RND: ['研发', 'Research and development'],
        IP: ['知识产权', 'Intellectual property'],
        GOV: ['政府项目', 'Public funding'],
        MINING: ['专利挖掘', 'Invention mining'],
        COOP: ['合作', 'Cooperation'],
      },
      { required: true, default: 'RND', searchable: true, list: true, role: 'subtype', group: 'case' },
    ),
    stage: statusOf(),
    level: option(
      '级别',
      'Level',
      { NATIONAL: ['国家级', 'National'], PROVINCIAL: ['省级', 'Provincial'], CITY: ['市级', 'Municipal'], COMPANY: ['公司级', 'Company'] },
      { required: true, default: 'COMPANY', searchable: true, list: true, group: 'case' },
    ),
    start_date: date('开始日', 'Starts', { searchable: true, list: true, group: 'case' }),
    end_date: date('计划结束日', 'Planned end', { searchable: true, list: true, group: 'case' }),
    budget: money('预算', 'Budget', { currency: 'currency', min: 0, searchable: true, group: 'case' }),
    currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true, default: 'CNY', group: 'case' }),
    goal: text('目标', 'Goal', { max: 3000, full_text: true, group: 'goal' }),
    goal_proposals: integer('提案目标（件）', 'Disclosures wanted', { min: 0, max: 10_000, group: 'goal' }),
    goal_patents: integer('专利申请目标（件）', 'Patents wanted', { min: 0, max: 10_000, group: 'goal' }),
    points_total: integer('技术点', 'Technical points', { computed: true, searchable: true, group: 'goal' }),
    points_filed: integer('已形成提案的技术点', 'Points with a disclosure', { computed: true, searchable: true, group: 'goal' }),
    progress: integer('挖掘进度 %', 'Mining progress %', { computed: true, searchable: true, list: true, group: 'goal' }),
    points: rows(
      '技术点',
      'Technical points',
      {
        point: string('技术点', 'Technical point', { required: true, max: 255 }),
        round_no: integer('轮次', 'Round', { min: 1, max: 99, default: 1 }),
        user_sid: link('责任人', 'Person', { to: 'user_info', responsibility: { group: 'tasks', while: { stage: OPEN }, until: 'done_date' } }),
        innovation: integer('创新程度（1–5）', 'Innovation (1–5)', { min: 1, max: 5 }),
        protect_way: option('保护方式', 'Protection', {
          PATENT: ['专利', 'Patent'],
          SECRET: ['技术秘密', 'Trade secret'],
          PAPER: ['公开发表', 'Publication'],
          NONE: ['不保护', 'None'],
        }),
        proposal_sid: link('提案', 'Disclosure', { to: 'proposal' }),
        due_date: date('提交期限', 'Due on'),
        done_date: date('完成日', 'Done on', { past: true }),
      },
      { max: 200, group: 'excavation', help: ['有提交期限的技术点自动成为期限', 'A point with a due day becomes a deadline'] },
    ),
    meetings: rows(
      '挖掘会议',
      'Meetings',
      {
        round_no: integer('轮次', 'Round', { required: true, min: 1, max: 99 }),
        meeting_date: date('会议日', 'Held on', { required: true }),
        participants: string('参加人', 'Participants', { max: 255, help: ['姓名，也可写外部人员', 'Names, of guests too'] }),
        result: string('结论', 'Result', { max: 255 }),
      },
      { max: 100, group: 'excavation' },
    ),
    monitors: rows(
      '监控计划与结果',
      'Plan and results',
      {
        stage: option('阶段', 'Stage', LIVE_STAGES, { required: true }),
        monitor_type: option(
          '类型',
          'Type',
          {
            SEARCH: ['检索', 'Search'],
            FTO: ['侵权预警', 'Freedom to operate'],
            MINING: ['挖掘', 'Mining'],
            REVIEW: ['评审', 'Review'],
          },
          { required: true, default: 'SEARCH' },
        ),
        gate: boolean('阶段关口', 'Gate of the stage', { default: false, help: ['完成后才能离开该阶段', 'Done before the stage is left'] }),
        query: string('检索式/关键词', 'Query', { max: 500 }),
        next_date: date('计划日', 'Planned for', { required: true }),
        done_date: date('完成日', 'Done on', { past: true }),
        risk_level: option('风险', 'Risk', LEVELS),
        result: string('结果', 'Result', { max: 500 }),
      },
      { max: 100, group: 'monitor', help: ['每项计划自动成为期限', 'Each plan becomes a deadline'] },
    ),
    ...manage,
  },
})

function statusOf() {
  const field = statusField(STAGES, 'INITIATION')
  return { ...field, zh: '阶段', en: 'Stage' } as const
}

export type Project = Row<typeof project>
