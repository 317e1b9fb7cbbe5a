import { sql } from 'kysely'
import type { Words } from '../../model/kit/fields.ts'
import type { Context, NamedThere, Naming } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { lockRows } from '../records/write/write.ts'
import { refusalOf } from './named-there.ts'

/** Virtual organisations with a leaver among their members: a successor who is chosen for them joins in the leaver's place. */
export const memberships: Naming = { group: 'memberships', of: membershipsOf }

const NOT_ALLOWED: Words = ['须由有权修改虚拟组织的人修改', 'it is changed by somebody who may change virtual organisations']

async function membershipsOf(ctx: Context, person: string, to?: string): Promise<NamedThere[]> {
  const rows = await ctx.db
    .selectFrom('virtual_organisation')
    .select(['sid', 'name'])
    .where('member_sids', '@>', sql.val([person]))
    .where((of) => of.or([of('valid_to', 'is', null), of('valid_to', '>=', ctx.today)]))
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const found: NamedThere[] = []
  for (const { sid, name } of rows)
    found.push({ sid, model: 'virtual_organisation', name: [String(name), String(name)], why: await heldUp(ctx, sid, { person, to }) })
  return found
}

/** Replaces the leaver by the successor, if there is one, or returns the reason why not. */
async function heldUp(ctx: Context, sid: string, { person, to }: { person: string; to: string | undefined }): Promise<Words | undefined> {
  const model = modelNamed(ctx.tenant.models, 'virtual_organisation')
  const { verbs } = accessOf(ctx, model)
  const [row] = verbs.has('update') || verbs.has('*') ? await lockRows(ctx, model, [sid], { verb: 'update' }) : []
  if (!row) return NOT_ALLOWED
  if (to === undefined) return undefined
  return refusalOf(ctx, model, sid, { member_sids: [...new Set((row.member_sids ?? []).map((one) => (one === person ? to : one)))] })
}
