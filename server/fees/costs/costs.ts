import { addCosts, type CostPart, type CostSum, costSum } from '../../../model/fees/costs/add-costs.ts'
import { type CostRow, MAX_COSTS, sumCosts } from '../../../model/fees/costs/cost-actions.ts'
import { casesIql, type CostKey, FIELDS_OF_CASE, isOfCase, SEVERAL } from '../../../model/fees/costs/cost-keys.ts'
import { perUnit, rateOn } from '../../../model/fees/currencies/convert.ts'
import { MONEY_CURRENCIES } from '../../../model/fees/currencies/currencies.ts'
import { OWED_IQL, SPENT_IQL } from '../../../model/fees/costs/spent.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { printText } from '../../../model/kit/iql/print.ts'
import { compareMoney } from '../../../model/kit/money/money.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { allOf, among, prefixed } from '../../records/permission/conditions.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import {
  billParts,
  billsIql,
  type CostPath,
  type CostScope,
  type FeeSums,
  owedFees,
  periodIql,
  seesBills,
  spentFees,
  type Wanted,
} from './cost-groups.ts'
import { costNames, MAX_CASES, projectCases, type Projects } from './cost-names.ts'
import { companyCurrency, ratesTo } from '../exchange-rates.ts'

/** Past and future costs of cases, by case, family, project, department, product, kind or class */
export const costs: Part = { actions: perform(sumCosts, ({ ctx, body }) => costsOf(ctx, body)) }

export type AskedCosts = Call<typeof sumCosts>['body']

const READ = [
  'amount',
  'surcharge',
  'paid_amount',
  'amount_local',
  'local_currency',
  'exchange_rate',
  'currency',
  'pay_date',
  'due_date',
  'status',
] as const
/** Lines of bills are services of agencies. */
const CLASS_OF_BILLS = 'AGENCY'

/** Refuses what may not be seen, or is not asked completely. */
function checkAsked(ctx: Context, { from, until, of, of_key }: AskedCosts) {
  const model = modelNamed(ctx.tenant.models, 'fee')
  if (!READ.every((code) => accessOf(ctx, model).mayRead(code))) refuse('forbidden', { what_zh: '查看费用金额', what_en: 'view the amounts of fees' })
  if ((of === 'PROJECT' || of === 'CLASS') && !of_key) refuse('select_one')
  if (from && until && from > until) refuse('rule', { summary_zh: '起始日晚于截止日', summary_en: 'The period ends before it begins' })
}

/** The cases, fees and bills that are asked for. */
export async function askedScope(ctx: Context, body: AskedCosts) {
  checkAsked(ctx, body)
  const { by, of } = body
  const currency = await companyCurrency(ctx, ctx.actor.company_sid)
  const projects = [by, of].includes('PROJECT') ? await projectCases(ctx) : undefined
  const scope = scopeOf(body, currency, projects)
  return { scope, listed: by === 'PROJECT' ? within(scope, allCases(projects)) : scope, projects, currency }
}

/** `billing`: the person as far as bills may be seen here. */
export async function costsOf(ctx: Context, body: AskedCosts, billing = ctx) {
  const { scope, listed, projects, currency } = await askedScope(ctx, body)
  const { by, of, of_key } = body
  const path = pathOf(by)
  const bills = await billParts(billing, listed, path)
  const weights = await weightsOf(ctx, currency)
  const most = by === 'PROJECT' ? MAX_CASES : MAX_COSTS + 1
  const fees = await feesOf(ctx, listed, path.fee, { first: body.first, weights, most, keys: bills.map(({ key }) => key) })
  const parts = grouped(by, [...fees.shown, ...bills], projects)
  // A case of several projects counts with each of them.
  const whole =
    by !== 'PROJECT'
      ? [...fees.all, ...(SEVERAL.includes(by) ? await billParts(billing, scope, NO_PATH) : bills)]
      : [...(await allFees(ctx, scope)), ...(await billParts(billing, scope, NO_PATH))]
  const rates = await ratesTo(ctx, currency, [...parts, ...whole])
  const sums = [...addCosts(parts, currency, rates)].toSorted(([, one], [, other]) => ordered(one, other, body.first))
  const shown = sums.slice(0, MAX_COSTS)
  const names = await costNames(ctx, by, shown.flatMap(([key]) => key ?? []), projects) // oxfmt-ignore
  return {
    currency,
    record: shown.map(([key, costs]): CostRow => ({
      ...costs,
      key,
      name: names.get(key ?? '') ?? '',
      ...rowsIql(by, key, { scope: body, projects }),
    })),
    total: costSum(whole, currency, rates),
    of_name: of && of_key ? ((await costNames(ctx, of, [of_key], projects)).get(of_key) ?? '') : null,
    most: MAX_COSTS,
    is_cut: sums.length > MAX_COSTS,
    has_bills: scope.isWithBills && seesBills(billing),
  }
}

const NO_PATH: CostPath = { fee: undefined, head: undefined }

function pathOf(by: CostKey): CostPath {
  if (by === 'CLASS') return { fee: 'fee_class', head: undefined }
  if (!isOfCase(by)) return { fee: 'case_sid', head: 'sid' }
  return { fee: by === 'CASE' ? 'case_sid' : `case_sid.${FIELDS_OF_CASE[by]}`, head: FIELDS_OF_CASE[by] }
}

