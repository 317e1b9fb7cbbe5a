import type { RowOf } from '../../database/tables.ts'
import { roll } from '../../../model/docketing/calendar/calendar.ts'
import { addDuration } from '../../../model/kit/duration.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { docketCases } from '../reconcile.ts'
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
      await take(ctx, String(deadline.sid), { period, date: row.event_date })
      await docketCases(ctx, [String(row.case_sid)])
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

function stepTo({ rule_id, rule_version, raw_due, extended_times }: RowValues, day: string, { law }: TenantLaw): string | undefined {
  const rule = law.rules.find(({ id, version }) => id === rule_id && version === rule_version)
  if (!rule?.extensions || !raw_due || Number(extended_times ?? 0) >= rule.extensions.times) return undefined
  const reached = (period: string) => `${roll(addDuration(Temporal.PlainDate.from(String(raw_due)), period), rule.office, law.calendars).date}`
  return rule.extensions.steps.find(({ period }) => reached(period) === day)?.period
}

async function take(ctx: Context, sid: string, step: { period: string; date: unknown }) {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  for (const row of await lockRows(ctx, model, [sid])) {
    const draft = draftFrom(row)
    setValue(draft, 'extensions', [...((row.extensions as unknown[] | null) ?? []), step]) // a list of steps
    setValue(draft, 'extended_times', Number(row.extended_times ?? 0) + 1)
    await updateDrafts(ctx, model, [draft])
  }
}
