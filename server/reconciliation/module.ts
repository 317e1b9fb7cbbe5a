import type { Condition, Value } from '../../model/kit/iql/ast.ts'
import { askAgency, compareDocket } from '../../model/reconciliation/docket-list-routes.ts'
import type { ServerModule } from '../module.ts'
import { perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import { serve } from '../route.ts'
import { ask } from './ask-agency.ts'
import { removeLines, restoreLines } from './lines-of-list.ts'
import { reconcileJob } from './read-list.ts'
import { receiveList } from './receive-list.ts'
import { decide, takeTheirs } from './take-theirs.ts'

/** The dockets of agencies, compared with ours and reconciled by people. */
export const reconciliationModule: ServerModule = {
  name: 'reconciliation',
  after: ['docketing', 'import'],
  rowVisibility: { docket_line: { also: ofNoCase } },
  hooks: [
    { model: 'docket_line', prepare: decide, written: takeTheirs },
    { model: 'docket_list', deleted: removeLines, restored: restoreLines },
  ],
  actions: perform(askAgency, ask),
  jobs: [reconcileJob],
  routes: [serve(compareDocket, receiveList)],
}

// A condition of permission stands in no text.
const GIVEN = -1
const text = (value: string): Value => ({ kind: 'text', value, at: GIVEN })

/** What a list says of a case that we do not have is seen by those of the company who may reconcile. */
function ofNoCase({ actor }: Context): Condition {
  const isOfNone: Condition = { kind: 'empty', path: ['case_sid'], at: GIVEN, negated: false }
  const own: Condition = { kind: 'in', path: ['created_by'], at: GIVEN, negated: false, values: [text(actor.sid ?? '')] }
  const company: Condition = { kind: 'in', path: ['company_sid'], at: GIVEN, negated: false, values: actor.companies.map(text) }
  const whose: Condition = actor.platform === 1 && actor.companies.length > 0 ? { kind: 'or', of: [own, company] } : own
  return { kind: 'and', of: [isOfNone, whose] }
}
