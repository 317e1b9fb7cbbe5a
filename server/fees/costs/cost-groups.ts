import type { CostPart } from '../../../model/fees/costs/add-costs.ts'
import { OWED_BILLS_IQL, OWED_IQL, recordedIql, SPENT_BILLS_IQL, SPENT_IQL, unrecordedIql } from '../../../model/fees/costs/spent.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { roundMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { allOf } from '../../records/permission/conditions.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { type AskedSums, type DividedSum, dividedSums } from '../../records/query/totals/divided-sums.ts'
import { lineSums } from '../../records/query/totals/line-sums.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'

/** `cases` and `fees` are conditions on the case and on the fee; a class of fees other than that of services leaves bills out. */
export type CostScope = {
  cases: Condition | undefined
  fees: Condition | undefined
  isWithBills: boolean
  currency: string
} & Period

export type Period = { from?: string | undefined; until?: string | undefined }

/** The field of the fee and of the case by which costs are grouped. */
export type CostPath = { fee: string | undefined; head: string | undefined }

// Above this number, groups would be missing without notice.
const MAX_GROUPS = 20_000

const all = (...parts: readonly (Condition | undefined)[]) => allOf(parts.filter((part) => part !== undefined))
const where = (iql: string) => readIql(iql).where

export function periodIql(code: string, { from, until }: Period): string {
  return [from && `${code} >= '${from}'`, until && `${code} <= '${until}'`].filter(Boolean).join(' AND ')
}

export const spentWhere = (scope: CostScope) => all(scope.fees, where([SPENT_IQL, periodIql('pay_date', scope)].filter(Boolean).join(' AND ')))
export const owedWhere = (scope: CostScope) => all(scope.fees, where([OWED_IQL, periodIql('due_date', scope)].filter(Boolean).join(' AND ')))

/** Wanted groups: a number of the largest by these currency weights, and those of these keys */
export type Wanted = { weights: Readonly<Record<string, string>>; most: number; keys: readonly (string | null)[] }

/** `shown`: of the groups that are wanted; `all`: of all fees, each counted once. */
export type FeeSums = { shown: CostPart[]; all: CostPart[] }

/** Paid fees in the currency of the company, at the rate stored with the payment, or at the table rate of its day */
export async function spentFees(ctx: Context, scope: CostScope, by: string | undefined, wanted: Wanted): Promise<FeeSums> {
  const foreign = `currency != '${scope.currency}'`
  const read = partOf(ctx, scope, { isPaid: true, codes: ['paid_amount'] })
  return sumsOf(ctx, read, {
    ...{ ...wanted, by, where: spentWhere(scope), divided: ['currency'], sums: ['paid_amount', 'amount_local'], weighed: ['paid_amount'] },
    when: {
      local_currency: where(`${foreign} AND ${recordedIql(scope.currency)}`),
      pay_date: where(`${foreign} AND ${unrecordedIql(scope.currency)}`),
    },
  })
}

export function owedFees(ctx: Context, scope: CostScope, by: string | undefined, wanted: Wanted): Promise<FeeSums> {
  const sums = ['amount', 'surcharge']
  return sumsOf(ctx, partOf(ctx, scope, { isPaid: false, codes: sums }), {
    ...wanted,
    by,
    where: owedWhere(scope),
    divided: ['currency'],
    sums,
    weighed: sums,
  })
}

async function sumsOf(ctx: Context, read: (sum: DividedSum) => CostPart, asked: Omit<AskedSums, 'limit'>): Promise<FeeSums> {
  const { shown, all } = await dividedSums(ctx, modelNamed(ctx.tenant.models, 'fee'), { ...asked, limit: MAX_GROUPS })
  if (shown.length + all.length >= MAX_GROUPS) tooMany('费用', 'fees')
  return { shown: shown.map(read), all: all.map(read) }
}

const tooMany = (zh: string, en: string) => refuse('rule', { summary_zh: `${zh}过多，不能合计：请选择一年或更短的期间，或缩小案件范围`, summary_en: `Too many ${en} to add up: choose a year, a shorter period or fewer cases` }) // oxfmt-ignore

type Read = { isPaid: boolean; codes: readonly string[] }

const partOf =
  (ctx: Context, scope: CostScope, { isPaid, codes }: Read) =>
  ({ key, of, sums }: DividedSum): CostPart => {
    const currency = String(of.currency)
    return {
      key,
      isPaid,
      currency,
      amount: sumMoney(codes.map((code) => roundMoney(sums[code] ?? '0', currency)), currency), // oxfmt-ignore
      day: typeof of.pay_date === 'string' ? of.pay_date : ctx.today,
      ...(typeof of.local_currency === 'string' && { recorded: roundMoney(sums.amount_local ?? '0', scope.currency) }),
    }
  }

/** A reference by its sid. */
export function keyText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' && 'sid' in value ? String(value.sid) : String(value)
}

/** A person who may not read the amounts of bills sees fees only. */
export function seesBills(ctx: Context): boolean {
  const access = accessOf(ctx, modelNamed(ctx.tenant.models, 'invoice'))
  return (
    (access.verbs.has('search') || access.verbs.has('*')) &&
    ['lines', 'currency', 'status', 'pay_date', 'due_date', 'bill_date'].every((code) => access.mayRead(code))
  )
}

/** The lines of approved bills that are no fees of their own, by the case that each names. */
export async function billParts(ctx: Context, scope: CostScope, { head }: CostPath): Promise<CostPart[]> {
  if (!scope.isWithBills || !seesBills(ctx)) return []
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const shared = {
    ...{ lines: 'lines', sums: ['amount', 'tax'], of: 'case_sid', without: 'fee_sid', most: MAX_GROUPS },
    ...{ target: modelNamed(ctx.tenant.models, HEAD), of_where: scope.cases, ...(head !== undefined && { key: head }) },
  }
  const { spent, owed } = billsIql(scope)
  const paid = await lineSums(ctx, model, { ...shared, where: where(spent), by: ['currency', 'pay_date'] })
  const open = await lineSums(ctx, model, { ...shared, where: where(owed), by: ['currency'] })
  if (paid.length >= MAX_GROUPS || open.length >= MAX_GROUPS) tooMany('账单', 'bills')
  return [paid, open].flatMap((lines) =>
    lines.map(({ key, by, amount }): CostPart => {
      const currency = String(by.currency)
      const day = typeof by.pay_date === 'string' ? by.pay_date : ctx.today
      return { key: keyText(key), isPaid: lines === paid, currency, amount: roundMoney(amount, currency), day }
    }),
  )
}

/** A bill without a due day is to be paid in the period of its date. */
export function billsIql(scope: Period): { spent: string; owed: string } {
  const [paid, due, dated] = [periodIql('pay_date', scope), periodIql('due_date', scope), periodIql('bill_date', scope)]
  return {
    spent: [SPENT_BILLS_IQL, paid].filter(Boolean).join(' AND '),
    owed: due ? `${OWED_BILLS_IQL} AND ((${due}) OR (due_date IS EMPTY AND ${dated}))` : OWED_BILLS_IQL,
  }
}
