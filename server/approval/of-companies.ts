// An approval belongs to no company, but its record does.
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Context } from '../records/context.ts'
import { among, anyOf, OWN } from '../records/permission/conditions.ts'
import { grantsOn, isEverywhere, shows } from '../records/permission/governing.ts'

/** A person who sees the approvals of some companies sees those started by people of these companies, and their own. */
const within =
  (name: string, approval: readonly string[]) =>
  ({ actor }: Context): Condition | undefined => {
    const seeing = grantsOn(actor, name).filter(shows)
    if (seeing.length === 0 || seeing.some(isEverywhere)) return undefined
    const companies = new Set(seeing.flatMap(({ within: some }) => some ?? actor.companies))
    return anyOf([
      among([...approval, 'starter_sid', 'company_sid'], [...companies]),
      among([...approval, 'participant_sids'], actor.sid ? [actor.sid] : [], OWN),
    ])
  }

export const approvalsOfCompanies = {
  approval: { only: within('approval', []) },
  approval_task: { only: within('approval_task', ['approval_sid']) },
  approval_log: { only: within('approval_log', ['approval_sid']) },
}
