import { menuCalls } from './menu-calls.ts'
import { menus } from './rbac_menu.ts'
import { checkGrants } from './role_grant.ts'
import { keepRoles } from './role.ts'

/** Roles, what they may do, and the menus they see. */
export const accessArea = {
  hooks() {
    keepRoles()
    checkGrants()
    menus()
    menuCalls()
  },
}
