import { defineAction, facts, sidOf } from '../../kit/action.ts'
import { string } from '../../kit/fields.ts'
import type { FeeRow } from '../../fees/schedule/schedule.ts'
import type { Rule } from '../rules/rule.ts'

const REASON = string('修改理由', 'Reason for the change', { max: 500 })

/** `content` gives the first day: the preceding version ends on the day before. Both are written, or neither. */
export const newRuleVersion = defineAction({
  model: 'deadline_rule',
  name: 'new_version',
  zh: '新版本：原版本在其生效前一日终止',
  en: 'New version of a rule; the previous version ends on the day before',
  body: { sid: sidOf('deadline_rule'), content: facts<Rule>('规则内容', 'Content of the rule', { type: 'object' }), reason: REASON },
  answer: { record: 'deadline_rule' },
  permission: 'create',
  also: { deadline_rule: 'update' },
  transaction: true,
  on: 'record',
})

export const newPriceVersion = defineAction({
  model: 'fee_schedule',
  name: 'new_version',
  zh: '新价格：原价格在其生效前一日终止',
  en: 'New price of a fee; the previous price ends on the day before',
  body: { sid: sidOf('fee_schedule'), content: facts<FeeRow>('价格内容', 'Content of the price', { type: 'object' }), reason: REASON },
  answer: { record: 'fee_schedule' },
  permission: 'create',
  also: { fee_schedule: 'update' },
  transaction: true,
  on: 'record',
})
