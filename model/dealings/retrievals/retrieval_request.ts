import { attachment, date, link, option, options, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { seenWithAgency, statusField } from '../../cases/case-fields.ts'
import { OFFICES } from '../../cases/offices.ts'
import { MATTER_GROUPS, matterFields } from '../matter-fields.ts'
import { CLOSED, OPEN, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const { case_no, title, manage } = matterFields(['检索主题', 'Subject'])

/** A request for a search of the prior art or of rights of others: with the searcher, the due day, and the answer. */
export const retrievalRequest = defineModel({
  name: 'retrieval_request',
  zh: '检索申请',
  en: 'Search request',
  display: ['case_no', 'title'],
  visibility: seenWithAgency('assignee_sid', 'requester_sid'),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: MATTER_GROUPS.case,
    question: ['检索要求', 'Question'],
    result: ['检索结果', 'Result'],
    manage: MATTER_GROUPS.manage,
  },
  natural_keys: { by: [['title']] },
  lookups: ['tags'],
  counted_by: [{ by: ['status', 'retrieval_type'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'status', 'wanted_by', 'owner_sid', 'created_at'],
  fields: {
    case_no,
    title,
    retrieval_type: option(
      '检索类型',
      'Type',
      {
        NOVELTY: ['查新', 'Novelty'],
        PATENTABILITY: ['可专利性', 'Patentability'],
        FTO: ['自由实施', 'Freedom to operate'],
        INVALIDITY: ['无效', 'Invalidity'],
        STATUS: ['法律状态', 'Legal status'],
        LANDSCAPE: ['专利分析', 'Landscape'],
        MONITOR: ['监控', 'Monitoring'],
      },
      { required: true, default: 'NOVELTY', searchable: true, list: true, role: 'subtype', group: 'case' },
    ),
    status: statusField(STATUS, 'DRAFT'),
    requester_sid: link('申请人', 'Asked by', { to: 'user_info', required: true, default: 'me()', searchable: true, list: true, group: 'case' }),
    assignee_sid: link('检索人', 'Searcher', {
      to: 'user_info',
      searchable: true,
      list: true,
      required_at: ['accept'],
      group: 'case',
      responsibility: { group: 'tasks', while: { status: OPEN } },
    }),
    agency_sid: link('检索机构', 'Agency', { to: 'agency', searchable: true, role: 'agency', group: 'case' }),
    wanted_by: date('要求完成日', 'Wanted by', { searchable: true, list: true, drives: 'docketing', group: 'case' }),
    return_reason: string('退回/补充说明', 'Why returned', { max: 255, required_at: ['return', 'again'], group: 'case' }),
    tech_solution: text('技术方案/检索问题', 'Question', { max: 10_000, required_at: ['submit'], full_text: true, group: 'question' }),
    keywords: options('关键词', 'Keywords', { free: true, max: 50, searchable: true, group: 'question' }),
    ipc: options('分类号', 'Classes', { free: true, max: 50, searchable: true, group: 'question' }),
    countries: options('国家/地区', 'Countries', { options: OFFICES, max: 60, searchable: true, group: 'question' }),
    applicants_watch: options('重点申请人', 'Owners to watch', { free: true, max: 50, group: 'question' }),
    report: attachment('检索报告', 'Report', { max: 20, document_class: 'V2', required_at: ['report'], group: 'result' }),
    report_date: date('报告日', 'Reported on', { past: true, searchable: true, drives: 'docketing', required_at: ['report'], group: 'result' }),
    conclusion: option(
      '结论',
      'Conclusion',
      {
        NOVEL: ['具备新颖性', 'Novel'],
        PARTLY: ['部分具备', 'Partly novel'],
        NOT_NOVEL: ['不具备新颖性', 'Not novel'],
        HIGH: ['风险高', 'High risk'],
        MID: ['风险中', 'Medium risk'],
        LOW: ['风险低', 'Low risk'],
      },
      { searchable: true, list: true, required_at: ['report'], group: 'result' },
    ),
    hits: rows(
      '对比文献',
      'Hits',
      {
        publication_no: string('公开号', 'Publication no.', { required: true, max: 60 }),
        hit_title: string('名称', 'Title', { max: 255 }),
        pub_date: date('公开日', 'Published on', { past: true }),
        category: option('类别', 'Category', {
          X: ['X 单独影响', 'X alone'],
          Y: ['Y 组合影响', 'Y combined'],
          A: ['A 背景', 'A background'],
          E: ['E 抵触申请', 'E earlier filing'],
          P: ['P 中间文献', 'P intermediate'],
        }),
        claims: string('涉及的权利要求/技术点', 'Claims or points', { max: 120 }),
        comment: string('说明', 'Comment', { max: 500 }),
      },
      { max: 500, group: 'result' },
    ),
    ...manage,
  },
})

export type RetrievalRequest = Row<typeof retrievalRequest>
