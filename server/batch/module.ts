import type { ServerModule } from '../module.ts'
import { checkBatchRoute, checkTransitionRoute } from './check.ts'
import { countResultsRoute, transitionResultsRoute, updateResultsJob, updateResultsRoute } from './update-results.ts'
import { undoActions, undoJob } from './undo.ts'

/** Changes of many records: checked before, and undone for a day. */
export const batchModule: ServerModule = {
  name: 'batch',
  actions: undoActions,
  jobs: [updateResultsJob, undoJob],
  routes: [checkBatchRoute, checkTransitionRoute, countResultsRoute, updateResultsRoute, transitionResultsRoute],
}
