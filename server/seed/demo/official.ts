import type { Context } from '../../records/context.ts'
import { add } from '../rows.ts'

const SHOWN = 4

/** A made-up list of an office about a few cases of the demo company: the last one tells another day of publication, to be decided by a person. */
export async function seedOfficial(ctx: Context, { company }: { company: string }) {
  const rows = await ctx.db.selectFrom('patent').select(['application_no', 'country', 'title', 'filing_date', 'publication_date']).where('company_sid', '=', company).where('country', '=', 'CN').where('publication_date', 'is not', null).where('application_no', 'is not', null).orderBy('case_no').limit(SHOWN).execute() // oxfmt-ignore
  const told = rows.map(({ application_no, country, title, filing_date, publication_date }, at) => {
    const isOther = at === rows.length - 1
    const day = isOther ? `${Temporal.PlainDate.from(String(publication_date)).add({ days: 1 })}` : publication_date
    return { application_no, country, title, filing_date, publication_date: day, source: '虚构的官方清单', company_sid: company }
  })
  await add(ctx, 'official_record', told)
}
