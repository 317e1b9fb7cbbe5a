import { XLSX } from '../../documents/media-types.ts'
import { integer } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import type { Conversion } from '../currencies/convert.ts'
import type { Use } from './budget-use.ts'

/** A line of a bill that names no fee of its own, such as the service of an agency. */
export type BilledLine = {
  invoice_sid: string
  invoice_no: string
  description: string
  currency: string
  amount: string
  day: string
  paid: boolean
}

/** `paid_iql` and `planned_iql` are the fees behind the figures; `bills` the lines of bills. */
export type BudgetUse = Use & {
  sid: string
  name: string
  covers: string
  currency: string
  amount: string
  paid: Conversion
  planned: Conversion
  paid_iql: string
  planned_iql: string
  bills: readonly BilledLine[]
}

const YEAR = integer('年度', 'Year', { required: true, min: 2000, max: 2200 })

export const useOfBudgets = defineAction({
  model: 'budget',
  name: 'use',
  zh: '某年各预算的执行：已付的费用和账单、待付的费用和账单，按所用汇率折算，并说明是否超出',
  en: 'The budgets of a year: paid fees and bills, those still to be paid, converted with the rates used, and whether the budget is exceeded',
  body: { year: YEAR },
  answer: {
    year: integer('年度', 'Year'),
    record: facts<BudgetUse[]>('预算', 'Budgets', {
      type: 'array',
      items: { type: 'object', required: ['sid', 'name', 'currency', 'amount', 'paid', 'planned', 'spent', 'left', 'level'] },
    }),
  },
  permission: 'search',
  also: { fee: 'count', invoice: 'search' },
})

export const budgetFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/budget/do/use_file/:year',
  tag: 'budget',
  zh: '某年预算执行的表格',
  en: 'The budgets of a year with what is spent, as a spreadsheet',
  path: { year: YEAR },
  answer: { file: XLSX, leaves: 'EXPORTED' },
  permission: 'export',
  of: 'budget',
  also: { fee: 'count', invoice: 'search' },
})
