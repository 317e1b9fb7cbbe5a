import type { ServerModule } from '../module.ts'
import { registerComparison } from './compare.ts'
import { officeReports } from './reports.ts'
import { registerRoutes } from './settings-routes.ts'

/** Compares our records with the registers of patent offices; people decide on the differences. */
export const officesModule: ServerModule = {
  name: 'offices',
  after: ['patents', 'docketing'],
  parts: [registerComparison, officeReports],
  routes: registerRoutes,
}
