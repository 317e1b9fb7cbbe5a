import { attachment, date, link, links, money, option, options, rows, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CASE_GROUPS, inHouseFields, seenInside, statusField } from '../../cases/case-fields.ts'
import { makers } from '../../cases/work-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const COMMON = inHouseFields({ title: { zh: '成果名称', en: 'Name of the achievement' } })

/** A result of research, from its appraisal to its use. */
export const achievement = defineModel({
  name: 'achievement',
  zh: '科技成果',
  en: 'Technical achievement',
  display: ['case_no', 'title'],
  open_to_bi: true,
  visibility: seenInside('completers.inventor_sid.user_sid'),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: CASE_GROUPS.case,
    appraisal: ['鉴定与登记', 'Appraisal and registration'],
    people: ['完成人与完成单位', 'Who completed it'],
    use: ['应用', 'Use'],
    manage: CASE_GROUPS.manage,
  },
  natural_keys: { by: [['register_no']] },
  lookups: ['register_no', 'tags'],
  counted_by: [{ by: ['status', 'achievement_type', 'register_date:year'] }, { by: ['owner_sid'] }, { by: ['department_sid'] }],
  indexes: ['case_no', 'title', 'register_date', 'status', 'owner_sid', 'created_at'],
  fields: {
    case_no: COMMON.case_no,
    title: COMMON.title,
    title_en: COMMON.title_en,
    achievement_type: option(
      '成果类型',
      'Type',
      { BASIC: ['基础理论', 'Basic research'], APPLIED: ['应用技术', 'Applied technology'], SOFT: ['软科学', 'Soft science'] },
      { required: true, default: 'APPLIED', searchable: true, list: true, role: 'subtype', group: 'case' },
    ),
    status: statusField(STATUS, 'DRAFT'),
    source_project: string('来源项目', 'Source project', { searchable: true, list: true, group: 'case' }),
    summary: text('成果简介', 'Summary', { max: 5000, full_text: true, group: 'case' }),
    identify_way: option(
      '评价方式',
      'Way of appraisal',
      { APPRAISAL: ['鉴定', 'Appraisal'], EVALUATION: ['评价', 'Evaluation'], ACCEPTANCE: ['验收', 'Acceptance'] },
      { searchable: true, required_at: ['identify'], group: 'appraisal' },
    ),
    identify_org: string('鉴定单位', 'Appraised by', { searchable: true, required_at: ['identify'], group: 'appraisal' }),
    identify_date: date('鉴定日', 'Appraised on', { searchable: true, past: true, required_at: ['identify'], group: 'appraisal' }),
    identify_no: string('鉴定证书号', 'Appraisal no.', { searchable: true, max: 60, number: true, group: 'appraisal' }),
    level: option(
      '成果水平',
      'Level',
      {
        INTL_LEAD: ['国际领先', 'Leading in the world'],
        INTL_ADV: ['国际先进', 'Advanced in the world'],
        CN_LEAD: ['国内领先', 'Leading in the country'],
        CN_ADV: ['国内先进', 'Advanced in the country'],
      },
      { searchable: true, list: true, group: 'appraisal' },
    ),
    register_no: string('登记号', 'Registration no.', {
      searchable: true,
      list: true,
      max: 60,
      number: true,
      unique: 'company',
      required_at: ['register'],
      group: 'appraisal',
    }),
    register_date: date('登记日', 'Registered', { searchable: true, list: true, past: true, required_at: ['register'], group: 'appraisal' }),
    completers: makers('完成人', 'Completed by'),
    complete_orgs: rows(
      '完成单位',
      'Organisations',
      { applicant_sid: link('完成单位', 'Organisation', { to: 'applicant', required: true }) },
      { max: 50, list: true, role: 'applicants', required_at: ['review'], group: 'people' },
    ),
    application_status: text('应用情况', 'State of its use', { max: 2000, required_at: ['transform'], group: 'use' }),
    benefit: money('经济效益', 'Economic benefit', { currency: 'benefit_currency', min: 0, group: 'use' }),
    benefit_currency: string('币种', 'Currency', { default: 'CNY', max: 3, min: 3, upper: true, group: 'use' }),
    awards: rows(
      '获奖',
      'Awards',
      {
        name: string('奖项', 'Award', { required: true }),
        grade: string('等级', 'Grade', { max: 60 }),
        awarded_on: date('获奖日', 'Awarded on'),
        awarded_by: string('授奖单位', 'Awarded by'),
      },
      { max: 50, group: 'use' },
    ),
    related_cases: links('相关案件', 'Related cases', { to: 'case', searchable: true, max: 100, group: 'manage' }),
    attachments: attachment('附件', 'Attachments', { max: 20, document_class: 'V1', group: 'manage' }),
    keywords: options('关键词', 'Keywords', { free: true, searchable: true, max: 20, group: 'case' }),
    ...COMMON.manage,
  },
})

export type Achievement = Row<typeof achievement>
