import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { type CaseNumberActions, caseNumberActionsOf } from '../../../model/cases/case-number-actions.ts'
import { CaseNumberFault, formatCaseNo, parsePattern, type SequenceReset } from '../../../model/cases/numbering/case-number.ts'
import { ABILITIES } from '../../../model/auth/abilities.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import { authorizeForAll } from '../../records/permission/for-all.ts'
import { keepSetting } from '../../records/settings.ts'
import { inTransaction, lockKey, type Context, type Action } from '../../records/context.ts'
import { caseRulesOf, readCaseRules, SETTING } from './case-rule.ts'

export function caseRuleActions(kind: CaseKind): readonly Action[] {
  const declared = caseNumberActionsOf(kind)
  return [...perform(declared.show, show), ...perform(declared.keep, keep)]
}

/** The rule of the company's next number, with an example. */
async function show({ ctx, body }: Call<CaseNumberActions['show']>) {
  const { right } = body
  const company = body.company_sid ?? ctx.actor.company_sid
  const rule = (await caseRulesOf(ctx, right, [company])).get(company) ?? refuse('not_found')
  const { pattern, reset, prefix } = rule
  return { right, pattern, reset, prefix, example: exampleOf(ctx, pattern, prefix) }
}

/** Sets it for one company and those below it, or for all. */
async function keep({ ctx, model, body }: Call<CaseNumberActions['keep']>) {
  authorizeForAll(ctx, model, ABILITIES.case.set_case_no_rule, body.company_sid)
  const { right, reset, company_sid: company = '*', pattern = '', prefix = '' } = body
  if (!/^[A-Za-z0-9._-]*$/.test(prefix))
    refuse('rule', { summary_zh: '前缀只能含字母、数字和 . _ -', summary_en: 'The prefix must contain only letters, digits and . _ -' })
  const example = exampleOf(ctx, pattern, prefix, reset)
  await inTransaction(ctx, async (tx) => {
    await lockKey(tx, SETTING)
    const rules = await readCaseRules(tx)
    await keepSetting(tx, SETTING, { ...rules, [company]: { ...rules[company], [right]: { pattern, reset, prefix } } })
  })
  ctx.tenant.totals.touch(SETTING)
  return { right, pattern, reset, prefix, example }
}

/** A fault of a pattern has its own words. */
function exampleOf({ today }: Context, pattern: string, prefix: string, reset?: SequenceReset): string {
  try {
    parsePattern(pattern, reset)
    return formatCaseNo(pattern, { date: today, country: 'CN', type: 'I', dept: 'RD', class: '9', prefix }, 1)
  } catch (error) {
    if (error instanceof CaseNumberFault) refuse('rule', { summary_zh: error.zh, summary_en: error.en })
    throw error
  }
}
