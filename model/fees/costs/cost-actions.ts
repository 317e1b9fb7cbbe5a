import { XLSX } from '../../documents/media-types.ts'
import { boolean, date, integer, option, string, text } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import type { CostSum } from './add-costs.ts'
import { COST_KEYS } from './cost-keys.ts'
import { MONEY_CURRENCIES } from '../currencies/currencies.ts'

/** The most groups that are listed; the total includes all groups. */
export const MAX_COSTS = 100

/** `key` is null for costs without one. The queries find the fees and bills behind the figures; there is none if the cases are too many to name. */
export type CostRow = CostSum & { key: string | null; name: string; fees_iql: string | null; bills_iql: string | null }

const SUM = { type: 'object', required: ['spent', 'planned', 'total'] }

export const sumCosts = defineAction({
  model: 'fee',
  name: 'costs',
  zh: '费用支出：按案件、同族、项目、部门、产品等合计已付和待付的费用与账单，折算为本位币',
  en: 'Costs: paid and owed fees and bills by case, family, project, department, product and more, in the currency of the company',
  body: {
    by: option('合计依据', 'By', COST_KEYS, { required: true }),
    first: option(
      '排序',
      'Largest first',
      { SPENT: ['已付多的在前', 'Most spent first'], PLANNED: ['待付多的在前', 'Most to be paid first'] },
      { default: 'SPENT' },
    ),
    from: date('起始日', 'From'),
    until: date('截止日', 'Until'),
    iql: text('案件的查询语句', 'Query of cases', { max: 100_000 }),
    of: option('仅限于', 'Only of', COST_KEYS),
    of_key: string('仅限于（编号或名称）', 'Only of (ID or name)', { max: 255 }),
  },
  answer: {
    currency: option('币种', 'Currency', MONEY_CURRENCIES),
    record: facts<CostRow[]>('合计', 'Sums', { type: 'array', items: { ...SUM, required: ['key', 'name', ...SUM.required] } }),
    total: facts<CostSum>('总计', 'Total', SUM),
    of_name: string('仅限于', 'Only of', { nullable: true }),
    most: integer('最多列出', 'At most listed'),
    is_cut: boolean('未列全', 'Not all are listed'),
    has_bills: boolean('含账单', 'Bills are included'),
  },
  permission: 'count',
  also: { case: 'search' },
})

export const costFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/fee/do/costs_file',
  tag: 'fee',
  zh: '费用支出的表格：各组合计、所用汇率，以及其中的每笔费用和账单',
  en: 'Costs as a spreadsheet: the sums of the groups, the rates used, and each fee and bill behind them',
  query: sumCosts.body,
  answer: { file: XLSX, leaves: 'EXPORTED' },
  permission: 'export',
  of: 'fee',
  also: { case: 'search' },
})
