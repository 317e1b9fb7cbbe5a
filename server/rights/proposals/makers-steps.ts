import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { both, refuse } from '../../errors.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { hasAbility } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { type Drafts, inventorsOf, peopleOf } from './people.ts'

const NOT_YOURS = [
  '只有提交人和发明人可以撤回提案；请改为退回修改',
  'Only its submitter and inventors take a disclosure back; return it instead',
] as const
const NOT_YOURS_TO_SUBMIT = [
  '只有提交人、发明人和 IP 人员可以提交提案',
  'Only its submitter, its inventors and the IP department submit a disclosure',
] as const

type Steps = Readonly<Record<string, readonly [zh: string, en: string]>>
/** Steps reserved to the makers of a disclosure, with the refusal for others */
const OF_MAKERS: Steps = { withdraw: NOT_YOURS, submit: NOT_YOURS_TO_SUBMIT, resubmit: NOT_YOURS_TO_SUBMIT }

/** A reviewer returns a disclosure with a reason and cannot withdraw it; the IP department submits a paper disclosure for its makers. */
const isFor = (ctx: Context, step: string) =>
  step !== 'withdraw' && hasAbility(ctx, modelNamed(ctx.tenant.models, 'proposal'), ABILITIES.proposal.review)

/** Only the makers of a disclosure submit and withdraw it. */
export async function refuseStepsOfMakers(ctx: Context, drafts: Drafts) {
  if (!ctx.actor.sid) return
  const asked = drafts.flatMap(({ transition = '', row }) => {
    const words = OF_MAKERS[transition]
    return words && !isFor(ctx, transition) ? [{ row, words }] : []
  })
  const people = await peopleOf(ctx, asked.flatMap(({ row }) => inventorsOf(row))) // oxfmt-ignore
  for (const { row, words } of asked) if (!isMaker(ctx, row, people)) refuse('rule', both('summary', words))
}

type Made = Pick<Drafts[number]['row'], 'submitter_sid' | 'created_by' | 'inventors'>

const isMaker = ({ actor }: Context, row: Made, people: ReadonlyMap<string, string>) =>
  [row.submitter_sid, row.created_by, ...inventorsOf(row).map((sid) => people.get(sid))].includes(actor.sid)

/** The steps are not offered to anybody else. */
export async function withoutStepsOfMakers(ctx: Context, record: RowValues) {
  const offered = record['transitions'] as { code: string }[] | undefined // as a record with states is answered
  const theirs = (offered ?? []).filter(({ code }) => OF_MAKERS[code] && !isFor(ctx, code))
  if (!ctx.actor.sid || !offered || theirs.length === 0) return
  const row = await ctx.db
    .selectFrom('proposal')
    .select(['submitter_sid', 'created_by', 'inventors'])
    .where('sid', '=', String(record['sid']))
    .executeTakeFirstOrThrow()
  if (!isMaker(ctx, row, await peopleOf(ctx, inventorsOf(row)))) record['transitions'] = offered.filter((one) => !theirs.includes(one))
}
