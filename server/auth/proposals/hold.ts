import type { RowValues } from '../../records/context.ts'
import { type Held, heldWrites } from '../../records/proposals/hold.ts'
import { PERMISSIONS } from './permission-holding.ts'

const givesRoles = ({ role_sids }: RowValues) => Array.isArray(role_sids) && role_sids.length > 0

/** A new role has no effect without grants, menus and people. A renamed role could be assigned by mistake. */
const HELD: Readonly<Record<'role' | 'role_grant' | 'rbac_menu' | 'rbac_resource', Held>> = {
  role: { fields: '*', isNewHeld: () => false, removal: true },
  role_grant: { fields: '*', isNewHeld: () => true, removal: true },
  // Removing a restriction gives a function to every role that permits it.
  rbac_resource: { fields: ['role_sids', 'endpoints', 'valid'], isNewHeld: givesRoles, removal: true, byChangedFields: true },
  // Menus are moved and sorted meanwhile.
  rbac_menu: { fields: ['role_sids'], isNewHeld: givesRoles, removal: false, byChangedFields: true },
}

export const heldPermissions = heldWrites(PERMISSIONS, HELD)
