import { BUDGETS } from '../../seed/demo/budgets.ts'
import type { Context } from '../records/context.ts'
import { add } from './rows.ts'

/** Budgets of this year and the next. */
export async function seedBudgets(ctx: Context, { company, department }: { company: string; department: string | undefined }) {
  const year = Number(ctx.today.slice(0, 4))
  const rows = BUDGETS.flatMap(({ of_department, ...one }) => [year, year + 1].map((each) => ({ ...one, year: each, company_sid: company, ...(of_department && { department_sid: department }) }))) // oxfmt-ignore
  await add(ctx, 'budget', rows)
}
