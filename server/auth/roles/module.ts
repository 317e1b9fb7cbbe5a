import type { ServerModule } from '../../module.ts'
import { explanations } from './explain.ts'
import { matrices } from './matrix.ts'
import { matrixFileRoute } from './matrix-file.ts'
import { menuCalls } from './menu-calls.ts'
import { menuPages } from './menu-pages.ts'
import { menus } from './rbac_menu.ts'
import { grants } from './role_grant.ts'
import { resources } from './resources/rbac_resource.ts'
import { roles } from './role.ts'

/** Roles with their permissions and menus */
export const rolesModule: ServerModule = {
  name: 'roles',
  parts: [roles, grants, resources, menus, menuCalls, menuPages, explanations, matrices],
  routes: [matrixFileRoute],
}
