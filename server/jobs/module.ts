import { eventRoutes } from './events.ts'
import { jobActions } from './job.ts'

export const jobs = { hooks: jobActions, routes: eventRoutes }
