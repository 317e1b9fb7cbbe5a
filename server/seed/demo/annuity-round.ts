import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransitions } from '../../records/write/batch/batch-transition.ts'
import { add } from '../rows.ts'

/** A round of the demo company over the annuities of the coming half year. */
export async function seedAnnuityRound(ctx: Context, { company }: { company: string }) {
  const today = Temporal.PlainDate.from(ctx.today)
  const on = (days: number) => `${today.add({ days })}`
  const round = { name: '虚构半年度年费评审', due_from: on(-30), due_to: on(180), opinions_due: on(21), company_sid: company }
  const sids = await add(ctx, 'annuity_round', [{ ...round, note: '请各负责人说明权利的实施情况，并给出续费或放弃的意见。' }])
  await takeTransitions(ctx, modelNamed(ctx.tenant.models, 'annuity_round'), sids, 'open')
}
