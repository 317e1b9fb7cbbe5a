import { ANNOUNCEMENTS, TASKS } from '../../../seed/demo/tasks.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../../records/write/write.ts'
import { add } from '../rows.ts'

type Around = { company: string; owners: readonly string[] }

/** Tasks that people of the demo company gave each other, and its announcements. */
export async function seedTasks(ctx: Context, { company, owners }: Around) {
  const cases = await ctx.db.selectFrom('case').select('sid').where('kind', '=', 'patent').where('phase', '=', 'PENDING').where('company_sid', '=', company).orderBy('case_no').limit(TASKS.length).execute() // oxfmt-ignore
  const rows = TASKS.map(({ due, ...one }, at) => {
    const { of_case = false, ...task } = { of_case: undefined, ...one }
    const case_sid = of_case ? cases[at % Math.max(1, cases.length)]?.sid : undefined
    return { ...task, due_date: dayBefore(ctx, due), company_sid: company, case_sid, assignee_sid: owners[(at + 1) % owners.length] }
  })
  const model = modelNamed(ctx.tenant.models, 'task')
  const drafts = await draftNew(ctx, model, rows)
  for (const draft of drafts) setValue(draft, 'assigner_sid', owners[0] ?? null)
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
  const announced = ANNOUNCEMENTS.map(({ from, ...one }) => {
    const { until, ...row } = { until: undefined, ...one }
    return {
      ...row,
      publish_from: dayBefore(ctx, from),
      publish_until: until === undefined ? undefined : dayBefore(ctx, until),
      company_sid: company,
    }
  })
  await add(ctx, 'announcement', announced)
}

const dayBefore = ({ today }: Context, days: number) => `${Temporal.PlainDate.from(today).subtract({ days })}`
