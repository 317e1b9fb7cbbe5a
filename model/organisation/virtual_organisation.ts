import { date, link, links, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** People and departments of several companies who work together for some time. A role may show them each other's cases: scope VIRTUAL. */
export const virtual_organisation = defineModel({
  name: 'virtual_organisation',
  zh: '虚拟组织',
  en: 'Virtual organisation',
  display: ['name'],
  public_name: true,
  natural_keys: { by: [['name']] },
  fields: {
    name: string('名称', 'Name', { required: true, unique: 'tenant', searchable: true, list: true, max: 100 }),
    manager_sid: link('负责人', 'Manager', { to: 'user_info', searchable: true, list: true, responsibility: { group: 'organisations' } }),
    member_sids: links('成员', 'Members', { to: 'user_info', searchable: true, list: true, max: 500 }),
    department_sids: links('成员部门（含下级）', 'Member departments (with those below)', {
      to: 'department',
      searchable: true,
      list: true,
      max: 100,
    }),
    valid_from: date('有效期自', 'Valid from', { searchable: true, list: true }),
    valid_to: date('有效期至', 'Valid until', { searchable: true, list: true }),
    purpose: string('用途', 'Purpose', { max: 255, list: true }),
  },
})

export type VirtualOrganisation = Row<typeof virtual_organisation>
