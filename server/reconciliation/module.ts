import type { Condition, Value } from '../../model/kit/iql/ast.ts'
import { askAgency, compareDocket } from '../../model/reconciliation/docket-list-routes.ts'
import { fieldOfRole } from '../../model/cases/case-kind.ts'
import type { ServerModule } from '../module.ts'
import { perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import { GIVEN } from '../records/permission/conditions.ts'
import { accessOf } from '../records/permission/permission.ts'
import { serve } from '../route.ts'
import { ask } from './ask-agency.ts'
import { endUnread } from './end-unread.ts'
import { followSecondPerson } from './follow-second-person.ts'
import { removeLines, restoreLines } from './lines-of-list.ts'
import { reconcileJob } from './read-list.ts'
import { receiveList } from './receive-list.ts'
import { decide, takeTheirs } from './take-theirs.ts'

/** The dockets of agencies, compared with ours and reconciled by people. */
export const reconciliationModule: ServerModule = {
  name: 'reconciliation',
  after: ['docketing', 'import'],
  rowVisibility: { docket_line: { also: ofNoCase, only: ofReadFields } },
  hooks: [
    { model: 'docket_line', prepare: decide, written: takeTheirs },
    { model: 'date_confirmation', written: followSecondPerson },
    { model: 'docket_list', deleted: removeLines, restored: restoreLines },
  ],
  actions: perform(askAgency, ask),
  jobs: [reconcileJob],
  minutely: { 'unread docket lists': endUnread },
  routes: [serve(compareDocket, receiveList)],
}

// A condition of permission has no position in a text.
const text = (value: string): Value => ({ kind: 'text', value, at: GIVEN })

/** A line about a case that we do not have is visible to people of the company who may reconcile. */
function ofNoCase({ actor }: Context): Condition {
  const isOfNone: Condition = { kind: 'empty', path: ['case_sid'], at: GIVEN, negated: false }
  const own: Condition = { kind: 'in', path: ['created_by'], at: GIVEN, negated: false, values: [text(actor.sid ?? '')] }
  const company: Condition = { kind: 'in', path: ['company_sid'], at: GIVEN, negated: false, values: actor.companies.map(text) }
  const whose: Condition = actor.platform === 1 && actor.companies.length > 0 ? { kind: 'or', of: [own, company] } : own
  return { kind: 'and', of: [isOfNone, whose] }
}

/** A line says what a field of the case is: it is seen by those who may read that field in clear. */
function ofReadFields(ctx: Context): Condition | undefined {
  const kinds = [...ctx.tenant.models.kinds.values()].filter(({ model }) => fieldOfRole(model, 'agency'))
  const hidden = kinds.flatMap(({ model }) => {
    const { verbs, mayRead, masks } = accessOf(ctx, model)
    if (verbs.size === 0) return [] // its cases are not seen at all
    return Object.keys(model.fields).filter((code) => !mayRead(code) || masks(code))
  })
  if (hidden.length === 0) return undefined
  const isOfNone: Condition = { kind: 'empty', path: ['field'], at: GIVEN, negated: false }
  const isRead: Condition = { kind: 'in', path: ['field'], at: GIVEN, negated: true, values: [...new Set(hidden)].map(text) }
  return { kind: 'or', of: [isOfNone, isRead] }
}
