import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { roll } from '../calendar/calendar.ts'
import { dayOf, lastOfMonth } from '../calendar/day.ts'
import type { CaseEvent, CaseFacts } from './facts.ts'
import { latestEvent } from './facts.ts'
import { rulesNamed, type Law } from '../rules/law.ts'
import type { ComputedDeadline } from './computed-deadline.ts'
import type { Restoration, Rule } from '../rules/rule.ts'
import { receivedOn } from './deemed-receipt.ts'

/** Adds the end of the restoration period to a missed deadline. Counted from a notice not yet recorded, it is the earliest possible day. */
export function restorationFor(computedDeadline: ComputedDeadline, rule: Rule, basis: string, facts: CaseFacts, law: Law) {
  const { restoration } = rule
  if (!restoration) return
  const { from, period, month_end: isMonthEnd, zh, en, certainty = 'SURE' } = restoration
  const notice = from === 'NOTICE' ? latestEvent(facts, restoration.notices ?? [], computedDeadline.raw_due ?? '') : undefined
  const start = startOf(restoration, computedDeadline, basis, notice, law)
  const reached = period && start ? addDuration(dayOf(start), period) : undefined
  const last = reached && roll(isMonthEnd ? lastOfMonth(reached) : reached, computedDeadline.explanation.office, law.calendars)
  const end = last && isoOf(last.date)
  if (end) computedDeadline.restoration_end = end
  // An earlier day may count; this depends on facts that are not recorded.
  if (end && from === 'GRACE' && certainty === 'CHECK') computedDeadline.certainty = 'CHECK'
  computedDeadline.explanation.restoration = {
    text: { zh, en },
    ...(end && { end }),
    from,
    ...(start && { counted_from: start }),
    certainty,
    estimated: from === 'NOTICE' && !notice,
    ...(last?.provisional && { provisional: true }),
  }
}

/** The deadline of a restoration request, when no notice of loss has opened it. */
export function restorationOf(missed: ComputedDeadline, rule: Rule, facts: CaseFacts, law: Law, today: string): ComputedDeadline | undefined {
  const { restoration } = rule
  const explained = missed.explanation.restoration
  const governing = restoration?.rule ? rulesNamed(restoration.rule, law)[0] : undefined
  if (!restoration || !explained?.end || !governing) return undefined
  if (restoration.from === 'NOTICE' && !explained.estimated) return undefined
  const key = `${governing.id}:after:${missed.key}`
  const handled = facts.handled?.find((one) => one.key === key)
  const over = explained.end < today
  const { zh, en, legal_basis, source, certainty, note } = governing
  return {
    key,
    rule_id: governing.id,
    rule_version: governing.version,
    kind: governing.kind,
    name: { zh: `${zh}（${missed.name.zh}）`, en: `${en} (${missed.name.en})` },
    basis_date: explained.counted_from ?? missed.raw_due ?? '',
    trigger: missed.key,
    period: restoration.period ?? '',
    raw_due: explained.end,
    official_due: explained.end,
    internal_due: isoOf(addDuration(dayOf(explained.end), '-10d')),
    status: handled?.status ?? (over && !explained.estimated ? 'MISSED' : 'OPEN'),
    ...(handled && { done_date: handled.date, done_by: 'PERSON' as const }),
    overdue: !handled && over && explained.estimated,
    suspended: false,
    ...(governing.if_missed && { if_missed: governing.if_missed }),
    certainty: explained.estimated || missed.explanation.unsure ? 'CHECK' : certainty,
    provisional: explained.estimated || explained.provisional === true || missed.provisional,
    explanation: {
      rule: { id: governing.id, version: governing.version, name: { zh, en }, legal_basis, source, certainty, ...(note && { note }) },
      office: missed.explanation.office,
      trigger: { date: explained.counted_from ?? '' },
      candidates: [],
      raw: explained.end,
      not_rolled: false,
      // In the explanation this means an incomplete calendar; `restoration` says that the date is estimated.
      provisional: explained.provisional === true,
      ...(missed.explanation.unsure && { unsure: missed.explanation.unsure }),
      restoration: explained,
      follows: missed.key,
    },
  }
}

function startOf(
  { from }: Restoration,
  computedDeadline: ComputedDeadline,
  basis: string,
  notice: CaseEvent | undefined,
  law: Law,
): string | undefined {
  if (from === 'BASIS') return basis
  if (from === 'OPEN') return undefined
  if (from === 'GRACE') return computedDeadline.explanation.grace?.raw ?? computedDeadline.grace_end ?? computedDeadline.raw_due ?? undefined
  if (notice) return receivedOn(notice, computedDeadline.explanation.office, law.services).basis
  // No notice of loss arrives before the last day on which the miss could be cured.
  return (from === 'NOTICE' ? computedDeadline.cure_until : undefined) ?? computedDeadline.raw_due ?? undefined
}
