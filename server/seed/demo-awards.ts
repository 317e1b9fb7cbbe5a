import { AWARD_RULES } from '../../seed/demo/awards.ts'
import type { Context } from '../records/context.ts'
import { add } from './rows.ts'

/** The award policy of the demo company, and an award for a proposal of one of its inventors. */
export async function seedAwards(ctx: Context, { company }: { company: string }) {
  await add(
    ctx,
    'award_rule',
    AWARD_RULES.map((one) => ({ ...one, company_sid: company })),
  )
  const inventor = await ctx.db.selectFrom('inventor').select('sid').where('user_sid', 'is not', null).orderBy('employee_no').executeTakeFirst()
  const made = inventor
    ? await ctx.db
        .selectFrom('case')
        .select('sid')
        .where('inventor_sids', '&&', [[inventor.sid]])
        .orderBy('case_no')
        .executeTakeFirst()
    : undefined
  if (!made) return
  const day = `${Temporal.PlainDate.from(ctx.today).subtract({ days: 12 })}`
  await add(ctx, 'award', [{ case_sid: made.sid, award_type: 'PROPOSAL', trigger_date: day, company_sid: company }])
}
