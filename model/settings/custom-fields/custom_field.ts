import { boolean, integer, option, rows, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { PUBLISHING_FIELDS } from '../../kit/publishing.ts'
import { COLOUR } from '../layouts/colour.ts'
import { INPUT_TYPES } from './custom-field-inputs.ts'

const TEXTS = { data_type: ['STRING', 'TEXT'] }

export const custom_field = defineModel({
  name: 'custom_field',
  zh: '自定义字段',
  en: 'Custom field',
  display: ['name'],
  scope: 'tenant',
  uniques: [['entity', 'code']],
  configuration: { key: [['entity', 'code']], shapes: true },
  fields: {
    entity: string('对象', 'Entity', { required: true, immutable: true, searchable: true, list: true, max: 60, code_of: 'model' }),
    code: string('标识', 'Identifier', {
      required: true,
      immutable: true,
      searchable: true,
      list: true,
      max: 48,
      pattern: '^[A-Za-z][A-Za-z0-9_]{0,47}$',
      pattern_says: [
        '以字母开头，只含字母、数字和下划线，最多 48 位',
        'must start with a letter and contain only letters, digits and _, at most 48 characters',
      ],
    }),
    name: string('名称', 'Name', { required: true, list: true, max: 100 }),
    name_en: string('英文名称', 'English name', { max: 100, list: true }),
    data_type: option(
      '数据类型',
      'Data type',
      {
        STRING: ['短文本', 'String'],
        TEXT: ['长文本', 'Text'],
        INT: ['整数', 'Integer'],
        DECIMAL: ['小数', 'Decimal'],
        MONEY: ['金额', 'Money'],
        DATE: ['日期', 'Date'],
        DATETIME: ['时间', 'Date and time'],
        BOOLEAN: ['是/否', 'Yes/no'],
        OPTION: ['选项', 'Option'],
        REFERENCE: ['引用', 'Reference'],
        ATTACHMENT: ['附件', 'Attachment'],
      },
      { required: true, list: true, searchable: true },
    ),
    input_type: option('输入方式', 'Input type', INPUT_TYPES, { list: true }),
    multi: boolean('多值', 'Multiple values', { default: false }),
    min: integer('最小字数', 'Minimum length', { min: 1, applies_to: TEXTS }),
    max: integer('最大字数', 'Maximum length', { min: 1, max: 5000, applies_to: TEXTS }),
    options: rows(
      '选项',
      'Options',
      {
        code: string('代码', 'Code', { required: true, max: 48 }),
        label_zh: string('中文', 'Chinese', { required: true, max: 100 }),
        label_en: string('英文', 'English', { max: 100 }),
        valid: boolean('有效', 'Valid', { default: true }),
        colour: string('颜色', 'Colour', { ...COLOUR, max: 7 }),
      },
      {
        renamed_from: 'option_values',
        max: 500,
        applies_to: { data_type: ['OPTION'] },
        help: ['未选数据字典时必填', 'Required where no dictionary is chosen'],
      },
    ),
    dictionary: string('数据字典', 'Dictionary', {
      max: 48,
      code_of: 'dictionary.code',
      applies_to: { data_type: ['OPTION'] },
      help: ['选择后，选项由数据字典维护', 'Its options are then kept in the dictionary'],
    }),
    default: string('默认值', 'Default', { max: 255 }),
    to: string('引用对象', 'Refers to', {
      max: 60,
      code_of: 'model',
      applies_to: { data_type: ['REFERENCE'] },
      required_when: { data_type: ['REFERENCE'] },
    }),
    required: boolean('必填', 'Required', { default: false }),
    searchable: boolean('可检索', 'Searchable', { default: true }),
    importable: boolean('可导入', 'Importable', { default: true }),
    exportable: boolean('可导出', 'Exportable', { default: true }),
    approvable: boolean('可审批', 'Approvable', {
      default: false,
      help: ['审批节点可以开放此字段供审批人填写', 'A node of an approval may open the field to those asked'],
    }),
    process_variable: boolean('流程变量', 'Process variable', {
      default: false,
      help: ['审批流程的条件和参与人可以引用此字段', 'Conditions and participants of an approval process may refer to the field'],
    }),
    ...PUBLISHING_FIELDS,
  },
})

export type CustomField = Row<typeof custom_field>
