import { DOCUMENT_CLASSES, ORDINARY_CLASSES } from '../../documents/visibility.ts'
import { boolean, integer, links, option, options, string } from '../../kit/fields.ts'
import { defineModel, IS_SYSTEM, type Row } from '../../kit/model.ts'

export const role = defineModel({
  name: 'role',
  zh: '角色',
  en: 'Role',
  display: ['name'],
  scope: 'tenant',
  public_name: true,
  configuration: { key: [['code']] },
  system: { fixed: ['code', 'status', 'platform', 'valid'] },
  fields: {
    code: string('角色代码', 'Code', {
      required: true,
      unique: 'tenant',
      searchable: true,
      list: true,
      coded: 'form',
      max: 48,
      immutable: true,
      pattern: '^[A-Za-z][A-Za-z0-9_]*$',
      pattern_says: ['以字母开头，只含字母、数字和下划线', 'must start with a letter and contain only letters, digits and _'],
    }),
    name: string('角色名称', 'Name', { required: true, searchable: true, list: true, max: 50 }),
    name_en: string('英文名称', 'English name', { list: true, max: 50 }),
    description: string('说明', 'Description', { max: 255, list: true }),
    description_en: string('英文说明', 'English description', { max: 255, list: true }),
    status: option(
      '状态',
      'Status',
      { '1': ['启用', 'Active'], '0': ['停用', 'Inactive'] },
      { required: true, default: '1', searchable: true, list: true },
    ),
    user_num: integer('人数', 'People', { computed: true, unlogged: true, list: true, default: 0 }),
    weight: integer('权重', 'Weight', { default: 0, min: 0, max: 1000, list: true }),
    mask_id_no: boolean('证件号码脱敏', 'ID number masked', { default: false }),
    mask_mobile: boolean('手机号脱敏', 'Mobile number masked', { default: false }),
    second_factor: boolean('须两步验证', 'Second factor required', {
      default: false,
      help: [
        '以密码登录的人员须先设置两步验证，才能进行其他操作',
        'People who sign in with a password must set up a second factor before anything else',
      ],
    }),
    document_classes: options('可见文件类别', 'Classes of documents seen', {
      options: DOCUMENT_CLASSES,
      default: ORDINARY_CLASSES,
      help: ['所见案件的文件中可查看的类别；本人上传的文件总可查看', 'Classes of documents visible in visible cases; own uploads are always visible'],
    }),
    range_people_sids: links('人员范围：人员', 'Personnel range: people', {
      to: 'user_info',
      max: 500,
      help: [
        '数据范围为“人员范围”的权限：只及于这些人员各自的记录（负责、协办、创建、发明等）',
        'For permissions with the scope “Personnel range of the role”: the records of these people, which they own, assist, create or invent',
      ],
    }),
    range_department_sids: links('人员范围：部门', 'Personnel range: departments', {
      to: 'department',
      max: 100,
      help: ['这些部门（含下级）的人员也在人员范围之内', 'Whoever works in these departments, or those below them, is in the range, too'],
    }),
    platform: option(
      '平台',
      'Platform',
      { '1': ['企业端', 'Enterprise'], '2': ['代理端', 'Agency'] },
      { required: true, default: '1', searchable: true, list: true },
    ),
    is_system: IS_SYSTEM,
  },
})

export type Role = Row<typeof role>
