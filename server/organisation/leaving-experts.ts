import type { Words } from '../../model/kit/fields.ts'
import { sql } from 'kysely'
import type { Context, NamedThere, Naming } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { lockRows } from '../records/write/write.ts'
import { refusalOf } from './named-there.ts'

/** Expert groups in which a leaver evaluates: a successor who is an expert takes the seat. */
export const seatsOfExperts: Naming = { group: 'experts', of: seatsOf }

const NO_EXPERT: Words = ['接收人不是可派评审的专家', 'the recipient is no expert who takes evaluations']
const NOT_ALLOWED: Words = ['须由有权修改专家组的人修改', 'it is changed by somebody who may change expert groups']

async function seatsOf(ctx: Context, person: string, to?: string): Promise<NamedThere[]> {
  const leaver = await expertOf(ctx, person, false)
  if (!leaver) return []
  const groups = await groupsWith(ctx, leaver)
  const heir = to === undefined ? undefined : await expertOf(ctx, to, true)
  const seats: NamedThere[] = []
  for (const { sid, group_name } of groups) {
    const why = await heldUp(ctx, sid, { leaver, heir, isAsked: to !== undefined })
    seats.push({ sid, model: 'expert_group', name: [String(group_name), String(group_name)], why })
  }
  return seats
}

async function expertOf({ db }: Context, person: string, active: boolean): Promise<string | undefined> {
  let query = db.selectFrom('expert').select('sid').where('user_sid', '=', person).where('deleted_at', 'is', null)
  if (active) query = query.where('active', 'is not', false)
  return (await query.executeTakeFirst())?.sid
}

const groupsWith = ({ db }: Context, expert: string) =>
  db
    .selectFrom('expert_group')
    .select(['sid', 'group_name'])
    .where((of) => of.or([of('chair_sid', '=', expert), of('member_sids', '@>', sql.val([expert]))]))
    .where('deleted_at', 'is', null)
    .orderBy('group_name')
    .execute()

type Seat = { leaver: string; heir: string | undefined; isAsked: boolean }

/** Gives the seat to the successor, if there is one, or returns the reason why not. */
async function heldUp(ctx: Context, sid: string, { leaver, heir, isAsked }: Seat): Promise<Words | undefined> {
  const model = modelNamed(ctx.tenant.models, 'expert_group')
  const { verbs } = accessOf(ctx, model)
  const [group] = verbs.has('update') || verbs.has('*') ? await lockRows(ctx, model, [sid], { verb: 'update' }) : []
  if (!group) return NOT_ALLOWED
  if (!isAsked) return undefined
  if (!heir) return NO_EXPERT
  const passed = (one: string) => (one === leaver ? heir : one)
  const values = {
    ...(group.chair_sid && { chair_sid: passed(group.chair_sid) }),
    member_sids: [...new Set((group.member_sids ?? []).map(passed))],
  }
  return refusalOf(ctx, model, sid, values)
}
