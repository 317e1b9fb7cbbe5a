import { setValue } from '../../records/write/checks/validate.ts'
import type { Context, Draft } from '../../records/context.ts'

/** A patent that is terminated for an unpaid annuity ends with the day on which it was due, not with the day of the notice (Implementing Rules, rule 115). */
export async function endWithUnpaidYear(ctx: Context, drafts: readonly Draft[]) {
  for (const draft of drafts) {
    if (draft.transition !== 'terminate' || draft.row.close_date) continue
    const due = await dueOfUnpaidYear(ctx, draft.sid)
    if (due) setValue(draft, 'close_date', due)
  }
}

/** The last annuity that was not settled when its grace period ended, before the notice or before today. */
async function dueOfUnpaidYear({ db, today }: Context, case_sid: string): Promise<string | null | undefined> {
  const notice = await db
    .selectFrom('official_event')
    .select('event_date')
    .where('case_sid', '=', case_sid)
    .where('code', '=', 'CN29')
    .where('deleted_at', 'is', null)
    .orderBy('event_date', 'desc')
    .executeTakeFirst()
  const annuity = await db
    .selectFrom('deadline')
    .select('raw_due')
    .where('case_sid', '=', case_sid)
    .where('kind', '=', 'ANNUITY')
    .where('status', 'not in', ['DONE', 'RESTORED'])
    .where('grace_end', '<', notice?.event_date ?? today)
    .where('deleted_at', 'is', null)
    .orderBy('raw_due', 'desc')
    .executeTakeFirst()
  return annuity?.raw_due
}
