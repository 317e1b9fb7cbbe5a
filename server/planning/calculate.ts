import { calculatePlan } from '../../model/planning/plan-actions.ts'
import type { PlannedCase, PlanResult } from '../../model/planning/plan-result.ts'
import { type QuarterSum, sumsByQuarter } from '../../model/planning/quarters.ts'
import { seesFees } from '../docketing/law/impact.ts'
import { lawFor } from '../docketing/law/law.ts'
import { companyCurrency, conversionTo, ratesTo } from '../fees/exchange-rates.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import { type PlanBody, readBase } from './base.ts'
import { describe } from './describe.ts'
import { supposeAll } from './suppose.ts'

export const calculateActions = perform(calculatePlan, async ({ ctx, body }: Call<typeof calculatePlan>) => calculate(ctx, body))

async function calculate(ctx: Context, body: PlanBody): Promise<PlanResult> {
  const base = await readBase(ctx, body)
  const law = await lawFor(ctx)
  const { today } = ctx
  const until = `${Temporal.PlainDate.from(today).add({ years: body.years })}`
  const all = supposeAll(base, body.legs ?? [], { law, today })
  const priced = seesFees(ctx)
  const cases = all.map((node) => describe(node, { base, all, law, today, until, priced }))
  return { as_of: today, until, kind: base.kind.name, cases, priced, ...(await costs(ctx, cases)) }
}

/** Total of all cases by quarter, at the rates of today, in the currency of the company */
async function costs(ctx: Context, cases: readonly PlannedCase[]): Promise<Pick<PlanResult, 'sums' | 'quarters' | 'whole'>> {
  const sums = sumsByQuarter(cases.flatMap(({ fees }) => fees), ctx.today) // oxfmt-ignore
  const to = await companyCurrency(ctx, ctx.actor.company_sid)
  const day = ctx.today
  const rates = await ratesTo(ctx, to, sums.map(({ currency }) => ({ currency, day }))) // oxfmt-ignore
  const converted = (of: readonly QuarterSum[]) => conversionTo(to, of.map(({ currency, amount }) => ({ currency, amount, day })), rates) // oxfmt-ignore
  return {
    sums,
    quarters: [...Map.groupBy(sums, ({ quarter }) => quarter)].map(([quarter, of]) => ({ quarter, total: converted(of) })),
    whole: sums.length > 0 ? converted(sums) : null,
  }
}
