import { integer, link, option, string, text } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** One point of a trade secret. Its content is stored encrypted; authorised people open it, and each access is recorded. */
export const secretPoint = defineModel({
  name: 'secret_point',
  zh: '秘点',
  en: 'Secret point',
  display: ['point_no', 'name'],
  visibility: { through: 'case_sid' },
  refuses: { import: ['秘点不能导入', 'Secret points are not imported'], transition: ['秘点没有状态', 'Secret points have no states'] },
  uniques: [['case_sid', 'point_no']],
  indexes: [['case_sid', 'point_no']],
  fields: {
    case_sid: link('技术秘密', 'Trade secret', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    point_no: integer('序号', 'No.', { required: true, min: 1, max: 999, searchable: true, list: true }),
    name: string('秘点名称', 'Name', { required: true, searchable: true, list: true, help: ['不写秘密内容', 'Keep the secret out of it'] }),
    content: text('秘密内容', 'Content', { max: 5000, secret: true }),
    carrier: option(
      '载体',
      'Carrier',
      { PAPER: ['纸质', 'Paper'], FILE: ['电子文件', 'File'], SAMPLE: ['样品实物', 'Sample'], SYSTEM: ['信息系统', 'Information system'] },
      { searchable: true, list: true },
    ),
    place: string('存放位置', 'Kept at', { searchable: true }),
  },
})

export type SecretPoint = Row<typeof secretPoint>
