import { attachment, boolean, integer, option, options, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CASE_GROUPS, officeFields, ownCaseFields, seenWithAgency, statusField } from '../../cases/case-fields.ts'
import { makers, owners, WORK } from '../../cases/work-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const COMMON = ownCaseFields({ title: { zh: '软件全称', en: 'Full name' } })
const { country } = officeFields({ country: { zh: '登记国家/地区', default: 'CN', list: false } })

/** Programs and data as they are handed in: texts, documents and archives. */
const DEPOSIT = {
  extensions: ['pdf', 'doc', 'docx', 'txt', 'zip'],
  document_class: 'V1',
  group: 'technical',
  required_at: ['review'],
} as const

/** One version of a program, whose copyright is registered as a whole. */
export const software = defineModel({
  name: 'software',
  zh: '软件著作权',
  en: 'Software copyright',
  display: ['case_no', 'title'],
  open_to_bi: true,
  visibility: seenWithAgency('developers.inventor_sid.user_sid'),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: CASE_GROUPS.case,
    registration: ['登记', 'Registration'],
    dates: ['完成与发表', 'Completion and publication'],
    people: ['权利人与开发者', 'Owners and developers'],
    technical: ['技术资料', 'Technical data'],
    manage: CASE_GROUPS.manage,
  },
  uniques: [['company_sid', 'title', 'version_no']],
  natural_keys: { by: [['reg_no'], ['title', 'version_no']] },
  lookups: ['reg_no', 'tags'],
  counted_by: [{ by: ['status', 'category', 'reg_date:year'] }, { by: ['owner_sid'] }, { by: ['department_sid'] }],
  indexes: ['case_no', 'title', 'reg_date', 'first_pub_date', 'status', 'owner_sid', 'created_at'],
  fields: {
    case_no: COMMON.case_no,
    title: COMMON.title,
    title_en: COMMON.title_en,
    short_name: string('软件简称', 'Short name', { searchable: true, max: 120, group: 'case' }),
    version_no: string('版本号', 'Version', {
      searchable: true,
      list: true,
      max: 40,
      group: 'case',
      required_at: ['review'],
      help: ['如 V1.0', 'such as V1.0'],
    }),
    category: option(
      '软件分类',
      'Category',
      {
        APP: ['应用软件', 'Application'],
        EMBEDDED: ['嵌入式软件', 'Embedded'],
        MIDDLEWARE: ['中间件', 'Middleware'],
        OS: ['操作系统', 'Operating system'],
      },
      { required: true, default: 'APP', searchable: true, role: 'subtype', drives: 'docketing', group: 'case' },
    ),
    class_no: string('分类号', 'Classification no.', { searchable: true, max: 40, group: 'case' }),
    country,
    status: statusField(STATUS, 'SW_DRAFT'),
    work_nature: option(
      '作品说明',
      'Nature of the work',
      { ORIGINAL: ['原创', 'Original'], MODIFIED: ['修改（含翻译、合成）', 'Modified, translated or combined'] },
      { required: true, default: 'ORIGINAL', searchable: true, group: 'case' },
    ),
    previous_reg_no: string('原软件登记号', 'Registration no. of the original', {
      searchable: true,
      max: 60,
      number: true,
      group: 'case',
      applies_to: { work_nature: ['MODIFIED'] },
    }),
    reg_no: { ...WORK.reg_no, required_at: ['register'] as const },
    reg_date: WORK.reg_date,
    certificate_no: WORK.certificate_no,
    submit_date: WORK.submit_date,
    accept_no: { ...WORK.accept_no, zh: '流水号' },
    accept_date: WORK.accept_date,
    expiry_date: WORK.expiry_date,
    complete_date: { ...WORK.complete_date, zh: '开发完成日', en: 'Development completed', required_at: ['review'] as const },
    published: WORK.published,
    first_pub_date: WORK.first_pub_date,
    pub_place: WORK.pub_place,
    owners: owners('著作权人', 'Copyright owner', ['review']),
    developers: makers('开发者', 'Developer'),
    holder_kind: WORK.holder_kind,
    last_death_date: WORK.last_death_date,
    develop_way: option(
      '开发方式',
      'Development',
      {
        SOLE: ['单独开发', 'Alone'],
        COOP: ['合作开发', 'Jointly'],
        COMMISSION: ['委托开发', 'Commissioned'],
        TASK: ['下达任务开发', 'By assignment'],
      },
      { required: true, default: 'SOLE', searchable: true, group: 'people' },
    ),
    rights_acquire: option(
      '权利取得方式',
      'Acquired',
      { ORIGINAL: ['原始取得', 'Originally'], DERIVED: ['继受取得', 'By succession'] },
      { required: true, default: 'ORIGINAL', searchable: true, group: 'people' },
    ),
    rights_scope: option(
      '权利范围',
      'Scope of rights',
      { FULL: ['全部权利', 'All rights'], PART: ['部分权利', 'Part of the rights'] },
      { required: true, default: 'FULL', group: 'people' },
    ),
    hw_dev: string('开发的硬件环境', 'Hardware for development', { group: 'technical' }),
    hw_run: string('运行的硬件环境', 'Hardware to run on', { group: 'technical' }),
    os_dev: string('开发的操作系统', 'Operating system for development', { group: 'technical' }),
    tools: string('开发环境/工具', 'Development tools', { group: 'technical' }),
    os_run: string('运行平台/操作系统', 'Operating system to run on', { group: 'technical' }),
    support: string('运行支撑环境', 'Supporting software', { group: 'technical' }),
    language: options('编程语言', 'Programming languages', { free: true, searchable: true, group: 'technical' }),
    code_lines: integer('源程序量（行）', 'Lines of source code', { min: 1, max: 1_000_000_000, group: 'technical' }),
    purpose: string('开发目的', 'Purpose', { group: 'technical', help: ['登记表限 50 字', 'The form takes 50 characters'] }),
    field: string('面向领域/行业', 'Industry', { searchable: true, group: 'technical' }),
    features: text('主要功能和技术特点', 'Functions and technical features', {
      max: 3000,
      group: 'technical',
      help: ['登记表限 500 至 1300 字', 'The form takes 500 to 1,300 characters'],
    }),
    source_code: attachment('源程序鉴别材料', 'Source code deposit', {
      ...DEPOSIT,
      max: 5,
      help: ['前、后各连续 30 页，每页不少于 50 行', 'The first and last 30 pages, of at least 50 lines each'],
    }),
    manual: attachment('文档鉴别材料', 'Manual deposit', { ...DEPOSIT, max: 5, help: ['如用户手册、设计说明书', 'Such as the user manual'] }),
    is_product: boolean('软件产品登记', 'Registered as a product', { default: false, searchable: true, group: 'manage' }),
    double_soft: boolean('双软认定', 'Certified product and enterprise', { default: false, searchable: true, group: 'manage' }),
    ...COMMON.manage,
  },
})

export type Software = Row<typeof software>
