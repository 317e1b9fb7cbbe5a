import { sql } from 'kysely'
import type { Explanation } from '../../../model/docketing/calculation/computed-deadline.ts'
import { isRow } from '../../../model/docketing/rules/law-fault.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'

/** The words of a rule in the reasons of its deadlines. */
export function ruleWords(rule: Rule): Explanation['rule'] {
  const { id, version, zh, en, legal_basis, source, certainty, note } = rule
  return { id, version, name: { zh, en }, legal_basis, source, certainty, ...(note && { note }) }
}

/** A rule that is deleted leaves its words with its deadlines. */
export async function freezeDeleted(ctx: Context, rows: readonly RowValues[]) {
  for (const { content } of rows) await freeze(ctx, content)
}

/** So does one whose words are changed: a deadline that is computed again takes the new ones. */
export async function freezeChanged(ctx: Context, drafts: readonly Draft[]) {
  for (const { before, changed } of drafts) if (before && changed.has('content')) await freeze(ctx, before.content)
}

async function freeze({ db }: Context, content: unknown) {
  if (!isRow(content)) return
  const rule = content as Rule // it was checked when it was written
  await sql`update deadline set explanation = jsonb_set(explanation, '{rule}', ${JSON.stringify(ruleWords(rule))}::jsonb)
    where rule_id = ${rule.id} and rule_version = ${rule.version} and jsonb_typeof(explanation) = 'object' and explanation->'rule'->'name' is null`.execute(
    db,
  )
}
