import { attachment, boolean, date, datetime, link, links, option, string, type Terms } from '../kit/fields.ts'
import { A_MOBILE } from '../kit/identity/mobile.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** Sign-in and HR systems enter people without it, and so were older records; a former employee need not have it. */
const askedOf = (more: Terms) => ({ required_when: { person_status: ['EMPLOYED'], ...more }, asked_of_new: true }) as const

/** A person of the enterprise, of an agency or from outside; the login account is `user`. */
export const user_info = defineModel({
  name: 'user_info',
  zh: '人员',
  en: 'Person',
  display: ['name'],
  disambiguate_by: { field: 'job_number' },
  public_name: true,
  natural_keys: {
    by: [
      ['name', 'email'],
      ['name', 'department_sid', 'agency_sid'],
      ['name', 'department_sid'],
    ],
    apart: ['job_number'],
  },
  listed_by: { number: 'job_number', only: { person_status: ['EMPLOYED'], person_type: ['INTERNAL', 'EXTERNAL'] } },
  company_of: 'department_sid',
  visibility: { self: ['sid'], department: ['department_sid', 'part_time_department_sids'], agency: ['agency_sid'] },
  fields: {
    name: string('姓名', 'Name', { required: true, searchable: true, list: true, max: 50 }),
    name_en: string('英文名', 'English name', { max: 100, searchable: true }),
    account: string('账号', 'Account', { computed: true, unlogged: true, searchable: true, max: 50 }),
    alias: string('别名', 'Alias', { max: 50 }),
    job_number: string('工号', 'Job number', { max: 40, unique: 'company', searchable: true, list: true }),
    email: string('邮箱', 'E-mail', {
      max: 120,
      lower: true,
      searchable: true,
      list: true,
      pattern: '^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$',
      pattern_says: ['格式不正确', 'must be an e-mail address'],
      ...askedOf({}),
    }),
    receive_mail: boolean('接收邮件', 'Receives mail', { default: true }),
    mobile: string('手机', 'Mobile', { searchable: true, masked: 'mobile', ...A_MOBILE }),
    person_type: option(
      '人员类型',
      'Person type',
      { INTERNAL: ['内部', 'Internal'], AGENCY: ['代理', 'Agency'], EXTERNAL: ['外部', 'External'] },
      { required: true, searchable: true, list: true, default: 'INTERNAL' },
    ),
    department_sid: link('部门', 'Department', {
      ...{ to: 'department', searchable: true, list: true, listed_there: true },
      ...askedOf({ person_type: ['INTERNAL'] }),
    }),
    part_time_department_sids: links('兼职部门', 'Part-time departments', {
      to: 'department',
      searchable: true,
      max: 20,
      help: ['数据范围“本部门”也包括兼职部门', 'The scope “Own department” includes these'],
    }),
    agency_sid: link('代理机构', 'Agency', { to: 'agency', searchable: true }),
    role_sids: links('角色', 'Roles', { to: 'role', searchable: true, list: true, max: 20, ...askedOf({}) }),
    job_title: string('职务', 'Job title', { max: 50, searchable: true }),
    gender: option('性别', 'Gender', { M: ['男', 'Male'], F: ['女', 'Female'] }, { searchable: true }),
    entry_date: date('入职日期', 'Entry date', { searchable: true }),
    id_type: option('证件类型', 'ID type', {
      ID_CARD: ['身份证', 'ID card'],
      PASSPORT: ['护照', 'Passport'],
      HOME_RETURN: ['港澳台通行证', 'Home return permit'],
    }),
    id_no: string('证件号码', 'ID number', { max: 20, plain: true, masked: 'id_no' }),
    person_status: option(
      '人员状态',
      'Person status',
      { EMPLOYED: ['在职', 'Employed'], RESIGNED: ['离职', 'Resigned'] },
      { required: true, searchable: true, list: true, default: 'EMPLOYED' },
    ),
    account_status: option(
      '账号状态',
      'Account status',
      {
        NOT_OPEN: ['未开通', 'Not opened'],
        OPEN: ['已开通', 'Open'],
        LOCKED: ['已锁定', 'Locked'],
        CLOSED: ['已关闭', 'Closed'],
        EXPIRED: ['已过期', 'Expired'],
      },
      { computed: true, unlogged: true, default: 'NOT_OPEN', searchable: true, list: true },
    ),
    leader_sid: link('直属上级', 'Direct leader', {
      to: 'user_info',
      searchable: true,
      later: true,
      responsibility: { group: 'people', while: { person_status: ['EMPLOYED'] } },
    }),
    default_applicant: link('默认申请人', 'Default applicant', { to: 'applicant' }),
    /** The identity of the person in the HR system, which maintains the person through SCIM. */
    sync_id: string('人事系统标识', 'HR system ID', { max: 200, unique: 'tenant', searchable: true }),
    sync_name: string('人事系统用户名', 'HR system user name', { max: 200, lower: true, unique: 'tenant', searchable: true }),
    sync_status: option(
      '人事同步',
      'HR synchronisation',
      { LINKED: ['同步中', 'Kept by the HR system'], REMOVED: ['人事系统已移除', 'Removed in the HR system'] },
      { computed: true, searchable: true },
    ),
    avatar: attachment('头像', 'Picture', { max: 1, extensions: ['png'], max_bytes: 204_800 }),
    last_login_at: datetime('最近登录', 'Last sign-in', { computed: true, unlogged: true }),
  },
})

export type UserInfo = Row<typeof user_info>
