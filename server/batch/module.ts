import type { ServerModule } from '../module.ts'
import { countResultsRoute, transitionResultsRoute, updateResultsJob, updateResultsRoute } from './update-results.ts'

/** Changes of all results of a list. */
export const batchModule: ServerModule = {
  name: 'batch',
  jobs: [updateResultsJob],
  routes: [countResultsRoute, updateResultsRoute, transitionResultsRoute],
}
