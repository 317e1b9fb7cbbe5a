import { CaseNumberFault, DEFAULT_PATTERNS, formatCaseNo, parsePattern, type SequenceReset } from '../../../model/cases/numbering/case-number.ts'
import { recognise, type Kind } from '../../../model/cases/numbers/recognise.ts'
import { refuse } from '../../errors.ts'
import { accessOf, authorize } from '../../records/permission/permission.ts'
import { action } from '../../records/actions.ts'
import type { RowValues } from '../../records/hooks.ts'
import { modelNamed } from '../../records/registry.ts'
import { sidOf } from '../../records/write/values.ts'
import type { Part } from '../../records/modules.ts'
import { inTransaction, lockKey, type Context } from '../../records/context.ts'
import { caseRulesOf, readCaseRules, SETTING, type RightName } from './case-rule.ts'

export const caseRules: Part = {
  actions: [
    action('patent', 'case_no_rule', ({ ctx, body }) => showCaseRule(ctx, body)),
    action('patent', 'set_case_no_rule', ({ ctx, body }) => keepCaseRule(ctx, body)),
    action('patent', 'recognise', async ({ ctx, body }) => readNumber(ctx, body)),
  ],
}

/** POST patent/do/case_no_rule {right, company_sid}: the rule by which the company's next number is made, and how one looks. */
export async function showCaseRule(ctx: Context, body: RowValues) {
  authorize(ctx, modelNamed(ctx.tenant.models, 'patent'), 'get')
  const right = rightIn(body)
  const company = sidOf(body.company_sid) ?? ctx.actor.company_sid
  const rule = (await caseRulesOf(ctx, right, [company])).get(company) ?? refuse('not_found')
  const { pattern, reset, prefix } = rule
  return { right, pattern, reset, prefix, example: exampleOf(ctx, pattern, prefix) }
}

/** POST patent/do/set_case_no_rule {right, pattern, reset, prefix, company_sid}: for one company and those below it, or for all. */
export async function keepCaseRule(ctx: Context, body: RowValues) {
  const access = accessOf(ctx, modelNamed(ctx.tenant.models, 'patent'))
  if (!access.verbs.has('*') && !ctx.actor.roles.includes('system_admin'))
    refuse('forbidden', { what_zh: '修改案号规则（仅系统管理员）', what_en: 'change case-number rules (system administrators only)' })
  const right = rightIn(body)
  const company = body.company_sid ? (sidOf(body.company_sid) ?? refuse('bad_sid', { value: String(body.company_sid).slice(0, 60) })) : '*'
  const reset = resetIn(body)
  const [pattern, prefix] = [String(body.pattern ?? '').slice(0, 200), String(body.prefix ?? '').slice(0, 20)]
  if (!/^[A-Za-z0-9._-]*$/.test(prefix))
    refuse('rule', { summary_zh: '前缀只能含字母、数字和 . _ -', summary_en: 'A prefix takes letters, digits and . _ - only' })
  const example = exampleOf(ctx, pattern, prefix, reset)
  await inTransaction(ctx, async (tx) => {
    await lockKey(tx, SETTING)
    const rules = await readCaseRules(tx)
    const value = JSON.stringify({ ...rules, [company]: { ...rules[company], [right]: { pattern, reset, prefix } } })
    await tx.db
      .insertInto('setting')
      .values({ key: SETTING, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date().toISOString() }))
      .execute()
  })
  ctx.tenant.totals.touch(SETTING)
  return { right, pattern, reset, prefix, example }
}

function rightIn(body: RowValues): RightName {
  const right = String(body.right ?? 'patent')
  return Object.hasOwn(DEFAULT_PATTERNS, right) ? (right as RightName) : refuse('unknown_key', { key: right.slice(0, 40) }) // a key of the table, as just asked
}

function resetIn(body: RowValues): SequenceReset {
  const { reset = 'year' } = body
  if (reset === 'year' || reset === 'month' || reset === 'never') return reset
  return refuse('bad_request', { why_zh: 'reset 只能是 year、month 或 never', why_en: 'reset is year, month or never' })
}

/** What is wrong with a pattern is said in its own words. */
function exampleOf({ today }: Context, pattern: string, prefix: string, reset?: SequenceReset): string {
  try {
    parsePattern(pattern, reset)
    return formatCaseNo(pattern, { date: today, country: 'CN', type: 'I', dept: 'RD', class: '9', prefix }, 1)
  } catch (error) {
    if (error instanceof CaseNumberFault) refuse('rule', { summary_zh: error.zh, summary_en: error.en })
    throw error
  }
}

const KINDS: readonly Kind[] = ['application', 'publication', 'grant', 'patent']

/** POST patent/do/recognise {text, country, kind}: how a number is read, with its faults and warnings, while it is typed. */
export function readNumber(ctx: Context, body: RowValues) {
  authorize(ctx, modelNamed(ctx.tenant.models, 'patent'), 'get')
  const kind = KINDS.find((one) => one === body.kind)
  const office = typeof body.country === 'string' && /^[A-Z]{2}$/.test(body.country) ? body.country : undefined
  const text = String(body.text ?? '').slice(0, 100)
  return { readings: text.trim() === '' ? [] : recognise(text, { ...(office && { office }), ...(kind && { kind }) }).slice(0, 5) }
}
