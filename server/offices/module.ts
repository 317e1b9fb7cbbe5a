import type { ServerModule } from '../module.ts'
import { epoComparison } from './compare.ts'
import { officeReports } from './reports.ts'
import { epoRoutes } from './settings-routes.ts'

/** Patent offices are asked what their registers say; what follows from it is decided by people. */
export const officesModule: ServerModule = {
  name: 'offices',
  after: ['patents', 'docketing'],
  parts: [epoComparison, officeReports],
  routes: epoRoutes,
}
