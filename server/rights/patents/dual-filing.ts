import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { systemContext, type Context, type DraftOf } from '../../records/context.ts'

export const dualFiling: Part = { hooks: [{ model: 'patent', written: endDualUtilityModels }] }

/** Dual filing: if the same invention was filed as a utility model on the same day, the model ends with the grant of the invention (rule 47). */
async function endDualUtilityModels(ctx: Context, drafts: readonly DraftOf<'patent'>[]) {
  const granted = drafts.filter(
    ({ row, before, changed }) =>
      before &&
      changed.has('status') &&
      row.status === 'GRANTED' &&
      before.status !== 'GRACE' &&
      row.country === 'CN' &&
      row.patent_type === 'INVENTION',
  )
  for (const { sid, row } of granted) {
    const own: Context = { ...systemContext(ctx.tenant), db: ctx.db, ...(ctx.after && { after: ctx.after }) }
    for (const model of await liveModelsOf(ctx, sid, row.dual_case_sid))
      await takeTransition(own, modelNamed(ctx.tenant.models, 'patent'), model, 'abandon', {
        close_date: row.grant_date,
        close_reason: '一案双申：同日申请的发明专利已授权公告（实施细则第47条） / same-day pair: the invention patent was granted',
      })
  }
}

async function liveModelsOf({ db }: Context, sid: string, paired: string | null): Promise<string[]> {
  const related = await db
    .selectFrom('related_case')
    .select(['earlier_sid', 'later_sid'])
    .where('relation_type', '=', 'DUAL')
    .where('deleted_at', 'is', null)
    .where((is) => is.or([is('earlier_sid', '=', sid), is('later_sid', '=', sid)]))
    .execute()
  const others = [...related.flatMap((one) => [one.earlier_sid, one.later_sid]), paired].filter((other) => other !== null && other !== sid)
  const models = await db
    .selectFrom('patent')
    .select('sid')
    .where((is) => is.or([is('dual_case_sid', '=', sid), ...(others.length ? [is('sid', 'in', others)] : [])]))
    .where('patent_type', '=', 'UTILITY')
    .where('status', 'in', ['GRANTED', 'GRACE'])
    .where('deleted_at', 'is', null)
    .execute()
  return models.map((one) => one.sid)
}
