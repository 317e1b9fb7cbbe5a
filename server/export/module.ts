import type { ServerModule } from '../module.ts'
import { exportJob, exportRoute } from './export.ts'

export const exportModule: ServerModule = {
  name: 'export',
  jobs: [exportJob],
  routes: [exportRoute],
}
