import type { CaseFacts } from '../../../model/docketing/calculation/facts.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import type { ComputedDeadline } from '../../../model/docketing/calculation/computed-deadline.ts'
import { endedBy, type Postponed, postponed } from '../../../model/docketing/calculation/postponed.ts'
import type { Context } from '../../records/context.ts'
import { ruleOf } from '../fees-of-deadline.ts'
import { lawFor } from '../law/law.ts'
import type { Case } from '../read-cases.ts'

/** Facts of the case before and after a proposal */
type Choice = { of: Pick<Case, 'deadlines'>; before: CaseFacts; after: CaseFacts }

/** The deadlines on which a right is lost that one set of facts puts later than another; also those that a changed notice opens no more. */
export async function laterWith(ctx: Context, { of, before, after }: Choice, event_sid?: string): Promise<Postponed[]> {
  const { law } = await lawFor(ctx)
  const computed = [before, after].map((facts) => computeDeadlines(facts, law, ctx.today))
  const [now = [], then = []] = computed
  const isOptional = (one: ComputedDeadline) => ruleOf(one, law)?.optional === true
  const later = [...postponed(now, then, isOptional), ...(event_sid ? endedBy(event_sid, now, then, isOptional) : [])]
  return later.map((one) => fromKept(of, one))
}

/** A deadline whose later day waits already is still on its earlier one. */
function fromKept({ deadlines }: Pick<Case, 'deadlines'>, one: Postponed): Postponed {
  const row = deadlines.find(({ key, later_due }) => key === one.key && later_due)
  return row ? { ...one, from: String(row.extended_due ?? row.official_due) } : one
}
