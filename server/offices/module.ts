import type { ServerModule } from '../module.ts'
import { registerComparison } from './compare.ts'
import { officeReports } from './reports.ts'
import { registerRoutes } from './settings-routes.ts'

/** Patent offices are asked what their registers say; what follows from it is decided by people. */
export const officesModule: ServerModule = {
  name: 'offices',
  after: ['patents', 'docketing'],
  parts: [registerComparison, officeReports],
  routes: registerRoutes,
}
