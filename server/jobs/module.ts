import type { ServerModule } from '../module.ts'
import { eventRoutes } from './events.ts'
import { jobActions } from './job.ts'
import { resultRoutes } from './result-routes.ts'
import { resultsClearing } from './result.ts'

export const jobsModule: ServerModule = {
  name: 'jobs',
  parts: [jobActions, resultsClearing],
  routes(app, server, contextOf) {
    eventRoutes(app, server, contextOf)
    resultRoutes(app, contextOf)
  },
}
