import { eventRoutes } from './events.ts'
import { jobActions } from './job.ts'

export const jobs = { consequences: jobActions, routes: eventRoutes }
