import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import type { Context } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import type { Item } from './item.ts'

const UNPAID = ['PLANNED', 'TO_PAY', 'DUE', 'OVERDUE', 'UNDERPAID', 'PRESUMED'] as const

/** Annuities paid by the file are marked as paid, without a payment date; the next one is then due. */
export async function settlePaid(ctx: Context, items: readonly Item[], file: string) {
  const years = yearsIn(items)
  const paid = (await unpaidUpTo(ctx, years)).map(({ sid }) => sid)
  const model = modelNamed(ctx.tenant.models, 'fee')
  const drafts = (await lockRows(ctx, model, paid, { verb: 'update' })).map(draftFrom)
  for (const draft of drafts) {
    setValue(draft, 'status', 'PAID')
    setValue(draft, 'handled', true)
    setValue(draft, 'handled_reason', `${file}：已缴至第 ${years.get(String(draft.row.case_sid))} 年`.slice(0, 255))
  }
  await updateDrafts(ctx, model, drafts, 'TRANSITION')
}

/** The records of which a row pays an annuity that is not paid yet. */
export async function paidBy(ctx: Context, items: readonly Item[]): Promise<ReadonlySet<string>> {
  return new Set((await unpaidUpTo(ctx, yearsIn(items))).map(({ case_sid }) => case_sid))
}

const yearsIn = (items: readonly Item[]) =>
  new Map(items.flatMap(({ became, read }): [string, number][] => (became && read.annuity_paid ? [[became, read.annuity_paid]] : [])))

async function unpaidUpTo({ db }: Context, years: ReadonlyMap<string, number>) {
  if (years.size === 0) return []
  const fees = await db
    .selectFrom('fee')
    .select(['sid', 'case_sid', 'annuity_year'])
    .where('case_sid', 'in', [...years.keys()])
    .where('fee_class', '=', 'ANNUITY')
    .where('status', 'in', UNPAID)
    .where('deleted_at', 'is', null)
    .execute()
  const all = fees.map(({ sid, case_sid, annuity_year }) => ({ sid, case_sid: String(case_sid), year: Number(annuity_year) }))
  return all.filter(({ case_sid, year }) => year <= (years.get(case_sid) ?? 0))
}
