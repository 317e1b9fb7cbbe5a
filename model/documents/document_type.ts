import { option, options, string } from '../kit/fields.ts'
import { defineModel, IS_SYSTEM, type Row } from '../kit/model.ts'

/** The catalogue of document types: the kind of document, and by its code the deadlines that it starts and closes. */
export const document_type = defineModel({
  name: 'document_type',
  zh: '文件类型',
  en: 'Document type',
  display: ['name'],
  scope: 'tenant',
  public_name: true,
  configuration: { key: [['code']], changed: true },
  system: { fixed: ['code', 'office', 'direction'] },
  fields: {
    code: string('代码', 'Code', {
      required: true,
      unique: 'tenant',
      searchable: true,
      list: true,
      max: 40,
      upper: true,
      immutable: true,
      coded: 'editors',
    }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 255 }),
    name_en: string('英文名称', 'English name', { required: true, searchable: true, list: true, max: 255 }),
    office: string('局', 'Office', { searchable: true, list: true, max: 8 }),
    direction: option(
      '方向',
      'Direction',
      { IN: ['来文', 'In'], OUT: ['发文', 'Out'], INTERNAL: ['内部', 'Internal'] },
      { searchable: true, list: true },
    ),
    right_types: options('权利类型', 'Rights', { free: true, list: true }),
    transition: string('引起的状态变更', 'Transition caused', { max: 60, list: true, coded: 'editors' }),
    case_kind: string('案件类别', 'Kind of case', {
      code_of: 'kind',
      searchable: true,
      max: 40,
      help: ['状态变更所属的案件类别；空为规则未写类别时的那一类', 'Kind of case of the transition; empty: the default kind of rules that name none'],
    }),
    default_visibility: string('默认可见范围', 'Default visibility', { max: 2 }),
    is_system: IS_SYSTEM,
  },
})

export type DocumentType = Row<typeof document_type>
