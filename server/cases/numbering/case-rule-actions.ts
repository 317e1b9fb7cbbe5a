import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { type CaseNumberActions, caseNumberActionsOf, RULE } from '../../../model/cases/case-number-actions.ts'
import { CaseNumberFault, exampleOf, type SequenceReset } from '../../../model/cases/numbering/case-number.ts'
import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { refuse } from '../../errors.ts'
import type { Model } from '../../../model/kit/model.ts'
import { type Call, perform, readFields } from '../../records/actions.ts'
import type { Part } from '../../records/modules.ts'
import { authorizeForAll } from '../../records/permission/for-all.ts'
import { keepSetting } from '../../records/settings/settings.ts'
import { refuseUnlessObject } from '../../records/write/create.ts'
import { inTransaction, later, lockKey, type Context, type Action } from '../../records/context.ts'
import { type CaseRule, type CaseRules, caseRulesOf, readCaseRules, SETTING } from './case-rule.ts'

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
  return { right, pattern, reset, prefix, example: shownExample(ctx, pattern, prefix) }
}

/** Sets it for one company and those below it, or for all. */
async function keep({ ctx, model, body }: Call<CaseNumberActions['keep']>) {
  authorizeForAll(ctx, model, ABILITIES.case.set_case_no_rule, body.company_sid)
  const { right, reset, company_sid: company = '*', pattern = '', prefix = '' } = body
  refuseBadPrefix(prefix)
  const example = shownExample(ctx, pattern, prefix, reset)
  await inTransaction(ctx, (tx) => setRules(tx, company, { [right]: { pattern, reset, prefix } }))
  return { right, pattern, reset, prefix, example }
}

async function setRules(ctx: Context, company: string, own: CaseRules[string]) {
  await lockKey(ctx, SETTING)
  const rules = await readCaseRules(ctx)
  await keepSetting(ctx, SETTING, { ...rules, [company]: { ...rules[company], ...own } })
  later(ctx, ({ totals }) => totals.touch(SETTING))
}

/** The rules of a company, by kind of case or of another numbered object. */
export const packedCaseRules: Part = {
  configuration: {
    settings: [
      {
        code: 'case_numbers',
        words: ['编号规则', 'Numbering rules'],
        async read(ctx, company) {
          const rules = await readCaseRules(ctx)
          const own = Object.entries({ ...rules['*'], ...(company && rules[company]) })
          return Object.fromEntries(own.flatMap(([right, rule]) => (rule ? [[right, rule]] : [])))
        },
        async write(ctx, company, values) {
          for (const right of Object.keys(values)) authorizeForAll(ctx, kindOf(ctx, right), ABILITIES.case.set_case_no_rule, company ?? undefined)
          const own = Object.entries(values).map(([right, rule]) => [right, rule === null ? undefined : ruleIn(ctx, rule)] as const)
          await setRules(ctx, company ?? '*', Object.fromEntries(own))
        },
      },
    ],
  },
}

function kindOf({ tenant }: Context, right: string): Model {
  const { kinds } = tenant.models
  const kind = kinds.get(right) ?? kinds.values().find(({ numbering }) => numbering?.further && Object.hasOwn(numbering.further, right))
  return kind?.model ?? refuse('unknown_key', { key: right.slice(0, 60) })
}

function ruleIn(ctx: Context, given: unknown): Partial<CaseRule> {
  refuseUnlessObject(given)
  const { pattern = '', reset, prefix = '' } = readFields(ctx, RULE, given) as Partial<CaseRule> // by the declared fields
  refuseBadPrefix(prefix)
  shownExample(ctx, pattern, prefix, reset)
  return { pattern, prefix, ...(reset && { reset }) }
}

function refuseBadPrefix(prefix: string) {
  if (!/^[A-Za-z0-9._-]*$/.test(prefix))
    refuse('rule', { summary_zh: '前缀只能含字母、数字和 . _ -', summary_en: 'The prefix must contain only letters, digits and . _ -' })
}

/** A fault of a pattern has its own words. */
function shownExample({ today }: Context, pattern: string, prefix: string, reset?: SequenceReset): string {
  try {
    return exampleOf({ pattern, prefix, ...(reset && { reset }) }, today)
  } catch (error) {
    if (error instanceof CaseNumberFault) refuse('rule', { summary_zh: error.zh, summary_en: error.en })
    throw error
  }
}
