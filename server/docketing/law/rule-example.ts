import { exampleOf, codesIn } from '../../../model/docketing/rules/example.ts'
import { explain } from '../../../model/docketing/wording/explain.ts'
import { faultsOf } from '../../../model/docketing/rules/law-pack.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { exampleOfRule } from '../../../model/docketing/law/rule-actions.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Part } from '../../records/modules.ts'
import type { Context } from '../../records/context.ts'
import { soundLaw } from './law.ts'
import { withCaseKind } from './rule-kind.ts'
import { refuseFaultsOf } from './rule-faults.ts'

export const ruleExample: Part = {
  actions: perform(exampleOfRule, example),
}

/** Applies the rule to that day, on an example case. Computed; nothing is written. */
async function example({ ctx, body: { content: given, date } }: Call<typeof exampleOfRule>) {
  const content = withCaseKind(ctx, given)
  const { law } = await soundLaw(ctx)
  const others = law.rules.filter(({ id }) => id !== (content as Partial<Rule> | undefined)?.id) // checked in the next line
  const faults = faultsOf({ rules: [...others, content], services: law.services, calendars: [] })
  if (faults.length > 0) refuseFaultsOf(faults)
  const rule = content as Rule // just checked
  const names = await namesOf(ctx, codesIn(rule, law))
  const made = rule.grace_of
    ? []
    : exampleOf(rule, law, date, { kind: ctx.tenant.declared.kinds.get(rule.case_kind ?? ''), named: (code) => names.get(code) })
  return {
    deadlines: made.map(({ key, name, raw_due, official_due, internal_due, grace_end, window_from, provisional, explanation }) => ({
      key,
      name: name.zh,
      name_en: name.en,
      raw_due,
      official_due,
      internal_due,
      grace_end: grace_end ?? null,
      window_from: window_from ?? null,
      provisional,
      why: explain(explanation, ctx.lang),
    })),
  }
}

async function namesOf({ db }: Context, codes: readonly string[]) {
  if (codes.length === 0) return new Map()
  const types = await db
    .selectFrom('document_type')
    .select(['code', 'name', 'name_en'])
    .where('code', 'in', codes)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(types.map(({ code, name, name_en }) => [String(code), { zh: String(name), en: String(name_en ?? name) }]))
}
