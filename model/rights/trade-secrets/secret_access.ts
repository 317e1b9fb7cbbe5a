import { datetime, link } from '../../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../../kit/model.ts'

/** Each access to a point of a trade secret, with person and time. */
export const secretAccess = defineModel({
  name: 'secret_access',
  zh: '秘密查阅记录',
  en: 'Access to a secret',
  display: ['opened_at'],
  no_log: true,
  refuses: READ_ONLY,
  visibility: { through: 'case_sid' },
  indexes: [['case_sid', 'opened_at']],
  fields: {
    case_sid: link('技术秘密', 'Trade secret', { to: 'case', computed: true, searchable: true, list: true }),
    point_sid: link('秘点', 'Point', { to: 'secret_point', computed: true, searchable: true, list: true }),
    person_sid: link('查阅人', 'Opened by', { to: 'user_info', computed: true, searchable: true, list: true }),
    opened_at: datetime('查阅时间', 'Opened at', { computed: true, searchable: true, list: true }),
  },
})

export type SecretAccess = Row<typeof secretAccess>
