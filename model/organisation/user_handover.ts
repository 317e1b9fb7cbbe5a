import { json, link, option } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** Responsibilities that a person handed over to a colleague, with the date. */
export const user_handover = defineModel({
  name: 'user_handover',
  zh: '工作交接',
  en: 'Handover',
  display: ['from_user'],
  hard_delete: true,
  refuses: READ_ONLY,
  fields: {
    from_user: link('交出人', 'From', { to: 'user_info', required: true, searchable: true, list: true }),
    to_user: link('接收人', 'To', { to: 'user_info', searchable: true, list: true }),
    kind: option(
      '类型',
      'Kind',
      { HANDOVER: ['交接', 'Handover'], REACTIVATION: ['恢复在职', 'Reactivation'] },
      { required: true, default: 'HANDOVER', searchable: true, list: true },
    ),
    items: json('交接项', 'Items', { list: true }),
  },
})

export type UserHandover = Row<typeof user_handover>
