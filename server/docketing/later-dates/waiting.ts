import type { Gap } from '../../../model/docketing/completeness.ts'
import type { Context } from '../../records/context.ts'

/** The findings of what waits for a second person, by case. */
export async function laterDatesWaiting({ db }: Context, cases: readonly string[]): Promise<ReadonlyMap<string, Gap[]>> {
  if (cases.length === 0) return new Map()
  const open = await db
    .selectFrom('date_confirmation')
    .select(['case_sid', 'about', 'about_en', 'due_before', 'due_after'])
    .where('case_sid', 'in', [...cases])
    .where('status', '=', 'PROPOSED')
    .where('deleted_at', 'is', null)
    .orderBy('proposed_on')
    .orderBy('sid')
    .execute()
  const gaps = open.map(({ case_sid, about, about_en, due_before, due_after }) => ({
    case_sid: String(case_sid),
    gap: {
      code: 'LATER_DATE_WAITS',
      zh: `拟推迟的期限待另一人确认：${about}（${due_before} → ${due_after ?? '无'}）`,
      en: `A later deadline waits for confirmation by a second person: ${about_en} (${due_before} → ${due_after ?? 'none'})`,
    },
  }))
  return new Map([...Map.groupBy(gaps, (one) => one.case_sid)].map(([sid, own]) => [sid, own.map(({ gap }) => gap)]))
}
