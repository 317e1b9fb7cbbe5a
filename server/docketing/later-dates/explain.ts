import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import type { Context } from '../../records/context.ts'

/** What is proposed for the date of a deadline and waits for a second person. */
export async function waitingFor(ctx: Context, record: Readonly<Record<string, unknown>>): Promise<string[]> {
  const key = typeof record.key === 'string' ? record.key : String(record.sid)
  const open = await ctx.db
    .selectFrom('date_confirmation as c')
    .innerJoin('deadline as d', 'd.case_sid', 'c.case_sid')
    .select(['c.deadlines', 'c.about', 'c.about_en'])
    .where('d.sid', '=', String(record.sid))
    .where('c.status', '=', 'PROPOSED')
    .where('c.deleted_at', 'is', null)
    .execute()
  const told = open.flatMap(({ deadlines, about, about_en }) => {
    const own = (deadlines as Postponed[]).find((one) => one.key === key && !one.case_sid) // written by propose
    if (!own) return []
    return ctx.lang === 'zh'
      ? [`拟推迟到 ${own.to ?? '无'}（${about}），待另一人确认；此前按 ${own.from} 计算。`]
      : [`A later date, ${own.to ?? 'none'}, is proposed (${about_en}) and waits for a second person; until then ${own.from} applies.`]
  })
  return told.length > 0 || !record.later_due ? told : [refusedWords(ctx, String(record.later_due))]
}

const refusedWords = ({ lang }: Context, later: string) =>
  lang === 'zh'
    ? `按案件记录应为 ${later}，但该推迟未获同意，仍按原日期计算。`
    : `The facts of the case put it on ${later}; that later date was refused, so the earlier one stays.`
