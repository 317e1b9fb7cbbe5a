import type { ServerModule } from '../../module.ts'
import { decisionsOf } from '../../records/proposals/decide.ts'
import { heldPermissions } from './hold.ts'
import { heldAccounts } from './hold-accounts.ts'
import { heldFields } from './hold-fields.ts'
import { PERMISSIONS } from './permission-holding.ts'
import { permissionRule } from './rule.ts'

/** Changes of permissions that wait for a second administrator. It runs after the checks of roles and people, which may refuse. */
export const proposalsModule: ServerModule = {
  name: 'proposals',
  after: ['roles', 'accounts', 'people'],
  parts: [permissionRule, heldPermissions, heldFields, heldAccounts, decisionsOf(PERMISSIONS)],
}
