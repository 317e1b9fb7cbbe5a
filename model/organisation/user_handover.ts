import { boolean, integer, json, link, option, rows } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'
import { HANDED_OVER } from './handed-over.ts'

/** One group to one recipient; `kept` are the records that the recipient may not see, which stay with the person. */
export const HANDED_PART = {
  group: option('事项', 'Group', HANDED_OVER),
  to_user: link('接收人', 'To', { to: 'user_info' }),
  count: integer('已交接', 'Handed over'),
  kept: integer('未交接（接收人无权查看）', 'Not handed over (the recipient may not see them)'),
}

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
    parts: rows('交接明细', 'Parts', HANDED_PART),
    resigned: boolean('同时离职', 'Resigned', { default: false, searchable: true, list: true }),
    items: json('交接项', 'Items', { coded: true }),
  },
})

export type UserHandover = Row<typeof user_handover>
