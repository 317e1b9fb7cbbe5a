import { type Options, option, rows, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** Facts that the HR system may change, with their names on screen. */
export const HR_FACTS = {
  userName: ['人事系统用户名', 'HR system user name'],
  externalId: ['人事系统标识', 'HR system ID'],
  name: ['名称', 'Name'],
  alias: ['别名', 'Alias'],
  job_title: ['职务', 'Job title'],
  email: ['邮箱', 'E-mail'],
  mobile: ['手机', 'Mobile'],
  job_number: ['工号', 'Job number'],
  department: ['部门', 'Department'],
  company: ['所属公司', 'Company'],
  manager: ['直属上级', 'Direct leader'],
  roles: ['角色', 'Roles'],
  active: ['账号', 'Account'],
} as const satisfies Options

export type HrFact = keyof typeof HR_FACTS

/** The field that stores the fact; its read permission covers the fact, too. */
export const FIELD_OF_FACT = {
  userName: 'sync_name',
  externalId: 'sync_id',
  name: 'name',
  alias: 'alias',
  job_title: 'job_title',
  email: 'email',
  mobile: 'mobile',
  job_number: 'job_number',
  department: 'department_sid',
  company: 'company_sid',
  manager: 'leader_sid',
  roles: 'role_sids',
  active: 'account_status',
} as const satisfies Record<HrFact, string>

/** Placeholder for a value that is not stored a second time. */
export const NOT_KEPT = '••••••'

/** One fact: before, and as the HR system sent it. */
const CHANGED = {
  fact: option('内容', 'Fact', HR_FACTS),
  old: string('原值', 'Before', { max: 400 }),
  came: string('新值', 'Received', { max: 400 }),
}

/** A change that the HR system asked for: the values before, the values received, and whether they were accepted. */
export const hr_change = defineModel({
  name: 'hr_change',
  zh: '人事同步记录',
  en: 'Change by the HR system',
  display: ['name'],
  no_log: true,
  hard_delete: true,
  refuses: READ_ONLY,
  indexes: [['created_at'], ['record_sid']],
  fields: {
    entity: string('对象', 'Entity', { searchable: true, list: true, max: 60, code_of: 'model' }),
    record_sid: string('记录', 'Record', { searchable: true, list: true, max: 36 }),
    name: string('名称', 'Name', { searchable: true, list: true, max: 255 }),
    action: option(
      '动作',
      'Action',
      { CREATE: ['新建', 'Created'], UPDATE: ['修改', 'Changed'], DELETE: ['移除', 'Removed'] },
      { searchable: true, list: true },
    ),
    result: option(
      '结果',
      'Result',
      { TAKEN: ['已采纳', 'Applied'], PARTLY: ['部分采纳', 'Partly applied'], REFUSED: ['已拒绝', 'Refused'] },
      { searchable: true, list: true },
    ),
    changes: rows('变更内容', 'Changes', CHANGED, { list: true }),
    reason: string('原因', 'Reason', { max: 1000, list: true }),
    reason_en: string('英文原因', 'Reason in English', { max: 1000, list: true }),
    token_name: string('令牌', 'Token', { searchable: true, list: true, max: 60 }),
    request_id: string('请求号', 'Request ID', { searchable: true, max: 100 }),
  },
})

export type HrChange = Row<typeof hr_change>
