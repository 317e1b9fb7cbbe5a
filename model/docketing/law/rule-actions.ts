import { boolean, date, integer, json, link } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'
import type { Broken, FeeShift, ImpactGroup, Shift, Worked } from '../rules/rule-trial.ts'

const CONTENT = json('规则内容', 'Content of the rule', { content: { type: 'object' } })
const FOLLOWS = boolean('作为新版本', 'As the next version', { default: false })
const rowsOf = (required: readonly string[]) => ({ type: 'array', items: { type: 'object', required } })

/** `open` counts the deadlines that this person may see, `looked` the computed ones: the earliest come first, up to a limit. */
const IMPACT = {
  open: integer('未完成的', 'Open'),
  looked: integer('已计算', 'Computed'),
  moved: integer('将变化', 'Would change'),
  fees: facts<FeeShift[]>('费用的变化', 'Changes of fees', rowsOf(['case_sid', 'key', 'name', 'what', 'amount_from', 'amount_to'])),
  groups: facts<ImpactGroup[]>('按局和案件类别', 'By office and kind of case', rowsOf(['country', 'case_kind', 'deadlines', 'fees'])),
  broken: facts<Broken[]>('不再符合的验证案例', 'Golden cases that would fail', rowsOf(['sid', 'number', 'name', 'expected', 'actual'])),
} as const

export const previewRule = defineAction({
  model: 'deadline_rule',
  name: 'preview',
  zh: '预览规则修改对未完成期限和费用的影响',
  en: 'Preview of a new or changed rule: its open deadlines and their fees, old and new; nothing is saved',
  body: { sid: link('规则', 'Rule', { to: 'deadline_rule' }), content: CONTENT, follows: FOLLOWS },
  answer: {
    ...IMPACT,
    deadlines: facts<Shift[]>('变化', 'Changes', rowsOf(['case_sid', 'key', 'name', 'what', 'from', 'to'])),
    added: integer('将新产生', 'Would be added'),
    fees_moved: integer('将变化的费用', 'Fees that would change'),
  },
  permission: 'update',
})

export const previewPrice = defineAction({
  model: 'fee_schedule',
  name: 'preview',
  zh: '预览价格修改对未缴费用的影响',
  en: 'Preview of a new or changed price: the unpaid fees with old and new amounts; nothing is saved',
  body: { sid: link('价格', 'Price', { to: 'fee_schedule' }), content: CONTENT, follows: FOLLOWS },
  answer: IMPACT,
  permission: 'update',
})

export const exampleOfRule = defineAction({
  model: 'deadline_rule',
  name: 'example',
  zh: '规则试算',
  en: 'Trial calculation of a rule for a date; nothing is saved',
  body: { content: CONTENT, date: date('日期', 'Date', { required: true }) },
  answer: {
    deadlines: facts<Worked[]>('期限', 'Deadlines', { type: 'array', items: { type: 'object', required: ['key', 'name', 'official_due', 'why'] } }),
  },
  permission: 'get',
})
