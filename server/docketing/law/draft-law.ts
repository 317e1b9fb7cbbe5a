import { faultsOf } from '../../../model/docketing/rules/law-pack.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { isRow } from '../../../model/docketing/rules/law-fault.ts'
import { newPrice } from '../../../model/fees/schedule/price-columns.ts'
import { type FeeRow, schedulesOf } from '../../../model/fees/schedule/schedule.ts'
import { readFeeRows } from '../../../model/fees/schedule/schedule-faults.ts'
import type { Context } from '../../records/context.ts'
import { refuse } from '../../errors.ts'
import { soundLaw, type TenantLaw } from './law.ts'
import { refuseFaultsOf } from './rule-faults.ts'

/** Of a draft: the record that it changes or, with `follows`, of which it is the next version; neither for a first version. */
export type Drafted = { sid: string | undefined; content: unknown; follows: boolean }

/** The law in force and the law with the draft. Nothing is written. */
export type Laws<C> = { before: TenantLaw; after: TenantLaw; old: C | undefined; new: C }

export async function lawWithRule(ctx: Context, drafted: Drafted): Promise<Laws<Rule>> {
  const { sid, content, follows } = drafted
  const rows = await liveRows<Rule>(ctx, 'deadline_rule')
  const old = oldOf(rows, drafted)
  const rules = replaced(rows, { sid, follows, content, ended: old && endedRule(old, content) })
  const law = await soundLaw(ctx)
  const faults = faultsOf({ rules, services: law.law.services, calendars: [] })
  if (faults.length > 0) refuseFaultsOf(faults)
  const after = { ...law, law: { ...law.law, rules: rules as Rule[] } } // just checked
  return { before: law, after, old, new: content as Rule } // one of them
}

export async function lawWithPrice(ctx: Context, drafted: Drafted): Promise<Laws<FeeRow>> {
  const { sid, content, follows } = drafted
  const rows = await liveRows<FeeRow>(ctx, 'fee_schedule')
  const old = oldOf(rows, drafted)
  const whole = isRow(content) ? { ...newPrice, ...content } : content
  const read = readFeeRows(replaced(rows, { sid, follows, content: whole, ended: old && endedPrice(old, content) }))
  if (read.faults.length > 0) refuseFaultsOf(read.faults.map(({ fee_code, ...fault }) => ({ where: fee_code, ...fault })))
  const law = await soundLaw(ctx)
  const after = { ...law, fees: { ...law.fees, schedules: schedulesOf(read.rows) } }
  return { before: law, after, old, new: whole as FeeRow } // just checked
}

/** The rows that count, as the law reads them. */
export async function liveRows<C>({ db }: Pick<Context, 'db'>, name: 'deadline_rule' | 'fee_schedule'): Promise<ReadonlyMap<string, C>> {
  const of = db.selectFrom(name).select(['sid', 'content']).where('deleted_at', 'is', null).where('valid', 'is not', false)
  return new Map((await of.orderBy('sid').execute()).map(({ sid, content }) => [sid, content as C])) // checked when it was written
}

/** A version that is not in force cannot be changed, only followed by another. */
function oldOf<C>(rows: ReadonlyMap<string, C>, { sid, follows }: Drafted): C | undefined {
  const old = sid === undefined ? undefined : rows.get(sid)
  if (sid === undefined || old || follows) return old
  return refuse('rule', {
    summary_zh: '该规则或价格未生效，不产生期限和费用',
    summary_en: 'This rule or price is not in force and makes no deadlines or fees',
  })
}

type Change = { sid: string | undefined; follows: boolean; content: unknown; ended: unknown }

function replaced<C>(rows: ReadonlyMap<string, C>, { sid, follows, content, ended }: Change): unknown[] {
  const kept = [...rows].map(([own, row]) => (own !== sid ? row : follows ? ended : content))
  return sid === undefined || follows ? [...kept, content] : kept
}

/** The preceding version ends on the day before, if that is within its time. */
function endedRule(old: Rule, content: unknown): Rule {
  const last = dayBefore(content, 'valid_from', old.valid_from, old.valid_to)
  return last === undefined ? old : { ...old, valid_to: last }
}

function endedPrice(old: FeeRow, content: unknown): FeeRow {
  const last = dayBefore(content, 'from_date', old.from_date, old.to_date ?? undefined)
  return last === undefined ? old : { ...old, to_date: last }
}

function dayBefore(content: unknown, code: string, from = '', to = '9999-12-31'): string | undefined {
  const day = isRow(content) ? content[code] : undefined
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day) || day <= from || day > to) return undefined
  try {
    return `${Temporal.PlainDate.from(day).subtract({ days: 1 })}`
  } catch {
    return undefined // no day of the calendar: refused with the content
  }
}
