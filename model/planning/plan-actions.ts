import { defineAction, facts, sidOf } from '../kit/action.ts'
import { askAudiences } from '../kit/audience.ts'
import { links, string } from '../kit/fields.ts'
import { CONFIRM } from '../kit/verbs.ts'
import { PLAN_FACTS } from './plan-facts.ts'
import type { PlanResult } from './plan-result.ts'

const RESULT = facts<PlanResult>('计算结果', 'Result', {
  type: 'object',
  required: ['as_of', 'until', 'kind', 'cases', 'priced', 'sums', 'quarters', 'whole'],
})

export const calculatePlan = defineAction({
  model: 'filing_plan',
  name: 'calculate',
  zh: '计算布局方案：各案的期限和费用，按案件所用的规则和官费标准',
  en: 'Calculate a filing plan: the dates and fees of each case, by the rules and prices of real cases',
  body: PLAN_FACTS,
  answer: RESULT,
  permission: 'search',
  also: { deadline: 'search' },
})

export const waysToSharePlan = askAudiences('filing_plan', ['布局方案可共享的范围', 'Scopes in which this person may share a filing plan'])

export const carryOutPlan = defineAction({
  model: 'filing_plan',
  name: 'carry_out',
  zh: '按布局方案新建案件并建立关联：全部新建，或都不新建',
  en: 'Create the cases of a filing plan with their relations, all or none',
  body: { sid: sidOf('filing_plan'), title: string('名称', 'Title', { max: 255 }), ...CONFIRM },
  answer: { cases: links('新建的案件', 'Cases created', { to: 'case' }) },
  permission: 'update',
  also: { related_case: 'create' },
  on: 'record',
})
