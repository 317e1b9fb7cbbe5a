import { integer, link, links, money, option, options, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { MONEY_CURRENCIES } from '../currencies/currencies.ts'
import { LEVELS } from './budget-use.ts'
import { FEE_CLASSES } from '../fee-classes.ts'

/** The planned cost of rights in a year: of a company, a department, a kind of case, classes of fees, or single cases. */
export const budget = defineModel({
  name: 'budget',
  zh: '预算',
  en: 'Budget',
  display: ['year', 'name'],
  open_to_bi: true,
  bi_rows: { case_sids: [] }, // the name of one for single cases may tell of a closed one
  visibility: { department: ['department_sid'] },
  refuses: { transition: ['预算没有状态', 'Budgets have no states'] },
  uniques: [['company_sid', 'year', 'name']],
  natural_keys: { by: [['year', 'name']] },
  indexes: [['year', 'name']],
  groups: { budget: ['预算', 'Budget'], covers: ['范围', 'What it covers'] },
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 120, group: 'budget' }),
    year: integer('年度', 'Year', { required: true, searchable: true, list: true, min: 2000, max: 2200, group: 'budget' }),
    amount: money('预算金额', 'Amount', { required: true, list: true, currency: 'currency', min: 0, group: 'budget' }),
    currency: option('币种', 'Currency', MONEY_CURRENCIES, { required: true, default: 'CNY', list: true, group: 'budget' }),
    warn_pct: integer('预警比例 %', 'Warn from %', {
      required: true,
      min: 1,
      max: 100,
      default: 90,
      group: 'budget',
      help: ['已付与待付合计达到此比例时预警', 'A warning from this share on, of what is paid and still to be paid'],
    }),
    owner_sids: links('负责人', 'Owners', {
      to: 'user_info',
      max: 20,
      searchable: true,
      group: 'budget',
      responsibility: { group: 'budgets' },
      help: [
        '接近或超出预算时各通知一次；留空则通知创建人',
        'Told once when the budget is nearly used and once when it is exceeded; left empty, its author is',
      ],
    }),
    level: option('执行状态', 'State', LEVELS, {
      computed: true,
      searchable: true,
      list: true,
      group: 'budget',
      colours: { OK: 'green', WARN: 'orange', OVER: 'red' },
    }),
    told_level: option('已通知', 'Told of', LEVELS, { computed: true, exportable: false, group: 'budget' }),
    department_sid: link('部门（含下级）', 'Department, with those below', { to: 'department', searchable: true, list: true, group: 'covers' }),
    case_kind: string('案件类别', 'Kind of case', { searchable: true, list: true, max: 40, code_of: 'kind', group: 'covers' }),
    fee_classes: options('费用大类', 'Classes of fees', { options: FEE_CLASSES, searchable: true, list: true, group: 'covers' }),
    case_sids: links('案件（含合同、项目所涉权利）', 'Cases, with the rights of contracts', {
      to: 'case',
      max: 50,
      group: 'covers',
      help: ['留空则不限', 'Leave empty not to limit the cases'],
    }),
  },
})

export type Budget = Row<typeof budget>
