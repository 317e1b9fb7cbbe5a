import { BUDGETS, PAID_WORK } from '../../../seed/demo/budgets.ts'
import { budgetsOf } from '../../fees/costs/budget-use.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { updateRow } from '../../records/write/update.ts'
import { add } from '../rows.ts'

/** Budgets of this year and the next. */
export async function seedBudgets(ctx: Context, { company, department }: { company: string; department: string | undefined }) {
  const year = Number(ctx.today.slice(0, 4))
  const rows = BUDGETS.flatMap(({ of_department, ...one }) => [year, year + 1].map((each) => ({ ...one, year: each, company_sid: company, ...(of_department && { department_sid: department }) }))) // oxfmt-ignore
  await add(ctx, 'budget', rows)
  await seedPaidWork(ctx)
  for (const each of [year, year + 1]) await widenBudgets(ctx, each, company)
}

/** The dates of the patents are real, so what falls due in a year depends on the day of the seeding: a budget that it would fill is planned with room. */
async function widenBudgets(ctx: Context, year: number, company: string) {
  const budget = modelNamed(ctx.tenant.models, 'budget')
  for (const { sid, spent, level } of await budgetsOf(ctx, year, company))
    if (level !== 'OK') await updateRow(ctx, budget, sid, { amount: withRoom(spent) })
}

/** Two fifths more, in whole tens of thousands. */
const withRoom = (spent: string) => `${((BigInt(spent.split('.')[0] ?? '0') * 14n) / 100_000n + 1n) * 10_000n}.00`

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
