import { MAX_DERIVED } from '../cases/derive-actions.ts'
import { OFFICES } from '../cases/offices.ts'
import { date, integer, link, option, rows, string } from '../kit/fields.ts'

/** The most years of a plan. */
export const MAX_PLAN_YEARS = 20

/** The case of a plan from which the others come has this key. */
export const BASE = 'base'

/** The start of a plan, a case or the facts of one, and the cases derived from it. */
export const PLAN_FACTS = {
  case_sid: link('出发案件', 'Case', {
    to: 'case',
    searchable: true,
    list: true,
    help: ['为空则按下面的事实假定', 'Empty: supposed by the facts below'],
  }),
  case_kind: string('案件类别', 'Kind of case', { max: 40, code_of: 'kind' }),
  subtype: string('权利类型', 'Right', { max: 40 }),
  route: string('申请途径', 'Route', { max: 40 }),
  country: option('国家/地区', 'Country', OFFICES),
  filing_date: date('申请日', 'Filing date'),
  years: integer('计算年数', 'Years ahead', { min: 1, max: MAX_PLAN_YEARS, default: 5 }),
  facts: rows(
    '费用的计数',
    'What fees count',
    {
      field: string('案件字段', 'Field of the case', { required: true, max: 60 }),
      value: string('值', 'Value', { required: true, max: 40 }),
    },
    { max: 20 },
  ),
  legs: rows(
    '计划的案件',
    'Planned cases',
    {
      key: string('标识', 'Identifier', { required: true, max: 60, coded: true }),
      parent: string('由何案而来', 'Comes from', { required: true, max: 60, coded: true }),
      way: string('方式', 'Way', { required: true, max: 40, coded: true }),
      country: option('国家/地区', 'Country', OFFICES, { required: true }),
      on_day: date('计划日', 'Planned day'),
      granted_after: integer('授权或注册（月）', 'Granted or registered after (months)', { min: 0, max: 240 }),
    },
    { max: MAX_DERIVED },
  ),
} as const
