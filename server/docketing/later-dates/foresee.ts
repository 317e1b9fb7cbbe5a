import type { CaseFacts } from '../../../model/docketing/calculation/facts.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import type { ComputedDeadline } from '../../../model/docketing/calculation/computed-deadline.ts'
import { endedBy, type Postponed, postponed } from '../../../model/docketing/calculation/postponed.ts'
import type { Context } from '../../records/context.ts'
import { ruleOf } from '../fees-of-deadline.ts'
import { lawFor } from '../law/law.ts'

/** The deadlines on which a right is lost that one set of facts puts later than another; also those that a changed notice opens no more. */
export async function laterWith(ctx: Context, before: CaseFacts, after: CaseFacts, event_sid?: string): Promise<Postponed[]> {
  const { law } = await lawFor(ctx)
  const computed = [before, after].map((facts) => computeDeadlines(facts, law, ctx.today))
  const [now = [], then = []] = computed
  const isOptional = (one: ComputedDeadline) => ruleOf(one, law)?.optional === true
  return [...postponed(now, then, isOptional), ...(event_sid ? endedBy(event_sid, now, then, isOptional) : [])]
}
