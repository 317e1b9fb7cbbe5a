import type { RowOf } from '../../database/tables.ts'
import { roll } from '../../../model/docketing/calendar/calendar.ts'
import { extendedEnd } from '../../../model/docketing/calculation/suspension.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import { extendOrPropose } from '../later-dates/extension.ts'
import { lawFor, type TenantLaw } from '../law/law.ts'

/** A decision that names a date extends the deadline for which an extension of its rule ends on that very day; otherwise nothing is guessed. */
export async function extendByDecision(ctx: Context, drafts: readonly DraftOf<'official_event'>[]) {
  const decisions = [...ctx.tenant.declared.kinds.values()].flatMap(({ docketing }) => docketing?.extends ?? [])
  for (const { row, before } of drafts) {
    if (before || !decisions.includes(row.code ?? '') || !row.set_due) continue
    const law = await lawFor(ctx)
    for (const deadline of await openBefore(ctx, row)) {
      const period = stepTo(deadline, row.set_due, law)
      if (!period) continue
      await extendOrPropose(ctx, deadline, { period, date: String(row.event_date) })
      break
    }
  }
}

async function openBefore({ db }: Context, { case_sid, set_due }: RowOf<'official_event'>): Promise<RowValues[]> {
  return db
    .selectFrom('deadline')
    .selectAll()
    .where('case_sid', '=', case_sid)
    .where('status', '=', 'OPEN')
    .where('official_due', '<', set_due)
    .where('rule_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('official_due', 'desc')
    .execute()
}

function stepTo(
  { rule_id, rule_version, raw_due, basis_date, period: own, extended_times }: RowValues,
  day: string,
  { law }: TenantLaw,
): string | undefined {
  const rule = law.rules.find(({ id, version }) => id === rule_id && version === rule_version)
  if (!rule?.extensions || !raw_due || Number(extended_times ?? 0) >= rule.extensions.times) return undefined
  const due = { basis: String(basis_date), period: String(own ?? '') }
  const reached = (period: string) =>
    `${roll(extendedEnd(rule, due, Temporal.PlainDate.from(String(raw_due)), [period]), rule.office, law.calendars).date}`
  return rule.extensions.steps.find(({ period }) => reached(period) === day)?.period
}
