import { audienceFields, givenToOthers } from '../kit/audience.ts'
import { datetime, links, string, text } from '../kit/fields.ts'
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
    responsibility: { group: 'views', while: givenToOthers },
  },
  natural_keys: { by: [['name']] },
  indexes: ['case_sid'],
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 60 }),
    note: text('说明', 'Note', { max: 2000 }),
    ...PLAN_FACTS,
    ...audienceFields,
    carried_out_at: datetime('转为案件', 'Carried out', { computed: true, searchable: true, list: true }),
    made_sids: links('由此新建的案件', 'Cases made', { to: 'case', max: 50, computed: true }),
  },
})

export type FilingPlan = Row<typeof filing_plan>
