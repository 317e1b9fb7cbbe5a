import { date, link, links, option, string, type Options } from '../kit/fields.ts'
import { defineModel, PHASES, READ_ONLY, type Row } from '../kit/model.ts'

/** The options of all kinds of case together; loaded with the kinds. */
const OF_THE_KINDS: Options = {}

/**
 * The common head of every right and contract, under the same sid as its record. The database writes it in the transaction
 * that writes the record (server/database/case-head.ts); users read it and never write it.
 */
export const caseHead = defineModel({
  name: 'case',
  zh: '案件',
  en: 'Case',
  display: ['case_no', 'title'],
  open_to_bi: true,
  derived: true,
  no_log: true,
  refuses: READ_ONLY,
  visibility: {
    self: ['owner_sid', 'co_owner_sids', 'created_by', 'inventor_sids.user_sid'],
    department: ['department_sid'],
    agency: ['agency_sid'],
  },
  counted_by: [
    { by: ['kind', 'phase', 'country', 'filing_date:year'] },
    { by: ['kind', 'phase', 'agency_sid'] },
    { by: ['kind', 'phase', 'department_sid'] },
  ],
  indexes: [['case_no']],
  fields: {
    kind: option('类别', 'Kind', OF_THE_KINDS, { searchable: true, list: true }),
    case_no: string('案号', 'Case no.', { searchable: true, list: true, max: 40, number: true }),
    title: string('名称', 'Title', { searchable: true, list: true, full_text: true, max: 255 }),
    title_en: string('英文名称', 'English title', { searchable: true, own_words: true, max: 255 }),
    subtype: option('类型', 'Type', OF_THE_KINDS, { searchable: true, list: true }),
    country: option('国家/地区', 'Country/office', OF_THE_KINDS, { searchable: true, list: true }),
    route: option('途径', 'Route', OF_THE_KINDS, { searchable: true }),
    status: option('状态', 'Status', OF_THE_KINDS, { searchable: true, list: true }),
    phase: option('阶段', 'Phase', PHASES, { searchable: true, list: true }),
    application_no: string('申请号', 'Application no.', { searchable: true, list: true, max: 60, number: true }),
    filing_date: date('申请日', 'Filing date', { searchable: true, list: true }),
    next_annuity_due: date('下次年费期限', 'Next annuity due', { searchable: true }),
    next_due: date('最近官方期限', 'Next official due date', { searchable: true, list: true }),
    owner_sid: link('负责人', 'Owner', { to: 'user_info', searchable: true, list: true }),
    co_owner_sids: links('协办人', 'Assistants', { to: 'user_info', searchable: true }),
    department_sid: link('所属部门', 'Department', { to: 'department', searchable: true, list: true }),
    agency_sid: link('代理机构', 'Agency', { to: 'agency', searchable: true, list: true, listed_there: true }),
    applicant_sids: links('申请人', 'Applicants', { to: 'applicant', searchable: true }),
    inventor_sids: links('发明人', 'Inventors', { to: 'inventor', searchable: true }),
    secrecy: option('密级', 'Secrecy', OF_THE_KINDS, { searchable: true }),
  },
})

export type CaseHead = Row<typeof caseHead>
