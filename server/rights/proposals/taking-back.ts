import { both, refuse } from '../../errors.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { type Drafts, inventorsOf, peopleOf } from './people.ts'

const WITHDRAW = 'withdraw'
const NOT_YOURS = [
  '只有提交人和发明人可以撤回提案；请改为退回修改',
  'Only its submitter and inventors take a disclosure back; return it instead',
] as const

/** A disclosure is taken back by those who made it; whoever reviews it returns it, with a reason. */
export async function refuseOthersTakingBack(ctx: Context, drafts: Drafts) {
  const taken = drafts.filter(({ transition }) => transition === WITHDRAW)
  if (!ctx.actor.sid || taken.length === 0) return
  for (const { row } of taken) if (!(await isMaker(ctx, row))) refuse('rule', both('summary', NOT_YOURS))
}

type Made = Pick<Drafts[number]['row'], 'submitter_sid' | 'created_by' | 'inventors'>

async function isMaker(ctx: Context, row: Made) {
  const people = await peopleOf(ctx, inventorsOf(row))
  return [row.submitter_sid, row.created_by, ...people.values()].includes(ctx.actor.sid)
}

/** The step is not offered to anybody else. */
export async function withoutTakingBack(ctx: Context, record: RowValues) {
  const offered = record['transitions'] as { code: string }[] | undefined // as a record with states is answered
  if (!ctx.actor.sid || !offered?.some(({ code }) => code === WITHDRAW)) return
  const row = await ctx.db
    .selectFrom('proposal')
    .select(['submitter_sid', 'created_by', 'inventors'])
    .where('sid', '=', String(record['sid']))
    .executeTakeFirstOrThrow()
  if (!(await isMaker(ctx, row))) record['transitions'] = offered.filter(({ code }) => code !== WITHDRAW)
}
