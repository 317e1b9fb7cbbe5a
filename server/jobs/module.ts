import type { ServerModule } from '../module.ts'
import { endStreams, eventsRoute } from './events.ts'
import { jobActions } from './job.ts'
import { resultRoute } from './result-routes.ts'
import { resultsClearing } from './result.ts'

export const jobsModule: ServerModule = {
  name: 'jobs',
  parts: [jobActions, resultsClearing],
  routes: [eventsRoute, resultRoute],
  start: endStreams,
}
