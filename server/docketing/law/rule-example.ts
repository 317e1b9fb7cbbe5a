import { exampleOf, codesIn } from '../../../model/docketing/rules/example.ts'
import { explain } from '../../../model/docketing/wording/explain.ts'
import { faultsOf } from '../../../model/docketing/rules/law-pack.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Worked } from '../../../model/docketing/rules/rule-trial.ts'
import { authorize } from '../../records/permission/permission.ts'
import { action } from '../../records/actions.ts'
import { modelNamed } from '../../records/registry.ts'
import type { Part } from '../../records/modules.ts'
import type { Context } from '../../records/context.ts'
import { refuse } from '../../errors.ts'
import { lawFor } from './law.ts'
import { refuseFaultsOf } from './rule-faults.ts'

export const ruleExample: Part = {
  actions: [action('deadline_rule', 'example', ({ ctx, body }) => example(ctx, body), 'POST', ['content', 'date'])],
}

/** POST deadline_rule/do/example {content, date}: what the rule makes of that day, on a case made for the purpose. Computed; nothing is written. */
async function example(ctx: Context, { content, date }: Record<string, unknown>): Promise<{ deadlines: Worked[] }> {
  authorize(ctx, modelNamed(ctx.tenant.models, 'deadline_rule'), 'get')
  if (typeof date !== 'string' || !isDay(date))
    return refuse('bad_request', { why_zh: 'date 应为 YYYY-MM-DD', why_en: 'date is a day such as 2026-01-31' })
  const { law } = await lawFor(ctx)
  const others = law.rules.filter(({ id }) => id !== (content as Partial<Rule> | null)?.id) // checked in the next line
  const faults = faultsOf({ rules: [...others, content], services: law.services, calendars: [] })
  if (faults.length > 0) refuseFaultsOf(faults)
  const rule = content as Rule // just checked
  const names = await namesOf(ctx, codesIn(rule, law))
  const made = rule.grace_of ? [] : exampleOf(rule, law, date, (code) => names.get(code))
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

function isDay(text: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
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
