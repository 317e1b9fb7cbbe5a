import type { ServerModule } from '../module.ts'
import { checkBatchRoute } from './check.ts'
import { countResultsRoute, transitionResultsRoute, updateResultsJob, updateResultsRoute } from './update-results.ts'

/** Changes of all results of a list. */
export const batchModule: ServerModule = {
  name: 'batch',
  jobs: [updateResultsJob],
  routes: [checkBatchRoute, countResultsRoute, updateResultsRoute, transitionResultsRoute],
}
