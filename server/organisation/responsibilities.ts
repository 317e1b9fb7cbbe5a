import { anyTable } from '../database/pool.ts'
import { HANDED_OVER } from '../../model/organisation/handed-over.ts'
import { fieldOfRole } from '../../model/cases/case-kind.ts'
import type { Model } from '../../model/kit/model.ts'
import { kindsOf } from '../records/registry.ts'
import type { Context } from '../records/context.ts'

/** What people are responsible for: the field that says so, and which of the records still count. */
export type Duty = { group: keyof typeof HANDED_OVER; model: string; field: string; many?: boolean; open?: readonly [field: string, value: string] }

/** Of each kind of case what its roles name, and what is not a case. */
export const dutiesOf = ({ tenant }: Context): Duty[] => [...kindsOf(tenant.models).flatMap(dutiesOfKind), ...OTHERS]

function dutiesOfKind(kind: Model): Duty[] {
  const [owner, assistants] = [fieldOfRole(kind, 'owner'), fieldOfRole(kind, 'co_owners')]
  return [
    ...(owner ? [{ group: 'cases' as const, model: kind.name, field: owner }] : []),
    ...(assistants ? [{ group: 'assisted' as const, model: kind.name, field: assistants, many: true }] : []),
  ]
}

const OTHERS: readonly Duty[] = [
  { group: 'deadlines', model: 'deadline', field: 'owner_sid', open: ['status', 'OPEN'] },
  { group: 'departments', model: 'department', field: 'leader_sid' },
  { group: 'liaison', model: 'department', field: 'ip_liaison_sid' },
  { group: 'people', model: 'user_info', field: 'leader_sid' },
  { group: 'technology', model: 'tech_node', field: 'manager_sids', many: true },
]

/** The records that a person still answers for. */
export async function heldBy({ db }: Context, { model, field, many, open }: Duty, person: string): Promise<string[]> {
  let query = anyTable(db).selectFrom(model).select('sid').where('deleted_at', 'is', null)
  query = many ? query.where(field, '@>', `{${person}}`) : query.where(field, '=', person)
  if (open) query = query.where(open[0], '=', open[1])
  if (model === 'user_info') query = query.where('person_status', '=', 'EMPLOYED')
  const rows = await query.orderBy('sid').execute()
  return rows.map((row) => String(row.sid))
}

export async function countHeld(ctx: Context, person: string): Promise<{ code: string; zh: string; en: string; count: number }[]> {
  const counts = new Map<string, number>()
  for (const duty of dutiesOf(ctx)) counts.set(duty.group, (counts.get(duty.group) ?? 0) + (await heldBy(ctx, duty, person)).length)
  return Object.entries(HANDED_OVER).map(([code, [zh, en]]) => ({ code, zh, en, count: counts.get(code) ?? 0 }))
}
