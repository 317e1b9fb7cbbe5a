import type { BesideGap } from '../../../model/docketing/beside-facts.ts'
import type { Context } from '../../records/context.ts'

type Waiting = { case_sid: string; gap: BesideGap }

/** The findings of what waits for a second person, by case. */
export async function laterDatesWaiting({ db }: Context, cases: readonly string[]): Promise<ReadonlyMap<string, BesideGap[]>> {
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
  const gaps = open.map(({ case_sid, about, about_en, due_before, due_after }): Waiting => ({
    case_sid: String(case_sid),
    gap: {
      code: 'LATER_DATE_WAITS',
      zh: `拟推迟的期限待另一人确认：${about}（${due_before} → ${due_after ?? '无'}）`,
      en: `A later deadline waits for confirmation by a second person: ${about_en} (${due_before} → ${due_after ?? 'none'})`,
    },
  }))
  const refused = await laterDatesRefused(
    { db },
    cases.filter((sid) => !gaps.some(({ case_sid }) => case_sid === sid)),
  )
  return new Map([...Map.groupBy([...gaps, ...refused], (one) => one.case_sid)].map(([sid, own]) => [sid, own.map(({ gap }) => gap)]))
}

/** Deadlines that keep their earlier day without an open proposal for the later one: the facts or the day are wrong. */
async function laterDatesRefused({ db }: Pick<Context, 'db'>, cases: readonly string[]) {
  if (cases.length === 0) return []
  const kept = await db
    .selectFrom('deadline')
    .select(['case_sid', 'name', 'name_en', 'official_due', 'extended_due', 'later_due', 'to_end'])
    .where('case_sid', 'in', [...cases])
    .where((of) => of.or([of('later_due', 'is not', null), of('to_end', '=', true)]))
    .where('status', '!=', 'CANCELLED')
    .where('deleted_at', 'is', null)
    .orderBy('official_due')
    .orderBy('sid')
    .execute()
  return kept.map(({ case_sid, name, name_en, official_due, extended_due, later_due, to_end }): Waiting => ({
    case_sid: String(case_sid),
    gap: to_end
      ? endRefused(name, name_en, extended_due ?? official_due)
      : {
          code: 'LATER_DATE_REFUSED',
          zh: `按案件记录，“${name}”应为 ${later_due}，但该推迟未获同意，仍为 ${extended_due ?? official_due}：请更正记录或重新提出`,
          en: `The facts of the case put “${name_en}” on ${later_due}, which was refused, so it stays on ${extended_due ?? official_due}: correct the facts, or propose it again`,
        },
  }))
}

const endRefused = (name: unknown, name_en: unknown, due: unknown): BesideGap => ({
  code: 'LATER_DATE_REFUSED',
  zh: `按案件记录，“${name}”不再适用，但这未获同意，仍为 ${due}：请更正记录或重新提出`,
  en: `By the facts of the case “${name_en}” no longer applies, which was refused, so it stays on ${due}: correct the facts, or propose it again`,
})
