import { daysIn } from '../../../model/kit/days/day-text.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { RELATION_TYPES } from '../../../model/cases/related_case.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { readCases } from '../read-cases.ts'
import { namesSeen } from './heirs.ts'

/** The priority with this sid, to be compared with what the case claims after its deletion. */
export const claimBefore = ({ db }: Context, sid: string): Promise<RowValues | undefined> =>
  db.selectFrom('priority').select(['case_sid', 'priority_date']).where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()

/**
 * A relation claims the application of which the priority was deleted: the dates stay, on the safe side, and the person is told why, and how
 * the priority is given up.
 */
export async function stillClaimed(ctx: Context, deleted: RowValues | undefined): Promise<Words | undefined> {
  if (!deleted?.case_sid) return undefined
  const [one] = await readCases(ctx, [String(deleted.case_sid)])
  const claim = one?.inherited.find(({ priority_date: day }) => day === deleted.priority_date)
  if (!claim) return undefined
  const through = String(claim.through)
  const [zh, en] = (await namesSeen(ctx, [through])).get(through) ?? ['您无权查看的案件', 'a case that you may not see']
  const [type, typeEn] = RELATION_TYPES[claim.relation_type as keyof typeof RELATION_TYPES] // of a relation on record
  const day = String(claim.priority_date)
  return [
    `该优先权仍由与 ${zh} 的关联（${type}）要求，期限仍自 ${day} 起算；如不要求该优先权，请删除该关联`,
    daysIn(
      `The priority is still claimed by the relation with ${en} (${typeEn}), so the dates still run from ${day}; if it is not claimed, remove that relation too`,
      'en',
    ),
  ]
}
