import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import type { Context } from '../../records/context.ts'
import { namesFor } from '../../records/query/words/names.ts'

/** Proposed dates of a deadline that wait for a second person */
export async function waitingFor(ctx: Context, record: Readonly<Record<string, unknown>>): Promise<string[]> {
  const key = typeof record.key === 'string' ? record.key : String(record.sid)
  const open = await ctx.db
    .selectFrom('date_confirmation as c')
    .innerJoin('deadline as d', 'd.case_sid', 'c.case_sid')
    .select(['c.deadlines', 'c.about', 'c.about_en', 'c.proposed_by', 'c.proposed_on'])
    .where('d.sid', '=', String(record.sid))
    .where('c.status', '=', 'PROPOSED')
    .where('c.deleted_at', 'is', null)
    .execute()
  const nameOf = await namesFor(ctx, new Map([['user_info', new Set(open.flatMap(({ proposed_by }) => proposed_by ?? []))]]))
  const explained = open.flatMap(({ deadlines, about, about_en, proposed_by, proposed_on }) => {
    const own = (deadlines as Postponed[]).find((one) => one.key === key && !one.case_sid) // written by propose
    if (!own) return []
    const by = proposed_by ? nameOf('user_info', proposed_by) : ''
    return ctx.lang === 'zh'
      ? [
          `${own.to ? `拟推迟到 ${own.to}` : '拟终止'}（${about}），${by ? `${by} 于 ${proposed_on} 提出，` : ''}待另一人确认；此前按 ${own.from} 计算。`,
        ]
      : [inEnglish(own, String(about_en), by && ` by ${by} on ${dayIn(String(proposed_on), 'en')}`)]
  })
  return explained.length > 0 || !record.later_due ? explained : [refusedWords(ctx, String(record.later_due))]
}

const inEnglish = ({ from, to }: Postponed, about: string, by: string) =>
  `${to ? `A later date, ${dayIn(to, 'en')},` : 'An end of this deadline'} is proposed${by} (${about}) and waits for a second person; until then ${dayIn(from, 'en')} applies.`

const refusedWords = ({ lang }: Context, later: string) =>
  lang === 'zh'
    ? `按案件记录应为 ${later}，但该推迟未获同意，仍按原日期计算。`
    : `The facts of the case put it on ${dayIn(later, 'en')}; that later date was refused, so the earlier one stays.`
