import { datetime, links, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { PLAN_FACTS } from './plan-facts.ts'

/** A scenario: the countries and routes by which a right would be extended. Its dates and costs are computed by the law of today whenever it is read. */
export const filing_plan = defineModel({
  name: 'filing_plan',
  zh: '布局方案',
  en: 'Filing plan',
  display: ['name'],
  hard_delete: true,
  own: {
    by: 'created_by',
    verbs: ['get', 'search', 'count', 'update', 'delete'],
    duty: { group: 'views', while: { share: ['COMPANY', 'ROLES', 'SYSTEM'] } },
  },
  natural_keys: { by: [['name']] },
  indexes: ['case_sid'],
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 60 }),
    note: text('说明', 'Note', { max: 2000 }),
    ...PLAN_FACTS,
    share: option(
      '谁可使用',
      'For whom',
      { OWN: ['仅自己', 'Only me'], COMPANY: ['本公司', 'My company'], ROLES: ['指定角色', 'Certain roles'], SYSTEM: ['全部用户', 'Everyone'] },
      { required: true, default: 'OWN', searchable: true, list: true },
    ),
    role_sids: links('角色', 'Roles', { to: 'role', max: 20 }),
    carried_out_at: datetime('转为案件', 'Carried out', { computed: true, searchable: true, list: true }),
    made_sids: links('由此新建的案件', 'Cases made', { to: 'case', max: 50, computed: true }),
  },
})

export type FilingPlan = Row<typeof filing_plan>
