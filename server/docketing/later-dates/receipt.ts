import type { CaseEvent } from '../../../model/docketing/calculation/facts.ts'
import { receivedLate } from '../../../model/docketing/calculation/deemed-receipt.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context, Draft } from '../../records/context.ts'
import { faultAt } from '../../records/write/checks/validate.ts'

/** A date of receipt before the sending or in the future is a fault. `sent` is the field with the date of the notice. */
export function checkReceipt(ctx: Context, model: Model, draft: Draft, sent: 'event_date' | 'issue_date') {
  const { row, changed } = draft
  const received = row.receive_date
  if (typeof received !== 'string' || !(changed.has('receive_date') || changed.has(sent))) return
  if (typeof row[sent] === 'string' && received < row[sent])
    faultAt(ctx, model, draft, 'receive_date', [
      `${received} 早于发文日 ${row[sent]}：文件不可能在发出前收到`,
      `${received} is before the date of the notice (${row[sent]}): a notice cannot be received before it is sent`,
    ])
  if (received > ctx.today)
    faultAt(ctx, model, draft, 'receive_date', [
      `${received} 在今天之后：只登记已经收到的文件`,
      `${received} is in the future: record a notice only when it has been received`,
    ])
}

/** The days after its date at which a notice was received, where a rule of service in the law makes that unusual. */
export function lateBy(law: Law, event: CaseEvent): number | undefined {
  const schemes = schemesOf(law).get(event.code)
  return schemes && receivedLate(event, [...schemes], law.services)
}

const kept = new WeakMap<Law, Map<string, Set<string>>>()

/** The rules of service that decide when the periods of a notice begin, by its code. */
function schemesOf(law: Law): Map<string, Set<string>> {
  const known = kept.get(law)
  if (known) return known
  const schemes = new Map<string, Set<string>>()
  for (const { service, trigger, terms } of law.rules) {
    const codes = [...(trigger.events ?? []), ...terms.flatMap(({ from }) => (from.startsWith('event:') ? from.slice(6).split('|') : []))]
    if (service) for (const code of codes) schemes.set(code, (schemes.get(code) ?? new Set()).add(service))
  }
  kept.set(law, schemes)
  return schemes
}
