import { AWARD_RULES, AWARDS } from '../../../seed/demo/awards.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransitions } from '../../records/write/batch/batch-transition.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { add } from '../rows.ts'

/** The award policy of the demo company, and awards for the disclosures of its inventors. */
export async function seedAwards(ctx: Context, { company }: { company: string }) {
  await add(
    ctx,
    'award_rule',
    AWARD_RULES.map((one) => ({ ...one, company_sid: company })),
  )
  for (const { by, nth, ago, reaches, ...more } of AWARDS) {
    const made = await madeBy(ctx, by, nth)
    if (!made) continue
    const [sid = ''] = await add(ctx, 'award', [{ case_sid: made, award_type: 'PROPOSAL', trigger_date: daysAgo(ctx, ago), company_sid: company }])
    if (reaches !== 'DRAFT') await takeTransitions(ctx, modelNamed(ctx.tenant.models, 'award'), [sid], 'ask_inventors')
    if ('paid_ago' in more) await pay(ctx, sid, daysAgo(ctx, more.paid_ago))
  }
}

const daysAgo = ({ today }: Context, days: number) => `${Temporal.PlainDate.from(today).subtract({ days })}`

async function madeBy({ db }: Context, employee_no: string, nth: number): Promise<string | undefined> {
  const inventor = await db.selectFrom('inventor').select('sid').where('employee_no', '=', employee_no).executeTakeFirst()
  if (!inventor) return undefined
  const made = await db
    .selectFrom('case')
    .select('sid')
    .where('inventor_sids', '&&', [[inventor.sid]])
    .orderBy('case_no')
    .execute()
  return made[nth]?.sid
}

/** Confirmed, approved and paid on that day. */
async function pay(ctx: Context, sid: string, pay_date: string) {
  const award = modelNamed(ctx.tenant.models, 'award')
  const then = { ...ctx, today: pay_date }
  await ctx.db.updateTable('award_share').set({ confirmed_on: pay_date }).where('award_sid', '=', sid).execute()
  for (const step of ['confirmed', 'approve', 'list']) await takeTransitions(then, award, [sid], step)
  const { payment_sid } = await ctx.db.selectFrom('award').select('payment_sid').where('sid', '=', sid).executeTakeFirstOrThrow()
  await takeTransition(then, modelNamed(ctx.tenant.models, 'payment'), payment_sid ?? '', 'pay', { pay_date })
}
