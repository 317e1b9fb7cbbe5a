import { refuse } from '../../errors.ts'
import { systemContext, type Tenant } from '../../records/context.ts'
import { fullRoles } from '../roles/administrators.ts'
import { rulesOf } from './rules.ts'

/** The way of signing in that the tenant has chosen. Administrators keep every way, so that one that fails locks nobody out for good. */
export async function refuseByPolicy(tenant: Tenant, { person }: { person: string }) {
  if ((await rulesOf(tenant)).password_login === 'SSO' && !(await isAdministrator(tenant, person))) refuse('sso_only')
}

async function isAdministrator(tenant: Tenant, person: string): Promise<boolean> {
  const full = await fullRoles(systemContext(tenant))
  const row = await tenant.db.selectFrom('user_info').select('role_sids').where('sid', '=', person).executeTakeFirst()
  return (row?.role_sids ?? []).some((role) => full.includes(role))
}
