import { boolean, date, link, links, money, option, options, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { CASE_GROUPS, inHouseFields, seenInside, statusField } from '../../cases/case-fields.ts'
import { makers, owners } from '../../cases/work-fields.ts'
import { CLOSED, STATE_FACTS, STATUS, TRANSITIONS } from './lifecycle.ts'

const COMMON = inHouseFields({
  title: { zh: '技术秘密名称', en: 'Name', help: ['名称不写秘密内容', 'Keep the secret out of the name'] },
  secrecy_level: { default: 'SECRET' },
  share_level: { default: 'NO' },
})

/** Technical or business information that is kept secret. Its points hold the contents, encrypted. */
export const tradeSecret = defineModel({
  name: 'trade_secret',
  zh: '技术秘密',
  en: 'Trade secret',
  display: ['case_no', 'title'],
  visibility: seenInside('authorised_users'),
  states: { field: 'status', closed: CLOSED, facts: STATE_FACTS, transitions: TRANSITIONS },
  groups: {
    case: CASE_GROUPS.case,
    protection: ['保密', 'Protection'],
    people: ['知悉人与贡献者', 'Who knows it and who made it'],
    manage: CASE_GROUPS.manage,
  },
  lookups: ['tags'],
  counted_by: [{ by: ['status', 'level'] }, { by: ['owner_sid'] }],
  indexes: ['case_no', 'title', 'status', 'next_review', 'owner_sid', 'created_at'],
  fields: {
    case_no: COMMON.case_no,
    title: COMMON.title,
    title_en: COMMON.title_en,
    form: option(
      '信息类型',
      'Form',
      { TECHNICAL: ['技术信息', 'Technical information'], BUSINESS: ['经营信息', 'Business information'] },
      { required: true, default: 'TECHNICAL', searchable: true, list: true, role: 'subtype', group: 'case' },
    ),
    level: option(
      '秘密等级',
      'Level',
      { CORE: ['核心', 'Core'], IMPORTANT: ['重要', 'Important'], GENERAL: ['一般', 'General'] },
      { required: true, default: 'IMPORTANT', searchable: true, list: true, group: 'case' },
    ),
    status: statusField(STATUS, 'DRAFT'),
    from_date: date('保密起始日', 'Secret from', {
      searchable: true,
      list: true,
      past: true,
      drives: 'docketing',
      group: 'protection',
      required_at: ['protect'],
    }),
    indefinite: boolean('长期保密', 'Secret without end', { default: true, searchable: true, group: 'protection' }),
    to_date: date('保密截止日', 'Secret until', {
      searchable: true,
      drives: 'docketing',
      group: 'protection',
      applies_to: { indefinite: ['false'] },
      required_when: { indefinite: ['false'] },
    }),
    protective_measures: options('保密措施', 'Protective measures', {
      options: {
        NDA: ['保密协议', 'Confidentiality agreement'],
        ACCESS: ['权限控制', 'Access control'],
        MARK: ['标注密级', 'Marking'],
        ENCRYPT: ['加密', 'Encryption'],
        TRAIN: ['保密培训', 'Training'],
        NONCOMPETE: ['竞业限制', 'Non-competition'],
      },
      searchable: true,
      required_at: ['protect'],
      group: 'protection',
    }),
    carriers: options('载体', 'Carriers', {
      options: { PAPER: ['纸质', 'Paper'], FILE: ['电子文件', 'Files'], SAMPLE: ['样品实物', 'Samples'], SYSTEM: ['信息系统', 'Information system'] },
      searchable: true,
      group: 'protection',
    }),
    storage_place: string('存放地点', 'Kept at', { group: 'protection' }),
    notarised: boolean('已公证或存证', 'Notarised or time-stamped', { default: false, searchable: true, group: 'protection' }),
    timestamp_no: string('存证编号', 'Time-stamp no.', { searchable: true, max: 120, group: 'protection', applies_to: { notarised: ['true'] } }),
    review_cycle: string('复审周期', 'Review cycle', {
      required: true,
      default: '1y',
      max: 20,
      pattern: '^[1-9][0-9]?[dmy](,[1-9][0-9]?[dmy])*$',
      pattern_says: ['应如 1y 或 6m', 'must be written like 1y or 6m'],
      group: 'protection',
      help: ['d 日、m 月、y 年', 'd days, m months, y years'],
    }),
    last_review: date('上次复审日', 'Last reviewed', { searchable: true, past: true, group: 'protection', required_at: ['keep'] }),
    next_review: date('下次复审日', 'Next review', { computed: true, searchable: true, list: true, drives: 'docketing', group: 'protection' }),
    authorised_users: links('获授权知悉人', 'Authorised to read', {
      to: 'user_info',
      required: true,
      searchable: true,
      max: 200,
      default: 'me()',
      group: 'people',
      help: ['只有他们能打开秘点内容，每次打开均有记录', 'Only they open its points, and each opening is recorded'],
    }),
    holders: owners('权利人', 'Holder', ['protect']),
    makers: makers('贡献者', 'Contributor'),
    value: money('评估价值', 'Estimated value', { currency: 'value_currency', min: 0, group: 'manage' }),
    value_currency: string('币种', 'Currency', { default: 'CNY', max: 3, min: 3, upper: true, group: 'manage' }),
    patent_case_sid: link('转出专利', 'Resulting patent', { to: 'case', searchable: true, group: 'manage', required_at: ['patent'] }),
    note: text('说明', 'Note', { max: 2000, group: 'manage', help: ['不写秘密内容', 'Keep the secret out of it'] }),
    ...COMMON.manage,
  },
})

export type TradeSecret = Row<typeof tradeSecret>
