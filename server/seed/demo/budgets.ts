import { BUDGETS, PAID_WORK } from '../../../seed/demo/budgets.ts'
import type { Context } from '../../records/context.ts'
import { add } from '../rows.ts'

/** Budgets of this year and the next. */
export async function seedBudgets(ctx: Context, { company, department }: { company: string; department: string | undefined }) {
  const year = Number(ctx.today.slice(0, 4))
  const rows = BUDGETS.flatMap(({ of_department, ...one }) => [year, year + 1].map((each) => ({ ...one, year: each, company_sid: company, ...(of_department && { department_sid: department }) }))) // oxfmt-ignore
  await add(ctx, 'budget', rows)
  await seedPaidWork(ctx)
}

/** Work of agencies on the first patents, paid this year in several currencies. */
async function seedPaidWork(ctx: Context) {
  const cases = await ctx.db.selectFrom('case').select('sid').where('kind', '=', 'patent').orderBy('case_no').limit(8).execute()
  const day = `${Temporal.PlainDate.from(ctx.today).subtract({ days: 20 })}`
  const rows = cases.flatMap(({ sid }, at) => {
    const work = PAID_WORK[at % PAID_WORK.length]
    if (!work) return []
    return { case_sid: sid, fee_type: 'OTHER', ...work, due_date: day, pay_date: day, paid_amount: work.amount, decision: 'PAY', status: 'PAID' }
  })
  for (const row of rows) await add(ctx, 'fee', [row])
}
