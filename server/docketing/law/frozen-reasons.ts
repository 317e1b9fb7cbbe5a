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

/** The words of a deleted rule are stored with its deadlines. */
export const freezeDeleted = (ctx: Context, rows: readonly RowValues[]) => freezeReasons(ctx, rows.map(({ content }) => content)) // oxfmt-ignore

/** So does one whose words are changed: a deadline that is computed again takes the new ones. */
export const freezeChanged = (ctx: Context, drafts: readonly Draft[]) =>
  freezeReasons(ctx, drafts.flatMap(({ before, changed }) => (before && changed.has('content') ? [before.content] : []))) // oxfmt-ignore

/** `contents`: rules as they were when they counted. */
export async function freezeReasons({ db }: Context, contents: readonly unknown[]) {
  const words = contents.filter(isRow).map((content) => ruleWords(content as Rule)) // they were checked when they were written
  if (words.length === 0) return
  await sql`update deadline set explanation = jsonb_set(explanation, '{rule}', told.words)
    from (select words, words->>'id' as id, (words->>'version')::int as version from jsonb_array_elements(${JSON.stringify(words)}::jsonb) as words) as told
    where rule_id = told.id and rule_version = told.version and jsonb_typeof(explanation) = 'object' and explanation->'rule'->'name' is null`.execute(
    db,
  )
}
