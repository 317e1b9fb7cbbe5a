import { attachment, boolean, date, integer, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CASE_GROUPS, officeFields, ownCaseFields, seenWithAgency, statusField } from '../../cases/case-fields.ts'
import { makers, owners } from '../../cases/work-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const COMMON = ownCaseFields({ title: { zh: '布图设计名称', en: 'Name of the layout design' } })
const OFFICE = officeFields({
  country: { zh: '登记国家/地区', default: 'CN' },
  filing_date: { required_at: ['file'] },
  grant_date: { zh: '登记日', en: 'Registered', required_at: ['register'] },
  expiry_date: { zh: '保护期届满', en: 'Protection ends', list: true },
})

/** The layout design of an integrated circuit. */
export const icLayout = defineModel({
  name: 'ic_layout',
  zh: '集成电路布图设计',
  en: 'IC layout design',
  display: ['case_no', 'title'],
  open_to_bi: true,
  visibility: seenWithAgency('creators.inventor_sid.user_sid'),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: CASE_GROUPS.case,
    numbers: CASE_GROUPS.numbers,
    people: ['权利人与创作人', 'Owners and creators'],
    manage: CASE_GROUPS.manage,
  },
  natural_keys: { by: [['application_no'], ['reg_no']] },
  lookups: ['application_no', 'reg_no', 'tags'],
  counted_by: [{ by: ['status', 'structure', 'filing_date:year'] }, { by: ['owner_sid'] }, { by: ['department_sid'] }],
  indexes: ['case_no', 'title', 'filing_date', 'reg_date', 'status', 'owner_sid', 'created_at'],
  fields: {
    case_no: COMMON.case_no,
    title: COMMON.title,
    title_en: COMMON.title_en,
    structure: option(
      '结构',
      'Structure',
      { MOS: ['MOS', 'MOS'], BIPOLAR: ['双极', 'Bipolar'], BI_CMOS: ['Bi-CMOS', 'Bi-CMOS'], OPTICAL: ['光电', 'Optical'], OTHER: ['其他', 'Other'] },
      { searchable: true, list: true, role: 'subtype', drives: 'docketing', group: 'case' },
    ),
    technology: option(
      '技术',
      'Technology',
      {
        TTL: ['TTL', 'TTL'],
        DTL: ['DTL', 'DTL'],
        ECL: ['ECL', 'ECL'],
        IIL: ['IIL', 'IIL'],
        CMOS: ['CMOS', 'CMOS'],
        NMOS: ['NMOS', 'NMOS'],
        PMOS: ['PMOS', 'PMOS'],
        OTHER: ['其他', 'Other'],
      },
      { searchable: true, group: 'case' },
    ),
    function: option(
      '功能',
      'Function',
      {
        LOGIC: ['逻辑', 'Logic'],
        MEMORY: ['存储', 'Memory'],
        MICRO: ['微型计算机', 'Microcomputer'],
        LINEAR: ['线性', 'Linear'],
        OTHER: ['其他', 'Other'],
      },
      { searchable: true, group: 'case' },
    ),
    country: OFFICE.country,
    status: statusField(STATUS, 'DRAFT'),
    drawings: attachment('布图设计图样', 'Drawings', { max: 50, document_class: 'V1', required_at: ['file'], group: 'case' }),
    confidential_pages: boolean('含保密信息页', 'With confidential pages', { default: false, group: 'case' }),
    samples: integer('样品数', 'Samples', { min: 0, max: 100, group: 'case', help: ['已投入商业利用的应提交 4 件', 'Four, once it is exploited'] }),
    completion_date: date('创作完成日', 'Completed', {
      required: true,
      searchable: true,
      past: true,
      drives: 'docketing',
      group: 'numbers',
    }),
    first_exploit_date: date('首次商业利用日', 'First commercial exploitation', { searchable: true, drives: 'docketing', group: 'numbers' }),
    exploit_place: string('首次商业利用地', 'Place of first exploitation', { max: 120, group: 'numbers' }),
    application_no: { ...OFFICE.application_no, unique: 'company' as const },
    filing_date: OFFICE.filing_date,
    reg_no: string('登记号', 'Registration no.', { searchable: true, list: true, max: 60, number: true, group: 'numbers' }),
    reg_date: OFFICE.grant_date,
    announce_date: date('公告日', 'Announced', { searchable: true, past: true, group: 'numbers' }),
    certificate_no: string('证书号', 'Certificate no.', { searchable: true, max: 60, number: true, group: 'numbers' }),
    expiry_date: OFFICE.expiry_date,
    owners: owners('权利人', 'Owner', ['file']),
    creators: makers('创作人', 'Creator'),
    ...COMMON.manage,
  },
})

export type IcLayout = Row<typeof icLayout>
