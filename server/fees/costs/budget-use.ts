import { type BilledLine, type BudgetUse, useOfBudgets } from '../../../model/fees/costs/budget-actions.ts'
import { useOf } from '../../../model/fees/costs/budget-use.ts'
import { type Conversion, type ConvertedAmount, type DatedAmount, perUnit, withRecorded } from '../../../model/fees/currencies/convert.ts'
import { FEE_CLASSES } from '../../../model/fees/fee-classes.ts'
import { OWED_IQL, recordedIql, SPENT_IQL, unrecordedIql } from '../../../model/fees/costs/spent.ts'
import { isMoney, roundMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { visible } from '../../records/permission/permission.ts'
import { aggregate } from '../../records/query/totals/aggregate.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { type Billed, billedLines } from '../bills/billed-lines.ts'
import { conversionTo, type Currency, isCurrency, ratesTo } from '../exchange-rates.ts'

/** Use of the budgets of a year: paid fees and bills, and those still to be paid */
export const budgetUse: Part = {
  hooks: [{ model: 'budget', prepare: checkBudgets }],
  actions: perform(useOfBudgets, async ({ ctx, body: { year } }: Call<typeof useOfBudgets>) => ({ year, record: await budgetsOf(ctx, year) })),
}

/** Decides how far a budget is used. */
const COMPARED = ['amount', 'currency', 'warn_pct', 'year', 'company_sid', 'department_sid', 'case_kind', 'fee_classes', 'case_sids']

function checkBudgets(ctx: Context, drafts: readonly DraftOf<'budget'>[]) {
  const model = modelNamed(ctx.tenant.models, 'budget')
  for (const draft of drafts) {
    const { amount, currency, case_kind: kind } = draft.row
    if (amount && currency && !isMoney(amount, currency)) faultAt(ctx, model, draft, 'amount', [`小数位多于 ${currency} 所允许的`, `has more decimals than ${currency} allows`]) // oxfmt-ignore
    // The level is worked out again in the night.
    if (COMPARED.some((code) => draft.changed.has(code))) setValue(draft, 'level', null)
    if ([...COMPARED, 'owner_sids'].some((code) => draft.changed.has(code))) setValue(draft, 'told_level', null)
    if (kind && !ctx.tenant.declared.kinds.has(kind)) faultAt(ctx, model, draft, 'case_kind', ['不是案件类别', 'is no kind of case'])
  }
}

const MAX_BUDGETS = 100

type Budget = {
  sid: string
  name: string
  amount: string
  currency: Currency
  warn_pct: number
  company: string | null
  departments: readonly string[] | null
  department: string | null
  kind: string | null
  classes: readonly string[] | null
  cases: readonly string[] | null
}

/** `company`: only its budgets. */
export async function budgetsOf(ctx: Context, year: number, company?: string): Promise<BudgetUse[]> {
  const model = modelNamed(ctx.tenant.models, 'budget')
  const { where, order } = readIql(`year = ${year}${company ? ` AND company_sid = '${company}'` : ''} ORDER BY name ASC`)
  const fl = ['sid', 'name', 'amount', 'currency', 'warn_pct', 'company_sid', 'department_sid', 'case_kind', 'fee_classes', 'case_sids']
  const rows = await readPage(ctx, model, fl, { where: visible(ctx, model, where), order }, { start: 0, rows: MAX_BUDGETS + 1 }, true)
  if (rows.length > MAX_BUDGETS)
    refuse('rule', { summary_zh: `一年最多比较 ${MAX_BUDGETS} 个预算`, summary_en: `At most ${MAX_BUDGETS} budgets of a year are compared` })
  const billed = rows.length > 0 ? await billedLines(ctx, year, company) : []
  const uses: BudgetUse[] = []
  for (const row of rows) uses.push(await useOne(ctx, year, await budgetOf(ctx, row), billed))
  return uses
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map((one) => (typeof one === 'object' && one !== null && 'sid' in one ? String(one.sid) : String(one))) : []) // oxfmt-ignore
const textOf = (value: unknown): string | null => texts([value ?? []].flat())[0] ?? null

async function budgetOf(ctx: Context, row: Readonly<Record<string, unknown>>): Promise<Budget> {
  const department = textOf(row.department_sid)
  const cases = texts(row.case_sids)
  const classes = texts(row.fee_classes)
  return {
    sid: String(row.sid),
    name: String(row.name ?? ''),
    amount: String(row.amount ?? '0'),
    currency: isCurrency(row.currency) ? row.currency : 'CNY',
    warn_pct: Number(row.warn_pct ?? 100),
    company: textOf(row.company_sid),
    department,
    departments: department ? await belowOf(ctx, department) : null,
    kind: textOf(row.case_kind),
    classes: classes.length > 0 ? classes : null,
    cases: cases.length > 0 ? await withRights(ctx, cases) : null,
  }
}

async function belowOf({ db }: Context, department: string): Promise<string[]> {
  const rows = await db.selectFrom('department').select('sid').where('path', 'like', `%/${department}/%`).execute()
  return [...new Set([department, ...rows.map(({ sid }) => sid)])]
}

/** With the rights that a contract or a project names. */
async function withRights({ db }: Context, cases: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('dealt_right').select('case_sid').where('dealing_sid', 'in', [...cases]).where('deleted_at', 'is', null).limit(2000).execute() // oxfmt-ignore
  return [...new Set([...cases, ...rows.flatMap(({ case_sid }) => case_sid ?? [])])]
}

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** The fees that the budget covers. */
function feesOf({ company, departments, kind, classes, cases }: Budget): string {
  return [
    company && `company_sid = '${company}'`,
    departments && `case_sid.department_sid IN (${quoted(departments)})`,
    kind && `case_sid.kind = '${kind}'`,
    classes && `fee_class IN (${quoted(classes)})`,
    cases && `case_sid IN (${quoted(cases)})`,
  ]
    .filter(Boolean)
    .join(' AND ')
}

async function useOne(ctx: Context, year: number, budget: Budget, billed: readonly Billed[]): Promise<BudgetUse> {
  const within = feesOf(budget)
  const and = (...parts: readonly string[]) => [...parts, within].filter(Boolean).join(' AND ')
  const paidIql = and(SPENT_IQL, `pay_date BETWEEN '${year}-01-01' AND '${year}-12-31'`)
  const plannedIql = and(OWED_IQL, `due_date BETWEEN '${year}-01-01' AND '${year}-12-31'`)
  const bills = billed.filter((line) => isCovered(budget, line))
  const byTable = await converted(ctx, budget, [...(await paidFees(ctx, budget, paidIql)), ...datedOf(bills, true)])
  const paid = withRecorded(byTable, await recordedFees(ctx, budget, paidIql))
  const planned = await converted(ctx, budget, [...(await owedFees(ctx, plannedIql)), ...datedOf(bills, false)])
  const { sid, name, amount, currency, warn_pct } = budget
  return {
    sid,
    name,
    covers: await coversOf(ctx, budget),
    currency,
    amount,
    paid,
    planned,
    ...useOf({ amount, paid: paid.total, planned: planned.total, currency, warn_pct }),
    paid_iql: paidIql,
    planned_iql: plannedIql,
    bills: bills.map(({ department: _, kind: __, case_sid: ___, company: ____, ...line }): BilledLine => line),
  }
}

/** Services are fees of agencies; a line without a case belongs to no department and no kind. */
const isCovered = ({ company, departments, kind, classes, cases }: Budget, line: Billed) =>
  line.company === company &&
  (!departments || (line.department !== null && departments.includes(line.department))) &&
  (!kind || line.kind === kind) &&
  (!classes || classes.includes('AGENCY')) &&
  (!cases || (line.case_sid !== null && cases.includes(line.case_sid)))

const datedOf = (lines: readonly BilledLine[], isPaid: boolean): DatedAmount[] =>
  lines.filter(({ paid }) => paid === isPaid).map(({ currency, amount, day }) => ({ currency, amount, day }))

/** Above the maximum groups of the database, days would be missing without notice. */
const MAX_GROUPS = 2000

/** Payments without a recorded rate, by currency and day; the day decides the rate. */
async function paidFees(ctx: Context, { currency: to }: Budget, iql: string): Promise<DatedAmount[]> {
  const { where } = readIql(`${iql} AND ${unrecordedIql(to)}`)
  const groups = await groupsOf(ctx, { where, by: ['currency', 'pay_date'], sums: ['paid_amount'] })
  return groups.map(({ by, sums }) => ({
    currency: String(by.currency),
    amount: roundMoney(sums.paid_amount ?? '0', String(by.currency)),
    day: String(by.pay_date ?? ctx.today),
  }))
}

/** Foreign fees that keep the rate at which they were paid. */
async function recordedFees(ctx: Context, { currency: to }: Budget, iql: string): Promise<ConvertedAmount[]> {
  const { where } = readIql(`${iql} AND ${recordedIql(to)}`)
  const by = ['currency', 'exchange_rate', 'exchange_rate_date']
  const groups = await groupsOf(ctx, { where, by, sums: ['paid_amount', 'amount_local'] })
  return groups.map(({ by: of, sums }) => ({
    currency: String(of.currency),
    amount: roundMoney(sums.paid_amount ?? '0', String(of.currency)),
    converted: roundMoney(sums.amount_local ?? '0', to),
    rate: perUnit({ rate: String(of.exchange_rate), per: 1 }),
    per: 1,
    rate_date: String(of.exchange_rate_date ?? ''),
    source: ctx.lang === 'zh' ? '费用所记汇率' : 'Rate recorded with the fees',
  }))
}

async function groupsOf(ctx: Context, asked: Parameters<typeof aggregate>[2]) {
  const groups = await aggregate(ctx, modelNamed(ctx.tenant.models, 'fee'), asked)
  if (groups.length >= MAX_GROUPS) refuse('rule', { summary_zh: '缴费日期过多，请缩小预算的范围', summary_en: 'Too many days of payment: narrow what the budget covers' }) // oxfmt-ignore
  return groups
}

/** Open fees are converted at the rates of today. */
async function owedFees(ctx: Context, iql: string): Promise<DatedAmount[]> {
  const groups = await aggregate(ctx, modelNamed(ctx.tenant.models, 'fee'), { where: readIql(iql).where, by: ['currency'], sums: ['amount', 'surcharge'] }) // oxfmt-ignore
  return groups.map(({ by, sums }) => {
    const currency = String(by.currency)
    return { currency, amount: sumMoney([sums.amount, sums.surcharge].map((sum) => roundMoney(sum ?? '0', currency)), currency), day: ctx.today } // oxfmt-ignore
  })
}

async function converted(ctx: Context, { currency }: Pick<Budget, 'currency'>, amounts: readonly DatedAmount[]): Promise<Conversion> {
  return conversionTo(currency, amounts, await ratesTo(ctx, currency, amounts))
}

/** Scope of the budget, in the language of the reader */
async function coversOf(ctx: Context, { department, kind, classes, cases }: Budget): Promise<string> {
  const { lang, db, tenant } = ctx
  const row = department ? await db.selectFrom('department').select(['name', 'name_en']).where('sid', '=', department).executeTakeFirst() : undefined
  const model = kind ? tenant.models.all.get(kind) : undefined
  const at = lang === 'zh' ? 0 : 1
  const names = (classes ?? []).flatMap((code) => (Object.hasOwn(FEE_CLASSES, code) ? FEE_CLASSES[code as keyof typeof FEE_CLASSES][at] : [])) // just looked up
  return [
    row && ((lang === 'en' && row.name_en) || row.name),
    model?.[lang],
    names.join(lang === 'zh' ? '、' : ', '),
    cases && (lang === 'zh' ? `${cases.length} 件案件` : `${cases.length} cases`),
  ]
    .filter(Boolean)
    .join(' · ')
}
