import type { ServerModule } from '../module.ts'
import { exportJob, exportRoutes } from './export.ts'

export const exportModule: ServerModule = {
  name: 'export',
  jobs: [exportJob],
  routes: (app, _server, contextOf) => exportRoutes(app, contextOf),
}
