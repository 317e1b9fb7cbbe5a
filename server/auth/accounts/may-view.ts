import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { type Actor, presentDay, type Context, type Tenant } from '../../records/context.ts'
import { hasAbility } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { peopleAbove } from './rank.ts'

/** Whether this person may view as others at all, and this one is not above them. */
export async function mayView(tenant: Tenant, actor: Actor, person: string): Promise<boolean> {
  const ctx: Context = { db: tenant.db, tenant, actor, lang: 'zh', source: 'api', request_id: '', today: presentDay() }
  if (!hasAbility(ctx, modelNamed(tenant.models, 'user_info'), ABILITIES.user_info.view_as)) return false
  return (await peopleAbove(ctx, [person])).size === 0
}
