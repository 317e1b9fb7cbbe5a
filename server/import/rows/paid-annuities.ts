import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import type { Context } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import type { Item } from './item.ts'

const UNPAID = ['PLANNED', 'TO_PAY', 'DUE', 'OVERDUE', 'UNDERPAID', 'PRESUMED'] as const

/** Annuities paid by the file are marked as paid, without a payment date; the next one is then due. */
export async function settlePaid(ctx: Context, items: readonly Item[], file: string) {
  const years = new Map(items.flatMap(({ became, read }): [string, number][] => (became && read.annuity_paid ? [[became, read.annuity_paid]] : [])))
  if (years.size === 0) return
  const fees = await ctx.db
    .selectFrom('fee')
    .select(['sid', 'case_sid', 'annuity_year'])
    .where('case_sid', 'in', [...years.keys()])
    .where('fee_class', '=', 'ANNUITY')
    .where('status', 'in', UNPAID)
    .where('deleted_at', 'is', null)
    .execute()
  const paid = fees.filter(({ case_sid, annuity_year }) => Number(annuity_year) <= (years.get(String(case_sid)) ?? 0)).map(({ sid }) => String(sid))
  const model = modelNamed(ctx.tenant.models, 'fee')
  const drafts = (await lockRows(ctx, model, paid, { verb: 'update' })).map(draftFrom)
  for (const draft of drafts) {
    setValue(draft, 'status', 'PAID')
    setValue(draft, 'handled', true)
    setValue(draft, 'handled_reason', `${file}：已缴至第 ${years.get(String(draft.row.case_sid))} 年`.slice(0, 255))
  }
  await updateDrafts(ctx, model, drafts, 'TRANSITION')
}
