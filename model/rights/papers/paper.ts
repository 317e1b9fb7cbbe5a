import { attachment, boolean, date, decimal, link, option, options, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CASE_GROUPS, inHouseFields, seenInside, statusField } from '../../cases/case-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const COMMON = inHouseFields({
  title: { zh: '论文题目', en: 'Title', max: 500 },
  title_en: { max: 500 },
  secrecy_level: { default: 'CONFIDENTIAL' },
})

/** A paper of the company's people, from its draft to its publication. */
export const paper = defineModel({
  name: 'paper',
  zh: '论文',
  en: 'Paper',
  display: ['case_no', 'title'],
  visibility: seenInside('authors.inventor_sid.user_sid'),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: CASE_GROUPS.case,
    review: ['保密审查', 'Secrecy review'],
    publication: ['发表', 'Publication'],
    people: ['作者', 'Authors'],
    manage: CASE_GROUPS.manage,
  },
  natural_keys: { by: [['doi'], ['title']] },
  lookups: ['doi', 'issn', 'tags'],
  counted_by: [{ by: ['status', 'paper_type', 'publish_date:year'] }, { by: ['owner_sid'] }, { by: ['department_sid'] }],
  indexes: ['case_no', 'title', 'publish_date', 'status', 'owner_sid', 'created_at'],
  fields: {
    case_no: COMMON.case_no,
    title: COMMON.title,
    title_en: COMMON.title_en,
    paper_type: option(
      '论文类型',
      'Type',
      {
        JOURNAL: ['期刊论文', 'Journal article'],
        CONFERENCE: ['会议论文', 'Conference paper'],
        THESIS: ['学位论文', 'Thesis'],
        BOOK: ['著作', 'Book'],
      },
      { required: true, default: 'JOURNAL', searchable: true, list: true, role: 'subtype', group: 'case' },
    ),
    status: statusField(STATUS, 'DRAFT'),
    abstract: text('摘要', 'Abstract', { max: 5000, full_text: true, group: 'case' }),
    keywords: options('关键词', 'Keywords', { free: true, searchable: true, max: 20, group: 'case' }),
    manuscript: attachment('稿件', 'Manuscript', {
      max: 10,
      extensions: ['pdf', 'doc', 'docx', 'zip'],
      document_class: 'V1',
      group: 'case',
    }),
    secrecy_review: option(
      '保密审查结论',
      'Result of the secrecy review',
      { PENDING: ['待审查', 'Pending'], PASSED: ['通过', 'Passed'], REFUSED: ['不通过', 'Refused'] },
      { required: true, default: 'PENDING', searchable: true, list: true, group: 'review' },
    ),
    review_opinion: text('审查意见', 'Opinion', { max: 2000, group: 'review' }),
    reviewed_by: link('审查人', 'Reviewed by', { to: 'user_info', computed: true, searchable: true, group: 'review' }),
    reviewed_on: date('审查日', 'Reviewed on', { computed: true, searchable: true, group: 'review' }),
    journal: string('期刊/会议', 'Journal or conference', { searchable: true, list: true, required_at: ['submit'], group: 'publication' }),
    issn: string('ISSN', 'ISSN', { searchable: true, max: 20, group: 'publication' }),
    doi: string('DOI', 'DOI', { searchable: true, max: 200, group: 'publication' }),
    volume: string('卷', 'Volume', { max: 20, group: 'publication' }),
    issue: string('期', 'Issue', { max: 40, group: 'publication' }),
    pages: string('页码', 'Pages', { max: 40, group: 'publication' }),
    submit_date: date('投稿日', 'Submitted', { searchable: true, past: true, required_at: ['submit'], group: 'publication' }),
    accept_date: date('录用日', 'Accepted', { searchable: true, past: true, required_at: ['accept'], group: 'publication' }),
    publish_date: date('发表日', 'Published', { searchable: true, list: true, past: true, required_at: ['publish'], group: 'publication' }),
    index_in: options('收录', 'Indexed in', {
      options: { SCI: ['SCI', 'SCI'], EI: ['EI', 'EI'], CSCD: ['CSCD', 'CSCD'], CSSCI: ['CSSCI', 'CSSCI'], CORE: ['北大核心', 'PKU core journals'] },
      searchable: true,
      group: 'publication',
    }),
    impact_factor: decimal('影响因子', 'Impact factor', { digits: 3, min: 0, max: 1000, searchable: true, group: 'publication' }),
    authors: rows(
      '作者',
      'Authors',
      { ...COMMON.inventors.of, inventor_sid: link('作者', 'Author', { to: 'inventor', required: true }), corresponding: boolean('通讯作者', 'Corresponding', { default: false }) },
      { max: 200, list: true, role: 'inventors', group: 'people', total: COMMON.inventors.total, required_at: ['request_review'] },
    ), // oxfmt-ignore
    authors_said: string('署名（原文）', 'Authors as printed', { max: 1000, searchable: true, group: 'people' }),
    related_cases: options('相关专利与提案', 'Related patents and proposals', {
      free: true,
      searchable: true,
      max: 50,
      group: 'review',
      help: ['案号或专利号：发表前须已申请', 'Case or patent numbers: to be filed before the publication'],
    }),
    ...COMMON.manage,
  },
})

export type Paper = Row<typeof paper>
