import type { CaseFacts } from '../../../model/docketing/calculation/facts.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import { type Postponed, postponed } from '../../../model/docketing/calculation/postponed.ts'
import type { Context } from '../../records/context.ts'
import { ruleOf } from '../fees-of-deadline.ts'
import { lawFor } from '../law/law.ts'

/** The deadlines on which a right is lost that one set of facts puts later than another. */
export async function laterWith(ctx: Context, before: CaseFacts, after: CaseFacts): Promise<Postponed[]> {
  const { law } = await lawFor(ctx)
  const computed = [before, after].map((facts) => computeDeadlines(facts, law, ctx.today))
  return postponed(computed[0] ?? [], computed[1] ?? [], (one) => ruleOf(one, law)?.optional === true)
}