/** The cases of the query and of the one group to which the question is limited. */
function scopeOf({ iql, of, of_key, from, until }: AskedCosts, currency: string, projects: Projects | undefined): CostScope {
  const cases = [readIql(iql).where]
  let fees: Condition | undefined
  let isWithBills = true
  if (of === 'CLASS') {
    fees = readIql(`fee_class = ${printText(of_key ?? '')}`).where
    isWithBills = of_key === CLASS_OF_BILLS
  } else if (of === 'PROJECT') cases.push(among(['sid'], projects?.cases.get(of_key ?? '') ?? [], ASKED))
  else if (of !== undefined && isOfCase(of)) cases.push(readIql(of_key === undefined ? `${FIELDS_OF_CASE[of]} IS EMPTY` : `${FIELDS_OF_CASE[of]} = ${printText(of_key)}`).where) // oxfmt-ignore
  return within({ cases: undefined, fees, isWithBills, from, until, currency }, allOf(cases.filter((part) => part !== undefined)))
}

/** A condition of the person who asks: its fields must be readable. */
const ASKED = 0

function within(scope: CostScope, cases: Condition | undefined): CostScope {
  const both = (one: Condition | undefined, other: Condition | undefined) => allOf([one, other].filter((part) => part !== undefined))
  return { ...scope, cases: both(scope.cases, cases), fees: both(scope.fees, prefixed(cases, 'case_sid')) }
}

const allCases = (projects: Projects | undefined) => among(['sid'], [...new Set([...(projects?.cases.values() ?? [])].flat())], ASKED)

/** Value of one unit of each currency at the rates of today, to compare groups */
async function weightsOf(ctx: Context, to: string): Promise<Record<string, string>> {
  const currencies = Object.keys(MONEY_CURRENCIES).map((currency) => ({ currency, day: ctx.today }))
  const rates = await ratesTo(ctx, to, currencies)
  return Object.fromEntries([
    [to, '1'],
    ...currencies.flatMap(({ currency: from, day }) => {
      const rate = rateOn(rates, { from, to, day })
      return rate ? [[from, perUnit(rate)]] : []
    }),
  ])
}

type Ranking = Wanted & { first: 'SPENT' | 'PLANNED' }

/** The groups with the largest sums of fees, and all that have bills: of these the largest are shown. */
async function feesOf(ctx: Context, scope: CostScope, by: string | undefined, { first, ...wanted }: Ranking): Promise<FeeSums> {
  const [read, readOther] = first === 'SPENT' ? [spentFees, owedFees] : [owedFees, spentFees]
  const leading = await read(ctx, scope, by, wanted)
  const keys = [...new Set([...leading.shown, ...wanted.keys.map((key) => ({ key }))].map(({ key }) => key))]
  const isFull = new Set(leading.shown.map(({ key }) => key)).size >= wanted.most
  // Groups without any sum of the wanted kind follow by the other one.
  const others = await readOther(ctx, scope, by, { ...wanted, most: isFull ? 0 : wanted.most, keys })
  return { shown: [...leading.shown, ...others.shown], all: [...leading.all, ...others.all] }
}

const allFees = async (ctx: Context, scope: CostScope) =>
  (await feesOf(ctx, scope, undefined, { first: 'SPENT', weights: {}, most: 0, keys: [] })).all

/** A case counts with each of its projects; lines of bills are of the class of services. */
function grouped(by: CostKey, parts: readonly CostPart[], projects: Projects | undefined): readonly CostPart[] {
  if (by === 'CLASS') return parts.map((part) => ({ ...part, key: part.key ?? CLASS_OF_BILLS }))
  if (by !== 'PROJECT' || !projects) return parts
  return parts.flatMap((part) => (projects.of.get(part.key ?? '') ?? []).map((key) => ({ ...part, key })))
}

function ordered(one: CostSum, other: CostSum, first: 'SPENT' | 'PLANNED') {
  const [a, b] = first === 'SPENT' ? [one.spent, other.spent] : [one.planned, other.planned]
  return compareMoney(b.total, a.total, a.currency) || compareMoney(other.total, one.total, a.currency)
}

// A longer address is not opened by every browser.
const MAX_NAMED = 50

/** The queries of the fees and bills behind a row, without the filters of the screen; none where an address cannot name all cases. */
function rowsIql(by: CostKey, key: string | null, { scope, projects }: { scope: AskedCosts; projects: Projects | undefined }) {
  // A case is within the cases of its limit already.
  const limit = by === 'CASE' && key !== null && scope.of !== 'CLASS' ? undefined : scope.of
  const asked = [groupIql(by, key, projects), ...(limit ? [groupIql(limit, scope.of_key ?? null, projects)] : [])]
  const spent = [SPENT_IQL, periodIql('pay_date', scope)].filter(Boolean).join(' AND ')
  const owed = [OWED_IQL, periodIql('due_date', scope)].filter(Boolean).join(' AND ')
  const bills = billsIql(scope)
  const together = (one: string, other: string, limits: readonly (string | null)[]) =>
    limits.includes(null) ? null : [`((${one}) OR (${other}))`, ...limits].filter(Boolean).join(' AND ')
  return {
    fees_iql: together(spent, owed, asked.map(({ fees }) => fees)), // oxfmt-ignore
    bills_iql: together(bills.spent, bills.owed, asked.map((one) => one.bills)), // oxfmt-ignore
  }
}

/** Of the fees and of the bills of a group. */
function groupIql(by: CostKey, key: string | null, projects: Projects | undefined): { fees: string | null; bills: string | null } {
  if (isOfCase(by)) return { fees: casesIql(by, key, 'case_sid'), bills: casesIql(by, key, 'case_sids') }
  if (by === 'CLASS') return { fees: `fee_class = ${printText(key ?? '')}`, bills: key === CLASS_OF_BILLS ? '' : null }
  const cases = projects?.cases.get(key ?? '') ?? []
  if (cases.length === 0 || cases.length > MAX_NAMED) return { fees: null, bills: null }
  const named = (through: string) => `${through} IN (${cases.map(printText).join(', ')})`
  return { fees: named('case_sid'), bills: named('case_sids') }
}
