import type { Broken } from '../../../model/docketing/rules/rule-trial.ts'
import { faultsOf } from '../../../model/docketing/rules/law-pack.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { type FeeRow, schedulesOf } from '../../../model/fees/schedule/schedule.ts'
import { refuse } from '../../errors.ts'
import type { Context, Draft } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { contextSlot } from '../../records/slots.ts'
import { liveRows } from '../law/draft-law.ts'
import { readLawTables, type TenantLaw } from '../law/law.ts'
import { checkAll, goldenCases } from './check.ts'

/** Each write of a rule or price: a golden case that held and no longer holds asks for the reason of the change. */
export const guardGolden: Part = {
  hooks: [
    { model: 'deadline_rule', written: (ctx, drafts) => guard(ctx, 'deadline_rule', drafts) },
    { model: 'fee_schedule', written: (ctx, drafts) => guard(ctx, 'fee_schedule', drafts) },
  ],
}

/** Set while several writes make one change, which was checked as a whole. */
export const checkedBefore = contextSlot<true>()

/** The golden cases that hold under the first law and not under the second. */
export async function brokenBy(ctx: Context, before: TenantLaw, after: TenantLaw): Promise<Broken[]> {
  const rows = await goldenCases(ctx)
  if (rows.length === 0) return []
  const held = new Set(checkAll(ctx, rows, before).flatMap(({ sid, passed }) => (passed ? [sid] : [])))
  return checkAll(ctx, rows, after)
    .filter(({ sid, passed }) => !passed && held.has(sid))
    .map(({ sid, number, name, name_en, expected, actual }) => ({ sid, number, name: ctx.lang === 'en' ? name_en : name, expected, actual }))
}

export function refuseBroken(
  broken: readonly Broken[],
  refusal: 'golden_cases' | 'golden_cases_removal' | 'golden_cases_restored' | 'golden_cases_calendar' = 'golden_cases',
): never {
  const named = broken.slice(0, NAMED).map(({ number, name }) => `${number} ${name}`)
  const more = broken.length > NAMED
  return refuse(refusal, {
    cases_zh: `${named.join('、')}${more ? ` 等 ${broken.length} 个` : ''}`,
    cases_en: `${named.join(', ')}${more ? `, and ${broken.length - NAMED} more` : ''}`,
  })
}

const NAMED = 5

type Guarded = 'deadline_rule' | 'fee_schedule'

async function guard(ctx: Context, name: Guarded, drafts: readonly Draft[]) {
  if (ctx.source === 'job' || checkedBefore.of(ctx) || drafts.every(isReasoned)) return
  const after = await readLawTables(ctx.db)
  const broken = await brokenBy(ctx, await lawBefore(ctx, name, drafts, after), after)
  if (broken.length > 0) refuseBroken(broken)
}

/** The reason is of this change: one that was there before says nothing. */
const isReasoned = ({ given, row, before }: Draft) => Boolean(row.change_reason) && (!before || given?.has('change_reason') === true)

/** The law as it was before these writes of this transaction. */
async function lawBefore(ctx: Context, name: Guarded, drafts: readonly Draft[], law: TenantLaw): Promise<TenantLaw> {
  const rows = new Map(await liveRows<unknown>(ctx, name))
  for (const { sid, before } of drafts) {
    if (before && before.valid !== false && !before.deleted_at) rows.set(sid, before.content)
    else rows.delete(sid)
  }
  const contents = [...rows.values()]
  if (name === 'fee_schedule') return { ...law, fees: { ...law.fees, schedules: schedulesOf(contents as FeeRow[]) } } // as they were read before
  const isSound = faultsOf({ rules: contents, services: law.law.services, calendars: [] }).length === 0
  return isSound ? { ...law, law: { ...law.law, rules: contents as Rule[] } } : law // as above
}
