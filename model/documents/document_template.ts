import { attachment, link, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const TEMPLATE_BYTES = 5 << 20

/** A Word document with fields in braces, which are filled from a case. */
export const document_template = defineModel({
  name: 'document_template',
  zh: '文件模板',
  en: 'Document template',
  display: ['name'],
  scope: 'tenant',
  configuration: { key: [['name']] },
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, unique: 'tenant', max: 100 }),
    lang: option(
      '语言',
      'Language',
      { zh: ['中文', 'Chinese'], en: ['英文', 'English'] },
      { required: true, searchable: true, list: true, default: 'zh' },
    ),
    case_kind: string('案件类别', 'Kind of case', {
      code_of: 'kind',
      searchable: true,
      list: true,
      max: 40,
      help: ['留空则用于所有类别，只能用各类别共有的字段', 'Empty: for all kinds, with the fields that all kinds have'],
    }),
    country: string('国家/地区', 'Country/office', {
      code_of: 'office',
      max: 2,
      upper: true,
      searchable: true,
      list: true,
      pattern: '^[A-Z]{2}$',
      pattern_says: ['应为两位国家代码', 'must be a two-letter country code'],
    }),
    doc_type: link('生成的文件类型', 'Type of the document made', { to: 'document_type', searchable: true, list: true }),
    built_in: string('系统模板', 'Template of the product', {
      computed: true,
      max: 40,
      coded: true,
      exportable: false,
    }),
    file: attachment('模板文件', 'Template file', {
      help: [
        'Word 文件（.docx），字段写在花括号中；上传后代替系统模板',
        'A Word file (.docx) with fields in braces; it replaces the template of the product',
      ],
      extensions: ['docx'],
      max: 1,
      max_bytes: TEMPLATE_BYTES,
      document_class: 'V2',
    }),
    note: text('说明', 'Note', {}),
  },
})

export type DocumentTemplate = Row<typeof document_template>
