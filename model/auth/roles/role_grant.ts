import { ABILITY_WORDS } from './abilities.ts'
import { boolean, integer, link, type Options, option, options, string, text } from '../../kit/fields.ts'
import { defineModel, IS_SYSTEM, type Row } from '../../kit/model.ts'

/** From one's own records to those of all companies, in ascending order; only VIRTUAL and PEOPLE lie across companies. */
export const SCOPES = {
  SELF: ['本人', 'Own'],
  DEPT: ['本部门', 'Own department'],
  DEPT_SUB: ['本部门及下级', 'Own department and below'],
  AGENCY: ['本代理机构', 'Own agency'],
  COMPANY: ['本公司', 'Own company'],
  COMPANY_SUB: ['本公司及下级', 'Own company and below'],
  VIRTUAL: ['所在虚拟组织', 'Own virtual organisations'],
  PEOPLE: ['人员范围', 'Personnel range of the role'],
  ALL: ['全部', 'All'],
} as const satisfies Options

/** The verbs, rows and fields of one model that one role may use; '*' stands for every model without a grant of its own. */
export const role_grant = defineModel({
  name: 'role_grant',
  zh: '角色权限',
  en: 'Role permission',
  display: ['entity'],
  scope: 'tenant',
  system: { fixed: '*' },
  uniques: [['role_sid', 'entity']],
  configuration: { key: [['role_sid', 'entity']] },
  fields: {
    role_sid: link('角色', 'Role', { to: 'role', required: true, searchable: true, list: true, immutable: true }),
    entity: string('对象', 'Entity', { required: true, searchable: true, list: true, max: 60, immutable: true, code_of: 'model' }),
    verbs: options('操作', 'Verbs', {
      list: true,
      options: {
        '*': ['全部', 'All'],
        get: ['查看', 'View'],
        search: ['查询', 'Search'],
        count: ['计数', 'Count'],
        create: ['新建', 'Create'],
        update: ['修改', 'Change'],
        delete: ['删除', 'Delete'],
        transition: ['变更状态', 'Change state'],
        import: ['导入', 'Import'],
        export: ['导出', 'Export'],
        ...ABILITY_WORDS,
      },
    }),
    denies: boolean('拒绝', 'Denies', {
      default: false,
      searchable: true,
      list: true,
      help: [
        '收回所选操作：此人的其他角色即使授予，在此范围内也无权；收回查看即收回全部操作',
        'Takes the chosen verbs away: within the scope the person has none of them, whatever their other roles give. To take viewing away is to take everything away',
      ],
    }),
    data_scope: option(
      '数据范围',
      'Data scope',
      { ...SCOPES, CUSTOM: ['自定义', 'By query'] },
      { required: true, default: 'SELF', list: true, searchable: true },
    ),
    query: text('数据范围条件', 'Scope query', { max: 3000 }),
    change_scope: option('修改范围', 'Scope for changes', SCOPES, {
      help: ['只能在数据范围之内修改哪些记录；空即与数据范围相同', 'Which of the records within the data scope may be changed; empty is all of them'],
    }),
    delete_scope: option('删除范围', 'Scope for deleting', SCOPES, {
      help: [
        '只能在数据范围之内删除哪些记录；空即与修改范围相同',
        'Which of the records within the data scope may be deleted; empty is those that may be changed',
      ],
    }),
    within_company: link('限于公司', 'Within the company', {
      to: 'company',
      help: ['只限此公司及下级公司的记录', 'Only records of this company and those below it'],
    }),
    export_max: integer('导出行数上限', 'Most rows in an export', { min: 1 }),
    hidden_fields: options('隐藏字段', 'Hidden fields', { free: true, fields_of: 'entity' }),
    read_only_fields: options('只读字段', 'Read-only fields', { free: true, fields_of: 'entity' }),
    is_system: IS_SYSTEM,
  },
})

export type RoleGrant = Row<typeof role_grant>
