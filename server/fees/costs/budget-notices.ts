import type { BudgetUse } from '../../../model/fees/costs/budget-actions.ts'
import type { Level } from '../../../model/fees/costs/budget-use.ts'
import { compareMoney, formatMoney } from '../../../model/kit/money/money.ts'
import { Refusal } from '../../errors.ts'
import { type Context, inTransaction, lockKey } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { type Notice, notify } from '../../records/notifying/notifications.ts'
import { modelNamed } from '../../records/registry.ts'
import { wrote } from '../../records/write/write.ts'
import { budgetsOf } from './budget-use.ts'

/** Every night the budgets of this year, of the year before, whose last bills come in now, and of the next are compared with what is spent and still to be paid; their owners are told of each level once. */
export const budgetNotices: Part = { nightly: { budgets: tellOfBudgets } }

const RANK: Readonly<Record<Level, number>> = { OK: 0, WARN: 1, OVER: 2 }

/** The number of budgets for which somebody was notified */
export async function tellOfBudgets(ctx: Context): Promise<number> {
  const first = Number(ctx.today.slice(0, 4))
  const companies = await ctx.db.selectFrom('budget').select(['company_sid', 'year']).distinct().where('deleted_at', 'is', null).where('year', 'in', [first - 1, first, first + 1]).execute() // oxfmt-ignore
  let told = 0
  for (const { company_sid, year } of companies) if (company_sid && year) told += await inTransaction(ctx, (tx) => tellOf(tx, year, company_sid))
  return told
}

async function tellOf(ctx: Context, year: number, company: string): Promise<number> {
  await lockKey(ctx, `budgets ${company} ${year}`)
  const uses = new Map((await usesOf(ctx, year, company)).map((use) => [use.sid, use]))
  if (uses.size === 0) return 0
  const rows = await ctx.db.selectFrom('budget').select(['sid', 'level', 'told_level', 'owner_sids', 'created_by']).where('sid', 'in', [...uses.keys()]).execute() // oxfmt-ignore
  let told = 0
  for (const { sid, level, told_level, owner_sids, created_by } of rows) {
    const use = uses.get(sid)
    if (!use) continue
    const isNew = RANK[use.level] > RANK[told_level ?? 'OK']
    if (!isNew && use.level === level) continue
    await ctx.db
      .updateTable('budget')
      .set({ level: use.level, ...(isNew && { told_level: use.level }) })
      .where('sid', '=', sid)
      .execute()
    if (!isNew) continue
    const people = owner_sids?.length ? owner_sids : [created_by].filter((one) => one !== null)
    await notify(ctx, await noticesFor(ctx, people, use, year), 'FEE')
    told++
  }
  wrote(ctx, modelNamed(ctx.tenant.models, 'budget'))
  return told
}

/** If the budgets of a company cannot be summed, its screen shows the reason; the other companies are notified as usual. */
async function usesOf(ctx: Context, year: number, company: string): Promise<BudgetUse[]> {
  try {
    return await budgetsOf(ctx, year, company)
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

async function noticesFor({ db }: Context, sids: readonly string[], use: BudgetUse, year: number): Promise<Notice[]> {
  if (sids.length === 0) return []
  const people = await db
    .selectFrom('user_info')
    .select('sid')
    .where('sid', 'in', [...new Set(sids)])
    .where('deleted_at', 'is', null)
    .execute()
  const [title, title_en] = wordsOf(use)
  return people.map(({ sid }) => ({
    user_sid: sid,
    level: use.level === 'OVER' ? 'URGENT' : 'SOON',
    title,
    title_en,
    link: `/budgets?year=${year}`,
    about: null,
  }))
}

function wordsOf({ name, amount, currency, paid, spent, used, level }: BudgetUse): [zh: string, en: string] {
  const of = formatMoney(amount, currency)
  const [all, gone] = [formatMoney(spent, currency), formatMoney(paid.total, currency)]
  if (level !== 'OVER')
    return [
      `接近预算：${name}，已付与待付 ${all}，占 ${of} 的 ${used} %`,
      `Near the budget: ${name}, paid and still to be paid ${all}, ${used} % of ${of}`,
    ]
  if (compareMoney(paid.total, amount, currency) > 0)
    return [`超出预算：${name}，已付 ${gone}，预算 ${of}`, `Over budget: ${name}, paid ${gone} of ${of}`]
  return [`预计超出预算：${name}，已付与待付 ${all}，预算 ${of}`, `Over budget by forecast: ${name}, paid and still to be paid ${all} of ${of}`]
}
