import { date, integer, json } from '../kit/fields.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import type { Shift, Worked } from './rules/rule-trial.ts'

const CONTENT = json('规则内容', 'Content of the rule', { content: { type: 'object' } })

export const previewRule = defineAction({
  model: 'deadline_rule',
  name: 'preview',
  zh: '预览规则修改对未完成期限的影响',
  en: 'Preview of a changed rule: its open deadlines with old and new dates; nothing is saved',
  body: { sid: sidOf('deadline_rule'), content: CONTENT },
  answer: {
    open: integer('未完成期限', 'Open deadlines'),
    looked: integer('已计算', 'Computed'),
    moved: integer('将变化', 'Would move'),
    deadlines: facts<Shift[]>('变化', 'Changes', {
      type: 'array',
      items: { type: 'object', required: ['case_sid', 'key', 'name', 'what', 'from', 'to'] },
    }),
  },
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
