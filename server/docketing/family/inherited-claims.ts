import { wordIn } from '../../../model/kit/fields.ts'
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { claimActionsOf } from '../../../model/cases/claim-actions.ts'
import { perform } from '../../records/actions.ts'
import type { Context, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { get } from '../../records/query/get.ts'
import { readCases } from '../read-cases.ts'
import { namesSeen } from './heirs.ts'

/** The priorities of a case that are on the record of another case of its family alone. */
export function inheritedClaims({ name, priorities }: CaseKind): Part {
  if (!priorities) return {}
  const actions = perform(claimActionsOf(name).inherited, async ({ ctx, model, body: { sid } }) => {
    await get(ctx, model, sid)
    const [one] = await readCases(ctx, [sid], name)
    return { priorities: await shownTo(ctx, one?.inherited ?? []) }
  })
  return { actions }
}

/** A related case that this person may not see is given by day and country only: the dates of the own case show them anyway. */
async function shownTo(ctx: Context, claims: readonly RowValues[]) {
  const sids = claims.flatMap(({ through, priority_case_sid: first }) => [textOf(through), textOf(first)].filter((sid) => sid !== null))
  const names = await namesSeen(ctx, [...new Set(sids)])
  return claims.map((claim) => {
    const [through, first] = [textOf(claim.through) ?? '', textOf(claim.priority_case_sid) ?? '']
    const named = names.get(through)
    return {
      priority_date: String(claim.priority_date),
      priority_country: textOf(claim.priority_country),
      priority_no: named ? textOf(claim.priority_no) : null,
      priority_case_sid: names.has(first) ? first : null,
      relation_type: String(claim.relation_type),
      through_sid: named ? through : null,
      through_no: named ? wordIn(named, ctx.lang) : null,
    }
  })
}

const textOf = (value: unknown) => (value === null || value === undefined || value === '' ? null : String(value))
