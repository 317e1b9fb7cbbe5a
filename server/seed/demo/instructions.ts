import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { add } from '../rows.ts'

/** The agency of the demo company is asked to draft two cases; it has acknowledged the first. */
export async function seedInstructions(ctx: Context, { company, engineer }: { company: string; engineer: string | undefined }) {
  const { db, today } = ctx
  const person = await db.selectFrom('user_info').select(['sid', 'name', 'agency_sid']).where('agency_sid', 'is not', null).executeTakeFirst()
  if (!person || !engineer) return
  const drafts = await db
    .selectFrom('case')
    .select('sid')
    .where('kind', '=', 'patent')
    .where('phase', '=', 'PREPARATION')
    .where('agency_sid', '=', person.agency_sid)
    .orderBy('case_no')
    .limit(2)
    .execute()
  const day = (days: number) => `${Temporal.PlainDate.from(today).add({ days })}`
  const rows = drafts.map(({ sid }, at) => ({
    case_sid: sid,
    company_sid: company,
    engineer_sid: engineer,
    agency_user_sid: person.sid,
    draft_due: day(7 + at * 7),
    file_due: day(30 + at * 7),
    instructions: '请按交底书撰写，独立权利要求尽量概括；附图请标注（虚构）。',
  }))
  const model = modelNamed(ctx.tenant.models, 'agency_instruction')
  const sids = await add(ctx, 'agency_instruction', rows)
  const sender = await db.selectFrom('user_info').select('name').where('sid', '=', engineer).executeTakeFirst()
  const as = (name: string | null | undefined): Context => ({ ...ctx, actor: { ...ctx.actor, name: name ?? ctx.actor.name } })
  for (const sid of sids) await takeTransition(as(sender?.name), model, sid, 'send', {})
  if (sids[0]) await takeTransition(as(person.name), model, sids[0], 'acknowledge', {})
}
