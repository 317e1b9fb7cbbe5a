import type { Checked } from '../../../model/docketing/law/golden-case-actions.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import { rulesNamed } from '../../../model/docketing/rules/law.ts'
import { FeeFault } from '../../../model/fees/fault.ts'
import { priceOf } from '../../../model/fees/schedule/price.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { pricesOf } from '../fees-of-deadline.ts'
import type { TenantLaw } from '../law/law.ts'
import type { Case } from '../read-cases.ts'
import { caseGiven, kindNamed } from './suppose.ts'

/** Maximum golden cases, since all run before each change of the law */
export const MAX_GOLDEN = 1000

export async function goldenCases({ db }: Pick<Context, 'db'>): Promise<RowValues[]> {
  const live = db.selectFrom('golden_case').selectAll().where('deleted_at', 'is', null).where('valid', 'is not', false)
  return live.orderBy('number').limit(MAX_GOLDEN).execute()
}

/** Result of this law for each golden case, by the same calculation as for cases */
export const checkAll = (ctx: Pick<Context, 'tenant'>, rows: readonly RowValues[], law: TenantLaw): Checked[] =>
  rows.map((row) => check(ctx, row, law))

function check(ctx: Pick<Context, 'tenant'>, row: RowValues, law: TenantLaw): Checked {
  const isAmount = row.about === 'AMOUNT'
  const expected = isAmount ? `${String(row.currency)} ${String(row.expected_amount)}` : String(row.expected_date)
  const { actual, why } = resultOf(ctx, row, law)
  const named = isAmount ? law.fees.schedules.get(String(row.fee_code))?.[0] : rulesNamed(String(row.rule_id), law.law)[0]
  const code = String(isAmount ? row.fee_code : row.rule_id)
  return {
    sid: String(row.sid),
    number: String(row.number),
    name: String(row.name),
    name_en: String(row.name_en ?? row.name),
    about: isAmount ? 'AMOUNT' : 'DEADLINE',
    code,
    code_name: named?.zh ?? code,
    code_name_en: named?.en ?? code,
    country: String(row.country),
    passed: actual === expected,
    expected,
    actual,
    why,
    source: String(row.source),
  }
}

type Result = { actual: string | null; why: Checked['why'] }

function resultOf(ctx: Pick<Context, 'tenant'>, row: RowValues, law: TenantLaw): Result {
  const kind = kindNamed(ctx, row.case_kind)
  if (!kind) return nothing('没有这类案件', 'There is no such kind of case')
  const one = caseGiven(kind, row)
  return row.about === 'AMOUNT' ? amountOf(one, row, law) : dateOf(one, row, law)
}

const nothing = (zh: string, en: string): Result => ({ actual: null, why: { zh, en } })

/** The deadline of that year, or the earliest of the rule. */
function dateOf({ facts }: Case, { rule_id: id, annuity_year: year, on_day: day }: RowValues, { law }: TenantLaw): Result {
  const own = computeDeadlines(facts, law, String(day)).filter(
    (one) => one.rule_id === id && (year === null || year === undefined || one.annuity_year === Number(year)),
  )
  const [first] = own.toSorted((one, other) => ((one.official_due ?? '9') < (other.official_due ?? '9') ? -1 : 1))
  if (!first) return nothing('这些事实下该规则不产生期限', 'The rule makes no deadline of these facts')
  return first.official_due === null
    ? nothing('通知书载明的日期尚缺', 'The date named in the notice is missing')
    : { actual: first.official_due, why: null }
}

function amountOf(one: Case, { fee_code: code, annuity_year: year, on_day: day }: RowValues, { fees }: TenantLaw): Result {
  const facts = { ...one.fee, ...(year !== null && year !== undefined && { annuity_year: Number(year) }) }
  try {
    const { currency, amount } = priceOf(String(code), facts, String(day), pricesOf(one, fees))
    return { actual: `${currency} ${amount}`, why: null }
  } catch (error) {
    if (error instanceof FeeFault) return nothing(error.zh, error.en)
    throw error
  }
}
