import type { ServerModule } from '../module.ts'
import { docketing } from './rows/docketed.ts'
import { importJob } from './import-job.ts'
import { importRoutes } from './import.ts'
import { rowsClearing } from './rows-clearing.ts'
import { templateRoute } from './template.ts'
import { takingBack } from './take-back.ts'
import { uploadsClearing } from './uploaded.ts'

export const importModule: ServerModule = {
  name: 'import',
  parts: [uploadsClearing, rowsClearing, takingBack, docketing],
  jobs: [importJob],
  routes: [...importRoutes, templateRoute],
}
