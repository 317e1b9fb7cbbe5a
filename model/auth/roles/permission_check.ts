import { datetime, link, option, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

const when = (by: string, value: string) => ({ applies_to: { [by]: [value] }, required_when: { [by]: [value] } })

/** A question about permissions with the answer that an administrator expects. It is asked again after each change of permissions. */
export const permission_check = defineModel({
  name: 'permission_check',
  zh: '权限检查',
  en: 'Permission check',
  display: ['name'],
  visibility: { through: 'case_sid', self: ['owner_sid'] },
  refuses: { import: ['权限检查不能导入', 'Permission checks cannot be imported'] },
  indexes: [['result']],
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 100 }),
    subject: option(
      '谁',
      'Who',
      {
        PERSON: ['某人', 'A person'],
        ROLE: ['某角色的人员', 'Everybody with a role'],
        DEPARTMENT: ['某部门及下级的人员', 'Everybody of a department and below'],
      },
      { required: true, default: 'PERSON', searchable: true, list: true },
    ),
    person_sid: link('人员', 'Person', { to: 'user_info', searchable: true, ...when('subject', 'PERSON') }),
    role_sid: link('角色', 'Role', { to: 'role', searchable: true, ...when('subject', 'ROLE') }),
    department_sid: link('部门', 'Department', { to: 'department', searchable: true, ...when('subject', 'DEPARTMENT') }),
    expected: option(
      '应当',
      'Expected',
      { MAY: ['可以', 'May'], MAY_NOT: ['不可以', 'May not'] },
      { required: true, default: 'MAY_NOT', searchable: true, list: true },
    ),
    verb: option(
      '操作',
      'Verb',
      {
        get: ['查看', 'View'],
        create: ['新建', 'Create'],
        update: ['修改', 'Change'],
        delete: ['删除', 'Delete'],
        transition: ['变更状态', 'Change state'],
        import: ['导入', 'Import'],
        export: ['导出', 'Export'],
      },
      { required: true, default: 'get', searchable: true, list: true },
    ),
    about: option(
      '何种数据',
      'Which data',
      { CASE: ['某案件', 'One case'], MODEL: ['某类数据', 'A kind of data'] },
      { required: true, default: 'CASE', searchable: true },
    ),
    case_sid: link('案件', 'Case', { to: 'case', searchable: true, list: true, ...when('about', 'CASE') }),
    entity: string('对象', 'Entity', { searchable: true, list: true, max: 60, code_of: 'model', ...when('about', 'MODEL') }),
    owner_sid: link('负责人', 'Owner', {
      to: 'user_info',
      required: true,
      default: 'me()',
      searchable: true,
      list: true,
      responsibility: { group: 'checks' },
      help: [
        '检查以负责人的权限进行；不再符合时通知负责人',
        'The check is made with the permissions of this person, who is notified when it no longer holds',
      ],
    }),
    result: option(
      '结果',
      'Result',
      {
        NEW: ['未检查', 'Not checked yet'],
        HOLDS: ['符合', 'Holds'],
        FAILS: ['不符合', 'Does not hold'],
        UNKNOWN: ['无法检查', 'Cannot be checked'],
      },
      { computed: true, default: 'NEW', searchable: true, list: true },
    ),
    finding: text('原因', 'Reason', { computed: true, max: 3000 }),
    finding_en: text('原因（英文）', 'Reason (English)', { computed: true, max: 3000 }),
    checked_at: datetime('检查时间', 'Checked at', { computed: true, searchable: true, list: true }),
  },
})

export type PermissionCheck = Row<typeof permission_check>
