import { sql } from 'kysely'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { findingGroups, type FindingGroup } from '../../../model/docketing/findings/finding-actions.ts'
import { FINDING_KINDS, URGENT_FINDINGS } from '../../../model/docketing/findings/finding-kinds.ts'
import { WRITTEN } from '../../../model/import/imported_row.ts'
import { kindOfProblem } from '../../../model/kit/kind-of-problem.ts'
import { readIql } from '../../records/query/search.ts'
import { joinsOf } from '../../records/query/conditions/condition.ts'
import { joinSql } from '../../records/query/conditions/joins.ts'
import { conditionSql } from '../../records/query/page.ts'
import { type Call, perform } from '../../records/actions.ts'
import { among, GIVEN } from '../../records/permission/conditions.ts'
import { visible } from '../../records/permission/permission.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'

export const groupedFindings: Part = {
  actions: perform(findingGroups, grouped),
  rowVisibility: { finding: { also: ofNoCase } },
}

type Row = Omit<FindingGroup, 'since'> & { since: string | null }

/** One line for each finding of an office and a kind of right. */
async function grouped({ ctx, model, body: { job_sid } }: Call<typeof findingGroups>) {
  const joins = joinsOf(ctx, model)
  const condition = conditionSql(joins, visible(ctx, model, readIql("status = 'OPEN'").where))
  const imported = job_sid
    ? sql`and t.case_sid in (select i.record_sid::uuid from imported_row i where i.job_sid = ${job_sid} and i.did = any(${[...WRITTEN]}::text[]) and i.row_no is not null)`
    : sql``
  const shortest = (column: string) => sql`substr(min(lpad(length(${sql.ref(column)})::text, 4, '0') || ${sql.ref(column)} collate "C"), 5)`
  const { rows } = await sql<Row>`
    select t.code, h.country, h.kind, count(*)::int as count, min(t.found_on)::text as since,
      ${shortest('t.words')} as words, ${shortest('t.words_en')} as words_en
    from finding as t left join "case" as h on h.sid = t.case_sid ${joinSql(joins)}
    where ${condition} ${imported}
    group by t.code, h.country, h.kind order by t.code = any(${URGENT_FINDINGS}::text[]) desc, count(*) desc, t.code, h.country limit 1000`.execute(
    ctx.db,
  )
  return { groups: rows.map((row) => ({ ...row, ...wordsOf(row) })) }
}

/** A single finding is given in full; several are given by their common kind. */
function wordsOf({ count, code, words, words_en }: Row) {
  const kind = FINDING_KINDS[code]
  if (count === 1) return { words, words_en }
  return kind ? { words: kind[0], words_en: kind[1] } : { words: kindOfProblem(words), words_en: kindOfProblem(words_en) }
}

/** What waits in a company without a case is seen by its people, not by its agencies. */
function ofNoCase({ actor }: Context): Condition {
  const isOfNone: Condition = { kind: 'empty', path: ['case_sid'], at: GIVEN, negated: false }
  return { kind: 'and', of: [isOfNone, among(['company_sid'], actor.platform === 1 ? actor.companies : [])] }
}
