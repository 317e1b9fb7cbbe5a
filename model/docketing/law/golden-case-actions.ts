import { facts, defineAction } from '../../kit/action.ts'
import { integer } from '../../kit/fields.ts'

/** `actual`: the date or amount by the law; null: there is none, and `why` gives the reason. */
export type Checked = {
  sid: string
  number: string
  name: string
  name_en: string
  about: 'DEADLINE' | 'AMOUNT'
  /** The number of the rule, or the code of the fee. */
  code: string
  code_name: string
  code_name_en: string
  country: string
  passed: boolean
  expected: string
  actual: string | null
  why: { zh: string; en: string } | null
  source: string
}

export const runGoldenCases = defineAction({
  model: 'golden_case',
  name: 'run',
  zh: '用现行规则和价格运行全部验证案例',
  en: 'Run of every golden case against the law in force; nothing is saved',
  body: {},
  answer: {
    passed: integer('符合', 'Passed'),
    failed: integer('不符合', 'Failed'),
    cases: facts<Checked[]>('结果', 'Results', {
      type: 'array',
      items: { type: 'object', required: ['sid', 'number', 'name', 'code', 'passed', 'expected', 'actual'] },
    }),
  },
  permission: 'search',
})
