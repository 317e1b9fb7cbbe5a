import { OFFICES } from '../cases/offices.ts'
import { boolean, integer, json, link, links, option, rows, text } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'
import { HANDED_OVER } from './handed-over.ts'

/** The share of a group for one recipient: items on the cases of this company, department and office that meet the query. */
export const SHARED_BY = {
  company_sid: link('公司', 'Company', { to: 'company', optional: true }),
  department_sid: link('部门', 'Department', { to: 'department', optional: true }),
  country: option('国家/地区', 'Country/office', OFFICES, { optional: true }),
  iql: text('查询语句', 'Query', { max: 3000, optional: true }),
}

/** One group, or a share of it, to one recipient; `kept` stays with the person: the recipient may not see it, or it is changed by hand. */
export const HANDED_PART = {
  group: option('事项', 'Group', HANDED_OVER),
  to_user: link('接收人', 'To', { to: 'user_info' }),
  count: integer('已交接', 'Handed over'),
  kept: integer('未交接（接收人无权查看，或须手工修改）', 'Not handed over (the recipient may not see them, or they are changed by hand)'),
  ...SHARED_BY,
  listed: integer('所列案件数', 'Cases listed', { optional: true }),
  overlapping: integer('已归前面各份', 'In an earlier share', { optional: true }),
}

/** The items of a group that no recipient takes. */
export const UNASSIGNED = {
  group: option('事项', 'Group', HANDED_OVER),
  count: integer('数量', 'Count'),
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
    /** Empty when several people receive; `to_users` has them all, also of earlier handovers, and is the filter. */
    to_user: link('唯一接收人', 'Only recipient', { to: 'user_info', coded: true }),
    to_users: links('接收人', 'Recipients', { to: 'user_info', searchable: true, list: true }),
    kind: option(
      '类型',
      'Kind',
      { HANDOVER: ['交接', 'Handover'], REACTIVATION: ['恢复在职', 'Reactivation'] },
      { required: true, default: 'HANDOVER', searchable: true, list: true },
    ),
    parts: rows('交接明细', 'Parts', HANDED_PART),
    unassigned: rows('无人接收', 'Given to nobody', UNASSIGNED),
    resigned: boolean('同时离职', 'Resigned', { default: false, searchable: true, list: true }),
    items: json('交接项', 'Items', { coded: true }),
  },
})

export type UserHandover = Row<typeof user_handover>
