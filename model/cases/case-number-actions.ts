import { ABILITIES } from '../auth/roles/abilities.ts'
import { defineAction } from '../kit/action.ts'
import { link, option, string, type Options } from '../kit/fields.ts'
import type { CaseKind } from './case-kind.ts'

const RESET = option('流水号重置', 'Reset', { year: ['每年', 'Yearly'], month: ['每月', 'Monthly'], never: ['不重置', 'Never'] }, { default: 'year' })
const PATTERN = string('规则', 'Pattern', { max: 200 })
const PREFIX = string('前缀', 'Prefix', { max: 20 })
/** A numbering rule as a configuration pack carries it. */
export const RULE = { pattern: PATTERN, reset: RESET, prefix: PREFIX } as const
const COMPANY = link('公司', 'Company', { to: 'company' })

/** The actions on the numbering rules of one kind of case, and of its other numbered objects. */
export function caseNumberActionsOf({ name, model, numbering }: CaseKind) {
  const own: Options = { [name]: [model.zh, model.en] }
  const further = Object.entries(numbering?.further ?? {}).map(([code, { words }]) => [code, words] as const)
  const right = option('权利类型', 'Right', { ...own, ...Object.fromEntries(further) }, { default: name })
  const answer = { right, pattern: PATTERN, reset: RESET, prefix: PREFIX, example: string('示例', 'Example') }
  return {
    show: defineAction({
      model: name,
      name: 'case_no_rule',
      zh: '案号规则及示例',
      en: 'Case-number rule with an example',
      body: { right, company_sid: COMPANY },
      answer,
      permission: 'get',
    }),
    keep: defineAction({
      model: name,
      name: 'set_case_no_rule',
      zh: '修改案号规则：一个公司及其下级，或全部',
      en: 'Change the case-number rule of one company and its subsidiaries, or of all companies',
      body: { right, pattern: PATTERN, reset: RESET, prefix: PREFIX, company_sid: COMPANY },
      answer,
      permission: ABILITIES.case.set_case_no_rule,
    }),
  }
}

export type CaseNumberActions = ReturnType<typeof caseNumberActionsOf>
