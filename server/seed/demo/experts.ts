import { ABSENCE, EVALUATED, EXPERT_GROUP, EXPERTS, SCORE_SHEETS, VIRTUAL_ORGANISATION } from '../../../seed/demo/experts.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { add } from '../rows.ts'

type Around = { company: string; nodes: ReadonlyMap<string, string> }

/** Those who work across departments in the demo company: experts with a disclosure to evaluate, a project team, and a deputy. */
export async function seedExperts(ctx: Context, { company, nodes }: Around) {
  const people = await peopleByNumber(ctx)
  const fieldsOf = (codes: readonly string[]) => codes.flatMap((code) => nodes.get(code) ?? [])
  const rows = EXPERTS.map(({ fields, ...one }) => {
    const { person, ...expert } = { person: '', ...one }
    return { ...expert, ...(person && { user_sid: people.get(person) }), field_sids: fieldsOf(fields), company_sid: company }
  })
  const sids = await add(ctx, 'expert', rows)
  const expertOf = new Map(EXPERTS.map((one, at) => ['person' in one ? one.person : '', sids[at] ?? '']))
  const { chair, members, fields, ...group } = EXPERT_GROUP
  const memberSids = members.map((one) => expertOf.get(one))
  const [groupSid] = await add(ctx, 'expert_group', [
    { ...group, chair_sid: expertOf.get(chair), member_sids: memberSids, field_sids: fieldsOf(fields), company_sid: company },
  ])
  await add(
    ctx,
    'score_sheet',
    SCORE_SHEETS.map((one) => ({ ...one, company_sid: company })),
  )
  const proposal = await ctx.db.selectFrom('proposal').select('sid').where('title', '=', EVALUATED).executeTakeFirstOrThrow()
  await takeTransition(ctx, modelNamed(ctx.tenant.models, 'proposal'), proposal.sid, 'send_to_evaluation', { expert_group_sid: groupSid ?? null })
  await seedTeam(ctx, company, people)
}

async function seedTeam(ctx: Context, company: string, people: ReadonlyMap<string, string>) {
  const today = Temporal.PlainDate.from(ctx.today)
  const { manager, members, ...team } = VIRTUAL_ORGANISATION
  const member_sids = members.map((one) => people.get(one))
  await add(ctx, 'virtual_organisation', [
    {
      ...team,
      manager_sid: people.get(manager),
      member_sids,
      valid_from: `${today.subtract({ months: 2 })}`,
      valid_to: `${today.add({ months: 10 })}`,
      company_sid: company,
    },
  ])
  const away = today.add({ days: ABSENCE.from })
  await add(ctx, 'absence', [
    {
      person_sid: people.get(ABSENCE.person),
      deputy_sid: people.get(ABSENCE.deputy),
      from_date: `${away}`,
      to_date: `${away.add({ days: ABSENCE.days })}`,
      company_sid: company,
    },
  ])
}

async function peopleByNumber({ db }: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('user_info').select(['sid', 'job_number']).where('job_number', 'is not', null).execute()
  return new Map(rows.map(({ sid, job_number }) => [job_number ?? '', sid]))
}
