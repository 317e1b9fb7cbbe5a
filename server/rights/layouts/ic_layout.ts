import { roll } from '../../../model/docketing/calendar/calendar.ts'
import { dayOf } from '../../../model/docketing/calendar/day.ts'
import { addDuration, isoOf } from '../../../model/kit/days/duration.ts'
import { ruleFault } from '../../cases/rule-fault.ts'
import { lawFor } from '../../docketing/law/law.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'

/** A layout design that was exploited for two years is registered no more (IC Layout Regulations, art. 17). */
export const icLayouts: Part = { hooks: [{ model: 'ic_layout', check }] }

async function check(ctx: Context, drafts: readonly DraftOf<'ic_layout'>[]) {
  const asked = drafts.filter(({ row, changed }) => row.country === 'CN' && (changed.has('filing_date') || changed.has('first_exploit_date')))
  if (asked.length === 0) return
  const { calendars } = (await lawFor(ctx)).law
  for (const draft of asked) {
    const { filing_date: filed, first_exploit_date: used } = draft.row
    if (!filed || !used) continue
    const last = isoOf(roll(addDuration(dayOf(used), '2y'), 'CN', calendars).date)
    if (filed <= last) continue
    const words = [`${filed} 晚于首次商业利用 ${used} 起两年（至 ${last}），不予登记`, `${filed} is more than two years after the first exploitation of ${used} (until ${last}): no registration`] as const // oxfmt-ignore
    ruleFault(ctx, draft, ['申请日', 'Filing date'], words, 'filing_date')
  }
}
